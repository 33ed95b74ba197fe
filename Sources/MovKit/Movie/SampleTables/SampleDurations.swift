/// How long the samples of a track outside fragments last together (`stts`; ISO/IEC 14496-12, 8.6.1.2).
///
/// `stts` can have times for more samples than there are, which then do not count, or for fewer.
struct SampleDurations {
  /// The sum over the samples that there are, in ticks; 0 if `stts` cannot be read, or the sum over all of its rows
  /// does not fit in 64 bits.
  private(set) var ticks: UInt64 = 0
  /// Whether `stts` has times for as many samples as there are. If not, it is not known how long they last.
  private(set) var areOfAllSamples = false

  init(_ trak: Atom) {
    guard let stbl = trak.descendant("mdia", "minf", "stbl"),
      let rows = try? stbl.first("stts")?.decode(TimeToSample.self).entries, !rows.isEmpty,
      let index = RunIndex(rows, run: { $0.run })
    else { return }
    let count = stbl.sampleCount
    ticks = index.value(ofFirst: count) { rows[$0].run }
    areOfAllSamples = index.items == count
  }
}

extension TimeToSample.Row {
  /// The row as a run of samples that last as many ticks each.
  @inline(__always)
  var run: (count: UInt64, step: UInt64) { (UInt64(sampleCount), UInt64(sampleDelta)) }
}

extension Table<TimeToSample.Row> {
  /// Calls `body` for each run of samples with the same duration, in decode order: the number of samples, and the
  /// ticks of each.
  /// - Parameters:
  ///   - count: How many samples there are. Those of further rows are not.
  ///   - rows: The most rows that are read.
  @inline(__always)
  func forEachRun(
    ofFirst count: UInt64, inFirst rows: Int = .max,
    _ body: (_ count: UInt64, _ duration: UInt64) -> Void
  ) {
    var (left, rows) = (count, rows)
    forEachRow { row in
      let some = Swift.min(row.run.count, left)
      if some > 0 { body(some, row.run.step) }
      left -= some
      rows -= 1
      return left > 0 && rows > 0
    }
  }
}

extension Atom {
  /// For a `stbl`: the number of samples that have a size and a place, as in `SampleTable`; the greatest number if
  /// that is not known.
  var sampleCount: UInt64 {
    let chunks = try? ChunkIndex(self, report: { _ in }, note: { _, _ in })
    return chunks.map { UInt64($0.sampleCount) } ?? .max
  }
}
