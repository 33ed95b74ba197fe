import MovKit

/// Where a changed movie goes: into a copy, or into the movie's own file.
enum MovieChange {
  static let output = Option<FilePath>.path(
    "-o", "--output", placeholder: "OUT",
    help: "File to write; it must not be FILE"
  ).excluding("--in-place")
  static let inPlace = Option.flag(
    "--in-place",
    help: "Change FILE itself: the new header is written into free space or at the end, and one "
      + "small write makes it valid. Media is neither moved nor copied"
  ).excluding("--output")
  static let backup = Option<FilePath>.path(
    "--backup", placeholder: "BACKUP",
    help: "With --in-place, first save what will be overwritten, for 'movtool restore'")
  static let dryRun = Option.flag(
    "--dry-run", help: "Print what would be written, and write nothing")

  static let options = [
    output.declaration, inPlace.declaration, backup.declaration, dryRun.declaration,
  ]

  /// Reads the movie, lets `edit` change it, and writes what comes of it.
  static func run(
    _ path: FilePath, _ arguments: Arguments, _ session: Session,
    edit: (Movie) throws -> MovieEditor
  ) throws {
    if arguments[inPlace], !arguments[dryRun] {
      return try changeInPlace(path, arguments, session, edit)
    }
    let source = try File(path)
    let editor = try edit(try movie(from: source, path, session))
    if arguments[inPlace] {
      return try printPlan(editor.patchPlan().description)
    }
    let plan = try editor.writePlan()
    guard !arguments[dryRun] else { return try printPlan(plan.description) }
    guard arguments[backup] == nil else {
      throw arguments.usage("'--backup' goes with '--in-place': a copy leaves the movie as it is")
    }
    guard let target = arguments[output] else {
      throw arguments.usage("where to: give '-o OUT', '--in-place' or '--dry-run'")
    }
    let lost = try OutputFile.write(plan, from: source, to: target) {
      try editor.check($0, against: source, plan: plan)
    }
    for error in lost { session.messages.warning(error.description, rule: "metadata-lost") }
  }

  private static func changeInPlace(
    _ path: FilePath, _ arguments: Arguments, _ session: Session,
    _ edit: (Movie) throws -> MovieEditor
  ) throws {
    let file = try EditableFile(path)
    let editor = try edit(try movie(from: file, path, session))
    let plan = try editor.patchPlan()
    // Nothing is written that would not read back.
    try editor.checkInPlace(try PatchedSource(file, after: plan))
    if let target = arguments[backup] {
      let output = try OutputFile(at: target)
      try output.append(try PatchBackup(of: plan, from: file).serialized())
      try output.finish()
    }
    try file.checkUnchanged()
    try plan.apply(to: file)
    do {
      try editor.checkInPlace(try File(path))
    } catch {
      throw Failure.problem(
        "the movie was changed, but reads back otherwise: \(error)", file: path)
    }
  }

  private static func movie(
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
