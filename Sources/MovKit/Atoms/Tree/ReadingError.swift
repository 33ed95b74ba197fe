/// Why a file could not be read.
public enum ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The operating system could not read the file.
  case io(IOError)
  /// The bytes are not valid.
  case format(FormatError)

  public var description: String {
    switch self {
    case .io(let error): error.reason
    case .format(let error): error.description
    }
  }
}
