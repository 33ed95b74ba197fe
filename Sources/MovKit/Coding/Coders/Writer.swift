/// A coder that writes fields as bytes. It throws if a value does not fit its field; nothing is
/// truncated.
package struct Writer: FieldCoder {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private var partial: UInt8 = 0
  private var partialBits = 0
  /// If not nil, tables are written with this row count but without their rows. The caller, which
  /// has too many rows to hold in memory, writes them afterwards.
  private var rowsLeftOut: Int?

  package init() {}

  /// Creates a writer that has room for a number of bytes: bytes that grow by themselves take up to three
  /// times the memory.
  init(reserving count: Int) { bytes.reserveCapacity(count) }

  /// Creates a writer for an atom whose one table has `rows` rows, which the caller writes
  /// afterwards.
  init(leavingOut rows: Int) { rowsLeftOut = rows }

  @inline(__always)
  private static func check<T: FixedWidthInteger>(_ value: T, _ name: String, bits: Int)
    throws(FormatError) -> UInt64
  {
    let unused = UInt64(64 - bits)
    let word = UInt64(truncatingIfNeeded: value) << unused
    let back =
      T.isSigned
      ? T(truncatingIfNeeded: Int64(bitPattern: word) >> Int64(unused))
      : T(truncatingIfNeeded: word >> unused)
    guard back == value else { throw FormatError(.doesNotFit(bits: bits), path: name) }
    return word
  }

  @inline(__always)
  package mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes width: Int
  ) throws(FormatError) {
    guard partialBits == 0 else { return try bits(name, &value, 8 * width) }
    let word = try Self.check(value, name, bits: 8 * width)
    for index in 0..<width {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index)))
    }
  }

  package mutating func scalar<S: FieldScalar>(
    _ name: String, _ value: inout S, bytes: Int
  ) throws(FormatError) {
    var raw = value.rawValue
    try integer(name, &raw, bytes: bytes)
  }

  package mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) throws(FormatError) {
    guard width > 0 else { return }
    var word = try Self.check(value, name, bits: width)
    var left = width
    while left > 0 {
      let count = min(left, 8 - partialBits)
      partial = partial << UInt8(count) | UInt8(truncatingIfNeeded: word >> UInt64(64 - count))
      word <<= UInt64(count)
      left -= count
      partialBits += count
      if partialBits == 8 { padToByte() }
    }
  }

  /// Ends a run of bit fields with zero bits, if rows of less than a byte do not fill whole bytes.
  mutating func padToByte() {
    guard partialBits > 0 else { return }
    bytes.append(partial << UInt8(8 - partialBits))
    partial = 0
    partialBits = 0
  }

  package mutating func reservedBits(_ value: inout UInt8, _ width: Int) throws(FormatError) {
    try bits("reserved", &value, width)
  }

  package mutating func reserved(_ value: inout Reserved, _ count: Int) throws(FormatError) {
    if value.isZero {
      bytes.append(contentsOf: repeatElement(0, count: count))
    } else {
      // A record whose version was changed may require fewer or more bytes than it has.
      guard value.bytes.count == count else {
        throw FormatError(
          .wrongSize(value.bytes.count, required: count),
          path: "reserved")
      }
      bytes.append(contentsOf: value.bytes)
    }
  }

  package mutating func bytes<B: FieldBytes>(
    _ name: String, _ value: inout B, count: Int?
  ) throws(FormatError) {
    if let count, value.bytes.count != count {
      throw FormatError(
        .wrongSize(value.bytes.count, required: count), path: name)
    }
    bytes.append(contentsOf: value.bytes)
  }

  /// What the bytes are is not asked: those that are written are the same in either case.
  package mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as _: R.Type, named _: String
  ) throws(FormatError) { try bytes(name, &value, count: count) }

  package mutating func terminated(_ name: String, _ value: inout CString) throws(FormatError) {
    guard !value.text.contains(0) else {
      throw FormatError(
        .invalidValue("the text contains a zero byte before its end"), path: name)
    }
    bytes.append(contentsOf: value.text)
    if value.isTerminated { bytes.append(0) }
  }

  package mutating func terminatedText<B: FieldBytes>(
    _ name: String, _ value: inout B, before fits: (Bytes) -> Bool
  ) throws(FormatError) {
    guard endOfTerminatedText(value.bytes).map({ $0 == value.bytes.endIndex }) ?? true else {
      throw FormatError(.invalidValue("the text contains a zero before its end"), path: name)
    }
    bytes.append(contentsOf: value.bytes)
  }

  package mutating func version(_ version: inout UInt8, upTo newest: UInt8) throws(FormatError) {
    guard version <= newest else {
      throw FormatError(.unknownVersion(version), path: "version")
    }
    bytes.append(version)
  }

  package mutating func count(_ name: String, _ value: inout Int, bytes: Int)
    throws(FormatError)
  {
    guard var wire = UInt64(exactly: rowsLeftOut ?? value) else {
      throw FormatError(.invalidValue("invalid count: \(value)"), path: name)
    }
    try integer(name, &wire, bytes: bytes)
  }

  package mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError) {
    guard rowsLeftOut == nil else { return }
    guard value.layout == layout || value.isEmpty else {
      throw FormatError(.invalidValue("the rows have a different layout"), path: name)
    }
    bytes.append(contentsOf: value.bytes)
  }

  package mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    try rows(name, &value, count: value.count, layout: layout)
  }

  package mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int)
    throws(FormatError)
  {
    for index in value.indices {
      do { try value[index].fields(&self) } catch { throw error.inside("\(name)[\(index)]") }
    }
  }

  package mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) throws(FormatError) {
    try value.visit { (record, index) throws(FormatError) in
      do throws(FormatError) { try record.fields(&self) } catch {
        throw error.inside("\(name)[\(index)]")
      }
    }
  }

  package mutating func remainingList<R: Record>(_ name: String, _ value: inout [R])
    throws(FormatError)
  {
    try list(name, &value, count: value.count)
  }

  package mutating func record<R: Record>(_ name: String, _ value: inout R)
    throws(FormatError)
  {
    do { try value.fields(&self) } catch { throw error.inside(name) }
  }

  package mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}

  package mutating func children() {}
}
