/// What a command does with a file that its command line names.
enum PathRole: Sendable {
  /// Reads it and leaves it as it is.
  case input
  /// Writes it; `--overwrite` lets it replace a file.
  case output
  /// Writes it, and never replaces a file.
  case newOutput
  /// Changes the file itself.
  case changed
  /// Writes to the stream that it was given for its results.
  case standardOutput

  var isWritten: Bool { self != .input }
}

extension Option where Value == Bool {
  /// For every command that has an output.
  static let overwrite = Option.flag(
    "--overwrite", help: "Replace an output file that already exists")
}
