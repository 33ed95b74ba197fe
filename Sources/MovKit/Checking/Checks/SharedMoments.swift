/// Finds frames that are shown at the same moment as others that are decoded shortly before them. It takes no more
/// memory for many frames than for few.
struct SharedMoments {
  /// So many frames of even length are remembered: more than any codec reorders.
  private static let remembered = 64

  /// When frames are shown, each in the slot of its time; the latest of those that have the same slot.
  private var latest = [Int64](repeating: .min, count: Self.remembered)
  /// The ticks between one slot and the next.
  private let step: Int64
  /// When the frames so far end, in decode order.
  private var end = Int64.min
  private var count = 0
  private var first: Int64?

  /// Nil if no two samples of the table can be shown at one moment, because they are shown in the order in which they
  /// are decoded.
  /// - Parameter commonest: The commonest duration of the samples, in ticks.
  init?(in table: SampleTable, lasting commonest: @autoclosure () -> UInt64?) {
    let offsets = table.compositionOffsets
    guard table.count > 1, offsets.lowerBound < offsets.upperBound,
      let ticks = commonest(), let step = Int64(exactly: ticks), step > 0
    else { return nil }
    self.step = step
  }

  /// Adds the samples that are decoded next.
  mutating func add(_ run: SampleTable.TimesRun) {
    let duration = Int64(clamping: run.duration)
    // A fragment that is there twice is reported as that.
    if run.decodeTime < end {
      for slot in latest.indices { latest[slot] = .min }
    }
    // The times of a table fit in 64 bits; those of hostile ones wrap.
    end = run.decodeTime &+ Int64(run.count) &* duration
    // Frames without a duration are reported as that.
    guard duration > 0 else { return }
    let start = SampleTable.presentationTime(of: run.decodeTime, offset: run.offset)
    // Those of one run have different times, and the last of them are remembered.
    for number in 0..<min(run.count, Self.remembered) { add(start, number, duration) }
    guard run.count > Self.remembered else { return }
    for number in max(Self.remembered, run.count - Self.remembered)..<run.count {
      add(start, number, duration)
    }
  }

  /// Adds the frame with a number among those that last as long each.
  private mutating func add(_ start: Int64, _ number: Int, _ duration: Int64) {
    let time = start &+ Int64(number) &* duration
    let slot = Int(truncatingIfNeeded: time / step) & (Self.remembered - 1)
    if latest[slot] == time, time != .min {
      count += 1
      first = first ?? time
    }
    latest[slot] = time
  }

  /// Reports what was found.
  func report(
    _ track: Track, at place: @autoclosure () -> CheckPlace, _ found: inout CheckFindings
  ) {
    guard let first else { return }
    found.report(
      "composition-same-time",
      "\(counted(count, "frame", "is", "are")) shown at the same moment as another one, the first at tick \(first) of "
        + "the media", at: place())
  }
}
