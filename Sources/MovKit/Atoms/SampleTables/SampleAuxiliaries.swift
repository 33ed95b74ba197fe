/// `subs`: the parts of samples (ISO/IEC 14496-12, 8.7.7).
public struct SubSampleInformation: Record {
  /// 1 makes sizes 32 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries: [Entry] = []

  /// A sample that has parts.
  public struct Entry: Record {
    /// Samples since that of the entry before.
    public var sampleDelta: UInt32 = 0
    public var subSamples = Table<Row>(layout: 0)
    /// The atom's version; `fields` of the atom sees to it.
    var version: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("sample_delta", &sampleDelta)
      var count = subSamples.count
      try f.count("subsample_count", &count, bytes: 2)
      try f.rows("subsamples", &subSamples, count: count, layout: version)
    }
  }

  public struct Row: TableRow {
    public var subsampleSize: UInt32 = 0
    /// The higher, the more it matters.
    public var subsamplePriority: UInt8 = 0
    /// 1: the sample can be decoded without it.
    public var discardable: UInt8 = 0
    public var codecSpecificParameters: UInt32 = 0

    public init() {}

    /// `layout` is the atom's version.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      try f("subsample_size", &subsampleSize, bytes: layout == 1 ? 4 : 2)
      try f("subsample_priority", &subsamplePriority)
      try f("discardable", &discardable)
      try f("codec_specific_parameters", &codecSpecificParameters)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    var prototype = Entry()
    prototype.version = version
    for index in entries.indices { entries[index].version = version }
    var count = entries.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("entries", &entries, count: count, like: prototype)
  }
}

/// `saiz`: how many bytes of auxiliary information each sample has (ISO/IEC 14496-12, 8.7.8).
public struct SampleAuxSizes: Record {
  public var version: UInt8 = 0
  /// 1: the type and its parameter are there.
  public var flags: UInt32 = 0
  public var auxInfoType = FourCC(rawValue: 0)
  public var auxInfoTypeParameter: UInt32 = 0
  /// The size for every sample, or 0 where `sizes` has one for each.
  public var defaultSampleInfoSize: UInt8 = 0
  /// With one size for all there are no rows to count. Otherwise the rows decide what is written.
  public var sampleCount: UInt32 = 0
  public var sizes = Table<UInt8>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "hasAuxInfoType"])
    if flags & 1 != 0 {
      try f("aux_info_type", &auxInfoType)
      try f("aux_info_type_parameter", &auxInfoTypeParameter)
    }
    try f("default_sample_info_size", &defaultSampleInfoSize)
    guard defaultSampleInfoSize == 0 else {
      try f("sample_count", &sampleCount)
      return
    }
    var count = sizes.count
    try f.count("sample_count", &count, bytes: 4)
    try f.rows("sizes", &sizes, count: count, layout: FixedLayout())
    sampleCount = UInt32(truncatingIfNeeded: count)
  }
}

/// `saio`: where auxiliary information of samples is (ISO/IEC 14496-12, 8.7.9).
public struct SampleAuxOffsets: HoldsFileOffsets {
  /// 1 makes offsets 64 bits wide.
  public var version: UInt8 = 0
  /// 1: the type and its parameter are there.
  public var flags: UInt32 = 0
  public var auxInfoType = FourCC(rawValue: 0)
  public var auxInfoTypeParameter: UInt32 = 0
  public var entries = Table<Row>(layout: 0)

  public struct Row: TableRow {
    /// Bytes from the start of the file; in a fragment, from the base that `tfhd` gives.
    public var offset: UInt64 = 0

    public init() {}
    public init(offset: UInt64) { self.offset = offset }

    /// `layout` is the atom's version.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      try f.fileOffset("offset", &offset, bytes: layout == 1 ? 8 : 4, from: .fragmentBase)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: [1: "hasAuxInfoType"])
    if flags & 1 != 0 {
      try f("aux_info_type", &auxInfoType)
      try f("aux_info_type_parameter", &auxInfoTypeParameter)
    }
    try f.table("entries", &entries, layout: version)
  }

  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    guard version == 0 else { return nil }
    var wide = self
    wide.version = 1
    wide.entries = try Table(Array(entries), layout: 1)
    return (wide, nil)
  }
}
