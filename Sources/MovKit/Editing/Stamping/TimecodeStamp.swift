/// A timecode track to be added to a movie.
package struct TimecodeStamp: Sendable {
  package var format: TimecodeFormat
  /// The frame number at the first frame of the video.
  package var startFrame: Int64
  /// The IDs of the video tracks that it belongs to.
  package var trackIDs: [UInt32]
  /// Whether it replaces all timecode tracks of the movie.
  package var replaces: Bool

  package init(
    format: TimecodeFormat, startFrame: Int64, trackIDs: [UInt32], replaces: Bool = false
  ) {
    self.format = format
    self.startFrame = startFrame
    self.trackIDs = trackIDs
    self.replaces = replaces
  }
}

/// A timecode track that was added to a movie.
struct AddedTimecode: Sendable {
  var stamp: TimecodeStamp
  var trackID: UInt32
  /// The IDs of the tracks that refer to it by `tmcd`.
  var referring: Set<UInt32>
}

/// The times of a timecode track with one sample.
struct TimecodeExtent {
  /// The number of ticks per second of the timecode media.
  var timescale: UInt32
  /// The duration of the only sample in ticks of the media.
  var sampleDuration: UInt32
  /// The time before the first frame of the video, when the movie shows nothing, in ticks of the
  /// movie.
  var leadingGap: UInt64
  /// The duration for which the timecode is shown after the gap, in ticks of the movie.
  var shown: UInt64

  /// The extent of some video tracks together after edits: from the first frame of any to the end
  /// of the last. Composition offsets do not extend it.
  ///
  /// Throws if there is no duration, or none that fits 32 bits in any usual timescale.
  init(of videos: [Track], in movie: Movie, frameDuration: MediaTime) throws(FormatError) {
    guard let video = videos.max(by: { $0.editedDuration < $1.editedDuration }),
      let movieScale = Int32(exactly: movie.timescale), movieScale > 0
    else {
      throw FormatError(
        .invalidTime("the movie has no valid timescale"), path: "moov/mvhd")
    }
    func refuse(_ reason: String) -> FormatError {
      FormatError(.invalidTime(reason), path: video.path, at: video.atom.offset)
    }
    let end = video.editedDuration
    let gap = videos.map(\.leadingGap).min() ?? .zero
    let length = end - gap
    guard length.isNumeric, length.value > 0 else { throw refuse("the video has no duration") }
    // Rounded down, so that the first frame never comes before its timecode.
    leadingGap = UInt64(clamping: gap.converted(to: movieScale, rounding: .towardZero).value)
    let (whole, overflow) = UInt64(clamping: end.converted(to: movieScale).value)
      .subtractingReportingOverflow(leadingGap)
    guard !overflow, whole > 0 else { throw refuse("the video has no duration") }
    shown = whole
    // The timescale of the video is tried first, as the QuickTime File Format requires. With 90000
    // ticks per second, 32 bits last 13 hours; the timescale of the frame rate or of the movie
    // lasts longer.
    let common = greatestCommonDivisor(
      frameDuration.value.magnitude, UInt64(frameDuration.timescale.magnitude))
    let rateScale = Int64(frameDuration.timescale) / Int64(clamping: max(1, common))
    for candidate in [Int64(video.timescale), rateScale, Int64(movieScale)] {
      guard let timescale = Int32(exactly: candidate), timescale > 0 else { continue }
      let ticks = length.converted(to: timescale, rounding: .awayFromZero)
      if ticks.isNumeric, let duration = UInt32(exactly: ticks.value), duration > 0 {
        self.timescale = UInt32(timescale)
        sampleDuration = duration
        return
      }
    }
    throw refuse("the video is too long for one timecode sample")
  }
}

extension Track {
  /// The time for which the movie shows nothing of the track: until the end of its empty edits, or
  /// until the composition time of its first frame if no edit compensates for that.
  fileprivate var leadingGap: MediaTime {
    var frames = try? PresentedFrames(self)
    if let first = frames?.next()?.time, first < editedDuration { return first }
    return edits.prefix { $0.isEmpty }.last?.target.end ?? .zero
  }
}
