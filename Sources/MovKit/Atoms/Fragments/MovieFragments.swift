/// `mehd`: how long the movie is with all its fragments (ISO/IEC 14496-12, 8.8.2).
public struct MovieExtendsHeader: Record {
  /// 1 makes the duration 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// In units of the movie's time scale.
  public var fragmentDuration: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.time(
      "fragment_duration", &fragmentDuration, bytes: version == 1 ? 8 : 4, of: .movie,
      orAllBitsSet: "unknown")
  }
}

/// What a fragment says of a sample's part among others (ISO/IEC 14496-12, 8.8.3.1).
public struct SampleFlags: FieldScalar, Hashable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// 1: leading, and needs what comes before the sync sample. 2: not leading. 3: leading, and can be
  /// decoded. 0: unknown.
  public var isLeading: UInt32 {
    get { self[26] }
    set { self[26] = newValue }
  }
  /// 1: on others. 2: on none, as an I-picture. 0: unknown.
  public var dependsOn: UInt32 {
    get { self[24] }
    set { self[24] = newValue }
  }
  /// 1: others do. 2: none does, so that it can be dropped. 0: unknown.
  public var isDependedOn: UInt32 {
    get { self[22] }
    set { self[22] = newValue }
  }
  /// 1: it is coded more than once. 2: it is not. 0: unknown.
  public var hasRedundancy: UInt32 {
    get { self[20] }
    set { self[20] = newValue }
  }
  /// Bits at the end of the sample's last byte that are not part of it.
  public var padding: UInt32 {
    get { rawValue >> 17 & 7 }
    set { rawValue = rawValue & ~(7 << 17) | (newValue & 7) << 17 }
  }
  /// What is to be dropped first when not all samples can be sent.
  public var degradationPriority: UInt16 {
    get { UInt16(truncatingIfNeeded: rawValue) }
    set { rawValue = rawValue & ~0xFFFF | UInt32(newValue) }
  }
  /// True where decoding cannot begin at the sample.
  public var isNonSync: Bool {
    get { rawValue & 0x1_0000 != 0 }
    set { rawValue = newValue ? rawValue | 0x1_0000 : rawValue & ~0x1_0000 }
  }

  /// Two bits, the lower of which is bit `place`.
  private subscript(place: UInt32) -> UInt32 {
    get { rawValue >> place & 3 }
    set { rawValue = rawValue & ~(3 << place) | (newValue & 3) << place }
  }

  private static let names = FlagNames([.init("sync", nonSync, isInverted: true)])
  private static let nonSync: UInt64 = 0x1_0000

  public var fieldValue: FieldValue { .flags(UInt64(rawValue), Self.names) }
}

/// `trex`: what holds for the samples of a track's fragments unless these say otherwise
/// (ISO/IEC 14496-12, 8.8.3).
public struct TrackExtends: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var trackID: UInt32 = 1
  /// Counted from 1.
  public var defaultSampleDescriptionIndex: UInt32 = 1
  /// In units of the media's time scale.
  public var defaultSampleDuration: UInt32 = 0
  public var defaultSampleSize: UInt32 = 0
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

/// `mfhd`: the fragment's number, which only grows from one to the next
/// (ISO/IEC 14496-12, 8.8.5).
public struct MovieFragmentHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var sequenceNumber: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sequence_number", &sequenceNumber)
  }
}

/// `mfro`: how many bytes before the end of the file `mfra` begins (ISO/IEC 14496-12, 8.8.11).
public struct MovieFragmentRandomAccessOffset: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Bytes of the enclosing `mfra`.
  public var parentSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("parent_size", &parentSize)
  }
}

/// `tfra`: where in the file some of a track's sync samples are (ISO/IEC 14496-12, 8.8.10).
public struct TrackFragmentRandomAccess: HoldsFileOffsets {
  /// 1 makes times and offsets 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var trackID: UInt32 = 1
  public var reserved = Reserved()
  public var reservedBits: UInt8 = 0
  /// Bytes of a row's three numbers, each less one: 0 to 3.
  public var lengthSizeOfTrafNum: UInt8 = 0
  public var lengthSizeOfTrunNum: UInt8 = 0
  public var lengthSizeOfSampleNum: UInt8 = 0
  public var entries = Table<Row>(
    layout: RowLayout(version: 0, trafBytes: 1, trunBytes: 1, sampleBytes: 1))

  /// How wide the numbers of a row are.
  public struct RowLayout: Equatable, Sendable {
    /// The atom's version.
    public var version: UInt8
    public var trafBytes: Int
    public var trunBytes: Int
    public var sampleBytes: Int
  }

  public struct Row: TableRow {
    /// Presentation time in units of the media's time scale.
    public var time: UInt64 = 0
    /// Of the `moof`, in bytes from the start of the file.
    public var moofOffset: UInt64 = 0
    /// This and the following numbers count from 1.
    public var trafNumber: UInt32 = 1
    public var trunNumber: UInt32 = 1
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

  /// The layout of rows that the atom's own fields ask for.
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
