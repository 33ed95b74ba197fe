/// Returns a multiple of a timescale in which times of other timescales are whole ticks: exact for the
/// first of them, and for the others as far as that is practical.
func exactTimescale(_ own: UInt32, for timescales: [UInt32]) -> UInt32 {
  var scale = UInt64(own)
  for (number, other) in timescales.map(UInt64.init).enumerated() where other > 0 && scale > 0 {
    let (common, overflow) = (scale / greatestCommonDivisor(scale, other))
      .multipliedReportingOverflow(by: other)
    // Durations of 32 bits then still last more than an hour.
    let most: UInt64 = number == 0 ? UInt64(Int32.max) : 1_000_000
    if !overflow, common <= most { scale = common }
  }
  return UInt32(clamping: scale)
}
