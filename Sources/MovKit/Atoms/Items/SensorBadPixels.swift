/// `sbpm` in `ipco` or in a description of uncompressed video: pixels of the sensor that do not work
/// (ISO/IEC 23001-17, 6.1.7).
public struct SensorBadPixels: Record {
  /// A place in a picture.
  public struct Place: TableRow {
    /// The row, from 0.
    public var row: UInt32 = 0
    /// The column, from 0.
    public var column: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("row", &row)
      try f("column", &column)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The components that are meant, as their places in `cmpd`; none for all.
  public var components = Table<UInt16>()
  /// 1: the pixels have been replaced.
  public var correctionApplied: UInt8 = 0
  var reserved: UInt8 = 0
  /// The rows that do not work.
  public var rows = Table<UInt32>()
  /// The columns that do not work.
  public var columns = Table<UInt32>()
  /// The single pixels that do not work.
  public var pixels = Table<Place>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = components.count
    try f.count("component_count", &count, bytes: 2)
    try f.rows("component_indices", &components, count: count, layout: FixedLayout())
    try f.bits("correction_applied", &correctionApplied, 1)
    try f.reservedBits(&reserved, 7)
    var (rowCount, columnCount, pixelCount) = (rows.count, columns.count, pixels.count)
    try f.count("num_bad_rows", &rowCount, bytes: 4)
    try f.count("num_bad_columns", &columnCount, bytes: 4)
    try f.count("num_bad_pixels", &pixelCount, bytes: 4)
    try f.rows("bad_rows", &rows, count: rowCount, layout: FixedLayout())
    try f.rows("bad_columns", &columns, count: columnCount, layout: FixedLayout())
    try f.rows("bad_pixels", &pixels, count: pixelCount, layout: FixedLayout())
  }
}
