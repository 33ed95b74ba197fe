/// Dates of the Gregorian calendar.
package enum CivilDate {
  /// The days from the start of 1904, from which QuickTime counts, to that of 1970: 66 years, 17 of them with a leap
  /// day.
  package static let daysFrom1904To1970 = 66 * 365 + 17

  /// Returns the days from the start of 1970 to a date. Years are 0 to 9999 or so, months 1 to 12.
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Years that begin in March have the leap day at their end.
    let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = 365 * years + years / 4 - years / 100 + years / 400
    // Five months from March on have 153 days. 1 March of year 0 was 719468 days before 1970.
    return days + (153 * months + 2) / 5 + day - 1 - 719_468
  }

  /// Returns the number of days that a month has. Years are 0 to 9999 or so, months 1 to 12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return daysSince1970(year: next.0, month: next.1, day: 1)
      - daysSince1970(year: year, month: month, day: 1)
  }
}
