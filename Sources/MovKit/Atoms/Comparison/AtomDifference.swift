/// Something in which the atoms of two files differ.
public struct AtomDifference: Sendable {
  /// What differs.
  public enum Kind: Sendable {
    /// The atom, with all that is inside it, or the field is only in the first file.
    case onlyInFirst
    /// The atom, with all that is inside it, or the field is only in the second file.
    case onlyInSecond
    /// A field has one value in the first file and another in the second.
    case value(FieldValue, FieldValue)
    /// The rows of a table or a list differ.
    case rows(RowDifference)
    /// The content that was left in the file differs: its size in bytes in each file.
    case content(UInt64, UInt64)
    /// The atoms that are inside both are in another order: all that are compared, in each file. Their types can be
    /// in the same order, where tracks or `uuid` atoms changed places.
    case order([Atom], [Atom])
  }

  /// The path of the atom, such as `moov/trak[1]/mdia/mdhd`; empty for the top level of the file. The
  /// path in the first file, unless the atom is only in the second.
  public let path: String
  /// The name of the field; nil if it is about the atom itself.
  public let field: String?
  /// What differs.
  public let kind: Kind

  init(_ path: String, field: String? = nil, _ kind: Kind) {
    self.path = path
    self.field = field
    self.kind = kind
  }
}

/// How the rows of a table differ. Rows with the same number are compared.
public struct RowDifference: Sendable {
  /// The number of rows in the first file.
  public let firstCount: Int
  /// The number of rows in the second file.
  public let secondCount: Int
  /// How many of the rows that are in both files differ.
  public internal(set) var differing = 0
  /// The first of the rows that differ, with their numbers from 0.
  public internal(set) var examples: [(row: Int, first: FieldValue, second: FieldValue)] = []

  /// The number of rows of which both values are kept.
  static let mostExamples = 4

  init(_ first: FieldValue.Rows, _ second: FieldValue.Rows) {
    firstCount = first.count
    secondCount = second.count
  }

  var isNone: Bool { differing == 0 && firstCount == secondCount }

  mutating func add(row: Int, _ first: FieldValue.Rows, _ second: FieldValue.Rows) {
    differing += 1
    if examples.count < Self.mostExamples {
      examples.append((row, first.row(row), second.row(row)))
    }
  }
}
