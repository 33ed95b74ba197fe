/// Finds the sample that is shown at a time, and the samples that must be decoded to show it.
///
/// Times are in ticks of the media. A sample is shown from its composition time until that of the
/// next sample in presentation order. Of samples with the same time, the last in decode order is shown.
struct PresentationIndex: Sendable {
  let samples: SampleTable
  /// The smallest and the largest composition offset.
  private let offsets: ClosedRange<Int32>

  /// Reads every row of the composition offsets once.
  init(_ samples: SampleTable) {
    self.samples = samples
    offsets = samples.compositionOffsets
  }

  /// Returns a sample such that no sample before it in decode order is shown at `time` or later.
  func firstCandidate(at time: Int64) -> Int { samples.firstCandidate(at: time, offsets) }

  /// Whether decoding can begin at the sample `index` so that the sample `other` is decoded
  /// correctly.
  func isEntryPoint(_ index: Int, for other: Int) -> Bool {
    samples[index].attachments.isEntryPoint && time(of: index) <= time(of: other)
  }

  /// Returns the composition time of a sample.
  func time(of index: Int) -> Int64 { samples.times(of: index).presentation }

  /// Returns the sample shown at a time; nil before the first sample and after the end of the last
  /// one.
  func index(shownAt time: Int64) -> Int? {
    var budget = Int.max
    return scan(from: time, to: time, budget: &budget).current
  }

  /// The most runs of samples that are looked at for the end of one: more than encoders put between two
  /// pictures that are shown one after the other.
  private static let mostReordered = 48

  /// Returns until when a sample is shown: the composition time of the next sample in presentation order or,
  /// if there is none or it is too far away in decode order, the end of the sample's duration. Nil if another
  /// sample replaces this one at its own time.
  func shownEnd(of sample: SampleTable.Sample) -> Int64? {
    let (index, start) = (sample.index, sample.presentationTime)
    let own = start.addingClamping(Int64(clamping: sample.duration))
    if offsets.lowerBound == offsets.upperBound {
      // Outside fragments, the next sample is decoded where this one ends.
      guard index + 1 < samples.count else { return own }
      let next = index + 1 < samples.movieCount ? own : time(of: index + 1)
      if next > start { return next }
    }
    // No sample that ends earlier can be shown after this one.
    let (latest, overflow) = start.subtractingReportingOverflow(Int64(offsets.upperBound))
    let candidate =
      overflow || latest < 0 ? 0 : min(index, samples.index(endingAfter: latest) ?? index)
    var budget = Self.mostReordered
    let found = scan(from: start, to: .max, at: candidate, budget: &budget)
    guard budget > 0 else { return own }
    guard found.current == index else { return nil }
    return found.timeOfFirstShown ?? own
  }

  private struct Scan {
    /// The sample shown at the start of the range.
    var current: Int?
    /// Of the samples shown after the start and within the range, as far as the scan went: the
    /// first and the last in decode order, and the first in presentation order.
    var firstDecoded: Int?
    var lastDecoded: Int?
    var firstShown: Int?
    /// When `firstShown` is shown.
    var timeOfFirstShown: Int64?
  }

  /// Reads samples until no sample that follows can be shown at `start`, or before the first sample
  /// that is shown after it. The result does not depend on how narrow `offsets` is, and means
  /// nothing if `budget`, the number of runs of samples that are read at most, becomes 0.
  private func scan(from time: Int64, to end: Int64, budget: inout Int) -> Scan {
    scan(from: time, to: end, at: firstCandidate(at: time), budget: &budget)
  }

  /// The same from a sample on, such that no sample before it is the one shown at the start or is shown
  /// after it.
  private func scan(
    from time: Int64, to end: Int64, at candidate: Int, budget: inout Int
  ) -> Scan {
    var found = Scan()
    var (best, least) = (Int128.min, Int128.max)
    // Whether a sample is shown after the start.
    var isFollowed = false
    let (start, end) = (Int128(time), Int128(end))
    var walk = SampleTable.Iterator(samples, at: candidate)
    while budget > 0, let run = walk.nextTimes() {
      budget -= 1
      // Times only rise within the run, so that all of it is read at once.
      let after = run.count(shownBefore: start + 1)
      // Of samples with the same time, the last replaces the others at once.
      if after > 0, run.time(of: after - 1) >= best {
        best = run.time(of: after - 1)
        found.current = run.index + after - 1
      }
      guard after < run.count else { continue }
      isFollowed = true
      let first = run.time(of: after)
      // Whether no sample from here on can be shown at the start, or before what is shown after it.
      func isPast(_ bound: Int128) -> Bool { bound > start && bound >= min(least, end) }
      if isPast(run.bound(of: after, offsets)) { break }
      let isFirst = first < min(least, end)
      if isFirst {
        (found.firstShown, least) = (run.index + after, first)
        found.timeOfFirstShown = Int64(clamping: first)
      }
      let past = run.count(boundBefore: max(start + 1, min(least, end)), offsets)
      let wanted = min(max(past, after + 1), run.count(shownBefore: end))
      if wanted > after {
        if found.firstDecoded == nil { found.firstDecoded = run.index + after }
        found.lastDecoded = run.index + wanted - 1
      }
      if past < run.count { break }
    }
    if let current = found.current, !isFollowed, walk.index >= samples.count {
      let end = best + Int128(samples.times(of: current).duration)
      if end <= start, best < start { found.current = nil }
    }
    return found
  }

  /// Returns the samples, in decode order, that must be decoded to show a stretch of the media,
  /// including the sample that is shown at its start. Nil if the stretch shows no sample.
  ///
  /// - Parameter lead: How many samples before the first one the decoder needs to have decoded, too. Decoding
  ///   begins at an entry point all the same.
  func span(showing start: Int64, to end: Int64, lead: Int = 0) -> Range<Int>? {
    var budget = Int.max
    return span(showing: start, to: end, lead: lead, budget: &budget)
  }

  /// The same, with a limit for how many runs of samples are looked at. The result means nothing if `budget`
  /// becomes 0.
  func span(
    showing start: Int64, to end: Int64, lead: Int = 0, budget: inout Int
  ) -> Range<Int>? {
    let found = scan(from: start, to: end, budget: &budget)
    let wanted = [found.current, found.firstDecoded, found.firstShown].compactMap { $0 }
    guard let first = wanted.map({ entryPoint(for: max(0, $0 - lead), budget: &budget) }).min(),
      let known = (wanted + [found.lastDecoded ?? 0]).max()
    else { return nil }
    let inside = lastDecoded(before: end)
    var walk = SampleTable.Iterator(samples, at: max(known, inside))
    var last = known
    while budget > 0, let run = walk.nextTimes() {
      budget -= 1
      let past = run.count(boundBefore: Int128(end), offsets)
      let wanted = min(past, run.count(shownBefore: Int128(end)))
      if wanted > 0, run.time(of: wanted - 1) > Int128(start) { last = run.index + wanted - 1 }
      if past < run.count { break }
    }
    return first..<last + 1
  }

  /// Returns the last sample that is shown before a time however far it is moved; -1 if there is none. A sample
  /// without a duration at that time is not shown before it.
  private func lastDecoded(before end: Int64) -> Int {
    let (latest, overflow) = end.subtractingReportingOverflow(Int64(offsets.upperBound))
    guard !overflow, latest > 0 else { return -1 }
    guard let next = samples.index(endingAfter: latest - 1) else { return samples.count - 1 }
    return samples.times(of: next).decode < latest ? next : next - 1
  }

  /// Returns where decoding must begin so that a sample is decoded correctly: the last entry point
  /// at or before it in decode order that is not shown after it. A sample that leads an entry point
  /// needs the entry point before that one. The result is 0 if there is none.
  func entryPoint(for index: Int) -> Int {
    var budget = Int.max
    return entryPoint(for: index, budget: &budget)
  }

  private func entryPoint(for index: Int, budget: inout Int) -> Int {
    let time = self.time(of: index)
    var place = samples.entryPoint(atOrBefore: index, budget: &budget)
    while budget > 0, let entry = place, self.time(of: entry) > time {
      budget -= 1
      place = samples.entryPoint(atOrBefore: entry - 1, budget: &budget)
    }
    return place ?? 0
  }
}

extension SampleTable {
  /// Returns a sample such that no sample before it in decode order is shown at `time` or later.
  /// - Parameter offsets: The smallest and the largest composition offset.
  func firstCandidate(at time: Int64, _ offsets: ClosedRange<Int32>) -> Int {
    let (latest, overflow) = time.subtractingReportingOverflow(Int64(offsets.upperBound))
    // This sample is shown at `time` at the latest. So are the samples that the next lines skip.
    guard !overflow, let shown = index(atDecodeTime: latest) else {
      // After a gap or after the end, the last sample before it may still be shown.
      guard !overflow, latest > 0 else { return 0 }
      let next = index(endingAfter: latest) ?? count
      return next > 0 ? candidate(before: next - 1, offsets) : 0
    }
    return candidate(before: shown, offsets)
  }

  private func candidate(before index: Int, _ offsets: ClosedRange<Int32>) -> Int {
    let spread = Int64(offsets.upperBound) - Int64(offsets.lowerBound)
    let (decode, tooEarly) = times(of: index).decode.subtractingReportingOverflow(spread)
    return tooEarly ? 0 : Swift.min(index, self.index(atDecodeTime: decode) ?? 0)
  }
}

/// When the samples of a run are shown. The sums fit: counts and durations
/// of samples have little more than 32 bits.
extension SampleTable.TimesRun {
  /// Returns the composition time of a sample of the run.
  fileprivate func time(of sample: Int) -> Int128 {
    Int128(decodeTime) + Int128(sample) * Int128(duration) + Int128(offset)
  }

  /// Returns the earliest time at which a sample of the run, or one that follows it, can be shown.
  fileprivate func bound(of sample: Int, _ offsets: ClosedRange<Int32>) -> Int128 {
    time(of: sample) - Int128(offset) + Int128(offsets.lowerBound)
  }

  /// Returns how many samples of the run are shown before `time`.
  fileprivate func count(shownBefore time: Int128) -> Int {
    count(from: self.time(of: 0), before: time)
  }

  /// Returns for how many samples of the run `bound` is before `time`.
  fileprivate func count(boundBefore time: Int128, _ offsets: ClosedRange<Int32>) -> Int {
    count(from: bound(of: 0, offsets), before: time)
  }

  private func count(from first: Int128, before time: Int128) -> Int {
    guard first < time else { return 0 }
    guard duration > 0 else { return count }
    let steps = (time - first + Int128(duration) - 1) / Int128(duration)
    return Int(min(steps, Int128(count)))
  }
}
