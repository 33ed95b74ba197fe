/// Finds a timescale for timecode media in which increasing times are whole ticks. The last time is
/// rounded up, the others to the nearest tick (`ticks`); a timescale that expresses the others exactly
/// is preferred.
struct TimescaleSearch {
  private struct Candidate {
    let timescale: Int32
    var isExact = true
    /// The time before, in ticks.
    var before: Int64 = 0
  }

  /// Those that express all times until now.
  private var candidates: [Candidate]
  /// The last time that was added: it may be the last of all.
  private var latest: MediaTime?

  init(_ timescales: [Int64]) {
    candidates = timescales.compactMap { timescale in
      Int32(exactly: timescale).flatMap { $0 > 0 ? Candidate(timescale: $0) : nil }
    }
  }

  mutating func add(_ time: MediaTime) {
    if let latest { look(at: latest, isLast: false) }
    latest = time
  }

  /// Returns the timescale; nil if the distance of two times does not fit 31 bits in any, which is
  /// what many programs read of a duration.
  mutating func found() -> Int32? {
    if let latest { look(at: latest, isLast: true) }
    return (candidates.first { $0.isExact } ?? candidates.first)?.timescale
  }

  private mutating func look(at time: MediaTime, isLast: Bool) {
    for index in candidates.indices.reversed() {
      let converted = Self.ticks(time, isLast: isLast, in: candidates[index].timescale)
      let (distance, overflow) = converted.value.subtractingReportingOverflow(
        candidates[index].before)
      guard converted.isNumeric, !overflow, distance > 0, distance <= Int64(Int32.max) else {
        candidates.remove(at: index)
        continue
      }
      if !isLast, converted != time { candidates[index].isExact = false }
      candidates[index].before = converted.value
    }
  }

  /// Returns a time in ticks of a timescale.
  /// - Parameter isLast: Whether it is the end of the timecode.
  static func ticks(_ time: MediaTime, isLast: Bool, in timescale: Int32) -> MediaTime {
    time.converted(to: timescale, rounding: isLast ? .awayFromZero : .roundHalfAwayFromZero)
  }
}
