/// The tables `stts` and `ctts` (ISO/IEC 14496-12, 8.6.1.2 and 8.6.1.3), indexed.
final class SampleTimeIndex: Sendable {
  private let durations: Table<TimeToSample.Row>
  private let durationIndex: RunIndex
  private let sampleCount: UInt64
  /// The sum of the durations of the samples that there are, in ticks.
  let total: UInt64
  private let offsets: Table<CompositionOffsets.Row>
  private let offsetIndex: RunIndex

  init(
    _ stbl: Atom, sampleCount: Int, report: (Diagnostic) -> Void, note: (String, String) -> Void
  ) throws(FormatError) {
    durations =
      try stbl.first("stts")?.decode(TimeToSample.self, readingCutTables: report).entries ?? Table()
    let durations = durations
    guard
      let durationIndex = RunIndex(durations, run: { $0.run }),
      durationIndex.value <= UInt64(Int64.max)
    else {
      throw FormatError(
        .tooLarge("the sample durations add up to more than 63 bits"), path: "stts",
        at: stbl.first("stts")?.offset)
    }
    self.durationIndex = durationIndex
    self.sampleCount = UInt64(sampleCount)
    total = durationIndex.value(ofFirst: UInt64(sampleCount)) { durations[$0].run }
    if durationIndex.items != UInt64(sampleCount) {
      note(
        "stts-count",
        "stts has times for \(counted(durationIndex.items, "sample")), the track has \(sampleCount)"
      )
    }
    let ctts = try stbl.first("ctts")?.decode(CompositionOffsets.self, readingCutTables: report)
    offsets = ctts?.entries ?? Table()
    let offsets = offsets
    guard let index = RunIndex(offsets, run: { (UInt64($0.sampleCount), 0) }) else {
      throw FormatError(
        .tooLarge("too many samples to count"), path: "ctts", at: stbl.first("ctts")?.offset)
    }
    offsetIndex = index
    if !offsets.isEmpty, offsetIndex.items < UInt64(sampleCount) {
      note(
        "ctts-count",
        "ctts has offsets for \(offsetIndex.items) of \(counted(sampleCount, "sample"))")
    } else if offsetIndex.items > UInt64(sampleCount) {
      note(
        "ctts-count",
        "ctts has offsets for \(counted(offsetIndex.items, "sample")), the track has \(sampleCount)"
      )
    }
  }

  /// Returns the times of a sample. A sample that `stts` does not cover is at the end of the
  /// others, and its duration is 0.
  func time(of sample: Int) -> SampleTable.Times {
    let offset =
      offsetIndex.place(ofItem: UInt64(sample)) { (UInt64(offsets[$0].sampleCount), 0) }
      .map { offsets[$0.row].sampleOffset } ?? 0
    guard
      let place = durationIndex.place(ofItem: UInt64(sample), run: { durations[$0].run })
    else {
      return SampleTable.Times(decode: Int64(durationIndex.value), duration: 0, offset: offset)
    }
    return SampleTable.Times(
      decode: Int64(place.valueBefore), duration: UInt64(durations[place.row].sampleDelta),
      offset: offset)
  }

  /// Finds times of samples that are mostly requested one after another.
  struct Walk: Sendable {
    fileprivate var durations = RunWalk()
    fileprivate var offsets = RunWalk()
  }

  /// Like `time(of:)`. `alike` is how many samples from this one on have the same duration and the
  /// same offset, as far as one row of each table says; samples that `stts` does not cover, for which
  /// `isCovered` is false, have the same time too.
  @inline(__always)
  func time(
    of sample: Int, _ walk: inout Walk
  ) -> (decode: Int64, duration: UInt64, offset: Int32, alike: UInt64, isCovered: Bool) {
    let item = UInt64(sample)
    var (offset, alike): (Int32, UInt64) = (0, .max)
    if !offsets.isEmpty,
      walk.offsets.move(
        to: item, in: offsetIndex, run: { (UInt64(offsets[$0].sampleCount), 0) })
    {
      offset = offsets[walk.offsets.row].sampleOffset
      alike = walk.offsets.end - item
    }
    guard
      walk.durations.move(to: item, in: durationIndex, run: { durations[$0].run })
    else { return (Int64(durationIndex.value), 0, offset, alike, false) }
    return (
      Int64(walk.durations.value(before: item)), walk.durations.step, offset,
      min(alike, walk.durations.end - item), true
    )
  }

  func index(at time: UInt64) -> Int? {
    durationIndex.place(ofValue: time) { durations[$0].run }.flatMap {
      Int(exactly: $0.item)
    }
  }

  /// The smallest and the largest composition offset. Samples that `ctts` does not cover have 0.
  func offsets(of sampleCount: Int) -> ClosedRange<Int32> {
    var range: ClosedRange<Int32>? = offsetIndex.items < UInt64(sampleCount) ? 0...0 : nil
    for row in offsets where row.sampleCount > 0 {
      let offset = row.sampleOffset
      range = min(offset, range?.lowerBound ?? offset)...max(offset, range?.upperBound ?? offset)
    }
    return range ?? 0...0
  }

  func forEachRun(_ body: (_ count: UInt64, _ duration: UInt64) -> Void) {
    durations.forEachRun(ofFirst: sampleCount, body)
  }
}
