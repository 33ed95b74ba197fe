/// What a field holds, ready to be printed as text or JSON.
public enum FieldValue: Sendable {
  case unsigned(UInt64)
  case signed(Int64)
  /// A number written out exactly, such as `0.5`.
  case decimal(String)
  case text(String)
  case bool(Bool)
  case bytes(Bytes)
  case list([FieldValue])
  case fields([Field])
  case rows(Rows)
  /// A value and what it means, under the name that JSON gives the meaning.
  indirect case meaning(FieldValue, name: StaticString, text: String)

  /// A row of values made when asked for: a table may have millions.
  public struct Rows: Sendable {
    public var count: Int
    public var row: @Sendable (Int) -> FieldValue
  }
}

/// One named field of an atom.
public struct Field: Sendable {
  public var name: String
  public var value: FieldValue

  public init(_ name: String, _ value: FieldValue) {
    self.name = name
    self.value = value
  }
}

extension FieldValue {
  static func integer<T: FixedWidthInteger>(_ value: T) -> FieldValue {
    T.isSigned
      ? .signed(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value))
  }
}
