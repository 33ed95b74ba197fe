/// What a viewer gets of a timecode track: its samples through its edits, in the order of the movie.
public struct TimecodeTimeline: Sendable {
  public let track: TimecodeTrack
  /// Where an edit is empty, or reaches beyond the samples, there is none.
  public let segments: [TimecodeTrack.Segment]
  /// A time this little ahead of a frame, and less than it, is taken for the frame's.
  private let tolerance: MediaTime

  public init(_ track: TimecodeTrack) {
    self.track = track
    segments = track.segments
    tolerance = .zero
  }

  /// For times at which a video shows its frames. Where its timescale, or that of the movie's edits,
  /// cannot hold the timecode's frame durations, frames come up to a tick ahead of the timecode
  /// that is theirs: at 600 ticks a second and 30000/1001 frames, frame 1 comes at 20 instead of
  /// 20.02.
  public init(_ track: TimecodeTrack, forFramesOf video: Track) {
    self.track = track
    segments = track.segments
    let timescales =
      [video.timescale, track.track.timescale]
      + [video, track.track].flatMap(\.edits)
      .lazy.filter { $0.target.start.isNumeric && $0.target.start.value > 0 }
      .map { UInt32($0.target.start.timescale.magnitude) }
    let coarsest = timescales.compactMap { Int32(exactly: $0) }.filter { $0 > 0 }.min()
    let tick = coarsest.map { MediaTime(value: 1, timescale: $0) } ?? .zero
    tolerance = tick
  }

  /// What is shown at a time of the movie; nil where nothing is.
  public func value(at time: MediaTime) -> (value: TimecodeSample, formatIndex: Int)? {
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
    let value = track.formats[segment.formatIndex].advance(
      segment.sampleValue, by: mediaTime - segment.sampleStart, tolerance: tolerance)
    return (value, segment.formatIndex)
  }
}
