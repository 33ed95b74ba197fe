/// `tfhd`: what holds for the samples of one track in a fragment. Each optional field is there
/// when its flag is set (ISO/IEC 14496-12, 8.8.7).
public struct TrackFragmentHeader: HoldsFileOffsets {
  public var version: UInt8 = 0
  public var flags: UInt32 = Self.defaultBaseIsMoof
  public var trackID: UInt32 = 1
  /// From where `trun` counts its offset, in bytes from the start of the file.
  public var baseDataOffset: UInt64 = 0
  /// Counted from 1.
  public var sampleDescriptionIndex: UInt32 = 1
  /// In units of the media's time scale.
  public var defaultSampleDuration: UInt32 = 0
  public var defaultSampleSize: UInt32 = 0
  public var defaultSampleFlags = SampleFlags(rawValue: 0)

  public static let hasBaseDataOffset: UInt32 = 0x1
  public static let hasSampleDescriptionIndex: UInt32 = 0x2
  public static let hasDefaultSampleDuration: UInt32 = 0x8
  public static let hasDefaultSampleSize: UInt32 = 0x10
  public static let hasDefaultSampleFlags: UInt32 = 0x20
  /// There are no samples for the default duration.
  public static let durationIsEmpty: UInt32 = 0x1_0000
  /// Without a base offset, the `moof` is the base and not the data of the track before.
  public static let defaultBaseIsMoof: UInt32 = 0x2_0000

  static let flagNames: FlagNames = [
    hasBaseDataOffset: "hasBaseDataOffset",
    hasSampleDescriptionIndex: "hasSampleDescriptionIndex",
    hasDefaultSampleDuration: "hasDefaultSampleDuration",
    hasDefaultSampleSize: "hasDefaultSampleSize",
    hasDefaultSampleFlags: "hasDefaultSampleFlags", durationIsEmpty: "durationIsEmpty",
    defaultBaseIsMoof: "defaultBaseIsMoof",
  ]

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f("track_ID", &trackID)
    if flags & Self.hasBaseDataOffset != 0 {
      try f.fileOffsetBase("base_data_offset", &baseDataOffset, bytes: 8, isInFile: true)
    }
    if flags & Self.hasSampleDescriptionIndex != 0 {
      try f("sample_description_index", &sampleDescriptionIndex)
    }
    if flags & Self.hasDefaultSampleDuration != 0 {
      try f.time("default_sample_duration", &defaultSampleDuration, of: .media)
    }
    if flags & Self.hasDefaultSampleSize != 0 { try f("default_sample_size", &defaultSampleSize) }
    if flags & Self.hasDefaultSampleFlags != 0 {
      try f("default_sample_flags", &defaultSampleFlags)
    }
  }
}

/// `tfdt`: the sum of the durations of all the track's samples before the fragment
/// (ISO/IEC 14496-12, 8.8.12).
public struct TrackFragmentDecodeTime: Record {
  /// 1 makes the time 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// In units of the media's time scale.
  public var baseMediaDecodeTime: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.time(
      "base_media_decode_time", &baseMediaDecodeTime, bytes: version == 1 ? 8 : 4, of: .media)
  }
}

/// `trun`: samples that lie one behind the other. Each optional field is there when its flag is
/// set (ISO/IEC 14496-12, 8.8.8).
public struct TrackFragmentRun: HoldsFileOffsets {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Where the data begins, in bytes from the base that `tfhd` gives.
  public var dataOffset: Int32 = 0
  public var firstSampleFlags = SampleFlags(rawValue: 0)
  /// One for each sample; where no flag asks for fields, rows of none.
  public var samples = Table<Row>(layout: 0)

  public static let hasDataOffset: UInt32 = 0x1
  public static let hasFirstSampleFlags: UInt32 = 0x4
  public static let hasSampleDuration: UInt32 = 0x100
  public static let hasSampleSize: UInt32 = 0x200
  public static let hasSampleFlags: UInt32 = 0x400
  public static let hasSampleCompositionTimeOffset: UInt32 = 0x800

  static let flagNames: FlagNames = [
    hasDataOffset: "hasDataOffset", hasFirstSampleFlags: "hasFirstSampleFlags",
    hasSampleDuration: "hasSampleDuration", hasSampleSize: "hasSampleSize",
    hasSampleFlags: "hasSampleFlags",
    hasSampleCompositionTimeOffset: "hasSampleCompositionTimeOffset",
  ]

  public struct Row: TableRow {
    /// In units of the media's time scale.
    public var sampleDuration: UInt32 = 0
    public var sampleSize: UInt32 = 0
    public var sampleFlags = SampleFlags(rawValue: 0)
    /// In units of the media's time scale. Taken as signed in both versions, for the reason that
    /// `CompositionOffsets` gives.
    public var sampleCompositionTimeOffset: Int32 = 0

    public init() {}

    public static var isVaried: Bool { true }

    /// `layout` is those of the atom's flags that concern rows.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt32) throws(FormatError) {
      if layout & hasSampleDuration != 0 { try f("sample_duration", &sampleDuration) }
      if layout & hasSampleSize != 0 { try f("sample_size", &sampleSize) }
      if layout & hasSampleFlags != 0 { try f("sample_flags", &sampleFlags) }
      if layout & hasSampleCompositionTimeOffset != 0 {
        try f("sample_composition_time_offset", &sampleCompositionTimeOffset)
      }
    }
  }

  public init() {}

  /// The layout of rows that the atom's flags ask for.
  public var rowLayout: UInt32 {
    flags
      & (Self.hasSampleDuration | Self.hasSampleSize | Self.hasSampleFlags
        | Self.hasSampleCompositionTimeOffset)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: Self.flagNames)
    var count = samples.count
    try f.count("sample_count", &count, bytes: 4)
    if flags & Self.hasDataOffset != 0 {
      try f.fileOffset("data_offset", &dataOffset, bytes: 4, from: .fragmentBase)
    }
    if flags & Self.hasFirstSampleFlags != 0 { try f("first_sample_flags", &firstSampleFlags) }
    try f.rows("samples", &samples, count: count, layout: rowLayout)
  }
}
