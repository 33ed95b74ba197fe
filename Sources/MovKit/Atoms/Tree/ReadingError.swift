/// Why a file could not be read: the system refused, or the bytes are not what they claim.
public enum ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
  case io(IOError)
  case format(FormatError)

  public var description: String {
    switch self {
    case .io(let error): error.reason
    case .format(let error): error.description
    }
  }
}
