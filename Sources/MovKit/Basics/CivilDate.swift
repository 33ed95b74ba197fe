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
    // Five months from March on have 153 days.
    return days + (153 * months + 2) / 5 + day - 1 - daysFromMarchOfYear0To1970
  }

  /// The days from 1 March of year 0 to the start of 1970.
  private static let daysFromMarchOfYear0To1970 = 719_468

  /// Returns the date that is a number of days after the start of 1970: of the years from 1 to 9999 or so.
  package static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    // Counting from 1 March puts each leap day at the end of a year, and of an era of 400 years, so all divisions come
    // out even.
    let (era, dayOfEra) = (days + daysFromMarchOfYear0To1970)
      .quotientAndRemainder(dividingBy: 146_097)
    let century = min(dayOfEra / 36_524, 3)
    let dayOfCentury = dayOfEra - century * 36_524
    let (fours, dayOfFours) = dayOfCentury.quotientAndRemainder(dividingBy: 1_461)
    let single = min(dayOfFours / 365, 3)
    let dayOfYear = dayOfFours - single * 365
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + century * 100 + fours * 4 + single + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }

  /// Returns the number of days that a month has. Years are 0 to 9999 or so, months 1 to 12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return daysSince1970(year: next.0, month: next.1, day: 1)
      - daysSince1970(year: year, month: month, day: 1)
  }
}
