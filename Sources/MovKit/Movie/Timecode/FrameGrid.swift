/// Frames of one duration, counted from a moment; it finds the frame that holds a time.
struct FrameGrid: Equatable, Sendable {
  /// The duration of a frame in seconds: a numerator of up to 64 bits over a denominator of up to
  /// 96 bits.
  private let numerator: UInt128
  private let denominator: UInt128
  /// The ticks per second of the coarsest timescale that cannot represent the frames, so that what
  /// it counts is up to a tick early or late; nil if all timescales can.
  private let coarsest: UInt32?
  /// The same of the timescales in which ends were written.
  private let coarsestEnd: UInt32?

  /// Nil if the frame duration of `fit` is extreme.
  ///
  /// - Parameters:
  ///   - timescales: the timescales in which the times that will be looked up were written.
  ///   - endTimescales: others, in which only the ends of stretches were written.
  init?(_ fit: TimecodeRateFit, timescales: [UInt32], endTimescales: [UInt32] = []) {
    (numerator, denominator) = fit.frame
    guard numerator > 0, numerator >> 64 == 0, denominator >> 96 == 0 else { return nil }
    let (top, bottom) = (numerator, denominator)
    func coarsest(_ timescales: [UInt32]) -> UInt32? {
      let coarsest = timescales.filter { $0 > 0 && top * UInt128($0) % bottom != 0 }.min()
      // If a frame is two ticks or less, a tick says nothing about it.
      return coarsest.flatMap { 2 * bottom < top * UInt128($0) ? $0 : nil }
    }
    self.coarsest = coarsest(timescales)
    coarsestEnd = coarsest(timescales + endTimescales)
  }

  /// One tick of the coarsest timescale that cannot represent the frames; 0 if all can.
  var slack: MediaTime {
    coarsest.flatMap { MediaTime(ticks: 1, per: $0) } ?? .zero
  }

  /// Returns the time from the beginning of frame 0 to that of another frame: exactly if a timescale can hold
  /// it, else rounded in the finest one.
  func time(of index: Int64) -> MediaTime {
    if let top = Int64(exactly: numerator), let bottom = Int32(exactly: denominator),
      case (let ticks, false) = index.multipliedReportingOverflow(by: top)
    {
      return MediaTime(value: ticks, timescale: bottom)
    }
    // The numerator has at most 64 bits.
    let time = ExactFraction(
      isNegative: index < 0, factor: UInt128(index.magnitude) * numerator, divisor: denominator)
    return MediaTime(time, near: 1, alreadyRounded: false, epoch: 0)
  }

  /// Returns the frame that holds a moment, `elapsed` after the first frame begins; the frame
  /// before frame 0 is -1. A moment less than a tick before a frame is in that frame.
  func index(at elapsed: MediaTime) -> Int64? {
    guard let index = whole(elapsed)?.floor else { return nil }
    guard let coarsest, let next = whole(elapsed, plus: 1, over: coarsest)?.ceiling else {
      return index
    }
    return max(index, next - 1)
  }

  /// Returns the last frame of which something is shown before a moment. If the moment is less than
  /// a tick after a frame begins, nothing of that frame is shown.
  func lastIndex(before elapsed: MediaTime) -> Int64? {
    guard let index = whole(elapsed)?.ceiling else { return nil }
    guard let coarsestEnd, let earlier = whole(elapsed, plus: -1, over: coarsestEnd)?.floor else {
      return index - 1
    }
    return min(index - 1, earlier)
  }

  /// Returns the frame that holds the middle of a frame of video that begins `elapsed` after the
  /// first frame. If the frame of video lasts longer than the frames of the grid, the middle of its
  /// first part counts. A `duration` of nil means that the end is not known.
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

  /// The same frames, for times that are whole ticks of one timescale.
  struct InTicks: Sendable {
    /// The ratio of these is the number of frames in a tick.
    private let frames: Int64
    private let ticks: Int64

    fileprivate init?(_ grid: FrameGrid, _ timescale: Int32) {
      guard timescale > 0, let frames = Int64(exactly: grid.denominator),
        let top = Int64(exactly: grid.numerator), let ticks = top.times(Int64(timescale)),
        ticks < 1 << 61
      else { return nil }
      (self.frames, self.ticks) = (frames, ticks)
    }

    /// Returns what `FrameGrid.index(ofFrameFrom:lasting:)` does; nil if 64 bits are not enough to find it.
    /// - Parameter duration: Greater than 0.
    func index(ofFrameFrom elapsed: Int64, lasting duration: Int64) -> Int64? {
      guard let length = duration.times(frames), let double = elapsed.times(2)?.times(frames),
        let middle = double.adding(min(length, ticks))
      else { return nil }
      return middle.dividedDown(by: 2 * ticks)
    }
  }

  /// Nil if 64 bits are not enough.
  func inTicks(of timescale: Int32) -> InTicks? { InTicks(self, timescale) }

  /// Whether a frame begins at a moment, to a quarter of a frame.
  func begins(_ index: Int64, at elapsed: MediaTime) -> Bool {
    guard let quarters = whole(elapsed, times: 4)?.floor else { return false }
    let (wanted, overflow) = index.multipliedReportingOverflow(by: 4)
    return !overflow && (quarters == wanted || quarters == wanted &- 1)
  }

  /// Whether a frame begins at a moment. If the frames of the video are not even, a part of a frame decides about
  /// labels, so that only a tick may be missing.
  /// - Parameter timecode: The track whose frames these are.
  func begins(_ index: Int64, at elapsed: MediaTime, in timecode: Track) -> Bool {
    guard begins(index, at: elapsed) else { return false }
    let distance = (elapsed - time(of: index)).absoluteValue
    guard distance.isNumeric, distance > .zero, timecode.countsUnevenFrames else { return true }
    return distance <= max(slack, MediaTime(ticks: 1, per: timecode.timescale) ?? .zero)
  }

  /// Returns `(time * factor + more / scale)` in frames, rounded down and up. Nil if the time is
  /// not a number, or there are more frames than 62 bits can count. `factor` is at most 4, and `more` is
  /// from -1 to 1.
  private func whole(
    _ time: MediaTime, times factor: Int64 = 1, plus more: Int64 = 0, over scale: UInt32 = 1
  ) -> (floor: Int64, ceiling: Int64)? {
    guard time.isNumeric else { return nil }
    let (ticks, multiple) = (Int64(time.timescale), factor * Int64(scale))
    // Nearly always, all of it fits in 64 bits.
    if case (let scaled, false) = time.value.multipliedReportingOverflow(by: multiple),
      case (let narrow, false) = scaled.addingReportingOverflow(more * ticks),
      let top = UInt64(exactly: numerator), let bottom = UInt64(exactly: denominator),
      case (let divisor, false) = (UInt64(ticks.magnitude) * UInt64(scale))
        .multipliedReportingOverflow(by: top),
      case (let product, false) = narrow.magnitude.multipliedReportingOverflow(by: bottom)
    {
      let (quotient, rest) = product.quotientAndRemainder(dividingBy: divisor)
      return Self.signed(UInt128(quotient), hasRest: rest > 0, isNegative: narrow < 0)
    }
    let wide = Int128(time.value) * Int128(multiple) + Int128(more) * Int128(ticks)
    let divisor = UInt128(ticks.magnitude) * UInt128(scale) * numerator
    let product = wide.magnitude.multipliedFullWidth(by: denominator)
    guard product.high < divisor else { return nil }
    let (quotient, rest) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: divisor)
      : divisor.dividingFullWidth(product)
    return Self.signed(quotient, hasRest: rest > 0, isNegative: wide < 0)
  }

  /// Returns a magnitude with its sign, rounded down and up; nil if it has more than 62 bits.
  private static func signed(
    _ quotient: UInt128, hasRest: Bool, isNegative: Bool
  ) -> (floor: Int64, ceiling: Int64)? {
    guard quotient >> 62 == 0 else { return nil }
    let (whole, over) = (Int64(quotient), hasRest ? 1 as Int64 : 0)
    return isNegative ? (-whole - over, -whole) : (whole, whole + over)
  }
}
