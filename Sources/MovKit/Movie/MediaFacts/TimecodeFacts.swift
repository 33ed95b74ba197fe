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
  /// A stretch over which the timecode counts on evenly: the frame numbers of its first and its last frame, and the
  /// index of its format in `runFormats`.
  package typealias Run = (first: Int64, last: Int64, format: Int)
  /// The stretches, in the order of the movie; no more than the first `mostRuns`. None for a counter.
  package let runs: [Run]
  /// The formats of these, each once.
  package let runFormats: [TimecodeFormat]

  private static let mostRuns = 100

  /// Reads what a timecode track shows.
  ///
  /// - Parameters:
  ///   - track: the timecode track.
  ///   - video: the track that the timecode is for. No label after its end is shown. Nil if there
  ///     is none.
  public init(_ track: TimecodeTrack, for video: Track?) {
    self.init(TimecodeTimeline(track), for: video)
  }

  /// Reads what a timeline shows.
  package init(_ timeline: TimecodeTimeline, for video: Track?) {
    self.init(timeline, until: video?.shownEnd)
  }

  /// Reads what a timeline shows until its video ends; nil if there is none.
  package init(_ timeline: TimecodeTimeline, until end: MediaTime?) {
    let track = timeline.track
    sampleCount = track.sampleCount
    segmentCount = timeline.segments.count
    let start = timeline.segments.first
    format = start.map { track.formats[$0.formatIndex] } ?? track.formats.first
    reel = timeline.reel
    first = start.flatMap { track.formats[$0.formatIndex].shownText(of: $0.first) }
    let shown = Self.last(of: timeline, before: end)
    last = shown.flatMap { track.formats[$0.formatIndex].shownText(of: $0.value) }
    (runs, runFormats) = Self.runs(of: timeline, before: end, to: shown?.value)
  }

  private static func runs(
    of timeline: TimecodeTimeline, before end: MediaTime?, to last: TimecodeSample?
  ) -> (runs: [Run], formats: [TimecodeFormat]) {
    let segments = timeline.segments
    var count = segments.count
    if let end, end.isNumeric {
      count = segments.count(startingBefore: end)
    }
    var runs: [Run] = []
    var formats: [TimecodeFormat] = []
    for index in 0..<min(count, mostRuns) {
      let segment = segments[index]
      let end = index == count - 1 ? last ?? segment.last : segment.last
      guard case .frameNumber(let first) = segment.first, case .frameNumber(let last) = end,
        first <= last
      else { continue }
      let format = timeline.track.formats[segment.formatIndex]
      let known = formats.firstIndex(of: format)
      if known == nil { formats.append(format) }
      runs.append((first, last, known ?? formats.count - 1))
    }
    return (runs, formats)
  }

  /// Returns the label of the last frame, which ends with the video, or with the timecode if that ends
  /// earlier.
  private static func last(
    of timeline: TimecodeTimeline, before end: MediaTime?
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    let segments = timeline.segments
    guard let end, end.isNumeric, case let count = segments.count(startingBefore: end), count > 0,
      case let segment = segments[count - 1], segment.movieTime + segment.duration > end
    else { return segments.last.map { ($0.last, $0.formatIndex) } }
    let frame = timeline.track.formats[segment.formatIndex].frameDuration
    let start = frame.isNumeric ? max(segment.movieTime, end - frame) : segment.movieTime
    return timeline.value(ofFrameFrom: start, to: end)
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
