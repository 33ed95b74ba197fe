/// Why movies cannot be joined.
public struct JoinError: Error, Hashable, Sendable {
  /// The index, from 0, of the movie that does not fit.
  public var movie: Int
  /// Why it does not fit.
  public var reason: FormatError

  init(_ movie: Int, _ reason: FormatError) {
    self.movie = movie
    self.reason = reason
  }
}

extension JoinError: IdentifiedError {
  public var id: String { reason.id }
  public var description: String { reason.description }
}
