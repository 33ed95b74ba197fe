/// A rational number too wide for a `MediaTime`: `factor * cofactor / divisor` with a sign.
///
/// Every result of time arithmetic is first held here without loss and only then fitted into
/// a value and a timescale, so that nothing is rounded twice.
struct ExactFraction {
  var isNegative: Bool
  var factor: UInt128
  /// At most 32 bits, so that its product with a timescale stays below 64.
  var cofactor: UInt32 = 1
  /// Never 0.
  var divisor: UInt128

  /// The divisor that is left when the fraction is in lowest terms.
  var reducedDivisor: UInt128 {
    let rest = divisor / greatestCommonDivisor(factor, divisor)
    return rest / greatestCommonDivisor(UInt128(cofactor), rest)
  }

  /// This number of seconds as ticks of `timescale`; nil where they do not fit in 64 bits.
  func ticks(
    per timescale: Int32, rounding: MediaTime.Rounding
  ) -> (value: Int64, isExact: Bool)? {
    let scale = UInt128(cofactor) * UInt128(timescale.magnitude)
    let product = factor.multipliedFullWidth(by: scale)
    guard product.high < divisor else { return nil }
    var (ticks, rest) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: divisor)
      : divisor.dividingFullWidth(product)
    guard ticks <= UInt128(Int64.min.magnitude) else { return nil }
    if rounds(rest, rounding) { ticks += 1 }
    let value = isNegative ? Int64(exactly: -Int128(ticks)) : Int64(exactly: ticks)
    return value.map { ($0, rest == 0) }
  }

  /// Whether a remainder takes the magnitude up to the next whole number.
  private func rounds(_ rest: UInt128, _ rounding: MediaTime.Rounding) -> Bool {
    guard rest > 0 else { return false }
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

/// The greatest common divisor; that of 0 and a number is the number.
func greatestCommonDivisor<Number: UnsignedInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
