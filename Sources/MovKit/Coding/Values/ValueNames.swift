/// The names of the values that a field can have. They are declared with the field.
public struct ValueNames: Sendable, ExpressibleByDictionaryLiteral {
  private let names: [UInt64: StaticString]

  /// Creates names from values and their names.
  public init(dictionaryLiteral elements: (UInt64, StaticString)...) {
    names = Dictionary(elements) { first, _ in first }
  }

  /// The name of a value; nil if it has none.
  public subscript(value: UInt64) -> String? { names[value]?.description }

  /// Returns the value that has a name; nil if none has, or several have.
  func value(named name: String) -> UInt64? {
    let found = names.filter { $0.value.description == name }
    return found.count == 1 ? found.first?.key : nil
  }
}
