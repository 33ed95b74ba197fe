/// What a viewer gets of a timecode track: its samples through its edits, in the order of the movie.
public struct TimecodeTimeline: Sendable {
  public let track: TimecodeTrack
  /// Where an edit is empty, or reaches beyond the samples, there is none.
  public let segments: [TimecodeTrack.Segment]

  public init(_ track: TimecodeTrack) {
    self.track = track
    segments = track.segments
  }

  /// What is shown at a time of the movie; nil where nothing is.
  ///
  /// Where a timescale cannot hold the frames, as 600 cannot hold those of 30000/1001 a second, a
  /// time less than a tick before a frame is that frame's.
  public func value(at time: MediaTime) -> (value: TimecodeSample, formatIndex: Int)? {
    guard let segment = segment(at: time, early: true) else { return nil }
    let value = track.advance(
      segment.sampleValue, by: elapsed(in: segment, at: time), format: segment.formatIndex)
    return (value, segment.formatIndex)
  }

  /// What belongs to a frame of video that is shown from `start` to `end`: the label whose span
  /// holds its middle; nil where none does. Of a frame that lasts longer than one of timecode, it is
  /// the label that it begins with. `end` is nil, or no number, where it is not known.
  public func value(
    ofFrameFrom start: MediaTime, to end: MediaTime?
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    let duration = end.map { $0 - start }.flatMap { $0.isNumeric && $0 > .zero ? $0 : nil }
    guard let segment = segment(around: start, lasting: duration) else { return nil }
    guard let grid = track.grids[segment.formatIndex], segment.rate > 0,
      let index = grid.index(
        ofFrameFrom: elapsed(in: segment, at: start),
        lasting: duration.map { $0.multiplied(by: segment.rate, over: 1 << 16) })
    else { return (segment.sampleValue, segment.formatIndex) }
    return (segment.sampleValue.advanced(byFrames: index), segment.formatIndex)
  }

  /// Time of the timecode's media from the beginning of a segment's sample.
  private func elapsed(in segment: TimecodeTrack.Segment, at time: MediaTime) -> MediaTime {
    segment.source.start - segment.sampleStart
      + (time - segment.movieTime).multiplied(by: segment.rate, over: 1 << 16)
  }

  /// The segment in which the middle of a frame lies, or that of its first part.
  private func segment(
    around start: MediaTime, lasting duration: MediaTime?
  ) -> TimecodeTrack.Segment? {
    let nearest = segment(at: start, early: true) ?? segments.first
    guard let nearest else { return nil }
    let frame = track.formats[nearest.formatIndex].frameDuration
    let hasFrame = frame.isNumeric && frame.value > 0
    let shown =
      hasFrame && nearest.rate > 0
      ? frame.multiplied(by: 1 << 16, over: nearest.rate) : nil
    guard let part = [duration, shown].compactMap(\.self).min() else { return nearest }
    return segment(at: start + part.multiplied(by: 1, over: 2), early: false)
  }

  /// The segment that holds a time; with `early` one that begins less than a tick later, too.
  private func segment(at time: MediaTime, early: Bool) -> TimecodeTrack.Segment? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle].movieTime <= time { low = middle + 1 } else { high = middle }
    }
    if early, low < segments.count, let grid = track.grids[segments[low].formatIndex],
      segments[low].movieTime - time < grid.slack
    {
      return segments[low]
    }
    guard low > 0 else { return nil }
    let segment = segments[low - 1]
    return time < segment.movieTime + segment.duration ? segment : nil
  }
}
