/// How fast one timeline moves relative to another: an exact ratio in lowest terms. 1 is normal
/// playback, 0 is stopped, and a rate below 0 plays backwards.
public struct MediaRate: Hashable, Sendable {
  /// The numerator in lowest terms; it carries the sign.
  public let numerator: Int32
  /// The denominator in lowest terms; always greater than 0.
  public let denominator: Int32

  /// The rate of a timeline that is stopped.
  public static let zero: MediaRate = 0
  /// The rate of normal playback.
  public static let one: MediaRate = 1

  /// The rate `numerator / denominator`; nil if the denominator is 0, or if the ratio in lowest
  /// terms does not fit in 32 bits.
  public init?(_ numerator: Int64, over denominator: Int64 = 1) {
    guard denominator != 0 else { return nil }
    let common = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int64 = (numerator < 0) != (denominator < 0) ? -1 : 1
    guard let above = Int64(exactly: numerator.magnitude / common),
      let over = Int32(exactly: sign * above),
      let under = Int32(exactly: denominator.magnitude / common)
    else { return nil }
    (self.numerator, self.denominator) = (over, under)
  }

  /// Returns the rate of a timeline that moves at `rate` relative to one that moves at this rate;
  /// nil if the product does not fit in 32 bits.
  public func multiplied(by rate: MediaRate) -> MediaRate? {
    MediaRate(
      Int64(numerator) * Int64(rate.numerator), over: Int64(denominator) * Int64(rate.denominator))
  }
}

extension MediaRate: ExpressibleByIntegerLiteral {
  /// A whole rate, such as 2 for double speed.
  public init(integerLiteral value: Int32) {
    (numerator, denominator) = (value, 1)
  }
}

extension MediaRate: ExpressibleByFloatLiteral {
  /// A rate such as 0.5 or 0.1: the ratio of two numbers of 32 bits that is nearest to what `Double` has.
  /// So 0.1, which a `Double` does not have exactly, is 1/10.
  public init(floatLiteral value: Double) {
    // What is less than half of the least ratio is nearer to 0, and NaN is no rate.
    guard value.magnitude >= 0x1p-33 else {
      self = .zero
      return
    }
    // More than any ratio.
    let bounded = Swift.min(value.magnitude, 0x1p32)
    // The number is `significand / 2^52 * 2^exponent`.
    let significand = UInt128(bounded.significandBitPattern | 1 << 52)
    self.init(
      nearestTo: significand, over: UInt128(1) << (52 - Int(bounded.exponent)),
      isNegative: value < 0)
  }
}

extension MediaRate {
  /// The rate of a timeline that moves in the other direction. -2147483648 has no opposite in 32 bits: the
  /// nearest rate takes its place.
  public static prefix func - (rate: MediaRate) -> MediaRate {
    MediaRate(
      nearestTo: UInt128(rate.numerator.magnitude), over: UInt128(rate.denominator.magnitude),
      isNegative: rate.numerator > 0)
  }

  /// The rate that is nearest to a ratio. `above` has at most 53 bits, `below` at most 86 and is not 0.
  private init(nearestTo above: UInt128, over below: UInt128, isNegative: Bool) {
    let mostAbove = UInt128(isNegative ? Int32.min.magnitude : Int32.max.magnitude)
    let mostBelow = UInt128(Int32.max.magnitude)
    // The convergents of the continued fraction, each nearer than the one before it, and the first of which
    // is infinite. Between the last that fits and the one after it, there is at most one nearer ratio that fits.
    var (last, best) = (Ratio(above: 0, below: 1), Ratio(above: 1, below: 0))
    var rest = Ratio(above: above, below: below)
    while rest.below > 0 {
      let steps = rest.above / rest.below
      let next = last.adding(best, times: steps)
      guard next.above <= mostAbove, next.below <= mostBelow else {
        let fitting = Swift.min(
          steps, best.above > 0 ? (mostAbove - last.above) / best.above : steps,
          best.below > 0 ? (mostBelow - last.below) / best.below : steps)
        let between = last.adding(best, times: fitting)
        if between.isNearer(to: Ratio(above: above, below: below), than: best) { best = between }
        break
      }
      (last, best) = (best, next)
      rest = Ratio(above: rest.below, below: rest.above % rest.below)
    }
    numerator = Int32(clamping: isNegative ? -Int64(best.above) : Int64(best.above))
    denominator = Int32(clamping: best.below)
  }
}

/// A ratio in lowest terms that is not below 0; infinite if `below` is 0.
private struct Ratio {
  var above: UInt128
  var below: UInt128

  func adding(_ other: Ratio, times factor: UInt128) -> Ratio {
    Ratio(above: above + factor * other.above, below: below + factor * other.below)
  }

  func isNearer(to target: Ratio, than other: Ratio) -> Bool {
    guard below > 0, other.below > 0 else { return below > 0 }
    return distance(to: target) * other.below < other.distance(to: target) * below
  }

  /// The distance in parts of the product of the denominators.
  private func distance(to target: Ratio) -> UInt128 {
    let (own, others) = (above * target.below, target.above * below)
    return own > others ? own - others : others - own
  }
}

extension MediaRate: Comparable {
  public static func < (a: MediaRate, b: MediaRate) -> Bool {
    Int64(a.numerator) * Int64(b.denominator) < Int64(b.numerator) * Int64(a.denominator)
  }
}

extension MediaRate: CustomStringConvertible {
  /// `2`, or `1/2`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension MediaTime {
  /// Returns the time multiplied by a rate, by the rules of `multiplied(by:over:)`.
  public func scaled(by rate: MediaRate) -> MediaTime {
    multiplied(by: Int64(rate.numerator), over: Int64(rate.denominator))
  }

  /// Returns the time divided by a rate, by the rules of `multiplied(by:over:)`. The result is
  /// invalid if the rate is 0.
  public func divided(by rate: MediaRate) -> MediaTime {
    multiplied(by: Int64(rate.denominator), over: Int64(rate.numerator))
  }
}
