/// Why a file could not be read.
public enum ReadingError: IdentifiedError, Equatable, Sendable {
  /// The operating system could not read the file.
  case io(IOError)
  /// The bytes are not valid.
  case format(FormatError)
  /// Samples were asked for before `MovieReader.startReading()`.
  case notStarted

  /// The system has no thread for what waits for an `AsyncByteSource`.
  static var noThread: ReadingError {
    .io(IOError(.read, nil, .failed("no thread is available")))
  }

  public var id: String {
    switch self {
    case .io(let error): error.id
    case .format(let error): error.id
    case .notStarted: "not-started"
    }
  }

  public var description: String {
    switch self {
    case .io(let error): error.reason
    case .format(let error): error.description
    case .notStarted: "reading was not started: call startReading() first"
    }
  }
}
