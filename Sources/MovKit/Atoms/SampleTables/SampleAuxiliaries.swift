/// `subs`: the subsamples that samples consist of, with their sizes (ISO/IEC 14496-12, 8.7.7). What
/// a subsample is depends on the codec.
public struct SubSampleInformation: Record {
  /// Version 1 has subsample sizes of 32 bits, version 0 of 16.
  public var version: UInt8 = 0
  /// The meaning depends on the codec. If a track has several `subs`, their flags differ.
  public var flags: UInt32 = 0
  /// One entry for each sample that has subsample information.
  public var entries: RecordList<Entry> = []

  /// A sample and its subsamples.
  public struct Entry: Record {
    /// The number of this sample minus the number of the entry before, or minus 0 in the first
    /// entry.
    public var sampleDelta: UInt32 = 0
    /// The subsamples in the order of their bytes; empty if the sample has none.
    public var subSamples = Table<Row>(layout: 0)
    /// The atom's version. `SubSampleInformation.fields` sets it.
    var version: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("sample_delta", &sampleDelta)
      var count = subSamples.count
      try f.count("subsample_count", &count, bytes: 2)
      try f.rows("subsamples", &subSamples, count: count, layout: version)
    }
  }

  /// One subsample.
  public struct Row: TableRow {
    /// The number of bytes.
    public var subsampleSize: UInt32 = 0
    /// The degradation priority. A higher value means that the subsample matters more for quality.
    public var subsamplePriority: UInt8 = 0
    /// 1 if the sample can be decoded without this subsample, 0 if it is required.
    public var discardable: UInt8 = 0
    /// A value whose meaning the codec defines; 0 if it defines none.
    public var codecSpecificParameters: UInt32 = 0

    public init() {}

    /// The `layout` is the atom's version.
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
    entries.setLayout(version, at: \.version)
    var count = entries.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("entries", &entries, count: count, like: prototype)
  }
}

/// `saiz` and `saio`, which say in the same fields what the information is.
protocol AuxiliaryRecord: Record {
  var version: UInt8 { get set }
  var flags: UInt32 { get set }
  var auxInfoType: FourCC { get set }
  var auxInfoTypeParameter: UInt32 { get set }
}

extension AuxiliaryRecord {
  /// The flag for `auxInfoType` and `auxInfoTypeParameter`.
  static var hasAuxInfoType: UInt32 { 1 }

  /// Codes the fields with which both begin.
  fileprivate mutating func head(
    _ f: inout some FieldCoder, upTo most: UInt8
  ) throws(FormatError) {
    // Two properties of a record whose type is not known cannot be changed at once.
    var (version, flags) = (version, flags)
    try f.version(
      &version, upTo: most, flags: &flags, named: [Self.hasAuxInfoType: "hasAuxInfoType"])
    (self.version, self.flags) = (version, flags)
    if flags & Self.hasAuxInfoType != 0 {
      try f("aux_info_type", &auxInfoType)
      try f("aux_info_type_parameter", &auxInfoTypeParameter)
    }
  }
}

/// `saiz`: the size of the auxiliary information of each sample, such as the encryption data of
/// ISO/IEC 23001-7 (ISO/IEC 14496-12, 8.7.8).
public struct SampleAuxSizes: Record, AuxiliaryRecord {
  public var version: UInt8 = 0
  /// Bit 0 (1): `auxInfoType` and `auxInfoTypeParameter` are present.
  public var flags: UInt32 = 0
  /// What the information is; it pairs `saiz` with the `saio` of the same type. If absent, the type
  /// is implied, by the protection scheme or else by the sample entry.
  public var auxInfoType = FourCC(rawValue: 0)
  /// Distinguishes information of one type, such as several streams of it.
  public var auxInfoTypeParameter: UInt32 = 0
  /// The size for every sample in bytes, or 0 if `sizes` has a size for each sample.
  public var defaultSampleInfoSize: UInt8 = 0
  /// The number of samples. It is written only if all samples have one size; otherwise the number
  /// of rows in `sizes` is written.
  public var sampleCount: UInt32 = 0
  /// The size for each sample in bytes, from the first sample on. Unused if `defaultSampleInfoSize`
  /// is not 0.
  public var sizes = Table<UInt8>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head(&f, upTo: 0)
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

/// `saio`: where the auxiliary information of samples is stored (ISO/IEC 14496-12, 8.7.9).
public struct SampleAuxOffsets: HoldsFileOffsets, AuxiliaryRecord {
  /// Version 1 has offsets of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  /// Bit 0 (1): `auxInfoType` and `auxInfoTypeParameter` are present.
  public var flags: UInt32 = 0
  /// What the information is; it pairs `saio` with the `saiz` of the same type.
  public var auxInfoType = FourCC(rawValue: 0)
  /// Distinguishes information of one type, such as several streams of it.
  public var auxInfoTypeParameter: UInt32 = 0
  /// One offset for each chunk or, in a fragment, for each `trun`. A single offset means that all
  /// information is stored contiguously from there on.
  public var entries = Table<Row>(layout: 0)

  /// The place of the information of one chunk or run.
  public struct Row: TableRow {
    /// Bytes from the start of the file, or in a fragment from the base that `tfhd` gives.
    public var offset: UInt64 = 0

    public init() {}
    /// Creates a row from an offset in bytes.
    public init(offset: UInt64) { self.offset = offset }

    /// The `layout` is the atom's version.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      try f.fileOffset("offset", &offset, bytes: layout == 1 ? 8 : 4, from: .fragmentBase)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head(&f, upTo: 1)
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
