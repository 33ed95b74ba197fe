/// The names of the values that a field can have. They are declared with the field.
public struct ValueNames: Sendable, ExpressibleByDictionaryLiteral {
  /// No dictionary, because they are few, and the runtime takes longer to make the type of one.
  private let names: [(value: UInt64, name: String)]

  /// Creates names from values and their names. The first name of a value counts.
  public init(dictionaryLiteral elements: (UInt64, String)...) {
    names = elements.map { (value: $0.0, name: $0.1) }
  }

  /// The name of a value; nil if it has none.
  public subscript(value: UInt64) -> String? {
    names.first { $0.value == value }?.name
  }

  /// Returns the value that has a name; nil if none has, or several have.
  func value(named name: String) -> UInt64? {
    let found = names.filter { $0.name == name }
    return found.count == 1 ? found.first?.value : nil
  }
}
