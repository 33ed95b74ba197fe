/// Counts the durations of samples.
struct DurationTally {
  private var counts: [UInt64: UInt64] = [:]
  private var last: UInt64 = 0
  /// The number of samples of the last duration that are not in `counts` yet, because runs mostly
  /// repeat.
  private var pending: UInt64 = 0

  /// Adds `count` samples of `duration` ticks each.
  mutating func add(_ count: UInt64, lasting duration: UInt64) {
    guard count > 0 else { return }
    if duration != last {
      if pending > 0 { counts[last, default: 0] &+= pending }
      pending = 0
      last = duration
    }
    pending &+= count
  }

  /// The number of samples, and the sum of their durations in ticks; both clamped to 64 bits.
  var total: (count: UInt64, ticks: UInt64) {
    var asked = counts
    if pending > 0 { asked[last, default: 0] &+= pending }
    var (count, ticks) = (UInt64(0), UInt64(0))
    for (duration, samples) in asked {
      count = count.addingClamping(samples)
      let (product, overflow) = samples.multipliedReportingOverflow(by: duration)
      ticks = overflow ? .max : ticks.addingClamping(product)
    }
    return (count, ticks)
  }

  /// The most frequent duration, and whether all samples have it. The last sample is ignored if no
  /// other has its duration, because writers often cut or stretch it. Nil if there are no samples.
  var commonest: (ticks: UInt64, isConstant: Bool)? {
    if counts.isEmpty { return pending > 0 ? (last, true) : nil }
    var asked = counts
    if pending > 0 { asked[last, default: 0] &+= pending }
    if asked.count > 1, asked[last] == 1 { asked[last] = nil }
    guard let best = asked.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return (best.key, asked.count == 1)
  }
}
