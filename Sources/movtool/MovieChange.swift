import MovKit

/// How a changed movie is written: to a copy, or in place. These are the options and the steps that
/// are common to all commands that change a movie.
enum MovieChange {
  /// The movie of a command that changes one, or those of a folder.
  static let file = Positional(
    name: "FILE|DIR", role: .input, help: "Movie, or a folder of movies; -o leaves them unchanged")
  /// The movies of a command that changes several.
  static let files = Positional(
    name: "FILE|DIR", role: .input, help: "Movies and folders of movies; -o leaves them unchanged",
    repeats: true, orOption: FileList.filesFrom.declaration.name)
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
  ).excluding("-o")
  static let backup = Option<FilePath>.path(
    "--backup", role: .newOutput, placeholder: "BACKUP",
    help: "With --in-place, first save the bytes that will be overwritten, so that 'movtool "
      + "restore' can undo the change; if BACKUP is a folder, to NAME.backup in it")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header before the media, so that players can start before they have the whole "
      + "file (default: keep the order of FILE)")
  /// The same option of commands that make another movie than FILE.
  static let fastStartOfNew = Option.flag(
    "--fast-start",
    help: "Put the header before the media, so that players can start before they have the whole "
      + "file (default: after the media)")
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

  static let options =
    [FileList.filesFrom.declaration, FileList.null.declaration] + optionsOfOne

  /// The options of a command that takes one movie, or one folder.
  static let optionsOfOne = [
    output.declaration, Option.overwrite.declaration, inPlace.declaration, fastStart.declaration,
    backup.declaration, OutputFolder.keepFolders.declaration, dryRun.declaration, json.declaration,
    preserveTimes.declaration,
    verify.declaration, MovieJobs.jobs.declaration, Option.skipExisting.declaration,
  ]

  enum Verification: String, CaseIterable, Sendable {
    case quick, full
  }

  /// Changes a file that has no movie.
  typealias FileEdit = @Sendable (AtomFile, FilePath, Session) throws(Failure) -> AtomFileEditor

  /// Changes each file that the command line names. A problem with one file is reported, and the next
  /// one is processed.
  /// - Parameters:
  ///   - reports: Whether the text says what became of a single file too.
  ///   - findsFaults: Whether to report what the change does to the samples, and what is wrong with the movie
  ///     only after it.
  ///   - other: Makes the change in a file that has no movie; nil if it needs one.
  ///   - edit: Makes the change, in one of several threads, and takes its messages to the session that
  ///     it is given.
  static func run(
    _ files: Positional, _ arguments: Arguments, _ session: Session, reports: Bool = false,
    findsFaults: Bool = false, other: FileEdit? = nil,
    edit: @escaping @Sendable (Movie, FilePath, Session) throws(Failure) -> MovieEditor
  ) throws(Failure) {
    try check(arguments)
    try run(files, arguments, session, reports: reports) {
      (job, session, line) throws(Failure) in
      do {
        try change(
          job, arguments, session, &line, findsFaults: findsFaults, other: other, edit)
      } catch {
        throw Failure(error, about: job.file)
      }
    }
  }

  /// Does `work` for each file that the command line names, and reports what became of it.
  /// - Parameters:
  ///   - reports: Whether the text says what became of a single file too.
  ///   - work: Runs in one of several threads.
  static func run(
    _ files: Positional, _ arguments: Arguments, _ session: Session, reports: Bool,
    work: @escaping @Sendable (MovieJob, Session, inout ChangeReport.Line) throws(Failure) -> Void
  ) throws(Failure) {
    let jobs = try MovieJobList(files, arguments, session.messages)
    let report = ChangeReport(on: jobs.count, arguments, saysOne: reports)
    let skips = arguments[.skipExisting]
    let saysTimecode = report.saysTimecode
    try MovieJobs.forEach(jobs, arguments, session) { job, session in
      var line = ChangeReport.Line(
        file: job.file, output: job.output?.path, status: .failed, saysTimecode: saysTimecode)
      do throws(Failure) {
        try SourceWatch.run(about: job.file) { () throws(Failure) in
          if skips, job.isDone { line.status = .skipped } else { try work(job, session, &line) }
        }
      } catch {
        // Another process may have made it in the meantime.
        if skips, job.isDone {
          line = ChangeReport.Line(
            file: job.file, output: job.output?.path, status: .skipped, saysTimecode: saysTimecode)
        } else {
          return (line, error as Failure?)
        }
      }
      return (line, nil)
    } use: { (result) throws(Failure) in
      guard let failure = result.1 else { return try report.add(result.0) }
      guard case .problem(let text, let about) = failure else { throw failure }
      var line = result.0
      line.fail(text, about: about)
      try report.add(line)
      session.messages.error(text, file: about ?? line.file)
    }
    try report.finish()
  }

  /// Throws if options contradict each other.
  static func check(_ arguments: Arguments) throws(Failure) {
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

  /// Reads the movie, lets `edit` change it, writes the result, and notes in `line` what became of
  /// it.
  static func change(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: inout ChangeReport.Line,
    findsFaults: Bool = false, other: FileEdit? = nil,
    _ edit: (Movie, FilePath, Session) throws(Failure) -> MovieEditor
  ) throws {
    func edited(_ movie: Movie) throws(Failure) -> MovieEditor {
      try edit(movie, job.file, session)
    }
    if arguments[inPlace], !arguments[dryRun] {
      let change = InPlaceChange(job, arguments, session, findsFaults: findsFaults)
      do { return try change.run(&line, edited) } catch {
        // The file is read again only where the change has failed.
        guard other != nil, let file = try? MovieOutline(File(job.file)).file,
          file.storedMovie == nil
        else { throw error }
        throw Failure.problem(CopyChange.needsCopy, file: job.file)
      }
    }
    try CopyChange(job, arguments, session, findsFaults: findsFaults, other: other).run(
      &line, edited)
  }

  /// Reads a movie that is going to be changed, and reports what is unusual about it and what any
  /// change would break.
  static func movie(
    from source: any ByteSource, _ path: FilePath, _ session: Session
  ) throws -> Movie {
    let movie = try MovieOutline(source).movie()
    report(movie, path, session)
    return movie
  }

  /// Reports what is unusual about a movie and what any change would break.
  static func report(
    _ movie: Movie, _ path: FilePath, _ session: Session
  ) {
    session.messages.report(movie.allFindings + movie.changeDiagnostics, file: path)
  }
}
