/// `trep` in `mvex`: properties of a track that hold for all its fragments, as child atoms
/// (ISO/IEC 14496-12, 8.8.15).
public struct TrackExtensionProperties: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the track.
  public var trackID: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("track_ID", &trackID)
    try f.children()
  }
}

/// `assp` in `trep`: how far back decoding must start (ISO/IEC 14496-12, 8.8.16).
public struct AlternativeStartupProperties: Record {
  /// Version 1 has an entry for each kind of group, version 0 only the offset.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The smallest offset of the alternative start, in ticks of the track's timescale. Only in
  /// version 0.
  public var minInitialAltStartupOffset: Int32 = 0
  /// The offsets by group. Only in version 1.
  public var entries = Table<Entry>()

  /// The offset for a group.
  public struct Entry: TableRow {
    /// Distinguishes groupings of one type.
    public var groupingTypeParameter: UInt32 = 0
    /// The smallest offset of the alternative start, in ticks of the track's timescale.
    public var minInitialAltStartupOffset: Int32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("grouping_type_parameter", &groupingTypeParameter)
      try f("min_initial_alt_startup_offset", &minInitialAltStartupOffset)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    guard version == 1 else {
      return try f("min_initial_alt_startup_offset", &minInitialAltStartupOffset)
    }
    var count = entries.count
    try f.count("num_entries", &count, bytes: 4)
    try f.rows("entries", &entries, count: count, layout: FixedLayout())
  }
}

/// `leva` in `mvex`: the levels into which fragments are divided (ISO/IEC 14496-12, 8.8.13).
public struct LevelAssignments: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The levels, at most 255.
  public var levels: [Level] = []

  /// What belongs to a level.
  public struct Level: Record {
    /// The ID of the track.
    public var trackID: UInt32 = 0
    /// 1: a part of the level can be made complete with zeros.
    public var paddingFlag: UInt8 = 0
    /// What decides: 0 and 1 a group of samples, 2 and 3 the track, 4 a sub-track. 7 bits.
    public var assignmentType: UInt8 = 2
    /// The type of the groups, with an assignment type of 0 or 1.
    public var groupingType = FourCC(rawValue: 0)
    /// Distinguishes groupings of one type, with an assignment type of 1.
    public var groupingTypeParameter: UInt32 = 0
    /// The ID of the sub-track, with an assignment type of 4.
    public var subTrackID: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("track_ID", &trackID)
      try f.bits("padding_flag", &paddingFlag, 1)
      try f.bits("assignment_type", &assignmentType, 7)
      if assignmentType <= 1 { try f.code("grouping_type", &groupingType, of: .sampleGroup) }
      if assignmentType == 1 { try f("grouping_type_parameter", &groupingTypeParameter) }
      if assignmentType == 4 { try f("sub_track_ID", &subTrackID) }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = levels.count
    try f.count("level_count", &count, bytes: 1)
    try f.list("levels", &levels, count: count)
  }
}

/// `trik` in `traf`: which pictures can be shown alone, for fast playback (Common File Format and
/// Media Formats Specification, 2.2.7).
public struct TrickPlay: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// One row for each sample.
  public var samples = Table<Row>()

  /// A sample.
  public struct Row: TableRow {
    /// 0: not known. 1: an IDR picture. 2: a picture at which decoding can start. 3: another.
    public var pictureType: UInt8 = 0
    /// How many steps of references lead to the sample. 6 bits.
    public var dependencyLevel: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.bits("pic_type", &pictureType, 2)
      try f.bits("dependency_level", &dependencyLevel, 6)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("samples", &samples, layout: FixedLayout())
  }
}

/// `ssix`: the levels of the parts of a segment (ISO/IEC 14496-12, 8.16.4).
public struct SubsegmentIndex: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The parts, in the order of `sidx`.
  public var subsegments: RecordList<Subsegment> = []

  /// A part of a segment.
  public struct Subsegment: Record {
    /// The stretches of the part.
    public var ranges = Table<Range>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var count = ranges.count
      try f.count("range_count", &count, bytes: 4)
      try f.rows("ranges", &ranges, count: count, layout: FixedLayout())
    }
  }

  /// A stretch of one level.
  public struct Range: TableRow {
    /// The level that `leva` defines, from 1.
    public var level: UInt8 = 0
    /// The number of bytes. 24 bits.
    public var rangeSize: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("level", &level)
      try f("range_size", &rangeSize, bytes: 3)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = subsegments.count
    try f.count("subsegment_count", &count, bytes: 4)
    try f.list("subsegments", &subsegments, count: count)
  }
}
