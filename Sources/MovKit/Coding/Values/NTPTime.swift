/// A time of the Network Time Protocol: seconds since the start of 1900, UTC, as a 32.32 fixed-point number (RFC
/// 5905, 6). It is kept as its number, so that each bit survives rewriting.
struct NTPTime: FieldScalar {
  var rawValue: UInt64
  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The date in ISO 8601 to the nanosecond below, without zeros at its end, such as `2019-02-02T11:39:44.5Z`; nil
  /// up to the start of 1904.
  private var iso8601: String? {
    let seconds = rawValue >> 32
    guard seconds > Self.from1900To1904 else { return nil }
    // 32 bits times 10 to the ninth fit in 62 bits.
    return MacDate(rawValue: seconds - Self.from1900To1904)
      .iso8601(nanoseconds: ((rawValue & 0xFFFF_FFFF) * 1_000_000_000) >> 32)
  }

  /// Four years, none of them with a leap day: 1900 has none.
  private static let from1900To1904: UInt64 = 4 * 365 * 86_400

  var fieldValue: FieldValue {
    .meaning(
      .unsigned(rawValue), name: "date", text: iso8601, absence: rawValue == 0 ? "not set" : nil)
  }

  static var expectation: String? {
    "a date of whole seconds such as 2019-02-02T11:39:44Z, or the stored number"
  }

  /// Creates a time from a date of whole seconds, whose number must fit in 32 bits, or from the stored number.
  init?(given value: FieldValue) {
    if let date = value.givenText.flatMap({ MacDate(iso8601: $0) }) {
      guard let seconds = UInt32(exactly: date.rawValue + Self.from1900To1904) else { return nil }
      self.init(rawValue: UInt64(seconds) << 32)
      return
    }
    guard let number = value.givenInteger, let raw = UInt64(exactly: number) else { return nil }
    self.init(rawValue: raw)
  }
}
