import MovKit

/// A change that is written to a copy of a file, from reading the file to verifying the copy; or its plan, if nothing
/// is written.
struct CopyChange {
  private let job: MovieJob
  private let arguments: Arguments
  private let session: Session
  /// Whether to report what the change does to the samples, and what is wrong with the movie only after it.
  private let findsFaults: Bool
  /// Makes the change in a file that has no movie; nil if it needs one.
  private let other: MovieChange.FileEdit?

  static let needsCopy =
    "a file without a movie (moov) cannot be changed in place; use -o OUT to write a copy"

  init(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, findsFaults: Bool,
    other: MovieChange.FileEdit?
  ) {
    self.job = job
    self.arguments = arguments
    self.session = session
    self.findsFaults = findsFaults
    self.other = other
  }

  /// Reads the file, writes what `edit` changes of its movie, and verifies the copy. `line` says what became of it.
  func run(
    _ line: inout ChangeReport.Line, _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws {
    let source = try Input.file(job.file)
    guard let copy = try planned(source, &line, edit) else { return }
    try write(copy, from: source, &line)
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
  private func planned(
    _ source: File, _ line: inout ChangeReport.Line,
    _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws -> Copy? {
    let outline = try MovieOutline(source)
    if outline.file.storedMovie == nil, let other {
      return try copy(outline.file, from: source, other)
    }
    return try copy(consume outline, from: source, &line, edit)
  }

  /// Plans a changed copy of a file that has no movie.
  private func copy(
    _ file: AtomFile, from source: File, _ edit: MovieChange.FileEdit
  ) throws -> Copy {
    guard !arguments[MovieChange.inPlace] else {
      throw Failure.problem(Self.needsCopy, file: job.file)
    }
    guard !arguments[MovieChange.fastStart] else {
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

  private func copy(
    _ outline: consuming MovieOutline, from source: File, _ line: inout ChangeReport.Line,
    _ edit: (Movie) throws(Failure) -> MovieEditor
  ) throws -> Copy? {
    let movie = try (consume outline).movie()
    MovieChange.report(movie, job.file, session)
    line.before = line.timecode(in: movie)
    let isQuickTime = movie.isQuickTime
    // The editor has the movie; planning lets it go.
    let editor = try edit(consume movie)
    if arguments[MovieChange.inPlace] {
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
    let fastStart = arguments[MovieChange.fastStart]
    let plan: WritePlan
    var expected: PlannedCopy?
    if findsFaults {
      let findings: [Diagnostic]
      (plan, expected, findings) = try (consume editor).copyWithFindings(
        from: source, fastStart: fastStart)
      session.messages.report(findings, file: job.output?.path ?? job.file)
    } else {
      (plan, expected) = try (consume editor).copy(from: source, fastStart: fastStart)
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
  private func write(
    _ copy: Copy, from source: File, _ line: inout ChangeReport.Line
  ) throws {
    let plan = copy.plan
    line.status = .planned
    guard let target = job.output, !arguments[MovieChange.dryRun] else {
      try job.output?.checkName()
      line.plan = plan.description
      if copy.hasMovie {
        line.after = try line.timecode(
          in: try MovieOutline(PlannedSource(plan, from: source)).movie())
      }
      return
    }
    let copying = session.progress("copying", total: plan.size)
    let share = session.part?.share
    let lost = try OutputFile.write(
      plan, from: source, to: target, keepsTimes: arguments[MovieChange.preserveTimes],
      verify: {
        copying?.clear()
        line.after = try copy.check($0, plan)
        if arguments[MovieChange.verify] == .full { try compare($0, source, plan, target.path) }
      },
      progress: copying.map { line in { line.update($0) } }
        ?? share.map { share in { share.update($0) } })
    session.messages.report(lost: lost)
    line.status = .written
    session.messages.detail(
      "wrote \(counted(plan.size, "byte")); \(arguments[MovieChange.verify] ?? .quick) verification passed",
      file: target.path)
  }

  /// Compares all bytes of a copy with their source.
  private func compare(
    _ copy: File, _ source: File, _ plan: WritePlan, _ path: FilePath
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
}
