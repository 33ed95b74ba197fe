import MovKit

/// The exact number of frames per second by which labels and frames are counted.
struct CountingRate: Equatable, Sendable {
  let numerator: Int32
  let denominator: Int32

  /// How long a frame lasts.
  var frameDuration: MediaTime { MediaTime(value: Int64(denominator), timescale: numerator) }

  /// Whether there is at least one frame in a second, as in timecode.
  var countsFrames: Bool { numerator >= denominator }
}

extension CountingRate {
  /// The rates that television multiplies by 1000/1001. People write those with two or more
  /// decimals.
  private static let slowed: [Int] = [24, 30, 48, 60, 72, 90, 96, 120, 240]

  /// Reads `25`, `30000/1001`, `29.97` or `12.5`, with at most nine decimals. Nil for anything else, for 0, and if
  /// a number of the fraction does not fit 32 bits.
  ///
  /// A decimal number with at least two decimals that is 1000/1001 of 24, 30, 48, 60, 72, 90, 96,
  /// 120 or 240, rounded or truncated to its decimals, means that fraction: 29.97 is 30000/1001,
  /// and both 23.976 and 23.98 are 24000/1001. Every other decimal number has exactly its value.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1:
      guard let decimal = DecimalNumber(text, mostDecimals: 9) else { return nil }
      if let fraction = Self.slowed.first(where: { Self.means(decimal, $0) }) {
        self.init(exactly: fraction * 1000, 1001)
      } else {
        self.init(reducing: decimal.units, decimal.scale)
      }
    case 2:
      guard let numerator = wholeNumber(parts[0]), let denominator = wholeNumber(parts[1]) else {
        return nil
      }
      self.init(exactly: numerator, denominator)
    default: return nil
    }
  }

  /// Whether a decimal number is `whole` × 1000/1001, rounded or truncated to its decimals.
  private static func means(_ decimal: DecimalNumber, _ whole: Int) -> Bool {
    guard decimal.scale >= 100 else { return false }
    // At most 240 × 1000 × 1 000 000 000.
    let (cut, rest) = (whole * 1000 * decimal.scale).quotientAndRemainder(dividingBy: 1001)
    return decimal.units == cut || rest > 500 && decimal.units == cut + 1
  }

  /// Reduces the fraction to lowest terms. Nil for 0, and if a number does not fit 32 bits.
  private init?(reducing numerator: Int, _ denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    let reduced = lowestTerms(UInt64(numerator), UInt64(denominator))
    self.init(exactly: reduced.numerator, reduced.denominator)
  }

  /// Takes the numbers as given. Nil for 0, and if a number does not fit 32 bits.
  private init?(exactly numerator: some BinaryInteger, _ denominator: some BinaryInteger) {
    guard let numerator = Int32(exactly: numerator), numerator > 0,
      let denominator = Int32(exactly: denominator), denominator > 0
    else { return nil }
    self.init(numerator: numerator, denominator: denominator)
  }
}

extension Option where Value == CountingRate {
  static func rate(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "RATE",
      expected: "a rate above 0, such as 25, 29.97 or 30000/1001",
      help: help + ". 23.976, 29.97 and 59.94 mean 24000/1001, 30000/1001 and 60000/1001",
      completion: .words(["24000/1001", "24", "25", "30000/1001", "30", "50", "60000/1001", "60"])
    ) { (text) throws(BadValue) in
      guard let rate = CountingRate(text) else { throw BadValue() }
      return rate
    }
  }
}
