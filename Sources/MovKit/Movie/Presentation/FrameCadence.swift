/// How evenly the frames of a video follow each other.
struct FrameCadence: Equatable, Sendable {
  /// The number of ticks per second of the video's media.
  let timescale: UInt32
  /// The duration of `frames` frames, in ticks. The last frame of the video is not included,
  /// because writers often cut or stretch it.
  let ticks: UInt64
  /// The number of frames that last `ticks`.
  let frames: UInt64
  /// Whether each frame begins where a frame of the mean duration would, to within the ticks of the
  /// timescale: frames of 20 ticks, and now and then 21, at a timescale of 600 are 30000/1001
  /// frames per second.
  let isEven: Bool
}

extension FrameCadence {
  /// Counts frames. Nil if there are fewer than two samples, the durations of all but the last are
  /// 0, the sums exceed 64 bits, or the timescale is 0.
  ///
  /// - Parameter forEachRun: calls its argument for each run of samples of equal duration, in
  ///   decode order. It is called up to three times.
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
    if Self.isEven(ticks, frames, forEachRun) {
      (self.ticks, self.frames, isEven) = (ticks, frames, true)
      return
    }
    var tally = DurationTally()
    forEachRun { tally.add($0, lasting: $1) }
    guard let commonest = tally.commonest?.ticks, commonest > 0 else { return nil }
    (self.ticks, self.frames, isEven) = (commonest, 1, false)
  }

  /// Whether every frame begins less than two ticks from where the mean duration puts it. If frames
  /// last fewer than eight ticks, that says nothing, and no deviation is allowed.
  private static func isEven(
    _ ticks: UInt64, _ frames: UInt64, _ forEachRun: ((UInt64, UInt64) -> Void) -> Void
  ) -> Bool {
    let allowed = ticks / frames >= 8 ? UInt128(frames) * 2 : 1
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
}
