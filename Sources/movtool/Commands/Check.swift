import MovKit

/// `movtool check`
enum Check: DeclaresCommand {
  static let word = "check"
  static let files = Positional(
    name: "FILE|DIR", role: .input,
    help: "Movies, segments, pictures and folders of them; - for standard input",
    repeats: true, takesStandardInput: true, orOption: FileList.filesFrom.declaration.name,
    unlessOption: explain.declaration.name)
  static let profile = Option<CheckProfile>.choice(
    "--profile", help: "Check also for this; several profiles may be given"
  ).repeating()
  static let policy = Option<FilePath>.path(
    "--policy", role: .input, placeholder: "POLICY",
    help: "Check by POLICY, a file in JSON: profiles, severities, requirements")
  static let baseline = Option<FilePath>.path(
    "--baseline", role: .input, placeholder: "BASELINE",
    help: "Leave out what BASELINE has: the output of 'movtool check --json'")
  static let explain = Option<String>.text(
    "--explain", placeholder: "RULE", expected: "the ID of a rule, or 'all'",
    help: "Explain RULE, or all rules, and check nothing",
    completion: .words(["all"] + CheckRule.all.map(\.id))
  ) { (text) throws(BadValue) in
    guard text == "all" || CheckRule.named(text) != nil else {
      let guess = nearest(to: text, among: CheckRule.all.map(\.id))
      throw BadValue(
        "there is no such rule" + (guess.map { "; did you mean '\($0)'?" } ?? "")
          + "; --explain all prints all")
    }
  }.excluding("--junit", "--sarif", "--policy", "--baseline", "--profile")
  static let json = Option.flag(
    "--json", help: "Print JSON: one document for each file, one after the other"
  ).excluding("--junit", "--sarif")
  static let compact = JSONOptions.compact.excluding("--junit", "--sarif")
  static let junit = Option.flag("--junit", help: "Print one report in the XML of JUnit").excluding(
    "--json", "--compact", "--sarif")
  static let sarif = Option.flag("--sarif", help: "Print one SARIF log").excluding(
    "--json", "--compact", "--junit")
  static let fix = Option.flag(
    "--fix",
    help: "Correct what can be corrected without a guess, in OUT or in place"
  ).excluding("--junit", "--sarif", "--explain", "--baseline", "--policy", "--profile")

  /// The options of writing, of which none is required here.
  private static let writing = MovieChange.options.filter { option in
    ![
      FileList.filesFrom.declaration, FileList.null.declaration, json.declaration,
      ParallelFiles.jobs.declaration,
    ]
    .contains { $0.name == option.name }
  }.map { option in
    var option = option
    option.isOneRequired = false
    return option
  }

  static let command = Command(
    name: word, summary: "check files for what is wrong or odd",
    discussion: [
      "Prints a line for each finding: the file, the severity, the atom and its byte, what is wrong, what "
        + "follows from it, what to do, and the ID of the rule. What occurs several times in one atom is "
        + "printed once, with a count. At most five findings of a rule are printed for an atom, and 100 for a "
        + "file; a last line says how many more there are. With --quiet only errors are printed.",
      "The exit status is 0 if there are no errors, 1 if there are, or a file cannot be read, and 2 if the "
        + "command line, the policy or the baseline is wrong.",
      "The profiles quicktime, mp4 and heif are chosen by the file's brands. cmaf, relink and broadcast are "
        + "checked only if --profile names them.",
      "With --fix, headers are corrected: durations, the ID of the next track, references of tracks to "
        + "themselves or to tracks that do not exist, empty edit lists, the missing reference from the only "
        + "video track to the only timecode track, and in MP4 colours in QuickTime's form. Media and sample "
        + "tables stay as they are. It prints the rules whose findings it corrected.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, profile.declaration,
      policy.declaration, baseline.declaration, explain.declaration, json.declaration,
      compact.declaration, junit.declaration, sarif.declaration,
      ParallelFiles.jobs.declaration, fix.declaration,
    ] + writing,
    examples: [
      Example(line: "movtool check clip.mov", effect: "Print what is wrong with a movie."),
      Example(
        line: "movtool check --profile relink card/ --policy house.json",
        effect: "Check a card for what editing needs and a house policy."),
      Example(
        line: "movtool check --json card/ > known.json",
        effect: "Keep all findings, for --baseline known.json later."),
      Example(
        line: "cat init.mp4 seg-*.m4s | movtool check --profile cmaf -",
        effect: "Check segments together with their header, and find gaps between them."),
      Example(
        line: "movtool check --explain timecode-rate", effect: "Print why a rule exists."),
      Example(
        line: "movtool check --fix clip.mov -o fixed.mov",
        effect: "Write a copy with corrected headers."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    if arguments[fix] {
      guard !arguments[compact] else {
        throw arguments.usage(
          "options '--fix' and '--compact' cannot be used together; '--json' prints a line for each file"
        )
      }
      guard !arguments.files(files).contains(where: \.isStandardStream) else {
        throw arguments.usage(
          "'--fix' cannot correct standard input (-): save the movie to a file first")
      }
      guard !arguments[MovieChange.inPlace] || arguments[ParallelFiles.jobs] == nil else {
        throw arguments.usage("options '--jobs' and '--in-place' cannot be used together")
      }
      try MovieChange.check(arguments)
      return try MovieChange.run(files, arguments, session, reports: true) {
        (job, session, line) throws(Failure) in try mend(job, arguments, session, &line)
      }
    }
    if let option = writing.first(where: arguments.isGiven) {
      throw arguments.usage("'\(option.name)' requires '--fix'")
    }
    let output = Output.standard()
    if let id = arguments[explain] {
      guard arguments.files(files).isEmpty, arguments[FileList.filesFrom] == nil else {
        throw arguments.usage("'--explain' takes no files")
      }
      let rule = CheckRule.named(id)
      if arguments[json] || arguments[compact] {
        var writer = JSONWriter(to: output, layout: arguments.jsonLayout)
        try writer.write(rules: rule.map { [$0] } ?? CheckRule.all)
      } else {
        try output.write(rule.map(CheckRuleText.page) ?? CheckRuleText.document)
      }
      return try output.finish()
    }
    var policy = CheckPolicy()
    var baseline = CheckBaseline()
    if let path = arguments[self.policy] {
      let bytes = try arguments.document(path)
      do throws(JSONReader.Problem) { policy = try CheckPolicy(bytes) } catch {
        throw arguments.usage("\(path): \(error.text(in: bytes))")
      }
    }
    if let path = arguments[self.baseline] {
      let bytes = try arguments.document(path)
      do throws(JSONReader.Problem) { baseline = try CheckBaseline(bytes) } catch {
        throw arguments.usage(
          "\(path): \(error.text(in: bytes)); BASELINE must be the output of 'movtool check --json'"
        )
      }
    }
    policy.profiles.formUnion(arguments.all(profile))
    let messages = session.messages
    let list = try FileList(arguments, files, messages, allKinds: true)
    // Else a wrong folder would pass for one in which all is well.
    if list.entries.isEmpty { try list.checkMayBeEmpty() }
    try check(list, policy, baseline, arguments, session, to: output)
    try output.finish()
  }

  private static func mend(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: inout ChangeReport.Line
  ) throws(Failure) {
    var corrected: [String] = []
    do {
      try MovieChange.change(job, arguments, session, &line) { (movie, path, _) throws(Failure) in
        do throws(FormatError) {
          var editor = MovieEditor(movie)
          corrected = try editor.mend().sorted()
          return editor
        } catch { throw Failure(error, about: path) }
      }
    } catch {
      throw Failure(error, about: job.file)
    }
    // What was not written was not corrected.
    line.corrected = corrected
  }

  private static func check(
    _ list: FileList, _ policy: CheckPolicy, _ baseline: CheckBaseline,
    _ arguments: Arguments, _ session: Session, to output: Output
  ) throws(Failure) {
    let entries = list.entries
    let messages = session.messages
    let isJSON = arguments[json] || arguments[compact]
    var writer = JSONWriter(to: output, layout: arguments.jsonLayout)
    var sarif = arguments[self.sarif] ? try CheckSARIF(to: output) : nil
    let junit = arguments[self.junit] ? try CheckJUnit(to: output) : nil
    let isText = !isJSON && sarif == nil && junit == nil
    let isQuiet = arguments[CommonOptions.quiet]
    var counts: [Diagnostic.Severity: Int] = [:]
    var known = 0
    var unread = 0
    let progress = session.progress("checking", files: entries.count)
    try ParallelFiles.forEach(
      entries, jobs: arguments.jobCount, messages, progress: progress
    ) { (entry, messages) in
      CheckedFile.read(entry, policy, baseline, messages)
    } use: { (file) throws(Failure) in
      if file.count(.error) > 0 { messages.fail() }
      for finding in file.findings { counts[finding.severity, default: 0] += 1 }
      known += file.known
      if file.error != nil { unread += 1 }
      if isJSON { try writer.write(file) }
      try sarif?.add(file)
      try junit?.add(file)
      guard isText else { return }
      progress?.clear()
      for finding in file.findings where !isQuiet || finding.severity == .error {
        try output.write("\(file.name.description): \(finding.line)".escaped + "\n")
      }
    }
    progress?.clear()
    try sarif?.finish()
    try junit?.finish()
    try output.flush()
    messages.note(summary(list, unread, counts, known))
  }

  private static func summary(
    _ list: FileList, _ unread: Int, _ counts: [Diagnostic.Severity: Int], _ known: Int
  ) -> String {
    let parts = [
      counted(counts[.error] ?? 0, "error"), counted(counts[.warning] ?? 0, "warning"),
      counted(counts[.note] ?? 0, "note"),
    ]
    let others = list.otherNames
    return "\(counted(list.entries.count, "file"))\(unread > 0 ? ", \(unread) not read" : ""): "
      + parts.joined(separator: ", ")
      + (known > 0 ? ", and \(known) known" : "")
      + (others > 0
        ? "; \(counted(others, "file")) with another extension \(others == 1 ? "was" : "were") left out"
        : "")
  }
}
