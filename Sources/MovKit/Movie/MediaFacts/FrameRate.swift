/// How many frames a track has a second, exactly.
public struct FrameRate: Hashable, Sendable {
  /// In lowest terms, neither 0.
  public let numerator: UInt64
  public let denominator: UInt64
  /// Whether all frames but the last last as long. Else the rate is the average of all frames.
  public let isConstant: Bool

  /// Frames in a time of `ticks`, of which there are `timescale` a second; nil where one of the
  /// numbers is 0, or a product needs more than 64 bits.
  init?(frames: UInt64, ticks: UInt64, timescale: UInt32, isConstant: Bool) {
    let (product, overflow) = frames.multipliedReportingOverflow(by: UInt64(timescale))
    guard !overflow, product > 0, ticks > 0 else { return nil }
    let common = greatestCommonDivisor(product, ticks)
    (numerator, denominator) = (product / common, ticks / common)
    self.isConstant = isConstant
  }
}

extension Track {
  /// The rate of the samples, by their durations; nil where there are none, or they last no time. Of
  /// a table with more than 65536 runs only so many are asked.
  public var frameRate: FrameRate? {
    guard let tally = durationTally, let commonest = tally.commonest else { return nil }
    if commonest.isConstant {
      return FrameRate(
        frames: 1, ticks: commonest.ticks, timescale: timescale, isConstant: true)
    }
    let total = tally.total
    return FrameRate(
      frames: total.count, ticks: total.ticks, timescale: timescale, isConstant: false)
  }
}
