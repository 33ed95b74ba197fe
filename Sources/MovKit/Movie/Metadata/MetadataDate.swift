/// Dates in metadata: ISO 8601, from a year to a moment.
enum MetadataDate {
  /// Whether a text is a year, a month, a day of the Gregorian calendar, or a day with a time to the minute or
  /// more exactly: `2024`, `2024-05`, `2024-05-31`, `2024-05-31T10:11:12+0200`.
  static func isValid(_ text: String) -> Bool {
    var rest = text.utf8[...]
    guard let year = takeNumber(from: &rest, digits: 4) else { return false }
    if rest.isEmpty { return true }
    guard take("-", from: &rest), let month = takeNumber(from: &rest, digits: 2),
      (1...12).contains(month)
    else { return false }
    if rest.isEmpty { return true }
    guard take("-", from: &rest), let day = takeNumber(from: &rest, digits: 2),
      (1...CivilDate.days(inMonth: month, of: year)).contains(day)
    else { return false }
    if rest.isEmpty { return true }
    guard takeTime(from: &rest) else { return false }
    return rest.isEmpty || WallClock.minutesFromUTC(String(Substring(rest))) != nil
  }

  private typealias Rest = Substring.UTF8View

  private static func takeTime(from rest: inout Rest) -> Bool {
    guard take("T", from: &rest), let hour = takeNumber(from: &rest, digits: 2), hour < 24,
      take(":", from: &rest), let minute = takeNumber(from: &rest, digits: 2), minute < 60
    else { return false }
    guard take(":", from: &rest) else { return true }
    // 60 seconds are a leap second.
    guard let second = takeNumber(from: &rest, digits: 2), second <= 60 else { return false }
    guard take(".", from: &rest) else { return true }
    let fraction = rest.prefix(while: isDigit)
    rest = rest.dropFirst(fraction.count)
    return !fraction.isEmpty
  }

  private static func take(_ character: Unicode.Scalar, from rest: inout Rest) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeNumber(from rest: inout Rest, digits: Int) -> Int? {
    let number = rest.prefix(digits)
    guard number.count == digits, number.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return Int(Substring(number))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
