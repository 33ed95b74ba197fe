/// Why a movie cannot be cut.
public enum CutError: Error, Hashable, Sendable {
  /// The part begins at or after the end of the movie.
  case startsAfterEnd(MediaTime)
  /// The part ends after the end of the movie.
  case endsAfterEnd(MediaTime)
  /// The part shows nothing: it does not end after it begins, or both are in the same frame.
  case empty
  /// The movie cannot be rewritten.
  case format(FormatError)
  /// The timecode of the movie cannot be read from the file.
  case io(IOError)
}

extension CutError: IdentifiedError {
  public var id: String {
    switch self {
    case .startsAfterEnd: "starts-after-end"
    case .endsAfterEnd: "ends-after-end"
    case .empty: "empty-part"
    case .format(let error): error.id
    case .io(let error): error.id
    }
  }

  public var description: String {
    switch self {
    case .startsAfterEnd(let end): "the part begins after the movie, which ends at \(end) seconds"
    case .endsAfterEnd(let end): "the part ends after the movie, which ends at \(end) seconds"
    case .empty: "the part is empty"
    case .format(let error): error.description
    case .io(let error): error.description
    }
  }
}
