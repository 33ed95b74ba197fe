/// A coder that counts the bits of the fields.
struct Measurer: FieldCoder {
  var bits = 0

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) { bits += 8 * bytes }

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    bits += 8 * bytes
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) { bits += width }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) { bits += width }

  mutating func reserved(_ value: inout Reserved, _ count: Int) { bits += 8 * count }

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {
    // A new row of a table has no bytes yet, but its layout has room for them.
    bits += 8 * (count ?? value.bytes.count)
  }

  mutating func bytes<R: Record>(
    _ name: String, _ value: inout RawBytes, count: Int?, as _: R.Type, named _: String
  ) { bytes(name, &value, count: count) }

  mutating func terminated(_ name: String, _ value: inout CString) {
    bits += 8 * (value.text.count + (value.isTerminated ? 1 : 0))
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) { bits += 8 }

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) { bits += 8 * bytes }

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) { bits += 8 * value.bytes.count }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) { bits += 8 * value.bytes.count }

  mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int)
    throws(FormatError)
  {
    for index in value.indices { try value[index].fields(&self) }
  }

  mutating func list<R: Record>(
    _ name: String, _ value: inout RecordList<R>, count: Int?, like prototype: R
  ) { bits += 8 * value.size(from: 0) }

  mutating func remainingList<R: Record>(_ name: String, _ value: inout [R])
    throws(FormatError)
  {
    try list(name, &value, count: value.count)
  }

  mutating func record<R: Record>(_ name: String, _ value: inout R) throws(FormatError) {
    try value.fields(&self)
  }

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {}

  mutating func children() {}
}
