extension TimecodeTrack {
  /// A stretch of the movie over which timecode counts on evenly.
  public struct Segment: Equatable, Sendable {
    /// In the movie.
    public var movieTime: MediaTime
    public var duration: MediaTime
    public var formatIndex: Int
    /// At the first moment of the stretch.
    public var first: TimecodeSample
    /// At the last moment of the stretch.
    public var last: TimecodeSample
    /// The media that is shown.
    var source: MediaTimeRange
    /// How fast it is shown, in 1/65536.
    var rate: Int64
    /// The media time at which the sample begins that `first` is counted from.
    var sampleStart: MediaTime
    var sampleValue: TimecodeSample
  }

  /// What a viewer gets, through the edit list, in the order of the movie. Where an edit is empty,
  /// or reaches beyond the samples, there is no segment.
  public var segments: [Segment] {
    var segments: [Segment] = []
    // Every edit may show every sample, so that a small file can claim any number of segments.
    var budget = track.fileSize
    for edit in track.edits where !edit.isEmpty && edit.source.start.isNumeric {
      add(edit, to: &segments, budget: &budget)
    }
    return segments
  }

  private func add(
    _ edit: MediaTimeMapping, to segments: inout [Segment], budget: inout UInt64
  ) {
    guard let rate = edit.rateIn65536, let first = firstSample(at: edit.source.start) else {
      return
    }
    for index in first..<sampleCount {
      guard budget > 0 else { return }
      budget -= 1
      let sample = self.sample(index)
      let isOpen = index == sampleCount - 1 && isLastOpen
      let sampleEnd = isOpen ? track.mediaDuration : sample.mediaTime + sample.duration
      let start = max(edit.source.start, sample.mediaTime)
      guard rate == 0 || start < edit.source.end else { return }
      let end = rate == 0 ? start : min(edit.source.end, sampleEnd)
      guard rate == 0 || start < end else { continue }
      let range = MediaTimeRange(start: start, end: end)
      let movieTime =
        rate == 0
        ? edit.target.start
        : edit.target.start
          + (start - edit.source.start).multiplied(by: 1 << 16, over: rate)
      let duration =
        rate == 0 ? edit.target.duration : range.duration.multiplied(by: 1 << 16, over: rate)
      let segment = Segment(
        movieTime: movieTime, duration: duration, formatIndex: sample.formatIndex,
        first: value(of: sample, at: start), last: lastValue(of: sample, before: end, from: start),
        source: range, rate: rate, sampleStart: sample.mediaTime, sampleValue: sample.value)
      append(segment, to: &segments)
      if rate == 0 { return }
    }
  }

  /// Joins a segment to the one before where the timecode counts on: tracks with a sample for each
  /// frame do that all along.
  private func append(_ segment: Segment, to segments: inout [Segment]) {
    guard let before = segments.last, before.formatIndex == segment.formatIndex,
      before.rate == segment.rate, segment.rate > 0,
      before.movieTime + before.duration == segment.movieTime,
      before.source.end == segment.source.start,
      // What the sample before would have said at this moment.
      formats[segment.formatIndex].advance(
        before.sampleValue, by: segment.source.start - before.sampleStart) == segment.first
    else {
      segments.append(segment)
      return
    }
    segments[segments.count - 1].duration = before.duration + segment.duration
    segments[segments.count - 1].source = MediaTimeRange(
      start: before.source.start, end: segment.source.end)
    segments[segments.count - 1].last = segment.last
  }

  /// The first sample that lasts beyond a media time.
  private func firstSample(at time: MediaTime) -> Int? {
    guard sampleCount > 0, let scale = Int32(exactly: track.timescale), scale > 0 else {
      return nil
    }
    let ticks = time.converted(to: scale, rounding: .towardNegativeInfinity)
    guard ticks.isNumeric else { return nil }
    if let index = table.index(endingAfter: ticks.value), index < sampleCount { return index }
    return isLastOpen ? sampleCount - 1 : nil
  }

  /// Whether the last sample has no duration, and so lasts as long as the media.
  private var isLastOpen: Bool { sampleCount == table.count && table.last?.duration == 0 }

  private func value(of sample: Sample, at time: MediaTime) -> TimecodeSample {
    formats[sample.formatIndex].advance(sample.value, by: time - sample.mediaTime)
  }

  /// At the last moment before `end`.
  private func lastValue(of sample: Sample, before end: MediaTime, from start: MediaTime)
    -> TimecodeSample
  {
    let format = formats[sample.formatIndex]
    let elapsed = end - sample.mediaTime
    guard start < end, let frames = format.frames(in: elapsed) else {
      return value(of: sample, at: start)
    }
    let endsOnFrame = format.frameDuration.multiplied(by: frames) == elapsed
    return format.advance(sample.value, byFrames: endsOnFrame ? frames - 1 : frames)
  }

  /// The timecode at a time of the movie; nil where nothing is shown then. Whoever asks for many
  /// keeps a `TimecodeTimeline`.
  public func value(at movieTime: MediaTime) -> (value: TimecodeSample, formatIndex: Int)? {
    TimecodeTimeline(self).value(at: movieTime)
  }
}

extension TimecodeFormat {
  /// What a sample says some time after its beginning. Without a frame duration, the same.
  ///
  /// A time that lies less than `tolerance` ahead of a frame is that frame's, if that is less than
  /// half a frame.
  func advance(
    _ sample: TimecodeSample, by duration: MediaTime, tolerance: MediaTime = .zero
  ) -> TimecodeSample {
    guard let frames = frames(in: duration) else { return sample }
    let missing = frameDuration.multiplied(by: frames).adding(frameDuration).subtracting(duration)
    let isNext = missing < tolerance && tolerance.multiplied(by: 2) < frameDuration
    return advance(sample, byFrames: isNext ? frames &+ 1 : frames)
  }

  func advance(_ sample: TimecodeSample, byFrames frames: Int64) -> TimecodeSample {
    switch sample {
    case .frameNumber(let number): .frameNumber(number.addingReportingOverflow(frames).partialValue)
    case .counter(let count):
      .counter(count.addingReportingOverflow(UInt64(clamping: frames)).partialValue)
    }
  }
}
