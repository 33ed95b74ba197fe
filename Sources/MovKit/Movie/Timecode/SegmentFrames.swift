/// The frames of video that are shown well within one segment, with times in whole ticks of one timescale.
/// Nearly all frames are such, and their timecode is found by a division.
struct SegmentFrames: Sendable {
  private let timescale: Int32
  /// The ticks between which the segment is shown, without those at its end that may mean the next one.
  private let ticks: Range<Int64>
  /// The tick at which frame 0 of the grid begins.
  private let origin: Int64
  private let grid: FrameGrid.InTicks
  private let value: TimecodeSample
  private let formatIndex: Int

  /// Nil if the segment is not played at its own rate, or does not begin at whole ticks.
  /// - Parameters:
  ///   - timescale: That of the times that are asked for.
  ///   - end: The time from which on the next segment may be meant; nil if there is none.
  init?(
    of segment: TimecodeTrack.Segment, in timescale: Int32, _ grid: FrameGrid,
    before end: MediaTime?
  ) {
    let segmentEnd = segment.movieTime + segment.duration
    let until = end.map { min($0, segmentEnd) } ?? segmentEnd
    let start = (segment.movieTime - segment.elapsed).converted(to: timescale)
    let from = segment.movieTime.converted(to: timescale, rounding: .towardPositiveInfinity)
    let last = until.converted(to: timescale, rounding: .towardNegativeInfinity)
    guard segment.rate == 1 << 16, start.isPlain, from.isNumeric, last.isNumeric,
      let grid = grid.inTicks(of: timescale), from.value < last.value
    else { return nil }
    self.timescale = timescale
    ticks = from.value..<last.value
    origin = start.value
    self.grid = grid
    value = segment.sampleValue
    formatIndex = segment.formatIndex
  }

  /// Returns what `TimecodeTimeline.value(ofFrameFrom:to:)` does; nil if the frame is not one of these.
  func value(
    ofFrameFrom start: MediaTime, to end: MediaTime?
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    guard start.isPlain, start.timescale == timescale, start.value >= ticks.lowerBound,
      let end, end.isPlain, end.timescale == timescale, end.value > start.value,
      end.value < ticks.upperBound,
      let elapsed = start.value.subtracting(origin),
      let duration = end.value.subtracting(start.value),
      let index = grid.index(ofFrameFrom: elapsed, lasting: duration)
    else { return nil }
    return (value.advanced(byFrames: index), formatIndex)
  }
}

extension MediaTime {
  /// Whether this is a number in no epoch that was not rounded.
  fileprivate var isPlain: Bool { flags == .valid && epoch == 0 }
}
