/// One row of a table: a record whose size depends only on its layout.
public protocol TableRow: Equatable, Sendable {
  /// What the size of a row depends on besides its type, such as the version of its atom.
  associatedtype Layout: Equatable & Sendable = FixedLayout
  /// Creates a row with default values.
  init()
  /// Passes each field to `f`, in the order they are stored, with the same rules as
  /// `Record.fields`.
  mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError)
  /// Whether the layout decides which fields a row has, and not only how wide they are.
  static var isVaried: Bool { get }
  /// Returns the row that starts at a bit of the table's bytes. The bytes must hold all of the row.
  static func row(at bit: Int, of bytes: Bytes, layout: Layout) -> Self
}

extension TableRow {
  public static var isVaried: Bool { false }

  @inline(__always)
  public static func row(at bit: Int, of bytes: Bytes, layout: Layout) -> Self {
    unsafe bytes.withUnsafeBytes { all in
      var reader = unsafe RowReader(all, startingAtBit: bit)
      var row = Self()
      // A reader of rows never throws.
      try? unsafe row.fields(&reader, layout: layout)
      return row
    }
  }
}

/// The layout of rows that have only one layout.
public struct FixedLayout: Equatable, Sendable {
  public init() {}
}

/// Rows that are kept as the bytes they have in the file. Reading the table takes a slice, writing
/// it copies the bytes, and a row is decoded each time it is asked for.
public struct Table<Row: TableRow>: RandomAccessCollection, Equatable, Sendable {
  /// The rows as they are stored, without gaps. Rows of less than a byte share bytes, and the last
  /// byte is padded.
  public let bytes: Bytes
  /// The number of rows.
  public let count: Int
  /// The number of bits from one row to the next.
  let strideBits: Int
  // It is last because it mostly takes a byte, and there can be a table in every few bytes.
  /// What the size of each row depends on.
  public let layout: Row.Layout

  /// Creates a table from its bytes, which must hold `count` rows of `layout`. The callers check
  /// this.
  init(bytes: Bytes, count: Int, layout: Row.Layout, strideBits: Int) {
    self.bytes = bytes
    self.count = count
    self.layout = layout
    self.strideBits = strideBits
  }

  /// Creates a table of the given rows. Throws `FormatError` if a value does not fit its field.
  public init(_ rows: some Collection<Row>, layout: Row.Layout) throws(FormatError) {
    let stride = Self.strideBits(layout)
    // Other layouts can claim any number of bytes for a row.
    let known = Row.Layout.self == FixedLayout.self ? (rows.count * stride + 7) / 8 : 0
    var writer = Writer(reserving: known)
    for var row in rows { try row.fields(&writer, layout: layout) }
    writer.padToByte()
    self.init(
      bytes: writer.bytes[...], count: rows.count, layout: layout, strideBits: stride)
  }

  /// Returns the number of bits of a row.
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

  /// Calls `body` with each row, in order, until it returns false. The bytes are retained once, and not
  /// for each row.
  @inline(__always)
  func forEachRow(_ body: (Row) -> Bool) {
    unsafe bytes.withUnsafeBytes { all in
      var bit = 0
      for _ in 0..<count {
        var reader = unsafe RowReader(all, startingAtBit: bit)
        var row = Row()
        // A reader of rows never throws.
        try? unsafe row.fields(&reader, layout: layout)
        guard body(row) else { return }
        bit += strideBits
      }
    }
  }

  /// Iterates over the rows in order. An `IndexingIterator` would do the same, but to make its type the
  /// runtime searches all conformances of the program.
  public struct Iterator: IteratorProtocol {
    fileprivate let table: Table
    fileprivate var position = 0

    @inline(__always)
    public mutating func next() -> Row? {
      guard position < table.count else { return nil }
      defer { position += 1 }
      return table[position]
    }
  }

  public func makeIterator() -> Iterator { Iterator(table: self) }

  public static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.layout == b.layout && a.bytes == b.bytes
  }
}

extension Table where Row.Layout == FixedLayout {
  /// Creates an empty table.
  public init() {
    self.init(
      bytes: [], count: 0, layout: FixedLayout(), strideBits: Self.strideBits(FixedLayout()))
  }

  /// Creates a table of the given rows. Throws `FormatError` if a value does not fit its field.
  public init(_ rows: some Collection<Row>) throws(FormatError) {
    try self.init(rows, layout: FixedLayout())
  }
}

extension Table {
  /// Creates an empty table.
  public init(layout: Row.Layout) {
    self.init(bytes: [], count: 0, layout: layout, strideBits: Self.strideBits(layout))
  }
}
