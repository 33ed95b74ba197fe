extension MediaTime: CustomStringConvertible {
  /// The value and the timescale as they are, such as `1001/30000`, with the epoch if it is not 0;
  /// or the name of a time that is not a number.
  public var description: String {
    if isNumeric {
      return "\(value)/\(timescale)" + (epoch == 0 ? "" : "\(Self.beforeEpoch)\(epoch)")
    }
    if isInfinite { return isPositiveInfinity ? "+infinity" : "-infinity" }
    return isIndefinite ? "indefinite" : "invalid"
  }

  private static let beforeEpoch = " in epoch "
}

extension MediaTime: LosslessStringConvertible {
  /// A time as `description` writes it, or as people do: `1001/30000`, `90`, `-1.5`.
  ///
  /// A fraction keeps its timescale, and a decimal gets the power of ten that its digits need. If that does
  /// not fit, the fraction is reduced, so nothing is rounded. Nil if the text is not a time or cannot be held
  /// without loss.
  public init?(_ text: String) {
    if let special = Self.special(text) {
      self = special
      return
    }
    // Nearly no text has an epoch, and the search for it takes longer than all else.
    let parts =
      text.utf8.contains(UInt8(ascii: " "))
      ? text.split(separator: Self.beforeEpoch, maxSplits: 1, omittingEmptySubsequences: false)
      : [text[...]]
    guard let number = parts.first, let seconds = WrittenSeconds(number)?.fitting else {
      return nil
    }
    let epoch = parts.count == 2 ? Int64(parts[1]) : 0
    let ticks =
      seconds.isNegative
      ? Int64(exactly: -Int128(seconds.numerator)) : Int64(exactly: seconds.numerator)
    guard let epoch, let ticks, let timescale = Int32(exactly: seconds.denominator) else {
      return nil
    }
    self.init(value: ticks, timescale: timescale, flags: .valid, epoch: epoch)
  }

  /// Seconds written as a fraction or a decimal, in a timescale: `0.1` in 24 is 2/24.
  /// `hasBeenRounded` is set if a part of a tick is lost. Nil if the text is not a number of
  /// seconds; invalid if the timescale is not positive.
  public init?(
    _ text: String, preferredTimescale: Int32, rounding: Rounding = .roundHalfAwayFromZero
  ) {
    guard let seconds = WrittenSeconds(Substring(text)) else { return nil }
    guard preferredTimescale > 0 else {
      self = .invalid
      return
    }
    let fraction = ExactFraction(
      isNegative: seconds.isNegative, factor: UInt128(seconds.numerator),
      divisor: UInt128(seconds.denominator))
    self.init(fraction, preferring: preferredTimescale, rounding: rounding)
  }

  private static func special(_ text: String) -> MediaTime? {
    [.positiveInfinity, .negativeInfinity, .indefinite, .invalid].first { $0.description == text }
  }
}

/// Seconds as people write them: `90`, `-1.5`, `1001/30000`.
private struct WrittenSeconds {
  var isNegative: Bool
  var numerator: UInt64
  /// Never 0.
  var denominator: UInt64

  /// Nil if the text is anything else, or has more digits than 64 bits can hold.
  init?(_ text: Substring) {
    // Most texts with other characters are labels of timecode. They are refused before they are split.
    guard text.utf8.allSatisfy({ $0 < 0x3A }) else { return nil }
    isNegative = text.first == "-"
    let magnitude = isNegative ? text.dropFirst() : text
    let fraction = magnitude.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if fraction.count == 2 {
      guard let above = Self.digits(fraction[0]), let below = Self.digits(fraction[1]), below > 0
      else { return nil }
      (numerator, denominator) = (above, below)
      return
    }
    let decimal = magnitude.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var places = decimal.count == 2 ? decimal[1] : ""
    guard decimal.count == 1 || !places.isEmpty, !decimal[0].isEmpty else { return nil }
    // More places than a timescale has add nothing if they are zeros.
    while places.utf8.count > 9, places.last == "0" { places.removeLast() }
    guard places.utf8.count < 20,
      let digits = Self.digits(decimal[0] + places)
    else { return nil }
    numerator = digits
    denominator = 1
    for _ in places.utf8 {
      let (product, overflow) = denominator.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      denominator = product
    }
  }

  /// The fraction itself if it fits in a `MediaTime`, else in lowest terms.
  var fitting: Self {
    let most = isNegative ? Int64.min.magnitude : Int64.max.magnitude
    guard numerator > most || denominator > UInt64(Int32.max) else { return self }
    let common = greatestCommonDivisor(numerator, denominator)
    var reduced = self
    reduced.numerator /= common
    reduced.denominator /= common
    return reduced
  }

  /// Reads decimal digits only: no sign, which `UInt64` would accept.
  private static func digits(_ text: some StringProtocol) -> UInt64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? UInt64(text) : nil
  }
}

extension MediaTime {
  /// The time in seconds, in decimals to the microsecond, for display.
  package var inSeconds: String {
    guard isNumeric, timescale > 0 else { return description }
    let text = decimal(UInt128(value.magnitude), over: UInt128(timescale), places: 6)
    return (value < 0 ? "-" : "") + text + " s"
  }
}
