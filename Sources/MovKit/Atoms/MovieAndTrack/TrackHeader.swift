/// `tkhd`: the properties of a track in the movie (ISO/IEC 14496-12, 8.3.2; QuickTime File Format,
/// "Track Header Atoms").
public struct TrackHeader: Record {
  /// 1 makes the dates and the duration 64 bits wide instead of 32.
  public var version: UInt8 = 0
  /// The sum of `enabled`, `inMovie`, `inPreview` and `inPoster`, or in ISO files `sizeIsAspectRatio`. The record
  /// does not know in which kind of file it is: in text and JSON, bit 3 (8) is always named `inPoster`.
  public var flags: UInt32 = Self.enabled | Self.inMovie
  /// When the track was created.
  public var creationTime = MacDate(rawValue: 0)
  /// When the track was last changed.
  public var modificationTime = MacDate(rawValue: 0)
  /// The number of the track: unique in the movie and never 0.
  public var trackID: UInt32 = 1
  /// Reserved, 4 bytes.
  public var reserved1 = Reserved()
  /// The sum of the durations of the track's edits, in ticks of the movie's timescale. All bits of
  /// the field set: not known.
  public var duration: UInt64 = 0
  /// Reserved, 8 bytes.
  public var reserved2 = Reserved()
  /// The front-to-back order of the tracks: a track with a lower number is in front.
  public var layer: Int16 = 0
  /// The number of the alternate group: only one track of a group is played or shown at a time. 0
  /// means that the track is in no group.
  public var alternateGroup: Int16 = 0
  /// The volume of an audio track, as 8.8 fixed point; 1 is full volume.
  public var volume = Fixed8x8(rawValue: 0)
  /// Reserved, 2 bytes.
  public var reserved3 = Reserved()
  /// The transformation from the track's picture to the movie's.
  public var matrix = Matrix()
  /// The width at which the track is shown before the matrix is applied, in pixels, as 16.16 fixed
  /// point.
  public var width = UFixed16x16(rawValue: 0)
  /// The height at which the track is shown before the matrix is applied, in pixels, as 16.16 fixed
  /// point.
  public var height = UFixed16x16(rawValue: 0)

  /// A bit of `flags`: the track is enabled. A disabled track is treated as if it were not there.
  public static let enabled: UInt32 = 1
  /// A bit of `flags`: the track is part of the movie's presentation.
  public static let inMovie: UInt32 = 2
  /// A bit of `flags`: the track is part of the movie's preview.
  public static let inPreview: UInt32 = 4
  /// A bit of `flags` in QuickTime files: the track is part of the movie's poster. It is the same
  /// bit as `sizeIsAspectRatio`.
  public static let inPoster: UInt32 = 8
  /// A bit of `flags` in ISO files: `width` and `height` give only an aspect ratio, not a size in
  /// pixels.
  public static let sizeIsAspectRatio: UInt32 = 8

  static let flagNames: FlagNames = [
    enabled: "enabled", inMovie: "inMovie", inPreview: "inPreview", inPoster: "inPoster",
  ]

  public init() {}

  /// Whether the `enabled` bit is set.
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
