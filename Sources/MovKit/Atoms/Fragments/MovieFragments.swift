/// `mehd`: the duration of the movie including all its fragments (ISO/IEC 14496-12, 8.8.2).
public struct MovieExtendsHeader: Record {
  /// Version 1 has a duration of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The duration of the longest track in ticks of the movie's timescale, fragments included. All
  /// bits set means that it is not known.
  public var fragmentDuration: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.time(
      "fragment_duration", &fragmentDuration, bytes: version == 1 ? 8 : 4, of: .movie,
      orAllBitsSet: "unknown")
  }
}

/// The dependencies and other properties of a sample in a fragment (ISO/IEC 14496-12, 8.8.3.1).
///
/// The first four properties have the meaning of the fields of `SampleDependencies.Row`.
public struct SampleFlags: FieldScalar, Hashable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// 1: a leading sample that cannot be decoded after a start at its sync sample. 2: not a leading
  /// sample. 3: a leading sample that can be decoded. 0: unknown.
  public var isLeading: UInt32 {
    get { self[26] }
    set { self[26] = newValue }
  }
  /// 1: depends on other samples. 2: depends on none, as an I picture. 0: unknown.
  public var dependsOn: UInt32 {
    get { self[24] }
    set { self[24] = newValue }
  }
  /// 1: other samples may depend on it. 2: none does, so it can be dropped. 0: unknown.
  public var isDependedOn: UInt32 {
    get { self[22] }
    set { self[22] = newValue }
  }
  /// 1: contains redundant coding. 2: does not. 0: unknown.
  public var hasRedundancy: UInt32 {
    get { self[20] }
    set { self[20] = newValue }
  }
  /// The number of unused bits at the end of the sample's last byte, from 0 to 7.
  public var padding: UInt32 {
    get { rawValue >> 17 & 7 }
    set { rawValue = rawValue & ~(7 << 17) | (newValue & 7) << 17 }
  }
  /// The degradation priority, as in `stdp`. It helps to choose which samples to drop if not all
  /// can be sent.
  public var degradationPriority: UInt16 {
    get { UInt16(truncatingIfNeeded: rawValue) }
    set { rawValue = rawValue & ~0xFFFF | UInt32(newValue) }
  }
  /// True if the sample is not a sync sample, so decoding cannot start at it.
  public var isNonSync: Bool {
    get { rawValue & 0x1_0000 != 0 }
    set { rawValue = newValue ? rawValue | 0x1_0000 : rawValue & ~0x1_0000 }
  }

  /// The two bits of which the lower one is bit `place`.
  private subscript(place: UInt32) -> UInt32 {
    get { rawValue >> place & 3 }
    set { rawValue = rawValue & ~(3 << place) | (newValue & 3) << place }
  }

  private static let names = FlagNames([.init("sync", nonSync, isInverted: true)])
  private static let nonSync: UInt64 = 0x1_0000

  public var fieldValue: FieldValue { .flags(UInt64(rawValue), Self.names) }
}

/// `trex`: the defaults for the samples in the fragments of a track. A `tfhd` or `trun` can
/// override them (ISO/IEC 14496-12, 8.8.3).
public struct TrackExtends: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the track that the defaults are for.
  public var trackID: UInt32 = 1
  /// The number of the sample description in `stsd`, from 1.
  public var defaultSampleDescriptionIndex: UInt32 = 1
  /// The duration of a sample in ticks of the media's timescale.
  public var defaultSampleDuration: UInt32 = 0
  /// The size of a sample in bytes.
  public var defaultSampleSize: UInt32 = 0
  /// The dependencies and other properties of a sample.
  public var defaultSampleFlags = SampleFlags(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("track_ID", &trackID)
    try f("default_sample_description_index", &defaultSampleDescriptionIndex)
    try f.time("default_sample_duration", &defaultSampleDuration, of: .media)
    try f("default_sample_size", &defaultSampleSize)
    try f("default_sample_flags", &defaultSampleFlags)
  }
}

/// `mfhd`: the number of the fragment (ISO/IEC 14496-12, 8.8.5).
public struct MovieFragmentHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of the fragment, which increases from each fragment to the next.
  public var sequenceNumber: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sequence_number", &sequenceNumber)
  }
}

/// `mfro`: the size of the enclosing `mfra`, that is how many bytes before the end of the file
/// `mfra` starts. It is the last atom in `mfra`, which is the last atom of the file
/// (ISO/IEC 14496-12, 8.8.11).
public struct MovieFragmentRandomAccessOffset: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The size of the enclosing `mfra` in bytes.
  public var parentSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("parent_size", &parentSize)
  }
}

/// `tfra`: the places and times of sync samples of a track. Not all of them need be listed
/// (ISO/IEC 14496-12, 8.8.10).
public struct TrackFragmentRandomAccess: HoldsFileOffsets {
  /// Version 1 has times and offsets of 64 bits, version 0 of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the track.
  public var trackID: UInt32 = 1
  /// Three reserved bytes.
  public var reserved = Reserved()
  /// Two reserved bits, kept as they are.
  public var reservedBits: UInt8 = 0
  /// The number of bytes of `Row.trafNumber`, minus 1: 0 to 3.
  public var lengthSizeOfTrafNum: UInt8 = 0
  /// The number of bytes of `Row.trunNumber`, minus 1: 0 to 3.
  public var lengthSizeOfTrunNum: UInt8 = 0
  /// The number of bytes of `Row.sampleNumber`, minus 1: 0 to 3.
  public var lengthSizeOfSampleNum: UInt8 = 0
  /// The sync samples that are listed.
  public var entries = Table<Row>(
    layout: RowLayout(version: 0, trafBytes: 1, trunBytes: 1, sampleBytes: 1))

  /// The widths of the numbers in a row.
  public struct RowLayout: Equatable, Sendable {
    /// The atom's version.
    public var version: UInt8
    /// The number of bytes of `Row.trafNumber`: 1 to 4.
    public var trafBytes: Int
    /// The number of bytes of `Row.trunNumber`: 1 to 4.
    public var trunBytes: Int
    /// The number of bytes of `Row.sampleNumber`: 1 to 4.
    public var sampleBytes: Int
  }

  /// The place and the time of one sync sample.
  public struct Row: TableRow {
    /// The presentation time of the sample in ticks of the media's timescale.
    public var time: UInt64 = 0
    /// The place of the `moof` that holds the sample, in bytes from the start of the file.
    public var moofOffset: UInt64 = 0
    /// The number of the `traf` in the `moof`, from 1.
    public var trafNumber: UInt32 = 1
    /// The number of the `trun` in the `traf`, from 1.
    public var trunNumber: UInt32 = 1
    /// The number of the sample in the `trun`, from 1.
    public var sampleNumber: UInt32 = 1

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: RowLayout) throws(FormatError) {
      let wide = layout.version == 1 ? 8 : 4
      try f("time", &time, bytes: wide)
      try f.fileOffset("moof_offset", &moofOffset, bytes: wide, from: .file, isAtom: true)
      try f("traf_number", &trafNumber, bytes: layout.trafBytes)
      try f("trun_number", &trunNumber, bytes: layout.trunBytes)
      try f("sample_number", &sampleNumber, bytes: layout.sampleBytes)
    }
  }

  public init() {}

  /// The layout of rows that the other fields of the atom ask for.
  public var rowLayout: RowLayout {
    RowLayout(
      version: version, trafBytes: Int(lengthSizeOfTrafNum & 3) + 1,
      trunBytes: Int(lengthSizeOfTrunNum & 3) + 1,
      sampleBytes: Int(lengthSizeOfSampleNum & 3) + 1)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("track_ID", &trackID)
    try f.reserved(&reserved, 3)
    try f.reservedBits(&reservedBits, 2)
    try f.bits("length_size_of_traf_num", &lengthSizeOfTrafNum, 2)
    try f.bits("length_size_of_trun_num", &lengthSizeOfTrunNum, 2)
    try f.bits("length_size_of_sample_num", &lengthSizeOfSampleNum, 2)
    var count = entries.count
    try f.count("number_of_entry", &count, bytes: 4)
    try f.rows("entries", &entries, count: count, layout: rowLayout)
  }

  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    guard version == 0 else { return nil }
    var wide = self
    wide.version = 1
    wide.entries = try Table(Array(entries), layout: wide.rowLayout)
    return (wide, nil)
  }
}
