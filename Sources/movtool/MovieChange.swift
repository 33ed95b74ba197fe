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
    + [MovieJobs.jobs.declaration, Option.skipExisting.declaration]

  /// The options of a command that changes one movie.
  static let optionsOfOne = [
    output.declaration, Option.overwrite.declaration, inPlace.declaration, fastStart.declaration,
    backup.declaration, dryRun.declaration, json.declaration, preserveTimes.declaration,
    verify.declaration,
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
  ///   - findsFaults: Whether it is reported what the change does to the samples, and what is wrong with the
  ///     movie only then.
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
    let report = ChangeReport(
      asJSON: arguments[json],
      isShort: jobs.count == 1 && !reports || arguments[CommonOptions.quiet],
      hasSeveral: jobs.count > 1)
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
        throw Failure.problem(Self.needsCopy, file: job.file)
      }
    }
    let source = try Input.file(job.file)
    let copy = try planned(
      source, job, arguments, session, &line, findsFaults: findsFaults, other: other, edited)
    guard let copy else { return }
    try write(
      copy.plan, hasMovie: copy.hasMovie, from: source, job, arguments, session, &line,
      checking: copy.check)
  }

  /// A changed copy of a file. What is not needed to write and to check it is no longer in memory.
  private struct Copy {
    var plan: WritePlan
    /// Whether it is a copy of a movie.
    let hasMovie: Bool
    /// Reads the written file back, and returns its timecode if the report says it.
    var check: (File, WritePlan) throws -> [ChangeReport.Timecode]
  }

  /// Reads a file and plans its changed copy. Returns nil if no copy is written, and `line` says what
  /// would be.
  private static func planned(
    _ source: File, _ job: MovieJob, _ arguments: Arguments, _ session: Session,
    _ line: inout ChangeReport.Line, findsFaults: Bool, other: FileEdit?,
    _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws -> Copy? {
    let outline = try MovieOutline(source)
    if outline.file.storedMovie == nil, let other {
      return try copy(outline.file, from: source, job, arguments, session, other)
    }
    return try copy(
      consume outline, from: source, job, arguments, session, &line, findsFaults: findsFaults, edit)
  }

  private static let needsCopy =
    "a file without a movie (moov) cannot be changed in place; use -o OUT to write a copy"

  /// Plans a changed copy of a file that has no movie.
  private static func copy(
    _ file: AtomFile, from source: File, _ job: MovieJob, _ arguments: Arguments,
    _ session: Session, _ edit: FileEdit
  ) throws -> Copy {
    guard !arguments[inPlace] else { throw Failure.problem(Self.needsCopy, file: job.file) }
    guard !arguments[fastStart] else {
      throw Failure.problem(
        "the file has no movie (moov) to put in front; leave out --fast-start", file: job.file)
    }
    session.messages.report(file.diagnostics + file.changeDiagnostics, file: job.file)
    let editor = try edit(file, job.file, session)
    let (plan, findings) = try editor.checkedPlanWithFindings()
    session.messages.report(findings, file: job.output?.path ?? job.file)
    return Copy(plan: plan, hasMovie: false) { file, plan in
      try plan.check(written: file, from: source)
      return []
    }
  }

  private static func copy(
    _ outline: consuming MovieOutline, from source: File, _ job: MovieJob, _ arguments: Arguments,
    _ session: Session, _ line: inout ChangeReport.Line, findsFaults: Bool,
    _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws -> Copy? {
    let movie = try (consume outline).movie()
    report(movie, job.file, session)
    line.before = line.timecode(in: movie)
    let isQuickTime = movie.isQuickTime
    // The editor has the movie; planning lets it go.
    let editor = try edit(consume movie)
    if arguments[inPlace] {
      guard !editor.isUnchanged else {
        (line.status, line.after) = (.unchanged, line.before)
        return nil
      }
      line.status = .planned
      try job.file.mustBeWritable()
      try job.backup?.checkName()
      let (plan, findings) = try (consume editor).checkedPatch(findsFaults: findsFaults)
      session.messages.report(findings, file: job.file)
      line.plan = plan.description
      line.after = try line.timecode(
        in: try MovieOutline(PatchedSource(source, after: plan)).movie())
      return nil
    }
    let plan: WritePlan
    var expected: PlannedCopy?
    if findsFaults {
      let findings: [Diagnostic]
      (plan, expected, findings) = try (consume editor).copyWithFindings(
        from: source, fastStart: arguments[fastStart])
      session.messages.report(findings, file: job.output?.path ?? job.file)
    } else {
      (plan, expected) = try (consume editor).copy(
        from: source, fastStart: arguments[fastStart])
    }
    if let target = job.output { session.checkName(of: target.path, isQuickTime: isQuickTime) }
    let report = line
    return Copy(plan: plan, hasMovie: true) { file, plan in
      guard let expectation = expected.take() else { return [] }
      let written = try (consume expectation).check(file, against: source, plan: plan)
      return try report.timecode(in: try written ?? MovieOutline(file).movie())
    }
  }

  /// Carries a plan out, or says what it is.
  /// - Parameter check: Reads the written file back, and returns its timecode if the report says it.
  private static func write(
    _ plan: WritePlan, hasMovie: Bool, from source: File, _ job: MovieJob, _ arguments: Arguments,
    _ session: Session, _ line: inout ChangeReport.Line,
    checking check: (File, WritePlan) throws -> [ChangeReport.Timecode]
  ) throws {
    line.status = .planned
    guard let target = job.output, !arguments[dryRun] else {
      try job.output?.checkName()
      line.plan = plan.description
      if hasMovie {
        line.after = try line.timecode(
          in: try MovieOutline(PlannedSource(plan, from: source)).movie())
      }
      return
    }
    let copying = session.progress("copying", total: plan.size)
    let share = session.part?.share
    let lost = try OutputFile.write(
      plan, from: source, to: target, keepsTimes: arguments[preserveTimes],
      verify: {
        copying?.clear()
        line.after = try check($0, plan)
        if arguments[verify] == .full { try compare($0, source, plan, target.path, session) }
      },
      progress: copying.map { line in { line.update($0) } }
        ?? share.map { share in { share.update($0) } })
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
