/// `mvhd`: what holds for the movie as a whole
/// (ISO/IEC 14496-12, 8.2.2; QuickTime File Format, "Movie Header Atoms").
public struct MovieHeader: Record {
  /// 1 makes the times and the duration 64 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var creationTime = MacDate(rawValue: 0)
  public var modificationTime = MacDate(rawValue: 0)
  /// Units a second of all movie times.
  public var timescale: UInt32 = 600
  /// In units of `timescale`. All bits of the field set: not known.
  public var duration: UInt64 = 0
  /// The rate at which the movie wants to be played.
  public var rate = Fixed16x16.one
  public var volume = Fixed8x8.one
  public var reserved = Reserved()
  public var matrix = Matrix()
  /// From here to `currentTime`: movie times of QuickTime, which ISO files have as zero.
  public var previewTime: UInt32 = 0
  public var previewDuration: UInt32 = 0
  public var posterTime: UInt32 = 0
  public var selectionTime: UInt32 = 0
  public var selectionDuration: UInt32 = 0
  public var currentTime: UInt32 = 0
  /// Larger than any track's, or all bits set where the numbers are used up.
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
