/// A rational number of seconds that is too wide for a `MediaTime`.
///
/// Every result of time arithmetic is first held here without loss and then fitted into a value and
/// a timescale, so that nothing is rounded twice.
struct ExactFraction {
  var isNegative: Bool
  /// At most 224 bits, so that its product with a timescale fits.
  var numerator: UInt256
  /// Never 0.
  var divisor: UInt256

  init(isNegative: Bool, numerator: UInt256, divisor: UInt256) {
    self.isNegative = isNegative && numerator != .zero
    self.numerator = numerator
    self.divisor = divisor
  }

  /// `factor * cofactor / divisor` with a sign.
  init(isNegative: Bool, factor: UInt128, cofactor: UInt32 = 1, divisor: UInt128) {
    self.init(
      isNegative: isNegative, numerator: UInt256(product: factor, UInt128(cofactor)),
      divisor: UInt256(divisor))
  }

  /// `numerator / divisor`. `divisor` is not 0.
  init(_ numerator: Int128, over divisor: UInt128) {
    self.init(isNegative: numerator < 0, factor: numerator.magnitude, divisor: divisor)
  }

  /// The divisor of the fraction in lowest terms; nil if it needs more than 128 bits.
  var reducedDivisor: UInt128? {
    let common = greatestCommonDivisor(numerator, divisor)
    let reduced = divisor.quotientAndRemainder(dividingBy: common).quotient
    return reduced.high == 0 ? reduced.low : nil
  }

  /// Returns the sum with `ticks / timescale`, a fraction of 63 bits over 31. The divisor of this
  /// fraction has at most 160 bits.
  func adding(_ ticks: Int64, over timescale: Int32) -> ExactFraction {
    let own = numerator * UInt128(timescale.magnitude)
    let other = divisor * UInt128(ticks.magnitude)
    let below = divisor * UInt128(timescale.magnitude)
    if isNegative == (ticks < 0) {
      return ExactFraction(isNegative: isNegative, numerator: own + other, divisor: below)
    }
    return own < other
      ? ExactFraction(isNegative: ticks < 0, numerator: other - own, divisor: below)
      : ExactFraction(isNegative: isNegative, numerator: own - other, divisor: below)
  }

  /// Returns this number of seconds as ticks of `timescale`; nil if they do not fit in 64 bits. The rounding
  /// `quickTime` takes the divisor as the timescale of the source.
  func ticks(
    per timescale: Int32, rounding: MediaTime.Rounding
  ) -> (value: Int64, isExact: Bool)? {
    let product = numerator * UInt128(timescale.magnitude)
    var (quotient, rest) = product.quotientAndRemainder(dividingBy: divisor)
    guard quotient <= UInt256(UInt128(Int64.min.magnitude)) else { return nil }
    if rounds(rest, to: quotient, per: timescale, rounding) { quotient.low += 1 }
    let value =
      isNegative ? Int64(exactly: -Int128(quotient.low)) : Int64(exactly: quotient.low)
    return value.map { ($0, rest == .zero) }
  }

  /// Whether the magnitude is rounded up to the next whole number, given the remainder of the
  /// division and its quotient.
  private func rounds(
    _ rest: UInt256, to quotient: UInt256, per timescale: Int32, _ rounding: MediaTime.Rounding
  ) -> Bool {
    guard rest != .zero else { return false }
    return switch rounding {
    case .roundHalfAwayFromZero: rest >= divisor - rest
    // Into a finer timescale, and never from below zero to zero.
    case .quickTime:
      UInt256(UInt128(timescale.magnitude)) > divisor || isNegative && quotient == .zero
    case .towardZero: false
    case .awayFromZero: true
    case .towardPositiveInfinity: !isNegative
    case .towardNegativeInfinity: isNegative
    }
  }
}

/// The order of exact values. Both products fit in 256 bits: numerators and divisors have at most
/// 128 bits.
extension ExactFraction: Comparable {
  static func < (a: ExactFraction, b: ExactFraction) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    let (left, right) = (a.numerator * b.divisor.low, b.numerator * a.divisor.low)
    return a.isNegative ? right < left : left < right
  }

  static func == (a: ExactFraction, b: ExactFraction) -> Bool {
    a.isNegative == b.isNegative && a.numerator * b.divisor.low == b.numerator * a.divisor.low
  }
}

/// Returns the greatest common divisor. The greatest common divisor of 0 and a number is the
/// number.
@inlinable
package func greatestCommonDivisor<Number: UnsignedInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
