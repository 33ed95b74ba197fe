/// `stss`: the sync samples, at which decoding can start. If a track has no `stss`, every sample is
/// a sync sample (ISO/IEC 14496-12, 8.6.2; QuickTime File Format, "Sync Sample Atoms").
public struct SyncSamples: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The numbers of the sync samples, from 1, in increasing order.
  public var sampleNumbers = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("sample_number", &sampleNumbers)
  }
}

/// `stps`: the samples at which decoding can start although some samples after them need samples
/// before them, as in open groups of pictures (QuickTime File Format, "Partial Sync Sample Atom").
public struct PartialSyncSamples: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The numbers of the partial sync samples, from 1.
  public var sampleNumbers = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("sample_number", &sampleNumbers)
  }
}

/// `sdtp`: which samples depend on others, and which are depended on (ISO/IEC 14496-12, 8.6.4;
/// QuickTime File Format, "Sample Dependency Flags Atom").
public struct SampleDependencies: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// One row for each sample. The number of samples is that of `stsz`; here the rows go on to the
  /// end of the atom.
  public var entries = Table<Row>()

  /// The dependencies of one sample. Each field is from 0 to 3; 0 means unknown.
  public struct Row: TableRow {
    /// 1: a leading sample that cannot be decoded after a start at its sync sample. 2: not a
    /// leading sample. 3: a leading sample that can be decoded. In QuickTime files 1 is "earlier
    /// display times allowed".
    public var isLeading: UInt8 = 0
    /// 1: depends on other samples. 2: depends on none, as an I picture.
    public var sampleDependsOn: UInt8 = 0
    /// 1: other samples may depend on it. 2: none does, so it can be dropped.
    public var sampleIsDependedOn: UInt8 = 0
    /// 1: contains redundant coding. 2: does not.
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

/// `stsh`: sync samples that may be decoded in place of other samples, for seeking
/// (ISO/IEC 14496-12, 8.6.3; QuickTime File Format, "Shadow Sync Atom").
public struct ShadowSyncSamples: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The pairs of samples, in the order of the shadowed samples.
  public var entries = Table<Row>()

  /// A sample and the sync sample that may replace it.
  public struct Row: TableRow {
    /// The number of the sample that may be replaced, from 1.
    public var shadowedSampleNumber: UInt32 = 0
    /// The number of the sync sample to decode in its place, from 1.
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

/// `stdp`: the degradation priority of each sample (ISO/IEC 14496-12, 8.5.3).
public struct DegradationPriorities: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// One priority for each sample; other specifications define its meaning. The number of samples
  /// is that of `stsz`; here the rows go on to the end of the atom.
  public var priorities = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("priority", &priorities, layout: FixedLayout())
  }
}

/// `padb`: the number of unused bits at the end of each sample's last byte
/// (ISO/IEC 14496-12, 8.7.6).
public struct PaddingBits: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// One row for each sample.
  public var entries = Table<Row>()

  /// The padding of one sample, in 4 bits.
  public struct Row: TableRow {
    /// One bit that the specification reserves, kept as it is.
    public var reserved: UInt8 = 0
    /// The number of padding bits, from 0 to 7.
    public var pad: UInt8 = 0

    public init() {}
    /// Creates the row of a sample that has `pad` padding bits, from 0 to 7.
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
