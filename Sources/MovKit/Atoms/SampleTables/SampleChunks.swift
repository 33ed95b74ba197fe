/// `stsc`: the number of samples in each chunk, as runs of equal chunks (ISO/IEC 14496-12, 8.7.4;
/// QuickTime File Format, "Sample-to-Chunk Atoms").
public struct SampleToChunk: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The runs in the order of their chunks. The last run goes on to the last chunk.
  public var entries = Table<Row>()

  /// A run of chunks that have the same number of samples and the same sample description. It ends
  /// before the first chunk of the next run.
  public struct Row: TableRow {
    /// The number of the first chunk of the run, from 1.
    public var firstChunk: UInt32 = 1
    /// The number of samples in each chunk of the run.
    public var samplesPerChunk: UInt32 = 0
    /// The number of the sample description in `stsd`, from 1.
    public var sampleDescriptionIndex: UInt32 = 1

    public init() {}

    /// Creates a run of chunks.
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

/// `stco`: where chunks start in the file, in 32 bits (ISO/IEC 14496-12, 8.7.5;
/// QuickTime File Format, "Chunk Offset Atoms").
public struct ChunkOffsets: HoldsFileOffsets {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The place of each chunk's first byte, in bytes from the start of the file that holds the data.
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

/// `co64`: where chunks start in the file, in 64 bits, for files of 4 GiB and more
/// (ISO/IEC 14496-12, 8.7.5; QuickTime File Format, "64-bit chunk offset atoms").
public struct ChunkOffsets64: HoldsFileOffsets {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The place of each chunk's first byte, in bytes from the start of the file that holds the data.
  public var offsets = Table<UInt64>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.fileOffsetTable("offsets", &offsets)
  }
}
