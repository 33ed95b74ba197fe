/// Finds samples by the times at which they are shown, and what must be decoded for that.
///
/// Times are in ticks of the media. A sample is shown from its composition time until that of the
/// next one in the order of presentation.
struct PresentationIndex: Sendable {
  let samples: SampleTable
  /// The least and the greatest composition offset.
  private let offsets: ClosedRange<Int32>

  /// Looks at every row of the composition offsets once.
  init(_ samples: SampleTable) {
    self.samples = samples
    offsets = samples.compositionOffsets
  }

  private func shown(_ index: Int) -> Int64 {
    let times = samples.times(of: index)
    return times.decode.addingReportingOverflow(Int64(times.offset)).partialValue
  }

  /// A sample of the decode order that no sample shown at `time` or later is decoded before.
  func firstCandidate(at time: Int64) -> Int {
    let (latest, overflow) = time.subtractingReportingOverflow(Int64(offsets.upperBound))
    // This one is shown at `time` at the latest, and with it all that the next line skips.
    guard !overflow, let shown = samples.index(atDecodeTime: latest) else {
      // Behind a gap, or behind the end, what comes last before it may still be shown.
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

  /// Whether decoding can begin at a sample so that another one is decoded right.
  func isEntryPoint(_ index: Int, for other: Int) -> Bool {
    samples[index].attachments.isEntryPoint && shown(index) <= shown(other)
  }

  /// When a sample is shown.
  func time(of index: Int) -> Int64 { shown(index) }

  /// The sample shown at a time; nil ahead of the first and behind the end of the last.
  func index(shownAt time: Int64) -> Int? { scan(from: time, to: time).current }

  private struct Scan {
    /// What is shown at the start of the range.
    var current: Int?
    /// Of those shown later within it, the first and the last that are decoded, as far as was
    /// looked, and the first that is shown.
    var firstDecoded: Int?
    var lastDecoded: Int?
    var firstShown: Int?
  }

  /// Looks at samples until none that follows can be shown at `start`, or ahead of the first that
  /// is shown behind it: what is found does not depend on how narrow `offsets` are.
  private func scan(from start: Int64, to end: Int64) -> Scan {
    var found = Scan()
    var (best, least) = (Int64.min, Int64.max)
    var isFollowed = false
    var walk = SampleTable.Iterator(samples, at: firstCandidate(at: start))
    while let sample = walk.next() {
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

  /// The samples, in decode order, that must be decoded to show a stretch of the media; what is
  /// shown at its start is part of it. Nil where it shows no sample.
  func span(showing start: Int64, to end: Int64) -> Range<Int>? {
    let found = scan(from: start, to: end)
    let wanted = [found.current, found.firstDecoded, found.firstShown].compactMap { $0 }
    guard let first = wanted.map({ entryPoint(for: $0) }).min(),
      let known = (wanted + [found.lastDecoded ?? 0]).max()
    else { return nil }
    // All that is decoded earlier than this is shown before the end.
    let (latest, overflow) = end.subtractingReportingOverflow(Int64(offsets.upperBound))
    let inside = overflow ? 0 : (samples.index(endingAfter: latest) ?? samples.count) - 1
    var walk = SampleTable.Iterator(samples, at: max(known, inside))
    var last = known
    while let sample = walk.next() {
      let bound = sample.decodeTime.addingReportingOverflow(Int64(offsets.lowerBound)).partialValue
      if bound >= end { break }
      if sample.presentationTime > start, sample.presentationTime < end { last = sample.index }
    }
    return first..<last + 1
  }

  /// Where decoding must begin so that a sample is decoded right: the last entry point before it
  /// that is not shown after it, for what leads an entry point needs the one before. The first
  /// sample where there is none.
  func entryPoint(for index: Int) -> Int {
    let time = shown(index)
    var place = samples.entryPoint(atOrBefore: index)
    while let entry = place, shown(entry) > time {
      place = samples.entryPoint(atOrBefore: entry - 1)
    }
    return place ?? 0
  }
}
