import MovKit
import Synchronization

/// A file that the command line names once and that many movies need, such as a list. It is read when the first of
/// them needs it, and all get the same, also if another program writes to it in the meantime.
final class ReadOnce<Value: Sendable>: Sendable {
  let path: FilePath
  private let read: @Sendable (File) throws -> Value
  private let known = Mutex<Result<Value, Failure>?>(nil)

  /// - Parameter read: Makes of the open file what is kept.
  init(_ path: FilePath, _ read: @escaping @Sendable (File) throws -> Value) {
    self.path = path
    self.read = read
  }

  /// What the file says. If it cannot be read, each that needs it gets the same failure.
  var value: Value {
    get throws(Failure) {
      // The others wait, because they need it too.
      let result = known.withLock { known in
        if let known { return known }
        let result: Result<Value, Failure> = Result { () throws(Failure) in try readFile() }
        known = result
        return result
      }
      return try result.get()
    }
  }

  private func readFile() throws(Failure) -> Value {
    do {
      let file = try Input.file(path)
      let value = try read(file)
      // The movies that come later would not notice it.
      try file.checkUnchanged()
      return value
    } catch {
      throw Failure(error, about: path)
    }
  }
}
