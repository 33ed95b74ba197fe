/// `elst`: which stretches of the media make up the track, in order
/// (ISO/IEC 14496-12, 8.6.6; QuickTime File Format, "Edit List Atoms").
public struct EditList: Record {
  /// 1 makes durations and media times 64 bits wide.
  public var version: UInt8 = 0
  /// `repeatEdits` is of ISO/IEC 14496-12:2020.
  public var flags: UInt32 = 0
  public var entries = Table<Row>(layout: 0)

  public struct Row: TableRow {
    /// In units of the movie's time scale.
    public var segmentDuration: UInt64 = 0
    /// In units of the media's time scale; -1 for an empty edit.
    public var mediaTime: Int64 = 0
    /// ISO splits it into `media_rate_integer` and `media_rate_fraction`. 0 dwells on one frame.
    public var mediaRate = Fixed16x16.one

    public init() {}

    public init(segmentDuration: UInt64, mediaTime: Int64, mediaRate: Fixed16x16 = .one) {
      self.segmentDuration = segmentDuration
      self.mediaTime = mediaTime
      self.mediaRate = mediaRate
    }

    /// Whether the movie shows nothing of the track meanwhile. Some writers put a -1 of 32 bits into
    /// a list of 64, where it looks like a time.
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

  /// In version 0 where every value fits 32 bits, else in version 1.
  public init(_ rows: [Row]) throws(FormatError) {
    let fits = rows.allSatisfy {
      HeaderVersion.lowest(durations: $0.segmentDuration) == 0
        && Int32(exactly: $0.mediaTime) != nil
    }
    version = fits ? 0 : 1
    entries = try Table(rows, layout: version)
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: [1: "repeatEdits"])
    try f.table("entries", &entries, layout: version)
  }
}
