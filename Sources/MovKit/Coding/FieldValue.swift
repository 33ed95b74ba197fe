/// What a field holds, ready to be printed as text or JSON.
public enum FieldValue: Sendable {
  case unsigned(UInt64)
  /// A place in the file: bytes from its start.
  case offset(UInt64)
  case signed(Int64)
  /// A number written out exactly, such as `0.5`.
  case decimal(String)
  case text(String)
  case bool(Bool)
  /// A floating-point number that is infinite or none at all, by its name.
  case notFinite(String)
  case bytes(Bytes)
  case list([FieldValue])
  case fields([Field])
  case rows(Rows)
  /// Bits with names.
  case flags(UInt64, FlagNames)
  case time(FieldTime)
  /// A value and what it means, under the name that JSON gives the meaning; nil where it means
  /// nothing that is known.
  indirect case meaning(FieldValue, name: StaticString, text: String?)

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
