/// An error of this library: a sentence for people, and a name for programs.
public protocol IdentifiedError: Error, CustomStringConvertible {
  /// The name of the kind of error, which stays the same for scripts: lower case, words joined by
  /// hyphens, such as `no-frame-rate`. An error that wraps another one has the ID of that one, unless
  /// it says more.
  var id: String { get }
}
