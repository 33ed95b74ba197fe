/// Counts how long samples last.
struct DurationTally {
  private var counts: [UInt64: UInt64] = [:]
  private var last: UInt64 = 0
  /// Samples of the last duration that are not in `counts` yet: runs mostly repeat.
  private var pending: UInt64 = 0

  /// `duration` is in ticks.
  mutating func add(_ count: UInt64, lasting duration: UInt64) {
    guard count > 0 else { return }
    if duration != last {
      if pending > 0 { counts[last, default: 0] &+= pending }
      pending = 0
      last = duration
    }
    pending &+= count
  }

  /// Samples, and how long all of them last together; held within 64 bits.
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

  /// How long a sample most often lasts, and whether all last so long. The last sample, which
  /// writers often cut or stretch, is not asked. nil where there was none.
  var commonest: (ticks: UInt64, isConstant: Bool)? {
    var asked = counts
    if pending > 0 { asked[last, default: 0] &+= pending }
    if asked.count > 1, asked[last] == 1 { asked[last] = nil }
    guard let best = asked.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return (best.key, asked.count == 1)
  }
}

extension UInt64 {
  fileprivate func addingClamping(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
