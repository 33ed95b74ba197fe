/// An unsigned integer of 256 bits, for the terms of time arithmetic that do not fit in 128 bits.
/// Callers use sums and products only if they fit; otherwise they wrap.
struct UInt256: Equatable {
  var high: UInt128
  var low: UInt128

  static let zero = UInt256(0)

  init(_ low: UInt128) { (high, self.low) = (0, low) }

  init(product a: UInt128, _ b: UInt128) {
    let product = a.multipliedFullWidth(by: b)
    (high, low) = (product.high, product.low)
  }

  private init(high: UInt128, low: UInt128) { (self.high, self.low) = (high, low) }

  static func + (a: UInt256, b: UInt256) -> UInt256 {
    let (low, carry) = a.low.addingReportingOverflow(b.low)
    return UInt256(high: a.high &+ b.high &+ (carry ? 1 : 0), low: low)
  }

  /// `b` is at most `a`.
  static func - (a: UInt256, b: UInt256) -> UInt256 {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    return UInt256(high: a.high &- b.high &- (borrow ? 1 : 0), low: low)
  }

  static func * (a: UInt256, b: UInt128) -> UInt256 {
    let product = a.low.multipliedFullWidth(by: b)
    return UInt256(high: product.high &+ a.high &* b, low: product.low)
  }

  /// `divisor` is not 0.
  func quotientAndRemainder(
    dividingBy divisor: UInt256
  ) -> (quotient: UInt256, remainder: UInt256) {
    if divisor.high == 0 {
      let (top, over) = high.quotientAndRemainder(dividingBy: divisor.low)
      let (rest, remainder) =
        over == 0
        ? low.quotientAndRemainder(dividingBy: divisor.low)
        : divisor.low.dividingFullWidth((over, low))
      return (UInt256(high: top, low: rest), UInt256(remainder))
    }
    // The quotient has at most as many bits as the high half of the divisor has leading zeros, plus
    // one. It is computed bit by bit.
    var (quotient, rest) = (UInt128(0), self)
    var shift = divisor.high.leadingZeroBitCount
    while shift >= 0 {
      let part = divisor.shiftedLeft(by: shift)
      if part <= rest {
        rest = rest - part
        quotient |= 1 << UInt128(shift)
      }
      shift -= 1
    }
    return (UInt256(quotient), rest)
  }

  /// `count` is below 128.
  private func shiftedLeft(by count: Int) -> UInt256 {
    guard count > 0 else { return self }
    return UInt256(high: high << count | low >> (128 - count), low: low << count)
  }
}

extension UInt256: Comparable {
  static func < (a: UInt256, b: UInt256) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}

/// Returns the greatest common divisor. The greatest common divisor of 0 and a number is the
/// number.
func greatestCommonDivisor(_ a: UInt256, _ b: UInt256) -> UInt256 {
  var (a, b) = (a, b)
  while b != .zero {
    if a.high == 0, b.high == 0 { return UInt256(greatestCommonDivisor(a.low, b.low)) }
    (a, b) = (b, a.quotientAndRemainder(dividingBy: b).remainder)
  }
  return a
}
