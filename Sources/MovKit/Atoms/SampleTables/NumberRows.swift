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

extension UInt8: TableRow {
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
