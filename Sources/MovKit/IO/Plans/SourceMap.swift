/// Where the bytes of a source are in the output of a plan.
///
/// It is built once. Then each lookup takes time logarithmic in the number of copied ranges, so
/// that millions of chunk offsets can be moved.
package struct SourceMap: Hashable, Sendable {
  private struct Run: Hashable {
    var source: Range<UInt64>
    var destination: UInt64
  }

  /// The copied ranges, sorted by source, without overlaps or empty ranges.
  private var runs: [Run] = []

  init(_ plan: WritePlan) {
    var copies: [Run] = []
    var offset: UInt64 = 0
    for step in plan.steps {
      if case .copy(let range, _) = step, !range.isEmpty {
        copies.append(Run(source: range, destination: offset))
      }
      offset = offset.addingClamping(step.size)
    }
    self.init(copies)
  }

  /// Maps ranges of a source to their places in the output; everything else is left out. If ranges
  /// overlap, the one that begins first applies.
  init(_ stretches: [(source: Range<UInt64>, destination: UInt64)]) {
    self.init(stretches.map { Run(source: $0.source, destination: $0.destination) })
  }

  private init(_ copies: [Run]) {
    var covered: UInt64 = 0
    for copy in copies.sorted(by: SourceMap.standsBefore)
    where copy.source.upperBound > covered && !copy.source.isEmpty {
      let lower = max(copy.source.lowerBound, covered)
      let skipped = lower - copy.source.lowerBound
      runs.append(
        Run(
          source: lower..<copy.source.upperBound,
          destination: copy.destination.addingClamping(skipped)))
      covered = copy.source.upperBound
    }
  }

  private static func standsBefore(_ a: Run, _ b: Run) -> Bool {
    (a.source.lowerBound, a.destination) < (b.source.lowerBound, b.destination)
  }

  /// Returns the offset in the output of the source's byte `offset`; nil if it is left out. If a
  /// byte is copied more than once, returns one of its places.
  package func destination(of offset: UInt64) -> UInt64? {
    let index = firstRun(endingAfter: offset)
    guard index < runs.count, runs[index].source.contains(offset) else { return nil }
    return destination(of: offset, in: runs[index])
  }

  /// Returns where a range of the source begins in the output; nil if it is not there completely
  /// and in one piece. An empty range is where its byte is.
  func destination(of range: Range<UInt64>) -> UInt64? {
    var index = firstRun(endingAfter: range.lowerBound)
    guard index < runs.count, runs[index].source.contains(range.lowerBound) else { return nil }
    let start = destination(of: range.lowerBound, in: runs[index])
    while runs[index].source.upperBound < range.upperBound {
      let end = destination(of: runs[index].source.upperBound, in: runs[index])
      guard index + 1 < runs.count, runs[index + 1].destination == end,
        runs[index + 1].source.lowerBound == runs[index].source.upperBound
      else { return nil }
      index += 1
    }
    return start
  }

  /// Returns the place of the first byte at or after `offset` that is in the output; nil if there
  /// is none.
  func destination(ofFirstFrom offset: UInt64) -> UInt64? {
    let index = firstRun(endingAfter: offset)
    guard index < runs.count else { return nil }
    return destination(of: max(offset, runs[index].source.lowerBound), in: runs[index])
  }

  /// Returns the place after the last byte before `offset` that is in the output; nil if there is
  /// none.
  func destination(afterLastBefore offset: UInt64) -> UInt64? {
    let next = firstRun(endingAfter: offset)
    let index = next < runs.count && runs[next].source.lowerBound < offset ? next : next - 1
    guard index >= 0 else { return nil }
    return destination(of: min(offset, runs[index].source.upperBound), in: runs[index])
  }

  private func firstRun(endingAfter offset: UInt64) -> Int {
    runs.partitioningIndex { $0.source.upperBound > offset }
  }

  private func destination(of offset: UInt64, in run: Run) -> UInt64 {
    run.destination.addingClamping(offset - run.source.lowerBound)
  }
}

extension WritePlan {
  /// Where each copied byte of the source is in the output.
  package var sourceMap: SourceMap { SourceMap(self) }
}
