/// An integer whose least significant byte comes first, as in structures of Windows that other files
/// hold.
public struct LittleEndian<Value: FixedWidthInteger & Sendable>: FieldScalar, Hashable {
  /// The number that the bytes are with the most significant one first.
  public var rawValue: Value
  public init(rawValue: Value) { self.rawValue = rawValue }
  /// Creates the bytes of a number.
  public init(_ value: Value) { rawValue = value.byteSwapped }

  /// The number.
  public var value: Value { rawValue.byteSwapped }
  public var fieldValue: FieldValue { .integer(value) }

  /// Creates the bytes of an integer, which must fit.
  public init?(given value: FieldValue) {
    guard let number = value.givenInteger, let value = Value(exactly: number) else { return nil }
    self.init(value)
  }
}
