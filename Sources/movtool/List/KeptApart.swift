/// A value that is kept apart from what has it: a list can have very many files that do not have it.
@propertyWrapper
struct KeptApart<Value: Sendable>: Sendable {
  private indirect enum Storage: Sendable { case value(Value) }

  private var storage: Storage?

  init(wrappedValue: Value?) { storage = wrappedValue.map { .value($0) } }

  var wrappedValue: Value? {
    get {
      guard case .value(let value) = storage else { return nil }
      return value
    }
    set { storage = newValue.map { .value($0) } }
  }
}
