/// A coder that reads fields from bytes. Every read is checked against the bytes that are left, in
/// `take`.
package struct Reader: FieldCoder {
  private var source: Bytes
  private var position: Int
  /// The number of bits of the byte at `position` that were already read.
  private var bit = 0
  /// The place of the first byte of `source`, in bytes from the start of the file; nil if the bytes
  /// are not from a file.
  private let fileOffset: UInt64?
  /// True if the bytes end with the record's own fields. Then an optional part is present if there
  /// are bytes for it.
  private let endsBeforeChildren: Bool
  /// Whether a table that declares more rows than there are bytes for is read as far as its bytes
  /// go. Otherwise it is an error.
  private let readsCutTables: Bool
  /// Whether items are read only to be counted. Then those in them are not counted first: each byte would
  /// be read twice as often with each level.
  private var isCounting = false

  /// The start of the child atoms, as an index into the given bytes; nil if the record did not say
  /// that child atoms follow.
  package private(set) var childrenStart: Int?
  /// The places of reserved bytes that are not zero, in bytes from the start of the file. A place
  /// is nil if the bytes are not from a file.
  package private(set) var reservedInUse: [UInt64?] = []
  /// The tables that were read only as far as their bytes go.
  package private(set) var cutTables: [CutTable] = []

  /// Creates a reader of `source`.
  /// - Parameters:
  ///   - fileOffset: The place of the first byte, in bytes from the start of the file; nil if the
  ///     bytes are not from a file.
  ///   - endsBeforeChildren: Whether `source` holds only the record's own fields, without child
  ///     atoms.
  ///   - readingCutTables: Whether a table that declares more rows than there are bytes for is read
  ///     as far as its bytes go. Otherwise it is an error.
  package init(
    _ source: Bytes, at fileOffset: UInt64? = nil, endsBeforeChildren: Bool = false,
    readingCutTables: Bool = false
  ) {
    self.source = source
    self.fileOffset = fileOffset
    self.endsBeforeChildren = endsBeforeChildren
    readsCutTables = readingCutTables
    position = source.startIndex
  }

  /// The bytes that are left.
  package var remaining: Bytes { source[position...] }

  /// Returns the bytes from an index on.
  func bytes(from start: Int) -> Bytes { source[start...] }

  /// Whether there are bytes from an index on; from those that are left on if it is nil.
  func hasBytes(from start: Int?) -> Bool { (start ?? position) < source.endIndex }

  private func error(_ reason: FormatError.Reason, _ name: String, at index: Int)
    -> FormatError
  {
    FormatError(
      reason, path: name, at: fileOffset.map { $0 &+ UInt64(index - source.startIndex) })
  }

  @inline(__always)
  private mutating func take(_ count: Int, _ name: String) throws(FormatError) -> Range<Int> {
    let available = source.endIndex - position
    guard count >= 0, count <= available else {
      throw tooMany(count, available, name)
    }
    let start = position
    position += count
    return start..<position
  }

  /// Returns the error for a `count` that is too large, or negative: a layout may calculate it from
  /// other lengths, which may be wrong.
  private func tooMany(_ count: Int, _ available: Int, _ name: String) -> FormatError {
    guard let needed = UInt64(exactly: count) else {
      return error(.invalidValue("invalid length: \(count)"), name, at: position)
    }
    return error(
      .truncated(needed: needed, available: UInt64(available)), name, at: position)
  }

  @inline(__always)
  package mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) throws(FormatError) {
    // In a run of bits, such as in `mini`, a number can begin inside a byte.
    guard bit == 0 else { return try bits(name, &value, 8 * bytes) }
    var word: UInt64 = 0
    for index in try take(bytes, name) { word = word << 8 | UInt64(source[index]) }
    value = Self.extend(word, bits: 8 * bytes)
  }

  @inline(__always)
  static func extend<T: FixedWidthInteger>(_ word: UInt64, bits: Int) -> T {
    let unused = UInt64(64 - bits)
    return T.isSigned
      ? T(truncatingIfNeeded: Int64(bitPattern: word << unused) >> Int64(unused))
      : T(truncatingIfNeeded: word)
  }

  @inline(__always)
  package mutating func scalar<S: FieldScalar>(
    _ name: String, _ value: inout S, bytes: Int
  ) throws(FormatError) {
    var raw: S.RawValue = 0
    try integer(name, &raw, bytes: bytes)
    value = S(rawValue: raw)
  }

  package mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) throws(FormatError) {
    // A whole byte, as mostly.
    guard width != 8 || bit > 0 else { return try integer(name, &value, bytes: 1) }
    var word: UInt64 = 0
    var left = width
    while left > 0 {
      guard position < source.endIndex else {
        throw error(.truncated(needed: 1, available: 0), name, at: position)
      }
      let count = min(left, 8 - bit)
      let byte = (source[position] &<< UInt8(bit)) &>> UInt8(8 - count)
      word = word << UInt64(count) | UInt64(byte)
      left -= count
      bit += count
      if bit == 8 {
        bit = 0
        position += 1
      }
    }
    value = Self.extend(word, bits: width)
  }

  package mutating func reservedBits(_ value: inout UInt8, _ width: Int) throws(FormatError) {
    try bits("reserved", &value, width)
  }

  package mutating func reserved(_ value: inout Reserved, _ count: Int) throws(FormatError) {
    let range = try take(count, "reserved")
    value = Reserved(keeping: source[range])
    if !value.isZero {
      reservedInUse.append(fileOffset.map { $0 &+ UInt64(range.lowerBound - source.startIndex) })
    }
  }

  package mutating func bytes<B: FieldBytes>(
    _ name: String, _ value: inout B, count: Int?
  ) throws(FormatError) {
    value = B(bytes: source[try take(count ?? source.endIndex - position, name)])
  }

  /// What the bytes are is not asked: those that were read are the same in either case.
  package mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as _: R.Type, named _: String
  ) throws(FormatError) { try bytes(name, &value, count: count) }

  package mutating func terminated(_ name: String, _ value: inout CString) throws(FormatError) {
    let end = remaining.firstIndex(of: 0)
    value = CString(
      text: source[position..<(end ?? source.endIndex)], isTerminated: end != nil)
    position = end.map { $0 + 1 } ?? source.endIndex
  }

  package mutating func terminatedText<B: FieldBytes>(
    _ name: String, _ value: inout B, before fits: (Bytes) -> Bool
  ) throws(FormatError) {
    let end = endOfTerminatedText(remaining, before: fits) ?? source.endIndex
    value = B(bytes: source[position..<end])
    position = end
  }

  package mutating func version(_ version: inout UInt8, upTo newest: UInt8) throws(FormatError) {
    try integer("version", &version, bytes: 1)
    guard version <= newest else {
      throw error(.unknownVersion(version), "version", at: position - 1)
    }
  }

  package mutating func count(_ name: String, _ value: inout Int, bytes: Int)
    throws(FormatError)
  {
    let start = position
    var wire: UInt64 = 0
    try integer(name, &wire, bytes: bytes)
    guard let exact = Int(exactly: wire) else {
      throw error(.invalidValue("invalid count: \(wire)"), name, at: start)
    }
    value = exact
  }

  package mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError) {
    let stride = Table<Row>.strideBits(layout)
    let (bytes, there) = try rows(name, count: count, strideBits: stride)
    value = Table(bytes: bytes, count: there, layout: layout, strideBits: stride)
  }

  /// Returns the bytes of rows, and how many there are: fewer than `count` only if a cut table is read.
  @inline(never)
  private mutating func rows(
    _ name: String, count: Int, strideBits stride: Int
  ) throws(FormatError) -> (bytes: Bytes, count: Int) {
    let available = source.endIndex - position
    guard count >= 0 else { throw tooMany(count, available, name) }
    let (bits, overflow) = count.multipliedReportingOverflow(by: stride)
    // `bits >> 3` is compared first, so that rounding up to bytes cannot overflow.
    guard !overflow, bits >> 3 <= available, (bits + 7) >> 3 <= available else {
      // Rows of zero bits are always present.
      if readsCutTables, stride > 0 {
        let there = available.multipliedReportingOverflow(by: 8).partialValue / stride
        cutTables.append(
          CutTable(
            claimed: count, count: there,
            offset: fileOffset.map { $0 &+ UInt64(position - source.startIndex) }))
        return try rows(name, count: there, strideBits: stride)
      }
      let needed = UInt64(count).multipliedFullWidth(by: UInt64(stride))
      // Rows of half a byte may end in the middle of a byte.
      let bytes = needed.low / 8 + (needed.low % 8 > 0 ? 1 : 0)
      throw error(
        .truncated(needed: needed.high == 0 ? bytes : .max, available: UInt64(available)),
        name, at: position)
    }
    return (source[try take((bits + 7) >> 3, name)], count)
  }

  package mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    let stride = Table<Row>.strideBits(layout) / 8
    guard stride > 0 else { return }
    try rows(name, &value, count: (source.endIndex - position) / stride, layout: layout)
  }

  package mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int)
    throws(FormatError)
  { try list(name, &value, count: count, like: R()) }

  package mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int, like prototype: R
  ) throws(FormatError) {
    // No record is empty, so a count greater than the bytes left is wrong for all types of records.
    let available = source.endIndex - position
    guard count >= 0, count <= available else { throw tooMany(count, available, name) }
    value = []
    // A count can claim more than there are. So many are counted before there is room for them.
    if count > Self.fewItems, !isCounting, hasItems(count, like: prototype) {
      value.reserveCapacity(count)
    }
    for index in 0..<count { value.append(try item(name, index, like: prototype)) }
  }

  package mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) throws(FormatError) {
    let available = source.endIndex - position
    // No record is empty, so a count greater than the bytes left is wrong for all types of records.
    if let count, count < 0 || count > available { throw tooMany(count, available, name) }
    guard available <= UInt32.max else {
      var records: [R] = []
      if let count {
        try list(name, &records, count: count, like: prototype)
      } else {
        try remainingList(name, &records, like: prototype)
      }
      value = RecordList(records)
      return
    }
    let (firstPosition, firstBit) = (position, bit)
    // An array of a few records is faster, and takes no more than the atom does.
    var records: [R] = []
    var starts = PiecedList<UInt32>()
    var index = 0
    while count.map({ index < $0 }) ?? (position < source.endIndex) {
      let start = position
      let record = try item(name, index, like: prototype)
      index += 1
      if !isCounting { starts.append(UInt32(start - firstPosition)) }
      if index <= Self.fewStored {
        records.append(record)
      } else if index == Self.fewStored + 1 {
        records = []
      }
      guard count != nil || position > start else { break }
    }
    guard index > Self.fewStored else {
      value = RecordList(records)
      return
    }
    var first = self
    (first.position, first.bit) = (firstPosition, firstBit)
    (first.reservedInUse, first.cutTables) = ([], [])
    value = RecordList(StoredRecords(first, starts: starts, prototype: prototype))
  }

  /// The number of records of a list that are kept decoded.
  private static let fewStored = 16

  /// Goes on after `count` bytes, which must be there.
  mutating func skip(_ count: Int) { position += count }

  /// The number of items of a list whose array may grow by itself, which takes up to three times the
  /// memory.
  private static let fewItems = 1 << 10

  /// Whether `count` items can be read from here.
  private func hasItems<R: Record>(_ count: Int, like prototype: R) -> Bool {
    var reader = self
    reader.isCounting = true
    for index in 0..<count where (try? reader.item("", index, like: prototype)) == nil {
      return false
    }
    return true
  }

  package mutating func remainingList<R: Record>(_ name: String, _ value: inout [R])
    throws(FormatError)
  { try remainingList(name, &value, like: R()) }

  package mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R], like prototype: R
  ) throws(FormatError) {
    value = []
    while position < source.endIndex {
      // There is no count, so the rest is counted before there is room for it.
      if value.count == Self.fewItems, !isCounting {
        value.reserveCapacity(value.count + remainingItems(like: prototype))
      }
      let start = position
      value.append(try item(name, value.count, like: prototype))
      guard position > start else { return }
    }
  }

  /// The number of items that can be read up to the end.
  private func remainingItems<R: Record>(like prototype: R) -> Int {
    var reader = self
    reader.isCounting = true
    var count = 0
    while reader.position < source.endIndex {
      let start = reader.position
      guard (try? reader.item("", count, like: prototype)) != nil, reader.position > start else {
        break
      }
      count += 1
    }
    return count
  }

  // One copy for each type of record is enough.
  @inline(never)
  private mutating func item<R: Record>(
    _ name: String, _ index: Int, like prototype: R
  ) throws(FormatError) -> R {
    var item = prototype
    do { try item.fields(&self) } catch { throw error.inside("\(name)[\(index)]") }
    return item
  }

  /// Returns a record that was read from the same bytes before, so that nothing in it is noted again.
  mutating func again<R: Record>(like prototype: R) -> R {
    var record = prototype
    // It did not throw then.
    try? record.fields(&self)
    if !reservedInUse.isEmpty { reservedInUse = [] }
    if !cutTables.isEmpty { cutTables = [] }
    return record
  }

  @inline(__always)
  package mutating func record<R: Record>(_ name: String, _ value: inout R)
    throws(FormatError)
  {
    do { try value.fields(&self) } catch { throw error.inside(name) }
  }

  package mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) throws(FormatError) {
    isPresent =
      endsBeforeChildren ? source.endIndex - position >= bytes : looksPresent(remaining)
  }

  package mutating func whole<R: Record>(
    _ isPresent: inout Bool, _ name: String, _ value: inout R
  ) {
    var (reader, record) = (self, R())
    isPresent = (try? record.fields(&reader)) != nil && reader.position == source.endIndex
    if isPresent { (self, value) = (reader, record) }
  }

  package mutating func whole<R: Record>(
    _ isPresent: inout Bool, _ name: String, _ values: inout RecordList<R>
  ) {
    var (reader, records) = (self, RecordList<R>())
    isPresent =
      (try? reader.list(name, &records, count: nil)) != nil && reader.position == source.endIndex
    if isPresent { (self, values) = (reader, records) }
  }

  /// Returns an error whose offset is that of the byte after the value.
  package func invalid(_ name: String, _ reason: String) -> FormatError {
    error(.invalidValue(reason), name, at: position)
  }

  package mutating func within(
    _ name: String, count: Int, _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError) {
    let range = try take(count, name)
    position = range.lowerBound
    let whole = source
    // The indices remain those of the whole, and so do the offsets in errors.
    source = whole[..<range.upperBound]
    defer { source = whole }
    try body(&self)
    guard position == range.upperBound else {
      throw error(.unexpectedBytes(range.upperBound - position), name, at: position)
    }
  }

  package mutating func children() throws(FormatError) {
    childrenStart = position
    position = source.endIndex
  }
}
