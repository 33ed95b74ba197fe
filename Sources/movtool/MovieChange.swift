import MovKit

/// Where a changed movie goes: into a copy, or into the movie's own file.
enum MovieChange {
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "File to write; it must not be FILE"
  ).excluding("--in-place")
  static let inPlace = Option.flag(
    "--in-place",
    help: "Change FILE itself: the new header is written into free space or at the end, and one "
      + "small write makes it valid. Media is neither moved nor copied"
  ).excluding("--output")
  static let backup = Option<FilePath>.path(
    "--backup", role: .newOutput, placeholder: "BACKUP",
    help: "With --in-place, first save what will be overwritten, for 'movtool restore'")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header ahead of the media, so that players need not have the whole file to "
      + "begin (default: in the order of FILE)")
  static let dryRun = Option.flag(
    "--dry-run", help: "Print what would be written, and write nothing")
  static let preserveTimes = Option.flag(
    "--preserve-times", help: "Keep the times of access and of change")
  static let verify = Option<Verification>.choice(
    "--verify",
    help: "What is read back: headers and offsets (quick, the default), or all media too, to "
      + "compare it with what it was (full)")

  static let options = [
    output.declaration, inPlace.declaration, fastStart.declaration, backup.declaration,
    dryRun.declaration, preserveTimes.declaration, verify.declaration,
  ]

  enum Verification: String, CaseIterable, Sendable {
    case quick, full
  }

  /// Reads the movie, lets `edit` change it, and writes what comes of it.
  static func run(
    _ path: FilePath, _ arguments: Arguments, _ session: Session,
    edit: (Movie) throws -> MovieEditor
  ) throws {
    guard !arguments[fastStart] || !arguments[inPlace] else {
      throw arguments.usage(
        "'--fast-start' makes room for the header by moving the media, and '--in-place' moves none: "
          + "give '-o OUT'")
    }
    guard arguments[output] != nil || arguments[inPlace] || arguments[dryRun] else {
      throw arguments.usage("where to: give '-o OUT', '--in-place' or '--dry-run'")
    }
    guard arguments[backup] == nil || arguments[inPlace] else {
      throw arguments.usage("'--backup' goes with '--in-place': a copy leaves the movie as it is")
    }
    if arguments[inPlace], !arguments[dryRun] {
      return try InPlaceChange(path, arguments, session).run(edit)
    }
    let source = try File(path)
    let editor = try edit(try movie(from: source, path, session))
    if arguments[inPlace] {
      return try printPlan(editor.patchPlan().description)
    }
    let plan = try editor.writePlan(fastStart: arguments[fastStart])
    guard let target = arguments[output], !arguments[dryRun] else {
      return try printPlan(plan.description)
    }
    let copying = Progress.onTerminal("copying", total: plan.size)
    let lost = try OutputFile.write(
      plan, from: source, to: target, keepsTimes: arguments[preserveTimes],
      verify: {
        copying?.clear()
        try editor.check($0, against: source, plan: plan)
        if arguments[verify] == .full { try compare($0, source, plan, target) }
      }, progress: copying.map { line in { line.update($0) } })
    for error in lost { session.messages.warning(error.description, rule: "metadata-lost") }
  }

  /// Compares all bytes of a copy with what they were made from.
  private static func compare(
    _ copy: File, _ source: File, _ plan: WritePlan, _ path: FilePath
  ) throws {
    copy.forgetCache()
    let comparing = Progress.onTerminal("comparing", total: plan.size)
    let place = try plan.firstDifference(
      of: copy, from: source, progress: comparing.map { line in { line.update($0) } })
    guard let place else { return }
    throw Failure.problem(
      "the copy differs at or after byte \(place), so it was given up; check the medium", file: path
    )
  }

  static func movie(
    from source: some ByteSource, _ path: FilePath, _ session: Session
  ) throws -> Movie {
    let movie = try Movie(reading: source)
    for diagnostic in movie.diagnostics { session.messages.warning(diagnostic, file: path) }
    return movie
  }

  private static func printPlan(_ text: String) throws {
    let output = Output.standard()
    try output.write(text)
    try output.finish()
  }
}
