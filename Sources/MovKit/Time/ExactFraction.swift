/// A rational number of seconds too wide for a `MediaTime`.
///
/// Every result of time arithmetic is first held here without loss and only then fitted into
/// a value and a timescale, so that nothing is rounded twice.
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

  init(_ numerator: Int128, over divisor: UInt128) {
    self.init(isNegative: numerator < 0, factor: numerator.magnitude, divisor: divisor)
  }

  /// The divisor that is left when the fraction is in lowest terms; nil where that takes more than
  /// 128 bits.
  var reducedDivisor: UInt128? {
    let common = greatestCommonDivisor(numerator, divisor)
    let reduced = divisor.quotientAndRemainder(dividingBy: common).quotient
    return reduced.high == 0 ? reduced.low : nil
  }

  /// The sum with `ticks / timescale`, a fraction of 63 bits over 31. The divisor has at most 160
  /// bits.
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

  /// This number of seconds as ticks of `timescale`; nil where they do not fit in 64 bits.
  func ticks(
    per timescale: Int32, rounding: MediaTime.Rounding
  ) -> (value: Int64, isExact: Bool)? {
    let product = numerator * UInt128(timescale.magnitude)
    var (quotient, rest) = product.quotientAndRemainder(dividingBy: divisor)
    guard quotient <= UInt256(UInt128(Int64.min.magnitude)) else { return nil }
    if rounds(rest, rounding) { quotient.low += 1 }
    let value =
      isNegative ? Int64(exactly: -Int128(quotient.low)) : Int64(exactly: quotient.low)
    return value.map { ($0, rest == .zero) }
  }

  /// Whether a remainder takes the magnitude up to the next whole number.
  private func rounds(_ rest: UInt256, _ rounding: MediaTime.Rounding) -> Bool {
    guard rest != .zero else { return false }
    return switch rounding {
    case .roundHalfAwayFromZero: rest >= divisor - rest
    // A fraction has no timescale to come from: `converted` has settled it before.
    case .towardZero, .quickTime: false
    case .awayFromZero: true
    case .towardPositiveInfinity: !isNegative
    case .towardNegativeInfinity: isNegative
    }
  }
}

/// The order of exact values. Both products stay within 256 bits: numerators of up to 128 bits over
/// divisors of as many.
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

/// The greatest common divisor; that of 0 and a number is the number.
func greatestCommonDivisor<Number: UnsignedInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
