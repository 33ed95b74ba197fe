import MovKit

/// How a changed movie is written: to a copy, or in place. These are the options and the steps that
/// are common to all commands that change a movie.
enum MovieChange {
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help:
      "Write the result to OUT, which must not be FILE; if OUT is a folder (OUT/), under the name "
      + "of FILE"
  ).excluding("--in-place").orAnother()
  static let inPlace = Option.flag(
    "--in-place",
    help: "Modify FILE itself: write the new header into free space or at the end, then make it "
      + "valid with one small write. Media is not moved or copied"
  ).excluding("--output")
  static let backup = Option<FilePath>.path(
    "--backup", role: .newOutput, placeholder: "BACKUP",
    help: "With --in-place, first save the bytes that will be overwritten, so that 'movtool "
      + "restore' can undo the change; if BACKUP is a folder, to NAME.backup in it")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header before the media, so that players can start before they have the whole "
      + "file (default: keep the order of FILE)")
  static let dryRun = Option.flag(
    "--dry-run", help: "Print the plan and write nothing")
  static let json = Option.flag(
    "--json", help: "Print what was done as JSON Lines: a line for each FILE, and a summary")
  static let preserveTimes = Option.flag(
    "--preserve-times", help: "Preserve access and modification times")
  static let verify = Option<Verification>.choice(
    "--verify",
    help: "What to verify after writing: the timecode, the tables and the first and last bytes of "
      + "each track (quick, the default), or every byte of media as well (full)")

  static let options = [
    FileList.filesFrom.declaration, FileList.null.declaration, output.declaration,
    Option.overwrite.declaration, inPlace.declaration, fastStart.declaration,
    backup.declaration,
    dryRun.declaration, json.declaration, preserveTimes.declaration, verify.declaration,
  ]

  enum Verification: String, CaseIterable, Sendable {
    case quick, full
  }

  /// Changes each file that the command line names. A problem with one file is reported, and the next
  /// one is processed.
  /// - Parameter reports: Whether the text says what became of a single file too.
  static func run(
    _ files: Positional, _ arguments: Arguments, _ session: Session, reports: Bool = false,
    edit: (Movie, FilePath) throws(Failure) -> MovieEditor
  ) throws(Failure) {
    try check(arguments)
    let jobs = try MovieJob.all(files, arguments, session.messages)
    let report = ChangeReport(
      asJSON: arguments[json],
      isShort: jobs.count == 1 && !reports || arguments[CommonOptions.quiet])
    try session.forEach(jobs, named: \.file) { job throws(Failure) in
      var line = ChangeReport.Line(file: job.file, output: job.output?.path, status: .failed)
      do throws(Failure) {
        try run(job, arguments, session, &line) { movie throws(Failure) in
          try edit(movie, job.file)
        }
      } catch {
        guard case .problem(let text, _) = error else { throw error }
        (line.status, line.problem, line.output) = (.failed, text, nil)
        try report.add(line)
        throw error
      }
      try report.add(line)
    }
    try report.finish()
  }

  /// Throws if options contradict each other.
  private static func check(_ arguments: Arguments) throws(Failure) {
    guard !arguments[fastStart] || !arguments[inPlace] else {
      throw arguments.usage(
        "'--fast-start' moves media and '--in-place' cannot; use -o OUT")
    }
    guard arguments[output] != nil || arguments[inPlace] || arguments[dryRun] else {
      throw arguments.usage("choose an output: -o OUT, --in-place or --dry-run")
    }
    guard arguments[backup] == nil || arguments[inPlace] else {
      throw arguments.usage("'--backup' requires '--in-place'; -o does not modify FILE")
    }
  }

  /// Reads the movie, lets `edit` change it, and writes the result.
  static func run(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session,
    edit: (Movie) throws(Failure) -> MovieEditor
  ) throws(Failure) {
    try check(arguments)
    var line = ChangeReport.Line(file: job.file, status: .failed)
    try run(job, arguments, session, &line, edit: edit)
    if let plan = line.plan { try printPlan(plan) }
  }

  /// Carries out a job, and notes in `line` what became of it.
  private static func run(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: inout ChangeReport.Line,
    edit: (Movie) throws(Failure) -> MovieEditor
  ) throws(Failure) {
    do {
      if arguments[inPlace], !arguments[dryRun] {
        return try InPlaceChange(job, arguments, session).run(&line, edit)
      }
      try copy(job, arguments, session, &line, edit)
    } catch {
      throw Failure(error, about: job.file)
    }
  }

  private static func copy(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: inout ChangeReport.Line,
    _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws {
    let source = try File(job.file)
    let movie = try movie(from: source, job.file, session)
    line.before = ChangeReport.Timecode.all(in: movie)
    let editor = try edit(movie)
    line.status = .planned
    if arguments[inPlace] {
      line.plan = try editor.patchPlan().description
      return
    }
    let plan = try editor.writePlan(from: source, fastStart: arguments[fastStart])
    if let target = job.output { session.checkName(of: target.path, for: movie) }
    guard let target = job.output, !arguments[dryRun] else {
      line.plan = plan.description
      return
    }
    let copying = session.progress("copying", total: plan.size)
    let lost = try OutputFile.write(
      plan, from: source, to: target, keepsTimes: arguments[preserveTimes],
      verify: {
        copying?.clear()
        line.after = ChangeReport.Timecode.all(
          in: try editor.check($0, against: source, plan: plan))
        if arguments[verify] == .full { try compare($0, source, plan, target.path, session) }
      }, progress: copying.map { line in { line.update($0) } })
    for error in lost { session.messages.warning(error.description, rule: "metadata-lost") }
    line.status = .written
    session.messages.detail(
      "wrote \(plan.size) bytes; \(arguments[verify] ?? .quick) verification passed",
      file: target.path)
  }

  /// Compares all bytes of a copy with their source.
  private static func compare(
    _ copy: File, _ source: File, _ plan: WritePlan, _ path: FilePath, _ session: Session
  ) throws {
    copy.forgetCache()
    let comparing = session.progress("comparing", total: plan.size)
    let place = try plan.firstDifference(
      of: copy, from: source, progress: comparing.map { line in { line.update($0) } })
    guard let place else { return }
    throw Failure.problem(
      "the copy differs at or after byte \(place) and was discarded; check the disk", file: path
    )
  }

  /// Reads a movie that is going to be changed, and reports what is unusual about it and what any
  /// change would break.
  static func movie(
    from source: any ByteSource, _ path: FilePath, _ session: Session
  ) throws -> Movie {
    let movie = try Movie(from: source)
    report(movie, path, session)
    return movie
  }

  /// Reports what is unusual about a movie and what any change would break.
  static func report(
    _ movie: Movie, _ path: FilePath, _ session: Session
  ) {
    session.messages.report(movie.findings() + movie.changeDiagnostics, file: path)
  }

  private static func printPlan(_ text: String) throws(Failure) {
    let output = Output.standard()
    try output.write(text)
    try output.finish()
  }
}
