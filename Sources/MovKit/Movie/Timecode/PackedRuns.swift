/// Runs of timecode, kept as their numbers: what these count, and how their frames are counted, is the same
/// in nearly all. There can be a million.
package struct PackedRuns: Sendable {
  private struct Row: Sendable {
    var time: Int64
    var frameNumber: Int64
    /// The highest number if the duration is among `longDurations`.
    var duration: UInt32
    /// The number of its kind.
    var kind: UInt32
  }

  /// What a run is besides its numbers.
  private struct Kind: Hashable {
    var time: MediaTime.Unit
    /// Nil if the run has no duration of its own.
    var duration: MediaTime.Unit?
    var format: TimecodeFormat
  }

  private var rows = PiecedList<Row>()
  /// The durations that do not fit a row, by the place of the run.
  private var longDurations: [Int: Int64] = [:]
  private var kinds = NumberedKinds<Kind>()

  package init() {}

  package init(_ runs: some Sequence<TimecodeRun>) {
    for run in runs { append(run) }
  }

  package mutating func append(_ run: TimecodeRun) { rows.append(row(run, at: rows.count)) }

  package mutating func removeLast() {
    rows.removeLast()
    longDurations[rows.count] = nil
  }

  /// How frames are counted, as often as runs differ in that or in their units of time.
  package var formats: [TimecodeFormat] { kinds.kinds.map(\.format) }

  /// Changes how frames are counted, of all runs that are counted in the same way at once.
  package mutating func changeFormats(_ change: (inout TimecodeFormat) -> Void) {
    var changed = NumberedKinds<Kind>()
    let numbers = kinds.kinds.map { kind in
      var kind = kind
      change(&kind.format)
      return UInt32(clamping: changed.number(of: kind))
    }
    kinds = changed
    for index in rows.indices where rows[index].kind != numbers[Int(rows[index].kind)] {
      rows[index].kind = numbers[Int(rows[index].kind)]
    }
  }

  private mutating func row(_ run: TimecodeRun, at index: Int) -> Row {
    let kind = Kind(time: run.time.unit, duration: run.duration?.unit, format: run.format)
    let duration = run.duration?.value ?? 0
    let short = UInt32(exactly: duration).flatMap { $0 == .max ? nil : $0 }
    if short == nil || !longDurations.isEmpty {
      longDurations[index] = short == nil ? duration : nil
    }
    // A number for each run in memory has far fewer than 32 bits.
    return Row(
      time: run.time.value, frameNumber: run.frameNumber, duration: short ?? .max,
      kind: UInt32(clamping: kinds.number(of: kind)))
  }
}

extension PackedRuns: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }

  // It is large, and a copy in each loop takes long to compile.
  package subscript(index: Int) -> TimecodeRun {
    @inline(never) get {
      let row = rows[index]
      let kind = kinds[Int(row.kind)]
      let duration = row.duration == .max ? longDurations[index] ?? 0 : Int64(row.duration)
      return TimecodeRun(
        at: MediaTime(row.time, kind.time),
        duration: kind.duration.map { MediaTime(duration, $0) },
        format: kind.format, frameNumber: row.frameNumber)
    }
    @inline(never) set { rows[index] = row(newValue, at: index) }
  }
}

extension PackedRuns: Equatable {
  package static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}
