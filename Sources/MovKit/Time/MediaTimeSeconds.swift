extension MediaTime {
  /// A number of seconds in a timescale, as `CMTimeMakeWithSeconds`.
  ///
  /// It is rounded to the nearest tick, half a tick away from zero. `hasBeenRounded` is set unless
  /// the property `seconds` returns the same number. If the ticks need more than 64 bits, the
  /// timescale is halved until they fit; if not even whole seconds fit, the time is an infinity. It
  /// is invalid if the timescale is not positive or `seconds` is NaN.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self = .invalid
      return
    }
    // From 2^63 on, not even whole seconds fit.
    guard seconds.magnitude < 0x1p63 else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let rounded = MediaTime(
      ExactFraction(seconds), preferring: preferredTimescale, rounding: .roundHalfAwayFromZero)
    let isSame = rounded.seconds == seconds
    self.init(
      value: rounded.value, timescale: rounded.timescale,
      flags: isSame ? .valid : [.valid, .hasBeenRounded])
  }

  /// `numerator / denominator` seconds in a timescale. `hasBeenRounded` is set if a part of a tick
  /// is lost. Ticks that do not fit are treated as in `init(seconds:preferredTimescale:)`. The time
  /// is invalid if the timescale is not positive or the denominator is 0.
  public init(
    seconds numerator: Int64, over denominator: Int64, preferredTimescale: Int32,
    rounding: Rounding = .roundHalfAwayFromZero
  ) {
    guard preferredTimescale > 0, denominator != 0 else {
      self = .invalid
      return
    }
    let fraction = ExactFraction(
      isNegative: (numerator < 0) != (denominator < 0), factor: UInt128(numerator.magnitude),
      divisor: UInt128(denominator.magnitude))
    self.init(fraction, preferring: preferredTimescale, rounding: rounding)
  }
}

extension ExactFraction {
  /// A number whose magnitude is below 2^63, exactly. It is taken as 0 if it is so small that it is
  /// less than half a tick of every timescale.
  init(_ number: Double) {
    let significand = UInt128(number.significandBitPattern) | (number.isNormal ? 1 << 52 : 0)
    // Subnormal numbers have the exponent of the smallest normal ones.
    let exponent = max(Int(number.exponentBitPattern), 1) - 1075
    let isSmall = exponent < -120
    self.init(
      isNegative: number < 0,
      factor: isSmall ? 0 : significand << UInt128(max(exponent, 0)),
      divisor: isSmall ? 1 : 1 << UInt128(max(-exponent, 0)))
  }
}
