import MovKit

/// Why a command ended early.
enum Failure: Error, Equatable {
  /// The command line is wrong. `command` is the full name of the command whose help answers.
  case usage(String, command: String)
  /// Something went wrong, about `file` where it is about one.
  case problem(String, file: FilePath?)
  /// The reader of our output has gone, which is its right.
  case brokenPipe
}

/// What the shell gets to see.
enum ExitCode: Int32 {
  case success = 0
  /// A file could not be read, understood or written.
  case failure = 1
  /// The command line was wrong; nothing was done.
  case usage = 2
}

extension Failure {
  /// What the library throws, about a file that it may not name itself.
  init(_ error: any Error, about path: FilePath) {
    self =
      switch error {
      case let failure as Failure: failure
      case let error as IOError: .problem(error.advice, file: error.path ?? path)
      case let error as any CustomStringConvertible & Error:
        .problem(error.description, file: path)
      default: .problem("\(error)", file: path)
      }
  }
}

extension IOError {
  /// The reason, and where an option is the answer, which.
  var advice: String { kind == .exists ? "\(reason); use --overwrite to replace it" : reason }
}
