extension TimecodeTrack {
  /// A stretch of the movie over which timecode counts on evenly.
  public struct Segment: Equatable, Sendable {
    /// The start of the stretch, in movie time.
    public var movieTime: MediaTime
    /// The duration of the stretch, in movie time.
    public var duration: MediaTime
    /// The index in `formats` of the format that applies, from 0.
    public var formatIndex: Int
    /// The value at the first moment of the stretch.
    public var first: TimecodeSample
    /// The value at the last moment of the stretch.
    public var last: TimecodeSample
    /// The range of media that is shown.
    var source: MediaTimeRange
    /// The rate of playback, in 1/65536.
    package var rate: Int64
    /// The media time at which the sample begins from which `first` is counted.
    var sampleStart: MediaTime
    /// The value of that sample.
    var sampleValue: TimecodeSample
  }

  /// The stretches that a viewer sees, through the edit list, in the order of the movie. There is
  /// no segment for an empty edit, or for the part of an edit that extends past the samples.
  public var segments: [Segment] {
    var segments: [Segment] = []
    // Every edit may show every sample, so a small file could claim any number of segments. One that
    // shows its media four times still has all of them.
    var budget = track.fileSize
    let most = 4 * (sampleCount + track.edits.count) + Self.mostSegments
    for edit in track.edits where !edit.isEmpty && edit.source.start.isNumeric {
      guard segments.count < most else { break }
      add(edit, to: &segments, budget: &budget)
    }
    return segments
  }

  /// How many segments any track may have, however few samples and edits it has.
  private static let mostSegments = 1 << 14

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

  /// Joins a segment to the one before if the timecode counts on. Tracks with a sample for each
  /// frame do that throughout.
  private func append(_ segment: Segment, to segments: inout [Segment]) {
    guard let before = segments.last, before.formatIndex == segment.formatIndex,
      before.rate == segment.rate, segment.rate > 0,
      before.movieTime + before.duration == segment.movieTime,
      before.source.end == segment.source.start,
      countsOn(before, to: segment)
    else {
      segments.append(segment)
      return
    }
    segments[segments.count - 1].duration = before.duration + segment.duration
    segments[segments.count - 1].source = MediaTimeRange(
      start: before.source.start, end: segment.source.end)
    segments[segments.count - 1].last = segment.last
  }

  /// Whether the sample before and the segment agree about the value at the first moment of the
  /// segment, to a quarter of a frame, so that the ticks of a coarse timescale do not separate
  /// them.
  private func countsOn(_ before: Segment, to segment: Segment) -> Bool {
    let elapsed = segment.source.start - before.sampleStart
    guard let grid = grids[segment.formatIndex] else {
      return before.sampleValue == segment.first
    }
    if segment.source.start == segment.sampleStart {
      guard let frames = before.sampleValue.frames(to: segment.first) else { return false }
      return grid.begins(frames, at: elapsed)
    }
    return advance(before.sampleValue, by: elapsed, format: segment.formatIndex) == segment.first
  }

  /// Returns the first sample that ends after a media time.
  private func firstSample(at time: MediaTime) -> Int? {
    guard sampleCount > 0, let scale = Int32(exactly: track.timescale), scale > 0 else {
      return nil
    }
    let ticks = time.converted(to: scale, rounding: .towardNegativeInfinity)
    guard ticks.isNumeric else { return nil }
    if let index = table.index(endingAfter: ticks.value), index < sampleCount { return index }
    return isLastOpen ? sampleCount - 1 : nil
  }

  /// Whether the last sample has a duration of 0, and so lasts until the end of the media.
  private var isLastOpen: Bool { sampleCount == table.count && table.last?.duration == 0 }

  private func value(of sample: Sample, at time: MediaTime) -> TimecodeSample {
    advance(sample.value, by: time - sample.mediaTime, format: sample.formatIndex)
  }

  /// Returns what a sample says some time after its beginning: the same value if the format has no
  /// frame duration.
  func advance(_ value: TimecodeSample, by elapsed: MediaTime, format: Int) -> TimecodeSample {
    grids[format]?.index(at: elapsed).map { value.advanced(byFrames: $0) } ?? value
  }

  /// Returns the value at the last moment before `end`.
  private func lastValue(of sample: Sample, before end: MediaTime, from start: MediaTime)
    -> TimecodeSample
  {
    let first = value(of: sample, at: start)
    guard start < end, let grid = grids[sample.formatIndex],
      let frame = grid.index(at: start - sample.mediaTime),
      let last = grid.lastIndex(before: end - sample.mediaTime)
    else { return first }
    return sample.value.advanced(byFrames: max(frame, last))
  }
}

extension TimecodeSample {
  /// Returns the value a number of frames later.
  package func advanced(byFrames frames: Int64) -> TimecodeSample {
    switch self {
    case .frameNumber(let number): .frameNumber(number &+ frames)
    case .counter(let count): .counter(count &+ UInt64(bitPattern: frames))
    }
  }

  /// Returns how many frames another value comes after this one; nil if they are not of the same
  /// kind, or are too far apart.
  func frames(to other: TimecodeSample) -> Int64? {
    switch (self, other) {
    case (.frameNumber(let first), .frameNumber(let last)):
      let (frames, overflow) = last.subtractingReportingOverflow(first)
      return overflow ? nil : frames
    case (.counter(let first), .counter(let last)):
      return last >= first
        ? Int64(exactly: last - first) : Int64(exactly: first - last).map { -$0 }
    default: return nil
    }
  }
}
