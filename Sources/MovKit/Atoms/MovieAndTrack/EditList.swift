/// `elst`: the edits of a track. Each edit plays a stretch of the media, or nothing, for a stretch
/// of movie time (ISO/IEC 14496-12, 8.6.6; QuickTime File Format, "Edit List Atoms").
public struct EditList: Record {
  /// 1 makes durations and media times 64 bits wide instead of 32.
  public var version: UInt8 = 0
  /// Bit 0x1, `repeatEdits` (ISO/IEC 14496-12:2020 and later): the edit list is repeated.
  public var flags: UInt32 = 0
  /// The edits, in the order in which they are played.
  public var entries = Table<Row>(layout: 0)

  /// One edit.
  public struct Row: TableRow {
    /// The length of the edit in movie time, in ticks of the movie's timescale. All bits of the
    /// field set: not known.
    public var segmentDuration: UInt64 = 0
    /// The media time at which the edit starts, in ticks of the media's timescale; -1 for an empty
    /// edit.
    public var mediaTime: Int64 = 0
    /// The rate at which the media is played, as 16.16 fixed point; 0 holds one frame for the whole
    /// edit. ISO splits the field into `media_rate_integer` and `media_rate_fraction`.
    public var mediaRate = Fixed16x16.one

    public init() {}

    /// An edit of a stretch of media.
    /// - Parameters:
    ///   - segmentDuration: The length in ticks of the movie's timescale.
    ///   - mediaTime: The start in ticks of the media's timescale; -1 for an empty edit.
    ///   - mediaRate: The rate at which the media is played; 0 holds one frame.
    public init(segmentDuration: UInt64, mediaTime: Int64, mediaRate: Fixed16x16 = .one) {
      self.segmentDuration = segmentDuration
      self.mediaTime = mediaTime
      self.mediaRate = mediaRate
    }

    /// Whether nothing of the track is shown during this edit. Some writers store a 32-bit -1 in a
    /// list of 64-bit values, where it looks like a time; it counts as empty too.
    public var isEmpty: Bool { mediaTime == -1 || mediaTime == Int64(UInt32.max) }

    /// `layout` is the atom's version.
    public mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      let wide = layout == 1 ? 8 : 4
      try f.time(
        "segment_duration", &segmentDuration, bytes: wide, of: .movie, orAllBitsSet: "unknown")
      try f.time("media_time", &mediaTime, bytes: wide, of: .media, orAllBitsSet: "empty")
      try f("media_rate", &mediaRate)
    }
  }

  public init() {}

  /// An edit list of these edits: version 0 if every value fits in 32 bits, else version 1.
  public init(_ rows: [Row]) throws(FormatError) {
    version = Self.version(for: rows)
    entries = try Table(rows, layout: version)
  }

  /// Returns the lowest version that can hold the rows.
  static func version(for rows: some Sequence<Row>) -> UInt8 {
    let fits = rows.allSatisfy {
      HeaderVersion.lowest(durations: $0.segmentDuration) == 0
        && Int32(exactly: $0.mediaTime) != nil
    }
    return fits ? 0 : 1
  }

  /// Whether the length of an edit of this list is not known. How many ones say so depends on the version of the list.
  func isDurationUnknown(_ row: Row) -> Bool {
    HeaderVersion.isUnknown(duration: row.segmentDuration, version: version)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: [1: "repeatEdits"])
    try f.table("entries", &entries, layout: version)
  }
}
