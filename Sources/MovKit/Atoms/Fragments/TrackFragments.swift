/// `tfhd`: the track that a `traf` is about, and the defaults for its samples. Each optional field
/// is present if its flag is set. If a default is absent, that of `trex` applies
/// (ISO/IEC 14496-12, 8.8.7).
public struct TrackFragmentHeader: HoldsFileOffsets {
  public var version: UInt8 = 0
  /// Which optional fields are present; also `durationIsEmpty` and `defaultBaseIsMoof`.
  public var flags: UInt32 = Self.defaultBaseIsMoof
  /// The ID of the track.
  public var trackID: UInt32 = 1
  /// The base for the offsets in `trun` and `saio`, in bytes from the start of the file.
  public var baseDataOffset: UInt64 = 0
  /// The number of the sample description in `stsd`, from 1.
  public var sampleDescriptionIndex: UInt32 = 1
  /// The duration of a sample in ticks of the media's timescale.
  public var defaultSampleDuration: UInt32 = 0
  /// The size of a sample in bytes.
  public var defaultSampleSize: UInt32 = 0
  /// The dependencies and other properties of a sample.
  public var defaultSampleFlags = SampleFlags(rawValue: 0)

  /// The flag for `baseDataOffset`.
  public static let hasBaseDataOffset: UInt32 = 0x1
  /// The flag for `sampleDescriptionIndex`.
  public static let hasSampleDescriptionIndex: UInt32 = 0x2
  /// The flag for `defaultSampleDuration`.
  public static let hasDefaultSampleDuration: UInt32 = 0x8
  /// The flag for `defaultSampleSize`.
  public static let hasDefaultSampleSize: UInt32 = 0x10
  /// The flag for `defaultSampleFlags`.
  public static let hasDefaultSampleFlags: UInt32 = 0x20
  /// The flag for a fragment that has no samples of the track. The gap lasts for the default sample
  /// duration.
  public static let durationIsEmpty: UInt32 = 0x1_0000
  /// The flag for the base of offsets if `baseDataOffset` is absent. If set, the base is the first
  /// byte of the `moof`. If not, it is that only for the first track of the fragment; for the
  /// others it is the end of the data of the track before.
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

extension TrackFragmentHeader {
  /// Where the offsets in a `traf` count from.
  enum Base: Equatable {
    /// A place in the file.
    case given(UInt64)
    /// The first byte of the `moof`.
    case fragment
    /// The end of the data of the `traf` before.
    case endOfPrevious
  }

  /// Returns where the offsets in the `traf` count from.
  /// - Parameter isFirst: Whether it is the first of its `moof` whose header can be read.
  func base(isFirst: Bool) -> Base {
    if flags & Self.hasBaseDataOffset != 0 { return .given(baseDataOffset) }
    return isFirst || flags & Self.defaultBaseIsMoof != 0 ? .fragment : .endOfPrevious
  }
}

extension Atom {
  /// A `traf` of a `moof`, which of its children it is, and where the offsets in it count from.
  typealias TrackFragment = (
    index: Int, traf: Atom, header: TrackFragmentHeader, base: TrackFragmentHeader.Base
  )

  /// In a `moof`: each `traf` whose header can be read.
  var trackFragments: [TrackFragment] {
    var found: [TrackFragment] = []
    for (index, traf) in children.enumerated() where traf.type == "traf" {
      guard let header = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else { continue }
      found.append((index, traf, header, header.base(isFirst: found.isEmpty)))
    }
    return found
  }
}

/// `tfdt`: the decoding time of the first sample of the track in the fragment
/// (ISO/IEC 14496-12, 8.8.12).
public struct TrackFragmentDecodeTime: Record {
  /// Version 1 has a time of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The sum of the durations of all earlier samples of the track, in ticks of the media's
  /// timescale.
  public var baseMediaDecodeTime: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.time(
      "base_media_decode_time", &baseMediaDecodeTime, bytes: version == 1 ? 8 : 4, of: .media)
  }
}

/// `trun`: a run of samples that are stored one after another. Each optional field is present if
/// its flag is set; if absent, the defaults of `tfhd` and `trex` apply (ISO/IEC 14496-12, 8.8.8).
public struct TrackFragmentRun: HoldsFileOffsets {
  /// In version 1 the composition time offsets are signed. `Row.sampleCompositionTimeOffset` is
  /// signed in both versions.
  public var version: UInt8 = 0
  /// Which optional fields are present.
  public var flags: UInt32 = 0
  /// The start of the data, in bytes from the base that `tfhd` gives; may be negative. If absent,
  /// the data follows that of the run before, or starts at the base in the first run.
  public var dataOffset: Int32 = 0
  /// The flags of the first sample, which override the default.
  public var firstSampleFlags = SampleFlags(rawValue: 0)
  /// One row for each sample, also if no flag asks for fields in the rows, which then have none.
  public var samples = Table<Row>(layout: 0)

  /// The flag for `dataOffset`.
  public static let hasDataOffset: UInt32 = 0x1
  /// The flag for `firstSampleFlags`.
  public static let hasFirstSampleFlags: UInt32 = 0x4
  /// The flag for `Row.sampleDuration`.
  public static let hasSampleDuration: UInt32 = 0x100
  /// The flag for `Row.sampleSize`.
  public static let hasSampleSize: UInt32 = 0x200
  /// The flag for `Row.sampleFlags`.
  public static let hasSampleFlags: UInt32 = 0x400
  /// The flag for `Row.sampleCompositionTimeOffset`.
  public static let hasSampleCompositionTimeOffset: UInt32 = 0x800

  static let flagNames: FlagNames = [
    hasDataOffset: "hasDataOffset", hasFirstSampleFlags: "hasFirstSampleFlags",
    hasSampleDuration: "hasSampleDuration", hasSampleSize: "hasSampleSize",
    hasSampleFlags: "hasSampleFlags",
    hasSampleCompositionTimeOffset: "hasSampleCompositionTimeOffset",
  ]

  /// One sample of the run.
  public struct Row: TableRow {
    /// The duration in ticks of the media's timescale.
    public var sampleDuration: UInt32 = 0
    /// The size in bytes.
    public var sampleSize: UInt32 = 0
    /// The dependencies and other properties of the sample.
    public var sampleFlags = SampleFlags(rawValue: 0)
    /// The composition time minus the decoding time, in ticks of the media's timescale. It is read
    /// as signed in both versions, for the reason given at `CompositionOffsets.Row.sampleOffset`.
    public var sampleCompositionTimeOffset: Int32 = 0

    public init() {}

    public static var isVaried: Bool { true }

    /// The `layout` is the atom's flags for the fields of rows.
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

  /// The layout of rows that the atom's flags ask for: those of the flags that are about rows.
  public var rowLayout: UInt32 { Self.rowLayout(of: flags) }

  /// Returns those of the flags of a `trun` that are about rows.
  static func rowLayout(of flags: UInt32) -> UInt32 {
    flags
      & (hasSampleDuration | hasSampleSize | hasSampleFlags | hasSampleCompositionTimeOffset)
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
