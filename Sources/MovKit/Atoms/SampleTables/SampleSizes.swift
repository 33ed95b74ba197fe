/// `stsz`: how many bytes each sample has
/// (ISO/IEC 14496-12, 8.7.3.2; QuickTime File Format, "Sample Size Atoms").
public struct SampleSizes: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The size of every sample, or 0 where `sizes` has one for each.
  public var sampleSize: UInt32 = 0
  /// With one size for all there are no rows to count. Otherwise the rows decide what is written.
  public var sampleCount: UInt32 = 0
  public var sizes = Table<UInt32>()

  public init() {}

  /// Samples that are all of one size.
  public init(sampleCount: UInt32, ofSize size: UInt32) {
    self.sampleCount = sampleCount
    sampleSize = size
  }

  /// One size for each sample. Throws where 32 bits cannot count them.
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

/// `stz2`: how many bytes each sample has, in 4, 8 or 16 bits each (ISO/IEC 14496-12, 8.7.3.3).
public struct CompactSampleSizes: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var reserved = Reserved()
  /// Bits of a size: 4, 8 or 16.
  public var fieldSize: UInt8 = 16
  public var sizes = Table<Row>(layout: 16)

  public struct Row: TableRow {
    public var size: UInt16 = 0

    public init() {}
    public init(size: UInt16) { self.size = size }

    /// `layout` is the number of bits.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      try f.bits("size", &size, Int(layout))
    }
  }

  public init() {}

  /// `fieldSize` is 4, 8 or 16 bits. Throws where a size does not fit.
  public init(_ sizes: [UInt16], fieldSize: UInt8) throws(FormatError) {
    self.fieldSize = fieldSize
    self.sizes = try Table(sizes.map { Row(size: $0) }, layout: fieldSize)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reserved(&reserved, 3)
    try f("field_size", &fieldSize)
    guard fieldSize == 4 || fieldSize == 8 || fieldSize == 16 else {
      throw f.invalid("field_size", "unsupported field size: \(fieldSize) bits")
    }
    var count = sizes.count
    try f.count("sample_count", &count, bytes: 4)
    try f.rows("sizes", &sizes, count: count, layout: fieldSize)
  }
}
