/// Bytes of a file, shared with the buffer they were read into.
public typealias Bytes = ArraySlice<UInt8>

/// A value whose byte layout is stated once, in `fields`, and so can be read, written,
/// measured, shown and generated without being restated.
public protocol Record: Equatable, Sendable {
  init()

  /// Walks the fields in wire order. It has no side effect but on `self`, never asks which coder
  /// it was given, and does the same whatever that is.
  mutating func fields(_ f: inout some FieldCoder) throws(FormatError)

  /// How the record is shown where one value says more than its fields (a string, a matrix).
  var summary: FieldValue? { get }

  /// Whether the type is `HoldsFileOffsets`. Asking so costs nothing, while a cast makes the runtime
  /// search for a conformance: 12 million instructions for all records of the schema.
  static var holdsFileOffsets: Bool { get }

  /// How many child atoms the record says follow it; nil where it says nothing. This is asked of every
  /// record, and so is no cast either.
  var countedChildren: UInt32? { get }
}

extension Record {
  public var summary: FieldValue? { nil }
  public static var holdsFileOffsets: Bool { false }
  public var countedChildren: UInt32? { nil }
}

/// A number with a meaning of its own on the wire: a four-character code, a fixed-point value,
/// a date.
public protocol FieldScalar: Equatable, Sendable {
  associatedtype RawValue: FixedWidthInteger & Sendable
  init(rawValue: RawValue)
  var rawValue: RawValue { get }
  var fieldValue: FieldValue { get }
}

/// A run of bytes with a meaning of its own, such as text in some encoding.
public protocol FieldBytes: Equatable, Sendable {
  init(bytes: Bytes)
  var bytes: Bytes { get }
  var fieldValue: FieldValue { get }
}

/// One way of walking a record's fields in wire order.
///
/// Names are those of ISO/IEC 14496-12 and the QuickTime File Format, in snake_case. All numbers
/// are big-endian.
public protocol FieldCoder {
  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int) throws(FormatError)
  mutating func scalar<S: FieldScalar>(
    _ name: StaticString, _ value: inout S, bytes: Int) throws(FormatError)

  /// A field of `width` bits, most significant first. A run of bit fields ends on a whole byte.
  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, _ width: Int) throws(FormatError)

  /// A number whose bits have names of their own.
  mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int, named names: FlagNames
  ) throws(FormatError)

  /// A time or a duration in ticks of `clock`. `absence` says what it means that all bits of the
  /// field are set, where that is no time.
  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: StaticString?
  ) throws(FormatError)

  /// Bits that the specification fixes. What they hold is kept.
  mutating func reservedBits(_ value: inout UInt8, _ width: Int) throws(FormatError)

  /// `count` bytes that the specification wants zero. What they hold is kept.
  mutating func reserved(_ value: inout Reserved, _ count: Int) throws(FormatError)

  /// Bytes with a meaning: `count` of them, or all that are left.
  mutating func bytes<B: FieldBytes>(
    _ name: StaticString, _ value: inout B, count: Int?) throws(FormatError)

  /// Bytes up to and including a zero, or all that are left where none follows.
  mutating func terminated(_ name: StaticString, _ value: inout CString) throws(FormatError)

  /// The version of a full atom, from 0 to `newest`.
  mutating func version(_ version: inout UInt8, upTo newest: UInt8) throws(FormatError)

  /// The number of rows, items or bytes that a later field holds: derived from that field when
  /// written, learnt here when read.
  mutating func count(_ name: StaticString, _ value: inout Int, bytes: Int) throws(FormatError)

  /// Rows of one size, kept as their bytes.
  mutating func rows<Row: TableRow>(
    _ name: StaticString, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError)

  /// Rows of one size, as many as the bytes that are left hold whole.
  mutating func remainingRows<Row: TableRow>(
    _ name: StaticString, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError)

  /// Records of varying size.
  mutating func list<R: Record>(
    _ name: StaticString, _ value: inout [R], count: Int) throws(FormatError)

  /// Records of varying size with a layout that depends on what stands outside them: each record
  /// read starts as a copy of `prototype`, which knows the layout.
  mutating func list<R: Record>(
    _ name: StaticString, _ value: inout [R], count: Int, like prototype: R) throws(FormatError)

  /// Records of varying size until the bytes end.
  mutating func remainingList<R: Record>(
    _ name: StaticString, _ value: inout [R]) throws(FormatError)

  mutating func record<R: Record>(
    _ name: StaticString, _ value: inout R) throws(FormatError)

  /// A place in the file, as a number that counts from `origin`. `isAtom` says that an atom begins
  /// there, which may be another than it was.
  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) throws(FormatError)

  /// A place in the file and how many bytes from there on are meant: 0 for all there are. A number
  /// of no bytes is not there.
  mutating func fileExtent(
    offset name: StaticString, _ offset: inout UInt64, bytes offsetBytes: Int,
    length lengthName: StaticString, _ length: inout UInt64, bytes lengthBytes: Int,
    from origin: OffsetOrigin
  ) throws(FormatError)

  /// The place that other offsets count from, in bytes from the start of the file. It may itself be
  /// a place where nothing stands, such as 0. A number of no bytes is not there, and is 0.
  /// - Parameter isInFile: whether what counts from it is a place in this file.
  mutating func fileOffsetBase(
    _ name: StaticString, _ value: inout UInt64, bytes: Int, isInFile: Bool
  ) throws(FormatError)

  /// The length of a stretch that begins where the last offset of the record points, or where the
  /// stretch before ends.
  mutating func fileStretch(
    _ name: StaticString, _ value: inout UInt32, bits width: Int) throws(FormatError)

  /// Rows that are each a place in the file, in bytes from its start.
  mutating func fileOffsets<T: FixedWidthInteger & TableRow>(
    _ name: StaticString, _ value: inout Table<T>, count: Int
  ) throws(FormatError) where T.Layout == FixedLayout

  /// Whether the `bytes` that may follow do follow, where only the bytes themselves can tell.
  /// A reader asks `looksPresent` about all bytes that are left; `isPresent` then steers the
  /// layout, whatever the coder.
  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool) throws(FormatError)

  /// The error to throw for a value with which the fields that follow cannot be told.
  func invalid(_ name: StaticString, _ reason: String) -> FormatError

  /// What `body` walks lies in the next `count` bytes: a reader lets it see no more, and it must
  /// use them all.
  mutating func within(
    _ name: StaticString, count: Int, _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError)

  /// Child atoms follow to the end. They are not part of the record: the tree holds them.
  mutating func children() throws(FormatError)
}

// MARK: What is said in terms of the above

extension FieldCoder {
  public mutating func within(
    _ name: StaticString, count: Int, _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError) { try body(&self) }

  public mutating func callAsFunction<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int = MemoryLayout<T>.size
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  public mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int, named names: FlagNames
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// A number whose bits have names of their own, as wide as its type.
  public mutating func flags<T: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ name: StaticString, _ value: inout T, named names: FlagNames = [:]
  ) throws(FormatError) { try flags(name, &value, bytes: MemoryLayout<T>.size, named: names) }

  public mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: StaticString?
  ) throws(FormatError) { try integer(name, &value, bytes: bytes) }

  /// A time that every number is, by default as wide as its type.
  public mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: StaticString, _ value: inout T, bytes: Int = MemoryLayout<T>.size,
    of clock: FieldTime.Clock
  ) throws(FormatError) { try time(name, &value, bytes: bytes, of: clock, orAllBitsSet: nil) }

  public mutating func callAsFunction<S: FieldScalar>(
    _ name: StaticString, _ value: inout S, bytes: Int = MemoryLayout<S.RawValue>.size
  ) throws(FormatError) { try scalar(name, &value, bytes: bytes) }

  public mutating func callAsFunction<R: Record>(
    _ name: StaticString, _ value: inout R
  ) throws(FormatError) { try record(name, &value) }

  /// The head of a full atom: a version byte and three bytes of flags
  /// (ISO/IEC 14496-12, 4.2).
  public mutating func version(
    _ version: inout UInt8, upTo newest: UInt8, flags: inout UInt32, named names: FlagNames = [:]
  ) throws(FormatError) {
    try self.version(&version, upTo: newest)
    try self.flags("flags", &flags, bytes: 3, named: names)
  }

  /// Records that are there already know their layout; only reading makes new ones.
  public mutating func list<R: Record>(
    _ name: StaticString, _ value: inout [R], count: Int, like prototype: R
  ) throws(FormatError) { try list(name, &value, count: count) }

  public func invalid(_ name: StaticString, _ reason: String) -> FormatError {
    FormatError(.invalid(reason), path: "\(name)")
  }

  /// A 32-bit row count, then that many rows.
  public mutating func table<Row: TableRow>(
    _ name: StaticString, _ table: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    var rows = table.count
    try count("entry_count", &rows, bytes: 4)
    try self.rows(name, &table, count: rows, layout: layout)
  }

  public mutating func table<Row: TableRow>(
    _ name: StaticString, _ table: inout Table<Row>
  ) throws(FormatError) where Row.Layout == FixedLayout {
    try self.table(name, &table, layout: FixedLayout())
  }

  /// A part that is there when at least `bytes` are left.
  public mutating func optional(_ isPresent: inout Bool, bytes: Int) throws(FormatError) {
    try optional(&isPresent, bytes: bytes) { $0.count >= bytes }
  }
}
