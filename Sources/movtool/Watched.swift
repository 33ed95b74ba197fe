import MovKit

extension SourceWatch {
  /// Runs `body`, and fails if a read of a file failed in it, whatever `body` made of that. An
  /// output that `body` finishes is not there if a read had failed before.
  /// - Parameters:
  ///   - path: The file that a failure concerns if the read itself names none.
  ///   - isPart: Whether outputs of what runs around `body` are made from its files.
  static func run<Result>(
    about path: FilePath?, isPart: Bool = false, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, failure) = watching(isPart: isPart, body)
    guard let failure else { return try result.get() }
    let read = Failure.problem(failure.advised(failure.reason), file: failure.path ?? path)
    // What was thrown may only follow from the failure, but it may also say what was done about it.
    guard case .failure(.problem(let text, let file)) = result else { throw read }
    guard !text.contains(failure.reason) else { throw .problem(text, file: file) }
    throw .problem("\(text) (before that: \(failure))", file: file)
  }
}

extension Session {
  /// Reads one of several files. Nil if there is a problem with it, which is reported.
  func read<Document>(
    _ path: FilePath, _ body: () throws(Failure) -> Document
  ) throws(Failure) -> Document? {
    do throws(Failure) {
      return try SourceWatch.run(about: path, isPart: true, body)
    } catch .problem(let text, let about) {
      messages.error(text, file: about ?? path)
      return nil
    }
  }
}
