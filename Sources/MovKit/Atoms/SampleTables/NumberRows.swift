// Tables whose rows are one number each hold just these numbers.

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
