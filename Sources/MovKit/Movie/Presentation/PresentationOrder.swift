/// The samples of a track in the order in which they are shown. Finds what a stretch of the media
/// needs in O(log samples), wherever composition offsets move the samples. It takes up to 40 bytes for
/// each sample, so `StretchFinder` makes it only if looking at the samples would take longer.
struct PresentationOrder: Sendable {
  private let samples: SampleTable
  /// The composition times, in order.
  private let times: [Int64]
  /// The samples with those times. Of equal times, the sample that is decoded last comes last.
  private let shown: BlockTree<UInt32>
  /// The samples at which decoding can begin, in decode order, and their composition times.
  private let entries: [UInt32]
  private let entryTimes: BlockTree<Int64>

  /// Nil if there are more than 2^32 samples.
  init?(_ samples: SampleTable) {
    guard samples.count <= Int(UInt32.max) else { return nil }
    self.samples = samples
    var order: [(time: Int64, index: UInt32)] = []
    order.reserveCapacity(samples.count)
    for sample in samples { order.append((sample.presentationTime, UInt32(sample.index))) }
    order.sort { $0 < $1 }
    times = order.map(\.time)
    shown = BlockTree(order.map(\.index))
    order = []
    var entries: [UInt32] = []
    var place = samples.count - 1
    while let entry = samples.entryPoint(atOrBefore: place) {
      entries.append(UInt32(entry))
      place = entry - 1
    }
    entries.reverse()
    self.entries = entries
    var walk = SampleTable.Iterator(samples)
    entryTimes = BlockTree(
      entries.map {
        walk.index = Int($0)
        return walk.next()?.presentationTime ?? .max
      })
  }

  /// Like `PresentationIndex.span`.
  func span(showing start: Int64, to end: Int64, lead: Int = 0) -> Range<Int>? {
    let after = times.partitioningIndex { $0 > start }
    let wanted = after..<max(after, times.partitioningIndex { $0 >= end })
    var first: [Int] = []
    if let current = current(before: after, at: start) { first.append(current) }
    var last = first.first
    if let decoded = shown.extremes(at: wanted) {
      first += [Int(decoded.lowerBound), Int(shown.numbers[after])]
      last = max(last ?? 0, Int(decoded.upperBound))
    }
    guard let last, let begin = first.map({ entryPoint(for: max(0, $0 - lead)) }).min() else {
      return nil
    }
    return begin..<last + 1
  }

  /// The sample that is shown at `start`, where those from `after` on are shown later.
  private func current(before after: Int, at start: Int64) -> Int? {
    guard after > 0 else { return nil }
    let time = times[after - 1]
    let sample = Int(shown.numbers[after - 1])
    guard after == times.count, time < start else { return sample }
    let duration = Int64(clamping: samples.times(of: sample).duration)
    let (end, overflow) = time.addingReportingOverflow(duration)
    return overflow || end > start ? sample : nil
  }

  /// Like `PresentationIndex.entryPoint`.
  private func entryPoint(for index: Int) -> Int {
    let time = samples.times(of: index).presentation
    let end = entries.partitioningIndex { $0 > index }
    return entryTimes.last(before: end, atMost: time).map { Int(entries[$0]) } ?? 0
  }
}
