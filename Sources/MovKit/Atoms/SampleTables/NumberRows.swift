// Tables whose rows are one number each hold just these numbers.

extension TableRow where Self: FixedWidthInteger {
  /// Sizes and offsets come by the million: a number is loaded without a reader.
  @inline(__always)
  public static func row(at bit: Int, of bytes: Bytes, layout: Layout) -> Self {
    unsafe bytes.withUnsafeBytes {
      unsafe Self(bigEndian: $0.loadUnaligned(fromByteOffset: bit >> 3, as: Self.self))
    }
  }
}

extension Table<UInt32> {
  /// Adds up so many numbers after each other, and what is left at the end, much faster than
  /// asking for each. 2^32 numbers of 32 bits do not overflow.
  func forEachSum(of length: Int, _ body: (_ count: Int, _ sum: UInt64) -> Void) {
    unsafe bytes.withUnsafeBytes { all in
      var row = 0
      // The table was made with as many bytes as its rows take.
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
}

extension UInt8: TableRow {
  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}

extension UInt16: TableRow {
  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}

extension UInt32: TableRow {
  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}

extension UInt64: TableRow {
  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("value", &self)
  }
}

extension FourCC: TableRow {
  /// Four zero bytes.
  public init() { self.init(rawValue: 0) }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f("code", &self)
  }
}
