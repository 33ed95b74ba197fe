/// Dates in metadata: ISO 8601, from a year to a moment.
enum MetadataDate {
  /// Whether a text is a year, a month, a day of the Gregorian calendar, or a day with a time to the minute or
  /// more exactly: `2024`, `2024-05`, `2024-05-31`, `2024-05-31T10:11:12+0200`.
  static func isValid(_ text: String) -> Bool {
    let day = text.prefix(10)
    let parts = day.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy(isDigit) ? Int($0) : nil }
    guard numbers.count == parts.count, numbers.count <= 3,
      parts.map(\.utf8.count)[...] == [4, 2, 2].prefix(parts.count)
    else { return false }
    if numbers.count > 1, !(1...12).contains(numbers[1]) { return false }
    if numbers.count > 2, !(1...days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2]) {
      return false
    }
    guard day.endIndex < text.endIndex else { return true }
    // Minutes are enough, but `WallClock` reads seconds.
    let time = text[day.endIndex...]
    let hasSeconds = time.dropFirst(6).first == ":"
    let whole = hasSeconds ? text : "\(day)\(time.prefix(6)):00\(time.dropFirst(6))"
    return numbers.count == 3 && WallClock(iso8601: whole)?.hasKnownZone == true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
