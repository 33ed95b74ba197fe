/// `tfhd`: what holds for the samples of one track in a fragment. What is nil is as `trex` has it
/// (ISO/IEC 14496-12, 8.8.7).
public struct TrackFragmentHeader: Record {
  public var version: UInt8 = 0
  /// Without the bits that tell which fields are there: these follow from the fields.
  public var flags: UInt32 = 0x2_0000
  public var trackID: UInt32 = 1
  /// From where `trun` counts its offset, in bytes from the start of the file.
  public var baseDataOffset: UInt64?
  /// Counted from 1.
  public var sampleDescriptionIndex: UInt32?
  /// In units of the media's time scale.
  public var defaultSampleDuration: UInt32?
  public var defaultSampleSize: UInt32?
  public var defaultSampleFlags: UInt32?

  public init() {}

  /// There are no samples for the default duration.
  public var durationIsEmpty: Bool { flags & 0x1_0000 != 0 }
  /// Without a base offset, the `moof` is the base and not the data of the track before.
  public var defaultBaseIsMoof: Bool { flags & 0x2_0000 != 0 }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var wire = flags & ~0x3B
    if baseDataOffset != nil { wire |= 0x1 }
    if sampleDescriptionIndex != nil { wire |= 0x2 }
    if defaultSampleDuration != nil { wire |= 0x8 }
    if defaultSampleSize != nil { wire |= 0x10 }
    if defaultSampleFlags != nil { wire |= 0x20 }
    try f.version(&version, upTo: 0, flags: &wire)
    flags = wire & ~0x3B
    try f("track_ID", &trackID)
    try f("base_data_offset", &baseDataOffset, isPresent: wire & 0x1 != 0)
    try f("sample_description_index", &sampleDescriptionIndex, isPresent: wire & 0x2 != 0)
    try f("default_sample_duration", &defaultSampleDuration, isPresent: wire & 0x8 != 0)
    try f("default_sample_size", &defaultSampleSize, isPresent: wire & 0x10 != 0)
    try f("default_sample_flags", &defaultSampleFlags, isPresent: wire & 0x20 != 0)
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
    try f("base_media_decode_time", &baseMediaDecodeTime, bytes: version == 1 ? 8 : 4)
  }
}

/// `trun`: samples that lie one behind the other (ISO/IEC 14496-12, 8.8.8).
public struct TrackFragmentRun: Record {
  public var version: UInt8 = 0
  /// Without the bits that tell which fields are there: these follow from the fields, and from the
  /// layout of `rows`.
  public var flags: UInt32 = 0
  /// Where the data begins, in bytes from the base that `tfhd` gives.
  public var dataOffset: Int32?
  public var firstSampleFlags: UInt32?
  /// One for each sample. Where the layout has no field, rows of no bytes.
  public var rows = Table<Row>(layout: RowLayout())

  /// Which fields a row has.
  public struct RowLayout: OptionSet, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let duration = RowLayout(rawValue: 0x100)
    public static let size = RowLayout(rawValue: 0x200)
    public static let flags = RowLayout(rawValue: 0x400)
    public static let compositionTimeOffset = RowLayout(rawValue: 0x800)
    static let all: RowLayout = [.duration, .size, .flags, .compositionTimeOffset]
  }

  /// What is nil is as `tfhd` or `trex` has it.
  public struct Row: TableRow {
    /// In units of the media's time scale.
    public var sampleDuration: UInt32?
    public var sampleSize: UInt32?
    public var sampleFlags: UInt32?
    /// In units of the media's time scale. Taken as signed in both versions, for the reason that
    /// `CompositionOffsets` gives.
    public var sampleCompositionTimeOffset: Int32?

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: RowLayout) throws(FormatError) {
      try f("sample_duration", &sampleDuration, isPresent: layout.contains(.duration))
      try f("sample_size", &sampleSize, isPresent: layout.contains(.size))
      try f("sample_flags", &sampleFlags, isPresent: layout.contains(.flags))
      try f(
        "sample_composition_time_offset", &sampleCompositionTimeOffset,
        isPresent: layout.contains(.compositionTimeOffset))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    let rowBits = RowLayout.all.rawValue
    let ownBits = ~(rowBits | 0x5)
    var wire = flags & ownBits | rows.layout.rawValue & rowBits
    if dataOffset != nil { wire |= 0x1 }
    if firstSampleFlags != nil { wire |= 0x4 }
    try f.version(&version, upTo: 1, flags: &wire)
    flags = wire & ownBits
    var count = rows.count
    try f.count("sample_count", &count, bytes: 4)
    try f("data_offset", &dataOffset, isPresent: wire & 0x1 != 0)
    try f("first_sample_flags", &firstSampleFlags, isPresent: wire & 0x4 != 0)
    try f.rows("samples", &rows, count: count, layout: RowLayout(rawValue: wire & rowBits))
  }
}
