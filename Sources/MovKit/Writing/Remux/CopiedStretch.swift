/// Samples of a track that are copied one after another, and how their times change.
struct CopiedStretch: Equatable, Sendable {
  /// The indexes of the samples in the old track.
  var samples: Range<Int>
  /// The number of new ticks that an old tick lasts.
  var factor: Int64 = 1
  /// The number of new ticks that is added to all times.
  var shift: Int64 = 0
  /// The number of new ticks that is added to presentation times besides.
  var delay: Int64 = 0
  /// The number of new ticks by which the last sample lasts longer, up to the next stretch.
  var gap: Int64 = 0
  /// The new times in which samples are shown that can be shortened; nil if they stay as long as they
  /// are.
  var limits: Range<Int64>?

  /// Returns the new decode time of a sample; a time that no movie can have if it is out of range.
  func decodeTime(of sample: SampleTable.Sample) -> Int64 { moved(sample.decodeTime) }

  /// Returns the new presentation time of a sample; a time that no movie can have if it is out of
  /// range.
  func presentationTime(of sample: SampleTable.Sample) -> Int64 {
    moved(sample.presentationTime).addingOrGreatest(delay)
  }

  /// Returns the new duration of a sample.
  /// - Parameter withGap: Whether the last one lasts until the next stretch. The writer sees to that, when it
  ///   gets the next sample.
  func duration(of sample: SampleTable.Sample, withGap: Bool = false) -> Int64 {
    let duration = Int64(clamping: sample.duration)
    guard let limits else {
      let isLast = withGap && sample.index + 1 == samples.upperBound
      return duration.timesOrGreatest(factor).addingOrGreatest(isLast ? gap : 0)
    }
    let end = min(limits.upperBound, moved(sample.decodeTime.addingOrGreatest(duration)))
    let (rest, overflow) = end.subtractingReportingOverflow(decodeTime(of: sample))
    return overflow ? .max : max(0, rest)
  }

  private func moved(_ time: Int64) -> Int64 {
    let moved = time.timesOrGreatest(factor).addingOrGreatest(shift)
    return limits.map { max(moved, $0.lowerBound) } ?? moved
  }
}
