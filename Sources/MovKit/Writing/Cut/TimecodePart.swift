/// A stretch of a new movie over which timecode counts on evenly.
struct TimecodePart {
  /// The value of the label that is shown first.
  var value: TimecodeSample
  /// The index of the sample description that applies.
  var description: Int
  /// How much of the first label is not shown any more, in media time.
  var hidden: MediaTime
  /// How much of the media is shown; 0 if one moment is held.
  var shown: MediaTime
  /// When it is shown in the new movie.
  var target: MediaTimeRange
}

extension TimecodeTimeline {
  /// Returns the timecode of a part of the movie. Each part is made when it is asked for.
  /// - Parameters:
  ///   - range: The part, in movie time.
  ///   - firstFrameEnd: The end of the first frame of video in the part; nil if none begins with
  ///     it. Its label is the one that `value(ofFrameFrom:to:)` gives.
  func parts(in range: MediaTimeRange, firstFrameEnd: MediaTime?)
    -> some Sequence<TimecodePart>
  {
    func shown(_ segment: TimecodeTrack.Segment) -> MediaTimeRange {
      MediaTimeRange(start: segment.movieTime, duration: segment.duration).intersection(range)
    }
    func segment(_ number: Int) -> TimecodeTrack.Segment {
      segments.segment(number, hasLast: false)
    }
    func isShown(_ range: MediaTimeRange) -> Bool { range.isValid && !range.isEmpty }
    // Segments follow one another, so those that are shown begin in the part, but for the first.
    let endNumber = segments.count(startingBefore: range.end)
    var numbers =
      min(endNumber, max(0, segments.count(startingBefore: range.start) - 1))..<endNumber
    while let number = numbers.first, !isShown(shown(segment(number))) { numbers.removeFirst() }
    while let number = numbers.last, !isShown(shown(segment(number))) { numbers.removeLast() }
    // Ticks of a coarse timescale may leave a little of the segment before, or of the next one.
    func isRest(_ segment: TimecodeTrack.Segment, _ shown: MediaTimeRange) -> Bool {
      let frame = track.formats[segment.formatIndex].frameDuration
      return frame.isNumeric && segment.rate > 0 && shown.duration.multiplied(by: 4) < frame
    }
    /// The start of the first and the end of the last, if they take such a rest with them.
    var start: MediaTime?
    var end: MediaTime?
    if let number = numbers.first, let second = numbers.dropFirst().first {
      let first = segment(number)
      if isRest(first, shown(first)), shown(first).end == shown(segment(second)).start {
        start = shown(first).start
        numbers.removeFirst()
      }
    }
    if let number = numbers.last, let before = numbers.dropLast().last {
      let last = segment(number)
      if isRest(last, shown(last)), shown(segment(before)).end == shown(last).start {
        end = shown(last).end
        numbers.removeLast()
      }
    }
    let (first, last) = (numbers.first, numbers.last)
    return numbers.lazy.flatMap { [self] number -> [TimecodePart] in
      let segment = segments.segment(number, hasLast: false)
      var shown = shown(segment)
      guard isShown(shown) else { return [] }
      if number == first, let start { shown = MediaTimeRange(start: start, end: shown.end) }
      if number == last, let end {
        shown = MediaTimeRange(start: shown.start, end: end)
      }
      return parts(
        of: segment, showing: shown, in: range,
        firstFrame: shown.start == range.start ? firstFrameEnd.map { $0 - range.start } : nil)
    }
  }

  /// Returns what a segment is in the new movie: one part, or two if the first frame begins before its label.
  private func parts(
    of segment: TimecodeTrack.Segment, showing shown: MediaTimeRange, in range: MediaTimeRange,
    firstFrame: MediaTime?
  ) -> [TimecodePart] {
    var part = TimecodePart(
      value: segment.sampleValue, description: segment.formatIndex, hidden: .zero,
      shown: shown.duration.multiplied(by: segment.rate, over: 1 << 16),
      target: MediaTimeRange(start: shown.start - range.start, duration: shown.duration))
    let elapsed =
      segment.source.start - segment.sampleStart
      + (shown.start - segment.movieTime).multiplied(by: segment.rate, over: 1 << 16)
    guard let grid = track.grids[segment.formatIndex] else { return [part] }
    let index =
      segment.rate > 0 && firstFrame != nil
      ? grid.index(
        ofFrameFrom: elapsed, lasting: firstFrame?.multiplied(by: segment.rate, over: 1 << 16))
      : grid.index(at: elapsed)
    guard let index else { return [part] }
    part.value = segment.sampleValue.advanced(byFrames: index)
      .withinDay(of: segment.sampleValue, track.formats[segment.formatIndex])
    // Timescales may move a frame by a quarter, but not frames that last as long as they like.
    let isEven = !track.track.countsUnevenFrames
    guard segment.rate > 0, !isEven || !grid.begins(index, at: elapsed) else { return [part] }
    let hidden = elapsed - grid.time(of: index)
    guard hidden.isNumeric else { return [part] }
    if hidden > .zero { part.hidden = hidden }
    let early = hidden.negated().multiplied(by: 1 << 16, over: segment.rate)
    guard !isEven, early > .zero, early < part.target.duration else { return [part] }
    // The label of the first frame begins with it, and counts from where it was.
    var counting = part
    counting.shown = part.shown + hidden
    counting.target = MediaTimeRange(start: part.target.start + early, end: part.target.end)
    part.shown = hidden.negated()
    part.target.duration = early
    return [part, counting]
  }
}

extension TimecodeSample {
  /// Returns the frame number with the same label in the day that an earlier number was in: many
  /// programs do not begin again at midnight.
  fileprivate func withinDay(of earlier: TimecodeSample, _ format: TimecodeFormat) -> TimecodeSample
  {
    guard let day = format.framesUntilWrap, case .frameNumber(let number) = self,
      case .frameNumber(let first) = earlier, first >= 0, first < day, number >= day
    else { return self }
    return .frameNumber(number % day)
  }
}
