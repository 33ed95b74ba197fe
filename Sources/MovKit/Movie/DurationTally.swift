/// Counts how long samples last.
struct DurationTally {
  private var counts: [UInt64: UInt64] = [:]
  private var last: UInt64 = 0

  /// `duration` is in ticks.
  mutating func add(_ count: UInt64, lasting duration: UInt64) {
    guard count > 0 else { return }
    counts[duration, default: 0] &+= count
    last = duration
  }

  /// How long a sample most often lasts, and whether all last so long. The last sample, which
  /// writers often cut or stretch, is not asked. nil where there was none.
  var commonest: (ticks: UInt64, isConstant: Bool)? {
    var asked = counts
    if asked.count > 1, asked[last] == 1 { asked[last] = nil }
    guard let best = asked.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return (best.key, asked.count == 1)
  }
}
