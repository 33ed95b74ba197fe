/// `stsz`: the size of each sample (ISO/IEC 14496-12, 8.7.3.2;
/// QuickTime File Format, "Sample Size Atoms").
public struct SampleSizes: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The size of every sample in bytes, or 0 if `sizes` has a size for each sample.
  public var sampleSize: UInt32 = 0
  /// The number of samples. It is written only if all samples have one size; otherwise the number
  /// of rows in `sizes` is written.
  public var sampleCount: UInt32 = 0
  /// The size of each sample in bytes. Unused if `sampleSize` is not 0.
  public var sizes = Table<UInt32>()

  public init() {}

  /// Creates a table of samples that all have the size `size` in bytes.
  public init(sampleCount: UInt32, ofSize size: UInt32) {
    self.sampleCount = sampleCount
    sampleSize = size
  }

  /// Creates a table with a size for each sample. Throws `FormatError` if the number of samples
  /// does not fit in 32 bits.
  public init(_ sizes: Table<UInt32>) throws(FormatError) {
    guard let count = UInt32(exactly: sizes.count) else {
      throw FormatError(.doesNotFit(bits: 32), path: "sample_count")
    }
    sampleCount = count
    self.sizes = sizes
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sample_size", &sampleSize)
    guard sampleSize == 0 else {
      try f("sample_count", &sampleCount)
      return
    }
    var count = sizes.count
    try f.count("sample_count", &count, bytes: 4)
    try f.rows("sizes", &sizes, count: count, layout: FixedLayout())
    sampleCount = UInt32(truncatingIfNeeded: count)
  }
}

/// `stz2`: the size of each sample, in 4, 8 or 16 bits (ISO/IEC 14496-12, 8.7.3.3).
public struct CompactSampleSizes: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Three reserved bytes.
  public var reserved = Reserved()
  /// The width of a size in bits: 4, 8 or 16.
  public var fieldSize: UInt8 = 16
  /// The size of each sample in bytes.
  public var sizes = Table<Row>(layout: 16)

  /// The size of one sample.
  public struct Row: TableRow {
    /// The number of bytes.
    public var size: UInt16 = 0

    public init() {}
    /// Creates the row of a sample of `size` bytes.
    public init(size: UInt16) { self.size = size }

    /// The `layout` is the width of the size in bits.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      try f.bits("size", &size, Int(layout))
    }
  }

  public init() {}

  /// Creates a table whose sizes have `fieldSize` bits: 4, 8 or 16. Throws `FormatError` if a size
  /// does not fit.
  public init(_ sizes: [UInt16], fieldSize: UInt8) throws(FormatError) {
    self.fieldSize = fieldSize
    self.sizes = try Table(sizes.map { Row(size: $0) }, layout: fieldSize)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reserved(&reserved, 3)
    try f("field_size", &fieldSize)
    guard fieldSize == 4 || fieldSize == 8 || fieldSize == 16 else {
      throw f.invalid("field_size", "unsupported field size: \(counted(fieldSize, "bit"))")
    }
    var count = sizes.count
    try f.count("sample_count", &count, bytes: 4)
    try f.rows("sizes", &sizes, count: count, layout: fieldSize)
  }
}
