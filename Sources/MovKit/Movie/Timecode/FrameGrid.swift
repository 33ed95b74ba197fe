/// Frames of one duration, counted from a moment: which of them holds a time.
struct FrameGrid: Equatable, Sendable {
  /// Seconds a frame lasts: a numerator of up to 64 bits over a denominator of up to 96.
  private let numerator: UInt128
  private let denominator: UInt128
  /// Ticks a second of the coarsest timescale that cannot hold the frames, so that what it counts
  /// comes up to a tick early or late; nil where all can.
  private let coarsest: UInt128?

  /// `timescales` are those in which the times were written that will be asked for.
  ///
  /// Nil where `fit` has a frame duration that is out of all proportion.
  init?(_ fit: TimecodeRateFit, timescales: [UInt32]) {
    (numerator, denominator) = fit.frame
    guard numerator > 0, numerator >> 64 == 0, denominator >> 96 == 0 else { return nil }
    let (top, bottom) = (numerator, denominator)
    let coarsest = timescales.map { UInt128($0) }.filter { $0 > 0 && top * $0 % bottom != 0 }.min()
    // Where two ticks are a frame, a tick says nothing.
    self.coarsest = coarsest.flatMap { 2 * bottom < top * $0 ? $0 : nil }
  }

  /// A tick of the coarsest timescale that cannot hold the frames; 0 where all can.
  var slack: MediaTime {
    coarsest.flatMap { MediaTime(ticks: 1, per: $0) } ?? .zero
  }

  /// The frame that holds a moment so long after the first began: the one before 0 is -1. Less than
  /// a tick before a frame is in the frame.
  func index(at elapsed: MediaTime) -> Int64? {
    guard let index = whole(elapsed)?.floor else { return nil }
    guard let coarsest, let next = whole(elapsed, plus: 1, over: coarsest)?.ceiling else {
      return index
    }
    return max(index, next - 1)
  }

  /// The last frame of which something is shown before a moment. Less than a tick after the
  /// beginning of a frame nothing of it is.
  func lastIndex(before elapsed: MediaTime) -> Int64? {
    guard let index = whole(elapsed)?.ceiling else { return nil }
    guard let coarsest, let earlier = whole(elapsed, plus: -1, over: coarsest)?.floor else {
      return index - 1
    }
    return min(index - 1, earlier)
  }

  /// The frame that holds the middle of a frame of video, which begins so long after the first. Of
  /// a frame that lasts longer than these, the middle of its first part is meant; nil stands for
  /// one whose end is not known.
  func index(ofFrameFrom elapsed: MediaTime, lasting duration: MediaTime?) -> Int64? {
    if let duration, duration.isNumeric, duration.value > 0, let parts = whole(duration)?.floor,
      parts < 1
    {
      return whole(elapsed.multiplied(by: 2) + duration)?.floor.dividedDown(by: 2)
    }
    guard let halves = whole(elapsed, times: 2)?.floor else { return nil }
    let (next, overflow) = halves.addingReportingOverflow(1)
    return overflow ? nil : next.dividedDown(by: 2)
  }

  /// Whether a frame begins at a moment, to a quarter of a frame.
  func begins(_ index: Int64, at elapsed: MediaTime) -> Bool {
    guard let quarters = whole(elapsed, times: 4)?.floor else { return false }
    let (wanted, overflow) = index.multipliedReportingOverflow(by: 4)
    return !overflow && (quarters == wanted || quarters == wanted &- 1)
  }

  /// `(time * factor + more / scale)` in frames, rounded down and up. Nil where the time is no
  /// number, or there are more frames than 62 bits count.
  private func whole(
    _ time: MediaTime, times factor: Int128 = 1, plus more: Int128 = 0, over scale: UInt128 = 1
  ) -> (floor: Int64, ceiling: Int64)? {
    guard time.isNumeric else { return nil }
    let ticks = UInt128(time.timescale.magnitude)
    let wide = Int128(time.value) * factor * Int128(scale) + more * Int128(ticks)
    let product = wide.magnitude.multipliedFullWidth(by: denominator)
    let divisor = ticks * scale * numerator
    guard product.high < divisor else { return nil }
    let (quotient, rest) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: divisor)
      : divisor.dividingFullWidth(product)
    guard quotient >> 62 == 0 else { return nil }
    let (whole, over) = (Int64(quotient), rest > 0 ? Int64(1) : 0)
    return wide < 0 ? (-whole - over, -whole) : (whole, whole + over)
  }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
