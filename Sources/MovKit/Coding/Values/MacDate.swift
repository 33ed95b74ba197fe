/// A date as seconds since the start of 1904, UTC (ISO/IEC 14496-12, 8.2.2.3). The QuickTime
/// documentation does not give the time zone, and old cameras write local time. The number is kept
/// as it is.
public struct MacDate: FieldScalar, Hashable {
  /// Seconds since the start of 1904; 0 means "not set".
  public var rawValue: UInt64

  /// A date as a number of seconds since the start of 1904.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// A date as a number of seconds since the start of 1970, UTC, as systems and Foundation's `Date` count. Nil up
  /// to the start of 1904, for which there is no number: 0 means "not set".
  public init?(secondsSince1970 seconds: Int64) {
    guard let since1904 = UInt64(exactly: Int128(seconds) + Int128(Self.from1904To1970)),
      since1904 > 0
    else { return nil }
    rawValue = since1904
  }

  /// Seconds since the start of 1970, UTC; nil if the date is not set, or the number does not fit.
  public var secondsSince1970: Int64? {
    guard rawValue > 0 else { return nil }
    return Int64(exactly: Int128(rawValue) - Int128(Self.from1904To1970))
  }

  /// The seconds from the start of 1904 to that of 1970.
  private static let from1904To1970 = Int64(86_400 * CivilDate.daysFrom1904To1970)

  /// The date in ISO 8601, such as `2018-06-01T12:30:00Z`; nil if it is 0, which means "not set",
  /// or after the year 9999.
  public var iso8601: String? {
    let lastSecond: UInt64 = 255_485_145_600 - 1
    guard rawValue > 0, rawValue <= lastSecond else { return nil }
    let (days, second) = Int(rawValue).quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate.date(daysSince1970: days - CivilDate.daysFrom1904To1970)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
  }

  /// The date with a fraction of a second, without zeros at its end; nil as in `iso8601`.
  func iso8601(nanoseconds: UInt64) -> String? {
    guard nanoseconds > 0, let whole = iso8601 else { return iso8601 }
    var digits = padded(nanoseconds, 9)
    while digits.last == "0" { digits.removeLast() }
    return "\(whole.dropLast()).\(digits)Z"
  }

  public var fieldValue: FieldValue {
    .meaning(
      .unsigned(rawValue), name: "date", text: iso8601, absence: rawValue == 0 ? "not set" : nil)
  }
}

extension MacDate: Comparable {
  /// The order of the numbers: a date that is not set comes first.
  public static func < (a: MacDate, b: MacDate) -> Bool { a.rawValue < b.rawValue }
}
