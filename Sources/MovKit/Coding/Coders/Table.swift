/// One row of a table: a record of one size for a given layout.
public protocol TableRow: Equatable, Sendable {
  /// What the size of a row depends on besides the row's type: the version of its atom, say.
  associatedtype Layout: Equatable & Sendable = FixedLayout
  init()
  mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError)
  /// Whether the layout decides which fields a row has, and not only how wide they are.
  static var isVaried: Bool { get }
  /// The row that begins at a bit of the table's bytes, which hold it whole.
  static func row(at bit: Int, of bytes: Bytes, layout: Layout) -> Self
}

extension TableRow {
  public static var isVaried: Bool { false }

  @inline(__always)
  public static func row(at bit: Int, of bytes: Bytes, layout: Layout) -> Self {
    var reader = Reader(bytes, startingAtBit: bit)
    var row = Self()
    // The table's size was checked when it was made, so that nothing can be missing.
    try? row.fields(&reader, layout: layout)
    return row
  }
}

/// The layout of rows that have only one.
public struct FixedLayout: Equatable, Sendable {
  public init() {}
}

/// Rows kept as the bytes they have in the file: reading is one slice, writing one copy, and a row
/// is decoded when it is asked for.
public struct Table<Row: TableRow>: RandomAccessCollection, Equatable, Sendable {
  public let bytes: Bytes
  public let count: Int
  public let layout: Row.Layout
  let strideBits: Int

  /// `bytes` must hold `count` rows of `layout`: the reader has seen to it.
  init(bytes: Bytes, count: Int, layout: Row.Layout, strideBits: Int) {
    self.bytes = bytes
    self.count = count
    self.layout = layout
    self.strideBits = strideBits
  }

  /// An error says that a value does not fit its field.
  public init(_ rows: some Collection<Row>, layout: Row.Layout) throws(FormatError) {
    var writer = Writer()
    for var row in rows { try row.fields(&writer, layout: layout) }
    writer.padToByte()
    self.init(
      bytes: writer.bytes[...], count: rows.count, layout: layout,
      strideBits: Self.strideBits(layout))
  }

  /// Bits that a row takes.
  static func strideBits(_ layout: Row.Layout) -> Int {
    var measurer = Measurer()
    var row = Row()
    // A measurer never throws.
    try? row.fields(&measurer, layout: layout)
    return measurer.bits
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  @inline(__always)
  public subscript(position: Int) -> Row {
    precondition(position >= 0 && position < count)
    return Row.row(at: position * strideBits, of: bytes, layout: layout)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.layout == b.layout && a.bytes == b.bytes
  }
}

extension Table {
  /// Goes through the rows with one reader, which costs less than to look each up.
  public struct Iterator: IteratorProtocol {
    private let table: Table
    private var reader: Reader
    private var position = 0

    fileprivate init(_ table: Table) {
      self.table = table
      reader = Reader(table.bytes, startingAtBit: 0)
    }

    @inline(__always)
    public mutating func next() -> Row? {
      guard position < table.count else { return nil }
      position += 1
      var row = Row()
      // Rows follow each other without a gap, and the size was checked when the table was made.
      try? row.fields(&reader, layout: table.layout)
      return row
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}

extension Table where Row.Layout == FixedLayout {
  public init() {
    self.init(
      bytes: [], count: 0, layout: FixedLayout(), strideBits: Self.strideBits(FixedLayout()))
  }

  public init(_ rows: some Collection<Row>) throws(FormatError) {
    try self.init(rows, layout: FixedLayout())
  }
}

extension Table {
  public init(layout: Row.Layout) {
    self.init(bytes: [], count: 0, layout: layout, strideBits: Self.strideBits(layout))
  }
}
