extension TimecodeTimeline {
  /// Returns when the movie first shows a label, in movie time; nil if it never does.
  ///
  /// The label after the last one of a stretch is at the end of that stretch, with a duration of 0,
  /// so that a range can be given by its first label and the one that no longer belongs to it. If
  /// labels wrap at 24 hours, a label that is shown after midnight is found too.
  ///
  /// - Throws: `TimecodeError` if the label is not one of the track's: drop frame skips it, its
  ///   frames are out of range, or the track is a counter.
  public func range(of label: Timecode) throws(TimecodeError) -> MediaTimeRange? {
    var shown: MediaTimeRange?
    var end: MediaTimeRange?
    try forEachPlace(of: label) { place in
      switch place {
      case .shown(let range):
        shown = range
        return false
      case .end(let time):
        end = end ?? MediaTimeRange(start: time, duration: .zero)
        return true
      }
    }
    return shown ?? end
  }

  /// Returns when the movie shows a label for the first time after another time, as `range(of:)` does; if it never
  /// does then, when it shows it first. `count` is the number of places where it is shown: two stretches of which one
  /// goes on with it where the other ends, as after a cut in the middle of a label, are one.
  package func range(
    of label: Timecode, after time: MediaTime?
  ) throws(TimecodeError) -> (range: MediaTimeRange, count: Int)? {
    var found = (shown: FirstRanges(after: time), ends: FirstRanges(after: time))
    var count = 0
    var end: MediaTime?
    try forEachPlace(of: label) { place in
      switch place {
      case .shown(let range):
        if range.start != end { count += 1 }
        end = range.end
        found.shown.add(range)
      case .end(let time): found.ends.add(MediaTimeRange(start: time, duration: .zero))
      }
      return true
    }
    let range =
      found.shown.later ?? found.ends.later ?? found.shown.first ?? found.ends.first
    return range.map { ($0, count) }
  }
}

extension TimecodeTimeline {
  /// The first of several ranges, and the first that begins after a time; that of all if there is no time.
  private struct FirstRanges {
    private let time: MediaTime?
    private(set) var first: MediaTimeRange?
    private(set) var later: MediaTimeRange?

    init(after time: MediaTime?) { self.time = time }

    mutating func add(_ range: MediaTimeRange) {
      first = first ?? range
      if later == nil, time.map({ range.start > $0 }) ?? false { later = range }
    }
  }

  /// Calls `body` with the places of a label in the stretches, in order, until it returns false.
  private func forEachPlace(
    of label: Timecode, _ body: (Place) -> Bool
  ) throws(TimecodeError) {
    var problem: TimecodeError?
    var isLabel = false
    for segment in segments {
      let format = track.formats[segment.formatIndex]
      do throws(TimecodeError) {
        let number = try format.frameNumber(for: label)
        isLabel = true
        if let place = place(of: number, in: segment), !body(place) { return }
      } catch { problem = problem ?? error }
    }
    if let problem, !isLabel { throw problem }
  }
}

extension TimecodeTimeline {
  private enum Place {
    /// When the frame number is shown.
    case shown(MediaTimeRange)
    /// The number is the one after the last; the stretch ends at this time.
    case end(MediaTime)
  }

  /// Returns where a frame number, or the same number a number of days later, is in a stretch;
  /// nil if it is not in it.
  private func place(of number: Int64, in segment: TimecodeTrack.Segment) -> Place? {
    guard case .frameNumber(let first) = segment.first, case .frameNumber(let last) = segment.last,
      track.grids[segment.formatIndex] != nil
    else { return nil }
    let format = track.formats[segment.formatIndex]
    let day = Int128(format.framesPerDay)
    var wanted = Int128(number)
    if format.flags.contains(.wraps24Hours), day > 0 {
      // The first of its occurrences from `first` on.
      let distance = (Int128(first) - wanted) % day
      wanted = Int128(first) - distance + (distance > 0 ? day : 0)
    }
    guard wanted >= Int128(first), wanted <= Int128(last) + 1,
      let frame = Int64(exactly: wanted - Int128(first))
    else { return nil }
    let movieEnd = segment.movieTime + segment.duration
    if wanted > Int128(last) { return .end(movieEnd) }
    guard segment.rate > 0 else {
      return .shown(MediaTimeRange(start: segment.movieTime, duration: segment.duration))
    }
    guard let begin = track.movieTime(ofFrame: frame, in: segment),
      let end = track.movieTime(ofFrame: frame.addingClamping(1), in: segment)
    else { return nil }
    return .shown(MediaTimeRange(start: begin, end: min(end, movieEnd)))
  }
}

extension TimecodeTrack {
  /// Returns when the movie begins to show a frame of a segment, counted from its first one. Nil if the frames
  /// have no duration, the segment holds one of them, or the time is out of range.
  package func movieTime(ofFrame frame: Int64, in segment: Segment) -> MediaTime? {
    guard let grid = grids[segment.formatIndex], segment.rate > 0,
      let before = segment.sampleValue.frames(to: segment.first),
      case (let index, false) = before.addingReportingOverflow(frame)
    else { return nil }
    let start = max(segment.sampleStart + grid.time(of: index), segment.source.start)
    let time =
      segment.movieTime
      + (start - segment.source.start).multiplied(by: 1 << 16, over: segment.rate)
    return time.isNumeric ? time : nil
  }
}
