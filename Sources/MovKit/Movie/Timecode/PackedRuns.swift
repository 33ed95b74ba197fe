/// Runs of timecode, kept as their numbers: what these count, and how their frames are counted, is the same
/// in nearly all. There can be a million.
package struct PackedRuns: Sendable {
  private struct Row: Sendable {
    var time: Int64
    var duration: Int64
    var frameNumber: Int64
    /// The number of its kind.
    var kind: Int
  }

  /// What a run is besides its numbers.
  private struct Kind: Hashable {
    var time: MediaTime.Unit
    /// Nil if the run has no duration of its own.
    var duration: MediaTime.Unit?
    var format: TimecodeFormat
  }

  private var rows = PiecedList<Row>()
  private var kinds = NumberedKinds<Kind>()

  package init() {}

  package init(_ runs: some Sequence<TimecodeRun>) {
    for run in runs { append(run) }
  }

  package mutating func append(_ run: TimecodeRun) { rows.append(row(run)) }

  package mutating func removeLast() { rows.removeLast() }

  private mutating func row(_ run: TimecodeRun) -> Row {
    let kind = Kind(time: run.time.unit, duration: run.duration?.unit, format: run.format)
    return Row(
      time: run.time.value, duration: run.duration?.value ?? 0, frameNumber: run.frameNumber,
      kind: kinds.number(of: kind))
  }
}

extension PackedRuns: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }

  // It is large, and a copy in each loop takes long to compile.
  package subscript(index: Int) -> TimecodeRun {
    @inline(never) get {
      let row = rows[index]
      let kind = kinds[row.kind]
      return TimecodeRun(
        at: MediaTime(row.time, kind.time),
        duration: kind.duration.map { MediaTime(row.duration, $0) },
        format: kind.format, frameNumber: row.frameNumber)
    }
    @inline(never) set { rows[index] = row(newValue) }
  }
}

extension PackedRuns: Equatable {
  package static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}
