/// A timecode track to be added to a movie.
public struct TimecodeStamp: Sendable {
  public var format: TimecodeFormat
  /// At the first frame of the video.
  public var startFrame: Int64
  /// The video tracks that it belongs to.
  public var trackIDs: [UInt32]

  public init(format: TimecodeFormat, startFrame: Int64, trackIDs: [UInt32]) {
    self.format = format
    self.startFrame = startFrame
    self.trackIDs = trackIDs
  }
}

/// How long a timecode track is to be.
struct TimecodeExtent {
  /// Ticks a second of the timecode media.
  var timescale: UInt32
  /// Ticks of the one sample.
  var sampleDuration: UInt32
  /// What the movie shows before the first frame of the video: nothing. Ticks of the movie.
  var leadingGap: UInt64
  /// How long the timecode is shown then, in ticks of the movie.
  var shown: UInt64

  /// The extent of the longest of some video tracks, as their edits show them: a composition offset
  /// makes none of them longer.
  ///
  /// Throws where there is no length, or none that 32 bits hold in any usual timescale.
  init(of videos: [Track], in movie: Movie, frameDuration: MediaTime) throws(FormatError) {
    guard let video = videos.max(by: { $0.editedDuration < $1.editedDuration }),
      movie.timescale > 0, movie.timescale <= UInt32(Int32.max)
    else {
      throw FormatError(.invalid("the movie has no timescale"), path: "moov/mvhd")
    }
    let gap = video.edits.prefix { $0.isEmpty }.last?.target.end ?? .zero
    let length = video.editedDuration - gap
    guard length.isNumeric, length.value > 0 else {
      throw FormatError(
        .invalid("the video has no duration"), path: video.path, at: video.atom.offset)
    }
    let scale = Int32(movie.timescale)
    leadingGap = UInt64(clamping: gap.converted(to: scale).value)
    shown = UInt64(clamping: length.converted(to: scale).value)
    // A video timescale of 90000 fills 32 bits after 13 hours; that of the frame rate lasts longer.
    let timescales = [video.timescale, UInt32(clamping: frameDuration.timescale)]
    for timescale in timescales where timescale > 0 && timescale <= UInt32(Int32.max) {
      let ticks = length.converted(to: Int32(timescale), rounding: .awayFromZero)
      if ticks.isNumeric, let duration = UInt32(exactly: ticks.value), duration > 0 {
        self.timescale = timescale
        sampleDuration = duration
        return
      }
    }
    throw FormatError(
      .invalid("the video is too long for one timecode sample"), path: video.path,
      at: video.atom.offset)
  }
}
