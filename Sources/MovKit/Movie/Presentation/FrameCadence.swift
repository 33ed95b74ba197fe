/// How evenly the frames of a video follow each other.
struct FrameCadence: Equatable, Sendable {
  /// The number of ticks per second of the video's media.
  let timescale: UInt32
  /// The duration of `frames` frames, in ticks. The last frame of the video is not included,
  /// because writers often cut or stretch it.
  let ticks: UInt64
  /// The number of frames that last `ticks`.
  let frames: UInt64
  /// Whether each frame begins where a frame of the mean duration would, to within twice `grain` ticks:
  /// frames of 20 ticks, and now and then 21, at a timescale of 600 are 30000/1001 frames per second.
  let isEven: Bool
  /// What the times of the video were rounded to, in ticks: 1, or the ticks of a millisecond if the video comes from a
  /// Matroska file.
  let grain: UInt64
}

extension FrameCadence {
  /// Counts frames. Nil if there are fewer than two samples, the durations of all but the last are
  /// 0, the sums exceed 64 bits, or the timescale is 0.
  ///
  /// - Parameter forEachRun: calls its argument for each run of samples of equal duration, in
  ///   decode order. It is called up to four times.
  init?(
    timescale: UInt32, forEachRun: ((_ count: UInt64, _ duration: UInt64) -> Void) -> Void
  ) {
    var (total, count, last) = (UInt64(0), UInt64(0), UInt64(0))
    var isTooLong = false
    forEachRun { more, duration in
      guard more > 0 else { return }
      let (product, overflow) = more.multipliedReportingOverflow(by: duration)
      let (sum, carry) = total.addingReportingOverflow(product)
      let (samples, many) = count.addingReportingOverflow(more)
      isTooLong = isTooLong || overflow || carry || many
      (total, count, last) = (sum, samples, duration)
    }
    guard timescale > 0, !isTooLong, count > 1, total > last else { return nil }
    let (ticks, frames) = (total - last, count - 1)
    self.timescale = timescale
    for grain in [1, (UInt64(timescale) + 999) / 1000]
    where Self.isEven(ticks, frames, grain, forEachRun) {
      (self.ticks, self.frames, isEven, self.grain) = (ticks, frames, true, grain)
      return
    }
    var tally = DurationTally()
    forEachRun { tally.add($0, lasting: $1) }
    guard let commonest = tally.commonest?.ticks, commonest > 0 else { return nil }
    (self.ticks, self.frames, isEven, grain) = (commonest, 1, false, 1)
  }

  /// Whether every frame begins less than twice `grain` ticks from where the mean duration puts it. If
  /// frames last less than eight times as long as that, it says nothing, and no deviation is allowed.
  private static func isEven(
    _ ticks: UInt64, _ frames: UInt64, _ grain: UInt64,
    _ forEachRun: ((UInt64, UInt64) -> Void) -> Void
  ) -> Bool {
    let allowed = ticks / frames / grain >= 8 ? UInt128(frames) * 2 * UInt128(grain) : 1
    var (time, index) = (UInt64(0), UInt64(0))
    var isEven = true
    forEachRun { more, duration in
      guard isEven, more > 0, index < frames else { return }
      let more = min(more, frames - index)
      // Both sums stay below the sums over all frames.
      (time, index) = (time &+ more &* duration, index &+ more)
      let (real, mean) = (UInt128(time) * UInt128(frames), UInt128(index) * UInt128(ticks))
      isEven = (real > mean ? real - mean : mean - real) < allowed
    }
    return isEven
  }

  /// How long a frame lasts if the frames are even and that is a rate in use, a whole number of frames per
  /// second or per 1.001 seconds; else nil.
  var frameInUse: MediaTime? {
    guard isEven else { return nil }
    let (length, all) = (UInt128(ticks), UInt128(frames) * UInt128(timescale))
    let perSecond = (all + length / 2) / length
    guard perSecond > 0, perSecond < 1 << 31 else { return nil }
    var nearest: (duration: MediaTime, distance: UInt128)?
    for (numerator, unit) in [(UInt128(1000), UInt128(1000)), (1001, 1000)] {
      // How far all frames of the video are from as many of that rate, in ticks times `denominator`.
      let denominator = unit * perSecond
      let (wanted, found) = (numerator * all, length * denominator)
      let distance = wanted > found ? wanted - found : found - wanted
      let common = greatestCommonDivisor(numerator, denominator)
      guard distance <= UInt128(grain) * denominator, distance < nearest?.distance ?? .max,
        let duration = MediaTime(ticks: numerator / common, per: denominator / common)
      else { continue }
      nearest = (duration, distance)
    }
    return nearest?.duration
  }
}
