/// What a command does with a file that its command line names.
enum PathRole: Sendable {
  /// Reads it and leaves it as it is.
  case input
  /// Writes it. With `--overwrite` it may replace an existing file.
  case output
  /// Writes it, and never replaces an existing file.
  case newOutput
  /// Modifies the file itself.
  case changed
  /// Writes results to standard output.
  case standardOutput

  var isWritten: Bool { self != .input }
}

extension Option where Value == Bool {
  /// The option of every command that makes copies of many movies.
  static let skipExisting = Option.flag(
    "--skip-existing",
    help:
      "Leave out each FILE whose OUT exists. OUT exists only when it is complete, so the same command continues "
      + "what was interrupted"
  ).excluding("--overwrite", "--in-place")
  /// The option of every command that has an output.
  static let overwrite = Option.flag(
    "--overwrite", help: "Replace an output file that already exists")
}
