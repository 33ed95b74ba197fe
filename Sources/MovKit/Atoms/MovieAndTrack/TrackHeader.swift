/// `tkhd`: one track's place in the movie
/// (ISO/IEC 14496-12, 8.3.2; QuickTime File Format, "Track Header Atoms").
public struct TrackHeader: Record {
  /// 1 makes the times and the duration 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = Self.enabled | Self.inMovie
  public var creationTime = MacDate(rawValue: 0)
  public var modificationTime = MacDate(rawValue: 0)
  /// Unique in the movie and never 0.
  public var trackID: UInt32 = 1
  public var reserved1 = Reserved()
  /// The sum of the track's edits in units of the movie's time scale. All bits of the field set:
  /// not known.
  public var duration: UInt64 = 0
  public var reserved2 = Reserved()
  /// Tracks with lower numbers are in front.
  public var layer: Int16 = 0
  /// Of the tracks with the same number only one is shown at a time; 0 is no group.
  public var alternateGroup: Int16 = 0
  public var volume = Fixed8x8(rawValue: 0)
  public var reserved3 = Reserved()
  public var matrix = Matrix()
  public var width = UFixed16x16(rawValue: 0)
  public var height = UFixed16x16(rawValue: 0)

  public static let enabled: UInt32 = 1
  public static let inMovie: UInt32 = 2
  public static let inPreview: UInt32 = 4
  /// QuickTime: the track is part of the poster. The bit is the one of `sizeIsAspectRatio`.
  public static let inPoster: UInt32 = 8
  /// ISO: width and height are only a proportion.
  public static let sizeIsAspectRatio: UInt32 = 8

  static let flagNames: FlagNames = [
    enabled: "enabled", inMovie: "inMovie", inPreview: "inPreview", inPoster: "inPoster",
  ]

  public init() {}

  public var isEnabled: Bool { flags & Self.enabled != 0 }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: Self.flagNames)
    let wide = version == 1 ? 8 : 4
    try f("creation_time", &creationTime, bytes: wide)
    try f("modification_time", &modificationTime, bytes: wide)
    try f("track_ID", &trackID)
    try f.reserved(&reserved1, 4)
    try f.time("duration", &duration, bytes: wide, of: .movie, orAllBitsSet: "unknown")
    try f.reserved(&reserved2, 8)
    try f("layer", &layer)
    try f("alternate_group", &alternateGroup)
    try f("volume", &volume)
    try f.reserved(&reserved3, 2)
    try f("matrix", &matrix)
    try f("width", &width)
    try f("height", &height)
  }
}
