/// `stss`: the samples, counted from 1, at which decoding can begin
/// (ISO/IEC 14496-12, 8.6.2; QuickTime File Format, "Sync Sample Atoms").
public struct SyncSamples: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var sampleNumbers = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("sample_number", &sampleNumbers)
  }
}

/// `stps`: the samples, counted from 1, at which decoding can begin although samples behind them
/// need ones ahead of them: open groups of pictures
/// (QuickTime File Format, "Partial Sync Sample Atom").
public struct PartialSyncSamples: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var sampleNumbers = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("sample_number", &sampleNumbers)
  }
}

/// `sdtp`: which samples need others and are needed by others. There is a row for each sample; how
/// many samples there are, `stsz` knows
/// (ISO/IEC 14496-12, 8.6.4; QuickTime File Format, "Sample Dependency Flags Atom").
public struct SampleDependencies: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries = Table<Row>()

  /// Each field is from 0 to 3; 0 is "unknown".
  public struct Row: TableRow {
    public var isLeading: UInt8 = 0
    /// 1: on others. 2: on none, as an I-picture.
    public var sampleDependsOn: UInt8 = 0
    /// 1: others do. 2: none does, so that it can be dropped.
    public var sampleIsDependedOn: UInt8 = 0
    public var sampleHasRedundancy: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f.bits("is_leading", &isLeading, 2)
      try f.bits("sample_depends_on", &sampleDependsOn, 2)
      try f.bits("sample_is_depended_on", &sampleIsDependedOn, 2)
      try f.bits("sample_has_redundancy", &sampleHasRedundancy, 2)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("entries", &entries, layout: FixedLayout())
  }
}

/// `stsh`: samples in whose place a sync sample may be decoded, both counted from 1
/// (ISO/IEC 14496-12, 8.6.3; QuickTime File Format, "Shadow Sync Atom").
public struct ShadowSyncSamples: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries = Table<Row>()

  public struct Row: TableRow {
    public var shadowedSampleNumber: UInt32 = 0
    public var syncSampleNumber: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("shadowed_sample_number", &shadowedSampleNumber)
      try f("sync_sample_number", &syncSampleNumber)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("entries", &entries)
  }
}

/// `stdp`: the degradation priority of each sample; how many samples there are, `stsz` knows
/// (ISO/IEC 14496-12, 8.5.3).
public struct DegradationPriorities: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var priorities = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("priority", &priorities, layout: FixedLayout())
  }
}

/// `padb`: bits at the end of each sample's last byte that are not part of it
/// (ISO/IEC 14496-12, 8.7.6).
public struct PaddingBits: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var entries = Table<Row>()

  /// Half a byte.
  public struct Row: TableRow {
    public var reserved: UInt8 = 0
    /// From 0 to 7.
    public var pad: UInt8 = 0

    public init() {}
    public init(pad: UInt8) { self.pad = pad }

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f.reservedBits(&reserved, 1)
      try f.bits("pad", &pad, 3)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = entries.count
    try f.count("sample_count", &count, bytes: 4)
    try f.rows("entries", &entries, count: count, layout: FixedLayout())
  }
}
