/// How fast a timeline moves against another: an exact ratio in lowest terms. 1 is plain play, 0
/// stands still, and what is below 0 goes backwards.
public struct MediaRate: Hashable, Sendable {
  public let numerator: Int32
  /// Over 0.
  public let denominator: Int32

  public static let zero: MediaRate = 0
  public static let one: MediaRate = 1

  /// Nil where the denominator is 0, or the ratio in lowest terms does not fit in 32 bits.
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

  /// The rate of a timeline that moves at `rate` against one that moves at this rate; nil where it
  /// does not fit in 32 bits.
  public func multiplied(by rate: MediaRate) -> MediaRate? {
    MediaRate(
      Int64(numerator) * Int64(rate.numerator), over: Int64(denominator) * Int64(rate.denominator))
  }
}

extension MediaRate: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int32) {
    (numerator, denominator) = (value, 1)
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
  /// The time times a rate, by the rules of `multiplied(by:over:)`.
  public func scaled(by rate: MediaRate) -> MediaTime {
    multiplied(by: Int64(rate.numerator), over: Int64(rate.denominator))
  }

  /// The time over a rate, by the rules of `multiplied(by:over:)`: invalid at rate 0.
  public func divided(by rate: MediaRate) -> MediaTime {
    multiplied(by: Int64(rate.denominator), over: Int64(rate.numerator))
  }
}
