import Testing

@testable import MovKit

@Suite struct CivilDateTests {
  /// The days as `date -u` of GNU counts them.
  @Test(
    arguments: [
      (-719_162, 1, 1, 1), (-718_008, 4, 2, 29), (-682_945, 100, 2, 28), (-682_944, 100, 3, 1),
      (-141_427, 1582, 10, 15), (-135_081, 1600, 2, 29), (-135_080, 1600, 3, 1),
      (-25_509, 1900, 2, 28), (-25_508, 1900, 3, 1), (-24_108, 1903, 12, 31),
      (-24_107, 1904, 1, 1), (-24_048, 1904, 2, 29), (-1, 1969, 12, 31), (0, 1970, 1, 1),
      (10_956, 1999, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1),
      (19_935, 2024, 7, 31), (19_936, 2024, 8, 1), (47_540, 2100, 2, 28), (47_541, 2100, 3, 1),
      (2_932_896, 9999, 12, 31),
    ] as [(Int, Int, Int, Int)])
  func daysAndDates(days: Int, year: Int, month: Int, day: Int) {
    #expect(CivilDate.daysSince1970(year: year, month: month, day: day) == days)
    let date = CivilDate.date(daysSince1970: days)
    #expect([date.year, date.month, date.day] == [year, month, day])
  }

  /// Each day follows the one before it, and is found again by its date.
  @Test func everyDayOfFourCenturies() {
    var last = CivilDate.date(daysSince1970: -135_080)
    for days in -135_079...11_017 {
      let date = CivilDate.date(daysSince1970: days)
      #expect(CivilDate.daysSince1970(year: date.year, month: date.month, day: date.day) == days)
      let isNext =
        date.day == last.day + 1 && date.month == last.month && date.year == last.year
        || date.day == 1 && date.month == last.month + 1 && date.year == last.year
        || date == (last.year + 1, 1, 1) && last.month == 12 && last.day == 31
      if !isNext { Issue.record("\(last) is followed by \(date)") }
      last = date
    }
  }
}
