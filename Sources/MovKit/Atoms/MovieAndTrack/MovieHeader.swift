/// `mvhd`: the properties of the movie as a whole (ISO/IEC 14496-12, 8.2.2; QuickTime File Format,
/// "Movie Header Atoms").
public struct MovieHeader: Record {
  /// 1 makes the dates and the duration 64 bits wide instead of 32.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// When the movie was created.
  public var creationTime = MacDate(rawValue: 0)
  /// When the movie was last changed.
  public var modificationTime = MacDate(rawValue: 0)
  /// The number of ticks per second of movie time.
  public var timescale: UInt32 = 600
  /// The length of the movie, in ticks of `timescale`. All bits of the field set: not known.
  public var duration: UInt64 = 0
  /// The preferred playback rate, as 16.16 fixed point; 1 is normal speed.
  public var rate = Fixed16x16.one
  /// The preferred playback volume, as 8.8 fixed point; 1 is full volume.
  public var volume = Fixed8x8.one
  /// Reserved, 10 bytes.
  public var reserved = Reserved()
  /// The transformation from the tracks' pictures to the display.
  public var matrix = Matrix()
  /// QuickTime: the movie time at which the preview starts. This field and those up to
  /// `currentTime` are in ticks of `timescale` and are 0 in ISO files.
  public var previewTime: UInt32 = 0
  /// QuickTime: the length of the preview, in ticks of `timescale`.
  public var previewDuration: UInt32 = 0
  /// QuickTime: the movie time of the poster, in ticks of `timescale`.
  public var posterTime: UInt32 = 0
  /// QuickTime: the movie time at which the selection starts, in ticks of `timescale`.
  public var selectionTime: UInt32 = 0
  /// QuickTime: the length of the selection, in ticks of `timescale`.
  public var selectionDuration: UInt32 = 0
  /// QuickTime: the current position in the movie, in ticks of `timescale`.
  public var currentTime: UInt32 = 0
  /// The ID for the next track to be added. It is larger than the ID of any track, or all bits are
  /// set if no larger number is left.
  public var nextTrackID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    let wide = version == 1 ? 8 : 4
    try f("creation_time", &creationTime, bytes: wide)
    try f("modification_time", &modificationTime, bytes: wide)
    try f("timescale", &timescale)
    try f.time(
      "duration", &duration, bytes: wide, of: .ticks(perSecond: timescale), orAllBitsSet: "unknown")
    try f("rate", &rate)
    try f("volume", &volume)
    try f.reserved(&reserved, 10)
    try f("matrix", &matrix)
    try f.time("preview_time", &previewTime, of: .ticks(perSecond: timescale))
    try f.time("preview_duration", &previewDuration, of: .ticks(perSecond: timescale))
    try f.time("poster_time", &posterTime, of: .ticks(perSecond: timescale))
    try f.time("selection_time", &selectionTime, of: .ticks(perSecond: timescale))
    try f.time("selection_duration", &selectionDuration, of: .ticks(perSecond: timescale))
    try f.time("current_time", &currentTime, of: .ticks(perSecond: timescale))
    try f("next_track_ID", &nextTrackID)
  }
}
