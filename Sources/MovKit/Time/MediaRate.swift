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
  /// A rate such as 0.5, exactly as `Double` has it; the nearest that 32 bits hold if they do not hold
  /// that. `MediaRate(1, over: 3)` is a third.
  public init(floatLiteral value: Double) {
    var (scaled, denominator) = (value, Int64(1))
    while scaled != scaled.rounded(), denominator < 1 << 30, scaled.magnitude < 0x1p30 {
      scaled *= 2
      denominator *= 2
    }
    let limit = Double(Int32.max)
    let bounded = Swift.min(Swift.max(scaled.rounded(), -limit), limit)
    let numerator: Int64 = scaled.isNaN ? 0 : Int64(bounded)
    self = MediaRate(numerator, over: denominator) ?? .zero
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
