/// The content of an item of type `grid`: pictures of one size, beside and below each other
/// (ISO/IEC 23008-12, 6.6.2.3).
public struct ImageGrid: Record {
  public var version: UInt8 = 0
  /// Bit 0x1: the width and the height have 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// The number of rows, minus one.
  public var rowsMinusOne: UInt8 = 0
  /// The number of columns, minus one.
  public var columnsMinusOne: UInt8 = 0
  /// The width of the whole picture in pixels; the tiles may reach beyond it.
  public var outputWidth: UInt32 = 0
  /// The height of the whole picture in pixels.
  public var outputHeight: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("version", &version)
    try f("flags", &flags)
    try f("rows_minus_one", &rowsMinusOne)
    try f("columns_minus_one", &columnsMinusOne)
    let width = flags & 1 != 0 ? 4 : 2
    try f("output_width", &outputWidth, bytes: width)
    try f("output_height", &outputHeight, bytes: width)
  }

  /// The number of rows, from 1 to 256.
  public var rows: Int { Int(rowsMinusOne) + 1 }
  /// The number of columns, from 1 to 256.
  public var columns: Int { Int(columnsMinusOne) + 1 }
}
