/// Why a file could not be read.
public enum ReadingError: IdentifiedError, Hashable, Sendable {
  /// The operating system could not read the file.
  case io(IOError)
  /// The bytes are not valid.
  case format(FormatError)
  /// Samples were asked for before `MovieReader.startReading()`.
  case notStarted

  public var id: String {
    switch self {
    case .io(let error): error.id
    case .format(let error): error.id
    case .notStarted: "not-started"
    }
  }

  /// The error as one line for people: `cannot open a.mov: no such file or directory`.
  public var description: String {
    if case .io(let error) = self { error.description } else { reason }
  }

  /// `description` without the name of the file, for messages that name the file themselves.
  public var reason: String {
    switch self {
    case .io(let error): error.reason
    case .format(let error): error.description
    case .notStarted: "reading was not started: call startReading() first"
    }
  }
}

extension BlockingSource {
  /// Runs what reads the source in a thread of its own, while the task is suspended.
  ///
  /// - Throws: What `body` throws; of kind `cancelled` if the task is cancelled.
  func reading<Result: Sendable>(
    _ body: @escaping @Sendable () throws(ReadingError) -> Result
  ) async throws(ReadingError) -> Result {
    guard let result = try await withThread(body) else {
      throw .io(IOError(.read, nil, .failed("no thread is available")))
    }
    return result
  }
}
