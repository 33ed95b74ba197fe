// Numbers are rows themselves, so that a table of numbers needs no struct around each number.

extension TableRow where Self: FixedWidthInteger {
  /// Loads the number without a reader, because tables of sizes and offsets have millions of rows.
  @inline(__always)
  public static func row(at bit: Int, of bytes: Bytes, layout: Layout) -> Self {
    unsafe bytes.withUnsafeBytes {
      let place = bit >> 3
      guard place >= 0, $0.count - place >= MemoryLayout<Self>.size else { return 0 }
      return unsafe Self(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: Self.self))
    }
  }
}

extension Table<UInt32> {
  /// Calls `body` with the sum of each run of `length` numbers, and with the sum of the shorter run
  /// at the end. This is much faster than reading the rows one by one. A sum of 2^32 numbers of 32
  /// bits does not overflow.
  func forEachSum(of length: Int, _ body: (_ count: Int, _ sum: UInt64) -> Void) {
    unsafe bytes.withUnsafeBytes { all in
      var row = 0
      // A table always has as many bytes as its rows take.
      let rows = Swift.min(count, all.count / 4)
      while row < rows {
        let end = Swift.min(row + length, rows)
        var sum: UInt64 = 0
        for place in row..<end {
          unsafe sum &+= UInt64(
            UInt32(bigEndian: all.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)))
        }
        body(end - row, sum)
        row = end
      }
    }
  }

  /// Returns the sum of some numbers. Rows that the table does not have count as 0.
  @inline(__always)
  func sum(of rows: Range<Int>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { all in
      // Most often a chunk has one sample, and a range to clamp takes longer than to read its size.
      var row = Swift.max(0, rows.lowerBound)
      let end = Swift.min(rows.upperBound, count, all.count / 4)
      var sum: UInt64 = 0
      while row < end {
        unsafe sum &+= UInt64(
          UInt32(bigEndian: all.loadUnaligned(fromByteOffset: row * 4, as: UInt32.self)))
        row += 1
      }
      return sum
    }
  }
}

extension TableRow where Self: FixedWidthInteger & Sendable {
  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}

extension UInt8: TableRow {}
extension Int8: TableRow {}
extension UInt16: TableRow {}
extension Int16: TableRow {}
extension UInt32: TableRow {}
extension Int32: TableRow {}
extension UInt64: TableRow {}
extension Int64: TableRow {}

extension FourCC: TableRow {
  /// Four zero bytes.
  public init() { self.init(rawValue: 0) }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("code", &self)
  }
}

extension Float32Bits: TableRow {
  /// The number 0.
  public init() { self.init(rawValue: 0) }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}

extension Float64Bits: TableRow {
  /// The number 0.
  public init() { self.init(rawValue: 0) }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}
