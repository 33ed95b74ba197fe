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

  var isWritten: Bool { self != .input }
}
