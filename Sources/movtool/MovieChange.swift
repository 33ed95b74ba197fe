import MovKit

/// How a changed movie is written: to a copy, or in place. These are the options and the steps that
/// are common to all commands that change a movie.
enum MovieChange {
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write the result to OUT, which must not be FILE"
  ).excluding("--in-place").orAnother()
  static let inPlace = Option.flag(
    "--in-place",
    help: "Modify FILE itself: write the new header into free space or at the end, then make it "
      + "valid with one small write. Media is not moved or copied"
  ).excluding("--output")
  static let backup = Option<FilePath>.path(
    "--backup", role: .newOutput, placeholder: "BACKUP",
    help: "With --in-place, first save the bytes that will be overwritten, so that 'movtool "
      + "restore' can undo the change")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header before the media, so that players can start before they have the whole "
      + "file (default: keep the order of FILE)")
  static let dryRun = Option.flag(
    "--dry-run", help: "Print the plan and write nothing")
  static let preserveTimes = Option.flag(
    "--preserve-times", help: "Preserve access and modification times")
  static let verify = Option<Verification>.choice(
    "--verify",
    help: "What to verify after writing: the timecode, the tables and the first and last bytes of "
      + "each track (quick, the default), or every byte of media as well (full)")

  static let options = [
    output.declaration, Option.overwrite.declaration, inPlace.declaration, fastStart.declaration,
    backup.declaration,
    dryRun.declaration, preserveTimes.declaration, verify.declaration,
  ]

  enum Verification: String, CaseIterable, Sendable {
    case quick, full
  }

  /// Reads the movie, lets `edit` change it, and writes the result.
  static func run(
    _ path: FilePath, _ arguments: Arguments, _ session: Session,
    edit: (Movie) throws -> MovieEditor
  ) throws {
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
    let target = try arguments.moviePlace(output)
    if arguments[inPlace], !arguments[dryRun] {
      return try InPlaceChange(path, arguments, session).run(edit)
    }
    let source = try File(path)
    let movie = try movie(from: source, path, session)
    let editor = try edit(movie)
    if arguments[inPlace] {
      return try printPlan(editor.patchPlan().description)
    }
    let plan = try editor.writePlan(from: source, fastStart: arguments[fastStart])
    if let target { session.checkName(of: target.path, for: movie) }
    guard let target, !arguments[dryRun] else {
      return try printPlan(plan.description)
    }
    let copying = session.progress("copying", total: plan.size)
    let lost = try OutputFile.write(
      plan, from: source, to: target, keepsTimes: arguments[preserveTimes],
      verify: {
        copying?.clear()
        try editor.check($0, against: source, plan: plan)
        if arguments[verify] == .full { try compare($0, source, plan, target.path, session) }
      }, progress: copying.map { line in { line.update($0) } })
    for error in lost { session.messages.warning(error.description, rule: "metadata-lost") }
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

  private static func printPlan(_ text: String) throws {
    let output = Output.standard()
    try output.write(text)
    try output.finish()
  }
}
