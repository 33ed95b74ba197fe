import MovKit

/// `movtool diff`
enum Diff: DeclaresCommand {
  static let word = "diff"
  static let original = Positional(
    name: "ORIGINAL", role: .input,
    help: "Movie; - for standard input; with --timecode a movie, a WAV file, or a folder "
      + "of movies",
    takesStandardInput: true)
  static let proxies = Positional(
    name: "PROXY", role: .input,
    help:
      "The movie to compare it with; - for standard input; with --timecode any number of files, and folders, in "
      + "which the file of the same name is taken",
    repeats: true, takesStandardInput: true, orOption: FileList.filesFrom.declaration.name,
    orOptionNeeds: "--timecode")
  static let timecode = Option.flag(
    "--timecode",
    help: "Compare only the timecode, and whether programs would link the files by it")
  static let media = Option.flag(
    "--media", help: "Compare also the bytes and the times of all samples")
  static let json = Option.flag(
    "--json",
    help: "Print JSON: a document; with --timecode JSON Lines, a line for each pair, and a summary")

  static let command = Command(
    name: word, summary: "compare two movies, or the timecode of originals and proxies",
    discussion: [
      "Prints a line for each difference between the atoms of two files: the path of the atom, the "
        + "field, and its two values; < marks what is only in the first file and > what is only in the "
        + "second. Tracks belong together by their IDs. Places in the file, sizes of atoms and unused "
        + "space are not compared, and of media only the samples of timecode and the bytes of items, such as "
        + "the pictures of HEIF; with --media the samples of all tracks.",
      "With --timecode, prints a line for each pair whose timecode is the same, and otherwise what differs: rate, drop "
        + "frame, start, length, reel, runs and the frames of the video, not the size of the pictures. "
        + "It says from which frame on the labels differ, by how much, which programs would not link "
        + "the two, and the command that gives the proxy the timecode of the original.",
      "If ORIGINAL is a folder, originals and proxies belong together if they have the same name, "
        + "without extension, without _Proxy, .proxy, -proxy or ' Proxy' (or _prx and so on) at its end, or what "
        + "Sony's cameras add (C0001S03), and in any case of letters. Files without a counterpart are listed.",
      "The exit status is 0 if nothing differs. It is 1 if something differs, a file cannot be read, "
        + "or one has no counterpart.",
    ],
    positionals: [original, proxies],
    options: [
      timecode.declaration, media.declaration, FileList.filesFrom.declaration,
      FileList.null.declaration,
      json.declaration, ParallelFiles.jobs.declaration,
    ],
    examples: [
      Example(line: "movtool diff a.mov b.mov", effect: "Print in what two movies differ."),
      Example(
        line: "movtool diff --media clip.mov stamped.mov",
        effect: "Show that a copy has the same samples."),
      Example(
        line: "movtool diff --timecode A001.mov A001_Proxy.mov",
        effect: "Print what keeps a proxy from linking."),
      Example(
        line: "movtool diff --timecode card/ proxies/",
        effect: "Compare each movie of a card with its proxy."),
      Example(
        line: "movtool diff --timecode --json card/ proxies/ | jq -r '.command // empty'",
        effect: "Print the commands that correct the proxies."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    guard arguments[timecode] else { return try compareAtoms(arguments, session) }
    if arguments[media] {
      throw arguments.usage("options '--media' and '--timecode' cannot be used together")
    }
    let messages = session.messages
    let path = arguments.file(original)
    // What belongs together is found by the names.
    for (name, paths) in [
      (original.name, [path]), (self.proxies.name, arguments.files(self.proxies)),
    ] where paths.contains(where: \.isStandardStream) {
      throw arguments.usage(
        "\(name) cannot be standard input (-) with '--timecode': save it to a file first, or give ./- for a file of "
          + "that name")
    }
    let named = FileList([path], messages)
    let (originals, isFolder) = (named.entries, !named.folders.isEmpty)
    if originals.isEmpty { return try named.checkMayBeEmpty() }
    let others = try FileList(arguments, self.proxies, messages)
    let proxies = others.entries
    // Which belong together depends on which are folders.
    if let failure = named.unexamined ?? others.unexamined { throw failure }
    if proxies.isEmpty { try others.checkMayBeEmpty() }
    let pairs =
      proxies.isEmpty ? [] : DiffPairs(originals, isFolder: isFolder, proxies).pairs
    var report = DiffReport(asJSON: arguments[json], isQuiet: arguments[CommonOptions.quiet])
    let progress = session.progress("comparing", files: pairs.count)
    try ParallelFiles.forEach(
      pairs, jobs: arguments.jobCount, messages, progress: progress, work: compare
    ) { (line) throws(Failure) in
      if line.status != .same { messages.fail() }
      progress?.clear()
      try report.add(line)
    }
    progress?.clear()
    try report.finish()
  }

  /// Compares all of two files.
  private static func compareAtoms(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let ofTimecode = [FileList.null.declaration, ParallelFiles.jobs.declaration]
    if let option = ofTimecode.first(where: arguments.isGiven), arguments[FileList.filesFrom] == nil
    {
      throw arguments.usage("'\(option.name)' requires '--timecode'")
    }
    let others = arguments.files(proxies)
    guard others.count == 1, arguments[FileList.filesFrom] == nil else {
      throw arguments.usage(
        "two movies are compared at a time; --timecode compares the timecode of more")
    }
    let paths = (arguments.file(original), others[0])
    if paths.0.isStandardStream, paths.1.isStandardStream {
      throw arguments.usage("standard input (-) can be read only once")
    }
    if let folder = [paths.0, paths.1].first(where: FileList.isFolder) {
      throw .problem("it is a folder; --timecode compares the movies of folders", file: folder)
    }
    try SourceWatch.run(about: paths.1) { () throws(Failure) in
      var report = MovieDiff(
        asJSON: arguments[json], comparesMedia: arguments[media], session.messages)
      if try !report.run(paths.0, paths.1) { session.messages.fail() }
    }
  }

  private static func compare(_ pair: DiffPairs.Pair, _ messages: Messages) -> DiffReport.Line {
    var line = DiffReport.Line(pair: pair)
    guard let original = pair.original, let proxy = pair.proxy else { return line }
    do throws(Failure) {
      line.comparison = try SourceWatch.run(about: proxy.path) { () throws(Failure) in
        try TimecodeComparison(original.path, proxy.path)
      }
    } catch {
      guard case .problem(let text, let file) = error else {
        line.problem = "\(error)"
        return line
      }
      messages.error(text, file: file ?? proxy.path)
      line.problem = text
    }
    return line
  }
}
