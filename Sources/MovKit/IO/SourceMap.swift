/// Where the bytes of a source come to stand in the output of a plan.
///
/// Built once, it answers in the logarithm of the number of copied ranges, so that millions of
/// chunk offsets can be moved.
public struct SourceMap: Hashable, Sendable {
  private struct Run: Hashable {
    var source: Range<UInt64>
    var destination: UInt64
  }

  /// Sorted by source, not overlapping, none empty.
  private var runs: [Run] = []

  init(_ plan: WritePlan) {
    var copies: [Run] = []
    var offset: UInt64 = 0
    for step in plan.steps {
      if case .copy(let range, _) = step, !range.isEmpty {
        copies.append(Run(source: range, destination: offset))
      }
      offset = WritePlan.saturatingSum(offset, step.size)
    }
    var covered: UInt64 = 0
    for copy in copies.sorted(by: SourceMap.standsBefore) where copy.source.upperBound > covered {
      let lower = max(copy.source.lowerBound, covered)
      let skipped = lower - copy.source.lowerBound
      runs.append(
        Run(
          source: lower..<copy.source.upperBound,
          destination: WritePlan.saturatingSum(copy.destination, skipped)))
      covered = copy.source.upperBound
    }
  }

  private static func standsBefore(_ a: Run, _ b: Run) -> Bool {
    (a.source.lowerBound, a.destination) < (b.source.lowerBound, b.destination)
  }

  /// The offset in the output of the source's byte `offset`; nil where it is left out.
  /// Of a byte that is copied more than once, one of its places.
  public func destination(of offset: UInt64) -> UInt64? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].source.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].source.contains(offset) else { return nil }
    return WritePlan.saturatingSum(
      runs[low].destination, offset - runs[low].source.lowerBound)
  }
}

extension WritePlan {
  /// Where each copied byte of the source goes.
  public var sourceMap: SourceMap { SourceMap(self) }
}
