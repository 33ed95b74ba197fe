/// `stsc`: how many samples a chunk has, as runs of equal chunks
/// (ISO/IEC 14496-12, 8.7.4; QuickTime File Format, "Sample-to-Chunk Atoms").
public struct SampleToChunk: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries = Table<Row>()

  public struct Row: TableRow {
    /// The first chunk of the run; chunks are counted from 1.
    public var firstChunk: UInt32 = 1
    public var samplesPerChunk: UInt32 = 0
    /// Counted from 1.
    public var sampleDescriptionIndex: UInt32 = 1

    public init() {}

    public init(firstChunk: UInt32, samplesPerChunk: UInt32, sampleDescriptionIndex: UInt32 = 1) {
      self.firstChunk = firstChunk
      self.samplesPerChunk = samplesPerChunk
      self.sampleDescriptionIndex = sampleDescriptionIndex
    }

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("first_chunk", &firstChunk)
      try f("samples_per_chunk", &samplesPerChunk)
      try f("sample_description_index", &sampleDescriptionIndex)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("entries", &entries)
  }
}

/// `stco`: where chunks begin, in bytes from the start of the file
/// (ISO/IEC 14496-12, 8.7.5; QuickTime File Format, "Chunk Offset Atoms").
public struct ChunkOffsets: HoldsFileOffsets {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var offsets = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.fileOffsetTable("offsets", &offsets)
  }

  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    var wide = ChunkOffsets64()
    wide.flags = flags
    wide.offsets = try Table(offsets.map { UInt64($0) })
    return (wide, "co64")
  }
}

/// `co64`: where chunks begin, in files that 32 bits cannot measure
/// (ISO/IEC 14496-12, 8.7.5; QuickTime File Format, "64-bit chunk offset atoms").
public struct ChunkOffsets64: HoldsFileOffsets {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var offsets = Table<UInt64>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.fileOffsetTable("offsets", &offsets)
  }
}
