/// What a timecode track shows first and last.
public struct TimecodeFacts: Sendable {
  /// The first label, or the first number of a counter; nil if nothing is shown, or its format
  /// cannot count.
  public let first: String?
  /// The last label, or the last number of a counter; nil if nothing is shown, or its format cannot
  /// count.
  public let last: String?
  /// The name of the reel or tape; nil if the track gives none.
  public let reel: String?
  /// The format of the first label; if nothing is shown, the first format. Nil if the track has
  /// none.
  public let format: TimecodeFormat?
  /// The number of samples that could be read.
  public let sampleCount: Int
  /// The number of stretches over which the timecode counts on evenly.
  public let segmentCount: Int

  /// Reads what a timecode track shows.
  ///
  /// - Parameters:
  ///   - track: the timecode track.
  ///   - video: the track that the timecode is for. No label after its end is shown. Nil if there
  ///     is none.
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

  /// Returns the label of the last frame: the one whose span holds the middle of a frame that ends
  /// with the video, or with the timecode if that ends earlier.
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
  /// Returns the label of a sample, or the number of a counter; nil if the format cannot count.
  fileprivate func shownText(of sample: TimecodeSample) -> String? {
    if case .frameNumber(let number) = sample, timecode(forFrameNumber: number) == nil {
      return nil
    }
    return text(sample)
  }
}
