import MovKit

/// A movie to change, and where the result goes.
struct MovieJob: Sendable {
  let file: FilePath
  /// The copy to write; nil in place, and if nothing is written.
  let output: OutputPlace?
  /// The backup of a change in place; nil for none.
  let backup: OutputPlace?

  /// Whether the copy exists. An output has its name only when it is complete.
  var isDone: Bool {
    output.map { (try? FileDestination($0.path))?.isRegularFile ?? false } ?? false
  }
}
