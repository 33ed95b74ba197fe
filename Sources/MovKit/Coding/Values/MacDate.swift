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
    let date = Self.civil(daysSince1904: days)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
  }

  public var fieldValue: FieldValue {
    .meaning(
      .unsigned(rawValue), name: "date", text: iso8601, absence: rawValue == 0 ? "not set" : nil)
  }

  /// Returns the Gregorian date. Counting from 1 March 1600 puts each leap day at the end of a
  /// year, and of an era of 400 years, so all divisions come out even.
  private static func civil(daysSince1904 days: Int) -> (year: Int, month: Int, day: Int) {
    let daysFromMarch1600To1904 = 110_973
    let count = days + daysFromMarch1600To1904
    let (era, dayOfEra) = count.quotientAndRemainder(dividingBy: 146_097)
    let century = min(dayOfEra / 36_524, 3)
    let dayOfCentury = dayOfEra - century * 36_524
    let (fours, dayOfFours) = dayOfCentury.quotientAndRemainder(dividingBy: 1_461)
    let single = min(dayOfFours / 365, 3)
    let dayOfYear = dayOfFours - single * 365
    // March to July and August to December have 153 days each.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = 1600 + era * 400 + century * 100 + fours * 4 + single + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }
}
