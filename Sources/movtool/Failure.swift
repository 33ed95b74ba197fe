import MovKit

/// Why a command ended early.
indirect enum Failure: Error, Equatable {
  /// The command line is wrong. `command` is the full name of the command whose help explains it.
  case usage(String, command: String)
  /// Something went wrong. `file` is the file that it concerns, if any.
  case problem(String, file: FilePath?)
  /// The program that reads our output has closed the pipe. This is not reported as an error.
  case brokenPipe
}

/// The exit status of the program.
enum ExitCode: Int32 {
  case success = 0
  /// A file could not be read, understood or written.
  case failure = 1
  /// The command line was wrong; nothing was done.
  case usage = 2
}

extension Failure {
  /// Wraps an error of the library. `path` is the file that it concerns, if the error itself names
  /// none.
  init(_ error: any Error, about path: FilePath) {
    self =
      switch error {
      case let failure as Failure: failure
      case let error as OutputError<any Error>: Failure(error.underlying, about: path)
      case let error as IOError: .problem(error.advised(error.reason), file: error.path ?? path)
      case WritingError.io(let error): Failure(error, about: path)
      case let error as any IdentifiedError: .problem(error.advised(), file: path)
      default: .problem("\(error)", file: path)
      }
  }
}
