/// The exact number of frames per second of a track.
public struct FrameRate: Hashable, Sendable {
  /// The numerator of the rate, in lowest terms; not 0.
  public let numerator: UInt64
  /// The denominator of the rate, in lowest terms; not 0.
  public let denominator: UInt64
  /// Whether all frames have the same duration, as far as the ticks of the media can say it. The last frame
  /// may differ. Otherwise the rate is the average of all frames or, if times were rounded to
  /// milliseconds, as in Matroska files, the one that they were rounded from.
  public let isConstant: Bool

  /// The rate of `frames` frames in `ticks`, of which there are `timescale` per second. Nil if one
  /// of the numbers is 0, or a product exceeds 64 bits.
  init?(frames: UInt64, ticks: UInt64, timescale: UInt32, isConstant: Bool) {
    let (product, overflow) = frames.multipliedReportingOverflow(by: UInt64(timescale))
    guard !overflow, product > 0, ticks > 0 else { return nil }
    let common = greatestCommonDivisor(product, ticks)
    (numerator, denominator) = (product / common, ticks / common)
    self.isConstant = isConstant
  }

  /// The average of `frames` frames that last so long together, as not all are shown. Nil if one of the numbers is
  /// not positive, or a product exceeds 64 bits.
  package init?(averageOf frames: Int64, in duration: MediaTime) {
    guard duration.isNumeric, frames > 0, duration.value > 0 else { return nil }
    self.init(
      frames: frames.magnitude, ticks: duration.value.magnitude,
      timescale: duration.timescale.magnitude, isConstant: false)
  }
}

extension FrameRate {
  /// The rate as a number, rounded. To count frames, use the fraction.
  public var value: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate: CustomStringConvertible {
  /// Such as `25` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension Track {
  /// The rate of the samples, by their durations; nil if there are none, or their durations are 0.
  /// The average of a table with more than 65536 runs is that of the first 65536. The runs are counted each
  /// time; if the track has fragments, all of their tables are read for it.
  public var frameRate: FrameRate? {
    guard let tally = durationTally, let commonest = tally.commonest else { return nil }
    if commonest.isConstant {
      return FrameRate(
        frames: 1, ticks: commonest.ticks, timescale: timescale, isConstant: true)
    }
    let cadence = frameCadence
    if let cadence, let frame = cadence.frameInUse {
      return FrameRate(
        frames: 1, ticks: frame.value.magnitude, timescale: frame.timescale.magnitude,
        isConstant: cadence.grain == 1)
    }
    let total = tally.total
    return FrameRate(
      frames: total.count, ticks: total.ticks, timescale: timescale, isConstant: false)
  }
}
