/// The timecode that a movie shows from some moment on, so that another movie can be given it: a
/// proxy, or a copy of a part.
package struct TakenTimecode: Sendable {
  /// The runs. Their times count from `origin`, and all have a duration.
  package private(set) var runs = PackedRuns()
  /// The timecode track that was read.
  package let track: Track
  /// The movie time from which times count: when a frame of the video begins.
  package let origin: MediaTime
  /// Whether the first frame is not the first that its label stands for.
  package private(set) var beginsWithinLabel = false
  /// Whether stretches were left out because they are those of a counter.
  package private(set) var hasCounter = false

  /// Reads the timecode of a movie: that of its first video or, if that has none, the first.
  ///
  /// - Parameters:
  ///   - movie: The movie to read.
  ///   - moment: The time of the frame to begin with; nil for the first frame of the video.
  /// - Returns: Nil if the movie has no timecode track.
  /// - Throws: `ReadingError` if the timecode track cannot be read.
  package init?(of movie: Movie, from moment: MediaTime?) throws(ReadingError) {
    let videos = movie.tracks(.video)
    guard let track = movie.timecodeToReplace(for: videos.map(\.id)) else { return nil }
    self.track = track
    let timeline = TimecodeTimeline(try TimecodeTrack(track))
    let frame: (start: MediaTime, before: MediaTime?)
    if let video = movie.video(of: track) ?? videos.first {
      frame = moment.map { video.frame(at: $0) } ?? (video.leadingGap, nil)
    } else {
      frame = (moment ?? .zero, nil)
    }
    origin = frame.start
    if let before = frame.before, let label = timeline.value(at: frame.start),
      let earlier = timeline.value(at: before)
    {
      beginsWithinLabel = label == earlier
    }
    for segment in timeline.segments { add(segment, of: timeline) }
  }

  private mutating func add(_ segment: TimecodeTrack.Segment, of timeline: TimecodeTimeline) {
    let end = segment.movieTime + segment.duration
    let start = max(segment.movieTime, origin)
    guard segment.rate >= 0, start.isNumeric, end.isNumeric, start < end else { return }
    let format = timeline.track.formats[segment.formatIndex]
    guard !format.isCounter else {
      hasCounter = true
      return
    }
    var first = segment.first
    if start > segment.movieTime {
      let frame = format.frameDuration
      // What is left of a frame, after rounding to the ticks of edits, is none.
      if frame.isNumeric, frame > .zero, end - start < frame.multiplied(by: 1, over: 2) { return }
      guard let value = timeline.value(at: start), value.formatIndex == segment.formatIndex else {
        return
      }
      first = value.value
    }
    guard case .frameNumber(let number) = first else { return }
    let rest = timeline.track.restOfLabel(at: start, in: segment)
    if runs.isEmpty, rest != nil { beginsWithinLabel = true }
    let run = TimecodeRun(
      at: start - origin, duration: end - start,
      format: format.shown(at: segment.rate, for: segment.duration), frameNumber: number)
    for part in run.divided(afterFirst: rest) { runs.append(part) }
  }
}

extension Track {
  /// Returns the last frame that begins at or before a time, or less than a tick after it, and the one
  /// before; the time itself if no frame is shown then.
  fileprivate func frame(at time: MediaTime) -> (start: MediaTime, before: MediaTime?) {
    guard time < editedDuration, var frames = try? PresentedFrames(self) else { return (time, nil) }
    let tick = MediaTime(ticks: 1, per: timescale) ?? .zero
    var (last, before): (MediaTime?, MediaTime?) = (nil, nil)
    while let next = frames.next()?.time, next < time + tick {
      (last, before) = (next, last)
    }
    return (last ?? time, before)
  }
}
