import Synchronization

/// What was made for the first few keys, such as the rates of movies: movies that belong together have one or a few.
final class FirstResults<Key: Equatable & Sendable, Value: Sendable, Fault: Error>: Sendable {
  private final class Entry: Sendable {
    let key: Key
    let result = Mutex<Result<Value, Fault>?>(nil)

    init(_ key: Key) { self.key = key }
  }

  private let most = 4
  private let entries = Mutex<[Entry]>([])

  /// Returns what is known, or else what `make` returns.
  func value(for key: Key, _ make: () throws(Fault) -> Value) throws(Fault) -> Value {
    let entry: Entry? = entries.withLock { entries in
      if let known = entries.first(where: { $0.key == key }) { return known }
      guard entries.count < most else { return nil }
      let entry = Entry(key)
      entries.append(entry)
      return entry
    }
    guard let entry else { return try make() }
    // The others of this key wait, because they need it too.
    let result = entry.result.withLock { known in
      if let known { return known }
      let result: Result<Value, Fault> = Result { () throws(Fault) in try make() }
      known = result
      return result
    }
    return try result.get()
  }
}
