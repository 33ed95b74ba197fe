extension MediaTime {
  /// Returns the sum, in the least common timescale of both if that fits in 32 bits.
  ///
  /// As with `CMTimeAdd`, the result is invalid if an operand is invalid, if the operands are
  /// opposite infinities, or if they have two different epochs other than 0. Otherwise an infinite
  /// operand, or else an indefinite one, is the result. The sum of two times in one epoch has epoch
  /// 0. A result that is too large for its timescale is rounded in ever smaller timescales; it is
  /// an infinity if not even whole seconds can hold it.
  public func adding(_ other: MediaTime) -> MediaTime {
    guard isNumeric, other.isNumeric else { return addingSpecial(other) }
    return combined(with: other, sign: 1)
  }

  /// Returns the difference, by the rules of `adding`.
  public func subtracting(_ other: MediaTime) -> MediaTime {
    guard isNumeric, other.isNumeric else {
      // The negation of the smallest number would be an infinity in no epoch, so a number is
      // replaced by 0.
      return addingSpecial(other.isNumeric ? .zero : other.negated())
    }
    return combined(with: other, sign: -1)
  }

  /// Returns the sum of two numbers, of which the second is multiplied by `sign`, 1 or -1.
  private func combined(with other: MediaTime, sign: Int64) -> MediaTime {
    guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
    let resultEpoch = epoch == other.epoch ? 0 : epoch | other.epoch
    let rounded = flags.union(other.flags).contains(.hasBeenRounded)
    let resultFlags: Flags = rounded ? [.valid, .hasBeenRounded] : .valid
    if timescale == other.timescale {
      let (ticks, overflow) =
        sign > 0
        ? value.addingReportingOverflow(other.value)
        : value.subtractingReportingOverflow(other.value)
      if !overflow {
        return MediaTime(
          value: ticks, timescale: timescale, flags: resultFlags, epoch: resultEpoch)
      }
    }
    let (scale, otherScale) = (timescale.magnitude, other.timescale.magnitude)
    let common = greatestCommonDivisor(scale, otherScale)
    // Each value is multiplied by this to get ticks of the least common timescale.
    let (factor, otherFactor) = (otherScale / common, scale / common)
    let least = UInt64(scale) * UInt64(factor)
    // The usual case, in which that timescale and the ticks fit.
    if let least = Int32(exactly: least),
      let ticks = Self.sum(value, Int64(factor), other.value, sign * Int64(otherFactor))
    {
      return MediaTime(value: ticks, timescale: least, flags: resultFlags, epoch: resultEpoch)
    }
    let wide =
      Int128(value) * Int128(other.timescale)
      + Int128(sign) * Int128(other.value) * Int128(timescale)
    return MediaTime(
      ExactFraction(
        isNegative: wide < 0, factor: wide.magnitude,
        divisor: UInt128(scale) * UInt128(otherScale)),
      near: Int32(exactly: least) ?? max(timescale, other.timescale),
      alreadyRounded: rounded, epoch: resultEpoch)
  }

  /// Returns the sum of two products; nil if one of them or the sum does not fit.
  private static func sum(_ a: Int64, _ factor: Int64, _ b: Int64, _ other: Int64) -> Int64? {
    let (first, firstOverflow) = a.multipliedReportingOverflow(by: factor)
    let (second, secondOverflow) = b.multipliedReportingOverflow(by: other)
    guard !firstOverflow, !secondOverflow,
      case (let sum, false) = first.addingReportingOverflow(second)
    else { return nil }
    return sum
  }

  /// Returns the time multiplied by a whole number, in the same timescale if the result fits.
  /// Infinity times 0 is invalid.
  public func multiplied(by multiplier: Int64) -> MediaTime { multiplied(by: multiplier, over: 1) }

  /// Returns the time multiplied by `multiplier / divisor`: exactly if a timescale can hold the
  /// result, else rounded in the finest one. The result is invalid if the divisor is 0, and for
  /// infinity times 0.
  public func multiplied(by multiplier: Int64, over divisor: Int64) -> MediaTime {
    guard isValid, divisor != 0 else { return .invalid }
    let flips = (multiplier < 0) != (divisor < 0)
    guard isNumeric else {
      guard isInfinite else { return self }
      if multiplier == 0 { return .invalid }
      return isPositiveInfinity != flips ? .positiveInfinity : .negativeInfinity
    }
    if multiplier == divisor { return self }
    // The usual cases, in which the result is a whole number of the same ticks, or of a few times as many.
    let (product, overflow) = value.multipliedReportingOverflow(by: multiplier)
    if !overflow, divisor > 0 {
      if product % divisor == 0 {
        return MediaTime(value: product / divisor, timescale: timescale, flags: flags, epoch: epoch)
      }
      let common = Int64(greatestCommonDivisor(product.magnitude, divisor.magnitude))
      if let factor = Int32(exactly: divisor / common),
        case (let finer, false) = timescale.multipliedReportingOverflow(by: factor)
      {
        return MediaTime(value: product / common, timescale: finer, flags: flags, epoch: epoch)
      }
    }
    let fraction = ExactFraction(
      isNegative: (value < 0) != flips,
      factor: UInt128(value.magnitude) * UInt128(multiplier.magnitude),
      divisor: UInt128(timescale.magnitude) * UInt128(divisor.magnitude))
    return MediaTime(fraction, near: timescale, alreadyRounded: hasBeenRounded, epoch: epoch)
  }

  /// Returns the time multiplied by the ratio of two durations, as exactly as
  /// `multiplied(by:over:)`, in the timescale of `length` or a multiple of it if possible. All
  /// three times are numbers, and `unit` is greater than 0.
  func multiplied(by length: MediaTime, over unit: MediaTime) -> MediaTime {
    let product = ExactFraction(
      isNegative: (value < 0) != (length.value < 0),
      factor: UInt128(value.magnitude) * UInt128(length.value.magnitude),
      cofactor: unit.timescale.magnitude,
      divisor: UInt128(timescale.magnitude) * UInt128(length.timescale.magnitude)
        * UInt128(unit.value.magnitude))
    let rounded = flags.union(length.flags).union(unit.flags).contains(.hasBeenRounded)
    return MediaTime(product, near: length.timescale, alreadyRounded: rounded, epoch: 0)
  }

  /// Returns the time with the opposite sign.
  public func negated() -> MediaTime { multiplied(by: -1) }

  /// The distance of the time from 0. Negative infinity becomes positive infinity; an invalid or
  /// indefinite time stays as it is.
  public var absoluteValue: MediaTime {
    isNegativeInfinity || (isNumeric && value < 0) ? negated() : self
  }

  /// Returns the same time in another timescale. `hasBeenRounded` is set if a part of a tick was
  /// lost. A result that does not fit becomes an infinity, and the result is invalid if `timescale`
  /// is not positive. A time that is not a number stays as it is.
  public func converted(
    to timescale: Int32, rounding: Rounding = .roundHalfAwayFromZero
  ) -> MediaTime {
    guard isNumeric, timescale != self.timescale else { return self }
    guard timescale > 0 else { return .invalid }
    // The usual case, in which the result is a whole number of ticks.
    let (product, overflow) = value.multipliedReportingOverflow(by: Int64(timescale))
    if !overflow, product % Int64(self.timescale) == 0 {
      let ticks = product / Int64(self.timescale)
      return MediaTime(value: ticks, timescale: timescale, flags: flags, epoch: epoch)
    }
    let fraction = ExactFraction(
      isNegative: value < 0, factor: UInt128(value.magnitude),
      divisor: UInt128(self.timescale.magnitude))
    guard let (ticks, isExact) = fraction.ticks(per: timescale, rounding: rounding) else {
      return value < 0 ? .negativeInfinity : .positiveInfinity
    }
    let flags: Flags = isExact ? flags : [.valid, .hasBeenRounded]
    return MediaTime(value: ticks, timescale: timescale, flags: flags, epoch: epoch)
  }

  // MARK: Operators

  /// The sum, by the rules of `adding`.
  public static func + (a: MediaTime, b: MediaTime) -> MediaTime { a.adding(b) }
  /// The difference, by the rules of `subtracting`.
  public static func - (a: MediaTime, b: MediaTime) -> MediaTime { a.subtracting(b) }
  /// The time with the opposite sign.
  public static prefix func - (time: MediaTime) -> MediaTime { time.negated() }
  /// The product, by the rules of `multiplied(by:)`.
  public static func * (time: MediaTime, multiplier: Int64) -> MediaTime {
    time.multiplied(by: multiplier)
  }

  /// Returns a sum in which at least one operand is not a number.
  private func addingSpecial(_ other: MediaTime) -> MediaTime {
    guard isValid, other.isValid else { return .invalid }
    if isInfinite && other.isInfinite { return self == other ? self : .invalid }
    if isInfinite { return self }
    return other.isInfinite ? other : .indefinite
  }

  /// Fits an exact result into a time: in `near` or a multiple of it if that is exact, else in the
  /// smallest timescale that holds the fraction, else rounded in the largest timescale that has
  /// room.
  init(_ fraction: ExactFraction, near: Int32, alreadyRounded: Bool, epoch: Int64) {
    let reduced = fraction.reducedDivisor
    let shared = reduced.flatMap { reduced -> Int32? in
      let common = greatestCommonDivisor(reduced, UInt128(near.magnitude))
      let (multiple, overflow) = reduced.multipliedReportingOverflow(
        by: UInt128(near.magnitude) / common)
      return overflow ? nil : Int32(exactly: multiple)
    }
    var exactFlags: Flags = .valid
    if alreadyRounded { exactFlags.insert(.hasBeenRounded) }
    for timescale in [shared, reduced.flatMap { Int32(exactly: $0) }].compactMap(\.self) {
      if let (value, isExact) = fraction.ticks(per: timescale, rounding: .towardZero), isExact {
        self.init(value: value, timescale: timescale, flags: exactFlags, epoch: epoch)
        return
      }
    }
    self.init(
      fraction, preferring: shared ?? .max, rounding: .roundHalfAwayFromZero,
      alreadyRounded: alreadyRounded, epoch: epoch)
  }

  /// Fits an exact result into `timescale` and rounds it. If the ticks need more than 64 bits, the
  /// timescale is halved until they fit. The result is an infinity if they never fit.
  init(
    _ fraction: ExactFraction, preferring timescale: Int32, rounding: Rounding,
    alreadyRounded: Bool = false, epoch: Int64 = 0
  ) {
    var timescale = timescale
    while timescale > 0 {
      if let (value, isExact) = fraction.ticks(per: timescale, rounding: rounding) {
        let flags: Flags = alreadyRounded || !isExact ? [.valid, .hasBeenRounded] : .valid
        self.init(value: value, timescale: timescale, flags: flags, epoch: epoch)
        return
      }
      timescale /= 2
    }
    self = fraction.isNegative ? .negativeInfinity : .positiveInfinity
  }
}

/// The laws of `AdditiveArithmetic` hold as far as they do for `Double`: `zero` changes no time, and the order of two
/// operands changes no sum. Numbers can be added in any order if no sum is rounded (`hasBeenRounded`) or infinite,
/// and if they are of one epoch. A time less itself is `zero` only if it is a number: invalid if it is infinite or
/// invalid, indefinite if it is indefinite.
extension MediaTime: AdditiveArithmetic {}
