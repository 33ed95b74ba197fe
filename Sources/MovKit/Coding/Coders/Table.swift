/// One row of a table: a record of one size for a given layout.
public protocol TableRow: Equatable, Sendable {
  /// What the size of a row depends on besides the row's type: the version of its atom, say.
  associatedtype Layout: Equatable & Sendable = FixedLayout
  init()
  mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError)
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
    let bit = position * strideBits
    var reader = Reader(bytes, startingAtBit: bit)
    var row = Row()
    // The table's size was checked when it was made, so that nothing can be missing.
    try? row.fields(&reader, layout: layout)
    return row
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.layout == b.layout && a.bytes == b.bytes
  }
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
