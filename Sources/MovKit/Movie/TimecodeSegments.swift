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
    for edit in track.edits where !edit.isEmpty && edit.source.start.isNumeric {
      add(edit, to: &segments)
    }
    return segments
  }

  private func add(_ edit: MediaTimeMapping, to segments: inout [Segment]) {
    let rate = edit.rate.map { Int64(clamping: ($0.numerator << 16) / $0.denominator) } ?? 1 << 16
    guard edit.target.duration.isNumeric, edit.target.duration.value > 0, rate >= 0,
      track.timescale > 0, let first = firstSample(at: edit.source.start)
    else { return }
    for index in first..<sampleCount {
      let sample = self.sample(index)
      let sampleEnd = sample.mediaTime + sample.duration
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
      before.rate == 1 << 16, segment.rate == 1 << 16,
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

  private func firstSample(at time: MediaTime) -> Int? {
    guard sampleCount > 0, track.timescale <= UInt32(Int32.max) else { return nil }
    let ticks = time.converted(to: Int32(track.timescale), rounding: .towardNegativeInfinity)
    guard ticks.isNumeric else { return nil }
    if ticks.value < 0 { return 0 }
    guard let index = table.index(atDecodeTime: ticks.value), index < sampleCount else {
      return nil
    }
    return index
  }

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

  /// The timecode at a time of the movie; nil where nothing is shown then.
  public func value(at movieTime: MediaTime) -> (TimecodeSample, formatIndex: Int)? {
    Self.value(at: movieTime, in: segments, of: formats)
  }

  /// The same, for who asks often. `segments` are those of this track.
  static func value(at time: MediaTime, in segments: [Segment], of formats: [TimecodeFormat])
    -> (TimecodeSample, formatIndex: Int)?
  {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle].movieTime <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let segment = segments[low - 1]
    guard time < segment.movieTime + segment.duration else { return nil }
    let elapsed = (time - segment.movieTime).multiplied(by: segment.rate, over: 1 << 16)
    let mediaTime = segment.source.start + elapsed
    let value = formats[segment.formatIndex].advance(
      segment.sampleValue, by: mediaTime - segment.sampleStart)
    return (value, segment.formatIndex)
  }
}

extension TimecodeFormat {
  /// What a sample says some time after its beginning. Without a frame duration, the same.
  func advance(_ sample: TimecodeSample, by duration: MediaTime) -> TimecodeSample {
    advance(sample, byFrames: frames(in: duration) ?? 0)
  }

  func advance(_ sample: TimecodeSample, byFrames frames: Int64) -> TimecodeSample {
    switch sample {
    case .frameNumber(let number): .frameNumber(number.addingReportingOverflow(frames).partialValue)
    case .counter(let count):
      .counter(count.addingReportingOverflow(UInt64(clamping: frames)).partialValue)
    }
  }
}
