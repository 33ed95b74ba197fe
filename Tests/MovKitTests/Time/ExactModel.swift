@testable import MovKit

/// A rational number without limits, made with the arithmetic of `SchoolInteger`.
struct SchoolFraction {
  var numerator: SchoolInteger
  /// Over 0.
  var denominator: SchoolInteger

  init(_ numerator: SchoolInteger, over denominator: SchoolInteger) {
    let isNegative = denominator < SchoolInteger(0)
    self.numerator = isNegative ? -numerator : numerator
    self.denominator = denominator.magnitude
  }

  /// A time that is a number.
  init(_ time: MediaTime) {
    self.init(SchoolInteger(time.value), over: SchoolInteger(time.timescale))
  }

  static func + (a: SchoolFraction, b: SchoolFraction) -> SchoolFraction {
    SchoolFraction(
      a.numerator * b.denominator + b.numerator * a.denominator,
      over: a.denominator * b.denominator)
  }

  static func - (a: SchoolFraction, b: SchoolFraction) -> SchoolFraction {
    a + SchoolFraction(-b.numerator, over: b.denominator)
  }

  static func * (a: SchoolFraction, b: SchoolFraction) -> SchoolFraction {
    SchoolFraction(a.numerator * b.numerator, over: a.denominator * b.denominator)
  }

  /// `b` is not 0.
  static func / (a: SchoolFraction, b: SchoolFraction) -> SchoolFraction {
    SchoolFraction(a.numerator * b.denominator, over: a.denominator * b.numerator)
  }

  static func < (a: SchoolFraction, b: SchoolFraction) -> Bool {
    a.numerator * b.denominator < b.numerator * a.denominator
  }
}

extension MediaTime {
  /// Whether this is a number: exactly, or where it says that it was rounded, to half a tick of the finest
  /// timescale that there is, or of the finest in which 64 bits hold its ticks. It is an infinity only where
  /// 64 bits of whole seconds do not hold the number.
  func isBest(of wanted: SchoolFraction) -> Bool {
    if isInfinite {
      let largest = SchoolInteger(Int64.max) * wanted.denominator
      return isPositiveInfinity ? largest < wanted.numerator : wanted.numerator < -largest
    }
    guard isNumeric else { return false }
    let value = SchoolInteger(value) * wanted.denominator
    let exact = wanted.numerator * SchoolInteger(timescale)
    if !hasBeenRounded { return value == exact }
    let distance = (value - exact).magnitude
    // In a timescale of twice as many, its ticks take more than 64 bits.
    let isFinest = timescale > Int32.max / 2 || self.value.magnitude > 1 << 61
    return value != exact && distance + distance <= wanted.denominator && isFinest
  }

  /// The same without the mark of a rounding.
  var unmarked: MediaTime {
    MediaTime(value: value, timescale: timescale, flags: flags.subtracting(.hasBeenRounded))
  }
}
