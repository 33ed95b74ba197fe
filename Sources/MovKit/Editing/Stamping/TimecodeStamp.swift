/// A timecode track to be added to a movie.
package struct TimecodeStamp: Sendable {
  /// What the track says.
  package enum Content: Equatable, Sendable {
    /// Timecode that counts from this number, from the first frame of the video to its end.
    case wholeVideo(TimecodeFormat, startFrame: Int64)
    /// Runs in movie time, in order.
    case runs(PackedRuns)
    /// A track with these very samples and edits.
    case media(TimecodeMedia)
  }

  package var content: Content
  /// The IDs of the video tracks that it belongs to.
  package var trackIDs: [UInt32]
  /// Whether it replaces all timecode tracks of the movie.
  package var replaces: Bool
  /// Whether its formats are those of another timecode track, and keep the ticks in which that states the duration of
  /// a frame.
  package var keepsTicks = false

  package init(_ content: Content, trackIDs: [UInt32], replaces: Bool = false) {
    self.content = content
    self.trackIDs = trackIDs
    self.replaces = replaces
  }

  package init(
    format: TimecodeFormat, startFrame: Int64, trackIDs: [UInt32], replaces: Bool = false
  ) {
    self.init(
      .wholeVideo(format, startFrame: startFrame), trackIDs: trackIDs, replaces: replaces)
  }

  /// Returns the samples and edits of the track in a movie.
  func media(in movie: Movie) throws(FormatError) -> TimecodeMedia {
    let videos = trackIDs.compactMap { movie.track($0) }
    var media: TimecodeMedia
    switch content {
    case .media(let media): return media
    case .runs(let runs): media = try TimecodeMedia(runs, of: TimecodeExtent(of: videos, in: movie))
    case .wholeVideo(let format, let startFrame):
      let extent = try TimecodeExtent(of: videos, in: movie)
      let run = TimecodeRun(at: extent.start, format: format, frameNumber: startFrame)
      media = try TimecodeMedia(
        CollectionOfOne(run), of: extent,
        hidden: extent.hiddenPart(ofFramesLasting: format.frameDuration))
    }
    if !keepsTicks { media.stateFramesInItsTicks() }
    return media
  }
}
