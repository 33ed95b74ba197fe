import Synchronization

/// What takes long to find, found when it is first asked for, and kept for all copies of what has it.
final class FoundOnce<Value: Sendable>: Sendable {
  private let mutex = Mutex<Value?>(nil)

  /// What was found; nil until then.
  var known: Value? { mutex.withLock { $0 } }

  func value(finding find: () -> Value) -> Value {
    if let known { return known }
    let found = find()
    mutex.withLock { $0 = found }
    return found
  }
}
