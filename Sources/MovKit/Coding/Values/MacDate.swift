/// A date as seconds since the start of 1904, UTC (ISO/IEC 14496-12, 8.2.2.3). The QuickTime
/// documentation does not give the time zone, and old cameras write local time. The number is kept
/// as it is.
public struct MacDate: FieldScalar, Hashable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

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
