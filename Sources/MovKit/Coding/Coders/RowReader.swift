/// A coder that reads a row of a table from the table's bytes. It keeps no reference to them, because
/// tables have millions of rows, and whatever keeps a reference has to count it for each.
///
/// It reads what rows can have: fields whose sizes their layout gives. The size of a table is checked when
/// the table is made, so nothing is missing; a field past the end is 0.
@unsafe
struct RowReader: FieldCoder {
  private let bytes: UnsafeRawBufferPointer
  /// The next bit.
  private var bit: Int

  /// Reads `bytes`, which must outlive this, from a bit on.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, startingAtBit bit: Int) {
    unsafe self.bytes = bytes
    unsafe self.bit = bit
  }

  /// Takes `count` bytes, and returns the index of the first; nil if there are fewer.
  @inline(__always)
  private mutating func take(_ count: Int) -> Int? {
    let start = unsafe bit >> 3
    guard start >= 0, count >= 0, unsafe count <= bytes.count - start else { return nil }
    unsafe bit += 8 * count
    return start
  }

  @inline(__always)
  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes count: Int
  ) {
    value = Reader.extend(unsafe word(count), bits: 8 * count)
  }

  /// Takes a big-endian number of `count` bytes; 0 if there are fewer. `count` is known where this is
  /// compiled, and so one load is left of it.
  @inline(__always)
  private mutating func word(_ count: Int) -> UInt64 {
    guard let start = unsafe take(count) else { return 0 }
    switch count {
    case 1: return unsafe UInt64(bytes[start])
    case 2: return unsafe UInt64(load(UInt16.self, at: start))
    case 4: return unsafe UInt64(load(UInt32.self, at: start))
    case 8: return unsafe load(UInt64.self, at: start)
    default:
      return unsafe bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  @inline(__always)
  private func load<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type, at start: Int) -> T {
    unsafe T(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: T.self))
  }

  @inline(__always)
  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    var raw: S.RawValue = 0
    unsafe integer(name, &raw, bytes: bytes)
    value = S(rawValue: raw)
  }

  @inline(__always)
  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) {
    var word: UInt64 = 0
    var left = width
    while left > 0 {
      let (index, read) = unsafe (bit >> 3, bit & 7)
      guard unsafe bytes.indices.contains(index) else { break }
      let count = min(left, 8 - read)
      let byte = unsafe (bytes[index] &<< UInt8(read)) &>> UInt8(8 - count)
      word = word << UInt64(count) | UInt64(byte)
      left -= count
      unsafe bit += count
    }
    value = Reader.extend(word, bits: width)
  }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {
    unsafe bits("reserved", &value, width)
  }

  mutating func reserved(_ value: inout Reserved, _ count: Int) {
    value = unsafe Reserved(keeping: copy(count))
  }

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {
    value = unsafe B(bytes: copy(count ?? 0))
  }

  /// What the bytes are is not asked: those that were read are the same in either case.
  mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as _: R.Type, named _: String
  ) { unsafe bytes(name, &value, count: count) }

  private mutating func copy(_ count: Int) -> Bytes {
    guard let start = unsafe take(count) else { return [] }
    return unsafe Array(bytes[start..<start + count])[...]
  }

  mutating func record<R: Record>(_ name: String, _ value: inout R) throws(FormatError) {
    try unsafe value.fields(&self)
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) {
    unsafe integer("version", &version, bytes: 1)
  }

  // What a row cannot have, because its size would depend on its bytes.

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) {}
  mutating func terminated(_ name: String, _ value: inout CString) {}
  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) {}
  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) {}
  mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int) {}
  mutating func remainingList<R: Record>(_ name: String, _ value: inout [R]) {}
  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}
  mutating func children() {}
}
