/// What a timecode track shows first and last.
public struct TimecodeFacts: Sendable {
  /// Labels, or the numbers of a counter; nil where nothing is shown, or nothing can be counted by.
  public let first: String?
  public let last: String?
  /// The reel or tape; nil where none is said.
  public let reel: String?
  /// Of the first label.
  public let format: TimecodeFormat?
  public let sampleCount: Int
  /// Stretches over which the timecode counts on evenly.
  public let segmentCount: Int

  /// - Parameter video: the track that the timecode is for, beyond whose end no label is shown.
  public init(_ track: TimecodeTrack, for video: Track?) {
    let segments = track.segments
    sampleCount = track.sampleCount
    segmentCount = segments.count
    let start = segments.first
    let format = start.map { track.formats[$0.formatIndex] } ?? track.formats.first
    self.format = format
    reel = track.formats.lazy.compactMap(\.sourceName).first?.text
    first = start.flatMap { track.formats[$0.formatIndex].shownText(of: $0.first) }
    let shown = Self.last(of: segments, in: track, before: video?.editedDuration)
    last = shown.flatMap { track.formats[$0.formatIndex].shownText(of: $0.value) }
  }

  /// The label of the last frame: the one whose span holds the middle of a frame that ends with the
  /// video, or with the timecode where that ends before.
  private static func last(
    of segments: [TimecodeTrack.Segment], in track: TimecodeTrack, before end: MediaTime?
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    guard let end, end.isNumeric,
      let segment = segments.last(where: { $0.movieTime < end }),
      segment.movieTime + segment.duration > end
    else { return segments.last.map { ($0.last, $0.formatIndex) } }
    let format = track.formats[segment.formatIndex]
    let half = format.frameDuration.multiplied(by: 1, over: 2)
    let moment = half.isNumeric ? max(segment.movieTime, end - half) : segment.movieTime
    let elapsed = (moment - segment.movieTime).multiplied(by: segment.rate, over: 1 << 16)
    let value = track.advance(
      segment.sampleValue, by: segment.source.start + elapsed - segment.sampleStart,
      format: segment.formatIndex)
    return (value, segment.formatIndex)
  }
}

extension TimecodeFormat {
  /// The label of a sample, or the number of a counter; nil where there is nothing to count by.
  fileprivate func shownText(of sample: TimecodeSample) -> String? {
    if case .frameNumber(let number) = sample, timecode(forFrameNumber: number) == nil {
      return nil
    }
    return text(sample)
  }
}
