// Values from what they are shown as.

extension FieldScalar {
  /// Creates a value from an integer, which must fit.
  public init?(given value: FieldValue) {
    guard let number = value.givenInteger, let raw = RawValue(exactly: number) else { return nil }
    self.init(rawValue: raw)
  }
}

extension FourCC {
  public static var expectation: String? { "a text of four characters" }

  /// Creates a code from the text that `description` gives.
  public init?(given value: FieldValue) {
    guard let text = value.givenText, let code = FourCC(text) else { return nil }
    self = code
  }
}

extension LanguageCode {
  public static var expectation: String? {
    "three lowercase letters such as deu, or the stored number"
  }

  /// Creates a code from three letters, or from the stored number.
  public init?(given value: FieldValue) {
    if let text = value.givenText, let code = LanguageCode(text) {
      self = code
      return
    }
    guard let number = value.givenInteger, let raw = UInt16(exactly: number) else { return nil }
    self.init(rawValue: raw)
  }
}

extension MacDate {
  public static var expectation: String? {
    "a date in UTC from 1904 on, such as 2018-06-01T12:30:00Z"
  }

  /// Creates a date from ISO 8601 in UTC, such as `2018-06-01T12:30:00Z`, or from the stored number.
  public init?(given value: FieldValue) {
    if let text = value.givenText, let date = MacDate(iso8601: text) {
      self = date
      return
    }
    guard let number = value.givenInteger, let raw = UInt64(exactly: number) else { return nil }
    self.init(rawValue: raw)
  }

  /// Creates a date from the text that `iso8601` gives; nil for any other text.
  init?(iso8601 text: String) {
    let digits = text.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }
      .map { Int($0) ?? -1 }
    guard text.utf8.count == 20, digits.count == 7, digits.prefix(6).allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    // 31 days are enough for any month; a date that does not exist is shown as another.
    guard digits[0] >= 1904, (1...12).contains(digits[1]), (1...31).contains(digits[2]) else {
      return nil
    }
    let days =
      CivilDate.daysSince1970(year: digits[0], month: digits[1], day: digits[2])
      + CivilDate.daysFrom1904To1970
    let seconds = digits[3] * 3600 + digits[4] * 60 + digits[5]
    guard days >= 0 else { return nil }
    self.init(rawValue: UInt64(days * 86_400 + seconds))
    guard iso8601 == text else { return nil }
  }
}

extension Float32Bits {
  /// Creates the bits of a finite decimal number.
  public init?(given value: FieldValue) {
    guard let number = value.givenDecimal.flatMap(Float.init), number.isFinite else { return nil }
    self.init(number)
  }
}

extension Float64Bits {
  /// Creates the bits of a finite decimal number.
  public init?(given value: FieldValue) {
    guard let number = value.givenDecimal.flatMap(Double.init), number.isFinite else { return nil }
    self.init(number)
  }
}

extension FixedPoint {
  /// Creates a number from decimal text, which must be exact.
  public init?(given value: FieldValue) {
    guard let text = value.givenDecimal,
      let raw = storedNumber(of: text, fractionBits: Self.fractionBits),
      let exact = RawValue(exactly: raw)
    else { return nil }
    self.init(rawValue: exact)
  }
}

/// Returns the integer that is stored for a decimal number, rounded to the nearest; nil if the text is
/// not one, or if the integer does not fit in 64 bits.
func storedNumber(of text: String, fractionBits: Int) -> Int64? {
  let isNegative = text.hasPrefix("-")
  let parts = text.dropFirst(isNegative ? 1 : 0)
    .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count <= 2, parts[0].utf8.count <= 12, parts[0].utf8.allSatisfy(\.isDecimalDigit),
    let whole = Int64(parts[0]), fractionBits <= 32
  else { return nil }
  var fraction: UInt64 = 0
  if parts.count == 2 {
    // 32 bits have at most 32 decimal places; more do not change what is nearest.
    let digits = parts[1].utf8
    guard !digits.isEmpty, digits.allSatisfy(\.isDecimalDigit) else { return nil }
    fraction = binaryFraction(of: digits.map { $0 - UInt8(ascii: "0") }, bits: fractionBits)
  }
  let stored = Int128(whole) << Int128(fractionBits) + Int128(fraction)
  return Int64(exactly: isNegative ? -stored : stored)
}

/// Returns decimal places as a binary fraction of some bits, rounded to the nearest.
private func binaryFraction(of digits: [UInt8], bits: Int) -> UInt64 {
  var digits = Array(digits.prefix(40))
  var fraction: UInt64 = 0
  // Doubling moves the next bit before the point; one bit more says how to round.
  for _ in 0...bits {
    var carry: UInt8 = 0
    for index in digits.indices.reversed() {
      let double = digits[index] * 2 + carry
      digits[index] = double % 10
      carry = double / 10
    }
    fraction = fraction << 1 | UInt64(carry)
  }
  return (fraction + 1) >> 1
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (0x30...0x39).contains(self) }
}
