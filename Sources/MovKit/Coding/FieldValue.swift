/// The value of a field, for output as text or JSON.
public enum FieldValue: Sendable {
  /// An unsigned integer.
  case unsigned(UInt64)
  /// A place in the file, in bytes from its start.
  case offset(UInt64)
  /// A place in the file, in bytes from another place, such as the end of the atom.
  case distance(Int128)
  /// A signed integer.
  case signed(Int64)
  /// A number that is not an integer, as exact decimal text such as `0.5`.
  case decimal(String)
  /// A text, decoded from whatever encoding it has in the file.
  case text(String)
  /// A value that is true or false.
  case bool(Bool)
  /// The name of a floating-point value that is infinite or not a number.
  case notFinite(String)
  /// Bytes without a known meaning.
  case bytes(Bytes)
  /// Several values without names.
  case list([FieldValue])
  /// The fields of a record.
  case fields([Field])
  /// The rows of a table or the records of a list.
  case rows(Rows)
  /// A number and the names of its bits.
  case flags(UInt64, FlagNames)
  /// A number that stands for one of some named values.
  case choice(UInt64, ValueNames)
  /// A four-character code, and which registered codes it is one of.
  case code(FourCC, CodeKind)
  /// A time or a duration.
  case time(FieldTime)
  /// A value and its meaning. The `name` is the key of the meaning in JSON. The `text` is nil if
  /// the value has no known meaning; then `absence` says why in words, if a reason is known.
  indirect case meaning(
    FieldValue, name: String, text: String?, absence: String? = nil)

  /// Rows whose values are made on demand, because a table can have millions.
  public struct Rows: Sendable {
    /// The number of rows.
    public var count: Int
    /// Returns the value of the row at an index, from 0.
    public var row: @Sendable (Int) -> FieldValue
    private var makeShape: @Sendable (_ known: [RowShape.Columns]) -> RowShape?

    /// Creates rows whose values `row` makes.
    package init(
      count: Int, row: @escaping @Sendable (Int) -> FieldValue,
      shape: @escaping @Sendable (_ known: [RowShape.Columns]) -> RowShape? = { _ in nil }
    ) {
      self.count = count
      self.row = row
      makeShape = shape
    }

    /// Returns where the fields are, for output of many rows; nil if that depends on the row. `known` are
    /// columns of other tables, among which may be those of this one.
    package func shape(knowing known: [RowShape.Columns] = []) -> RowShape? { makeShape(known) }
  }
}

/// A field of a record, with its name.
public struct Field: Sendable {
  /// The name in the standard, in snake_case, such as `sample_count`.
  public var name: String
  /// What the field holds.
  public var value: FieldValue

  /// Creates a field.
  public init(_ name: String, _ value: FieldValue) {
    self.name = name
    self.value = value
  }
}

extension FieldValue.Rows {
  /// Creates rows of values that are already made, such as those of a table that had none.
  public init(_ rows: [FieldValue]) { self.init(count: rows.count) { rows[$0] } }
}

extension FieldValue {
  /// Returns a signed or an unsigned value, according to the type of `value`.
  static func integer<T: FixedWidthInteger>(_ value: T) -> FieldValue {
    T.isSigned
      ? .signed(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value))
  }
}
