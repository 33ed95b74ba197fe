/// Finds the sample that is shown at a time, and the samples that must be decoded to show it.
///
/// Times are in ticks of the media. A sample is shown from its composition time until that of the
/// next sample in presentation order.
struct PresentationIndex: Sendable {
  let samples: SampleTable
  /// The smallest and the largest composition offset.
  private let offsets: ClosedRange<Int32>

  /// Reads every row of the composition offsets once.
  init(_ samples: SampleTable) {
    self.samples = samples
    offsets = samples.compositionOffsets
  }

  private func shown(_ index: Int) -> Int64 {
    let times = samples.times(of: index)
    return times.decode.addingReportingOverflow(Int64(times.offset)).partialValue
  }

  /// Returns a sample such that no sample before it in decode order is shown at `time` or later.
  func firstCandidate(at time: Int64) -> Int {
    let (latest, overflow) = time.subtractingReportingOverflow(Int64(offsets.upperBound))
    // This sample is shown at `time` at the latest. So are the samples that the next lines skip.
    guard !overflow, let shown = samples.index(atDecodeTime: latest) else {
      // After a gap or after the end, the last sample before it may still be shown.
      guard !overflow, latest > 0 else { return 0 }
      let next = samples.index(endingAfter: latest) ?? samples.count
      return next > 0 ? candidate(before: next - 1) : 0
    }
    return candidate(before: shown)
  }

  private func candidate(before index: Int) -> Int {
    let spread = Int64(offsets.upperBound) - Int64(offsets.lowerBound)
    let (decode, tooEarly) = samples.times(of: index).decode.subtractingReportingOverflow(spread)
    return tooEarly ? 0 : min(index, samples.index(atDecodeTime: decode) ?? 0)
  }

  /// Whether decoding can begin at the sample `index` so that the sample `other` is decoded
  /// correctly.
  func isEntryPoint(_ index: Int, for other: Int) -> Bool {
    samples[index].attachments.isEntryPoint && shown(index) <= shown(other)
  }

  /// Returns the composition time of a sample.
  func time(of index: Int) -> Int64 { shown(index) }

  /// Returns the sample shown at a time; nil before the first sample and after the end of the last
  /// one.
  func index(shownAt time: Int64) -> Int? {
    var budget = Int.max
    return scan(from: time, to: time, budget: &budget).current
  }

  private struct Scan {
    /// The sample shown at the start of the range.
    var current: Int?
    /// Of the samples shown after the start and within the range, as far as the scan went: the
    /// first and the last in decode order, and the first in presentation order.
    var firstDecoded: Int?
    var lastDecoded: Int?
    var firstShown: Int?
  }

  /// Reads samples until no sample that follows can be shown at `start`, or before the first sample
  /// that is shown after it. The result does not depend on how narrow `offsets` is, and means
  /// nothing if `budget`, the number of samples that are read at most, becomes 0.
  private func scan(from start: Int64, to end: Int64, budget: inout Int) -> Scan {
    var found = Scan()
    var (best, least) = (Int64.min, Int64.max)
    var isFollowed = false
    var walk = SampleTable.Iterator(samples, at: firstCandidate(at: start))
    while budget > 0, let sample = walk.next() {
      budget -= 1
      let bound = sample.decodeTime.addingReportingOverflow(Int64(offsets.lowerBound)).partialValue
      if bound > start, bound >= min(least, end) { break }
      let time = sample.presentationTime
      if time <= start {
        if found.current == nil || time > best { (found.current, best) = (sample.index, time) }
        continue
      }
      isFollowed = true
      guard time < end else { continue }
      if found.firstDecoded == nil { found.firstDecoded = sample.index }
      found.lastDecoded = sample.index
      if time < least { (found.firstShown, least) = (sample.index, time) }
    }
    if let current = found.current, !isFollowed, walk.index >= samples.count {
      let duration = Int64(clamping: samples.times(of: current).duration)
      let (last, overflow) = best.addingReportingOverflow(duration)
      if !overflow, last <= start, best < start { found.current = nil }
    }
    return found
  }

  /// Returns the samples, in decode order, that must be decoded to show a stretch of the media,
  /// including the sample that is shown at its start. Nil if the stretch shows no sample.
  func span(showing start: Int64, to end: Int64) -> Range<Int>? {
    var budget = Int.max
    return span(showing: start, to: end, budget: &budget)
  }

  /// The same, with a limit for how many samples are looked at. The result means nothing if `budget`
  /// becomes 0.
  func span(showing start: Int64, to end: Int64, budget: inout Int) -> Range<Int>? {
    let found = scan(from: start, to: end, budget: &budget)
    let wanted = [found.current, found.firstDecoded, found.firstShown].compactMap { $0 }
    guard let first = wanted.map({ entryPoint(for: $0, budget: &budget) }).min(),
      let known = (wanted + [found.lastDecoded ?? 0]).max()
    else { return nil }
    // All samples decoded before this time are shown before the end.
    let (latest, overflow) = end.subtractingReportingOverflow(Int64(offsets.upperBound))
    let inside = overflow ? 0 : (samples.index(endingAfter: latest) ?? samples.count) - 1
    var walk = SampleTable.Iterator(samples, at: max(known, inside))
    var last = known
    while budget > 0, let sample = walk.next() {
      budget -= 1
      let bound = sample.decodeTime.addingReportingOverflow(Int64(offsets.lowerBound)).partialValue
      if bound >= end { break }
      if sample.presentationTime > start, sample.presentationTime < end { last = sample.index }
    }
    return first..<last + 1
  }

  /// Returns where decoding must begin so that a sample is decoded correctly: the last entry point
  /// at or before it in decode order that is not shown after it. A sample that leads an entry point
  /// needs the entry point before that one. The result is 0 if there is none.
  func entryPoint(for index: Int) -> Int {
    var budget = Int.max
    return entryPoint(for: index, budget: &budget)
  }

  private func entryPoint(for index: Int, budget: inout Int) -> Int {
    let time = shown(index)
    var place = samples.entryPoint(atOrBefore: index)
    while budget > 0, let entry = place, shown(entry) > time {
      budget -= 1
      place = samples.entryPoint(atOrBefore: entry - 1)
    }
    return place ?? 0
  }
}
