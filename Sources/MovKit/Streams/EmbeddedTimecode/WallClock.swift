/// A date and a time of day, as clocks of cameras and of satellites say them.
package struct WallClock: Equatable, Sendable {
  /// The date, such as `2019-11-18`; nil if only the time of day is known.
  package var date: String?
  /// Thousandths of a second since midnight, below a day.
  package var milliseconds: Int
  /// The time zone: `Z`, `+02:00`; empty if it is not known.
  package var zone = ""

  static let day = 86_400_000

  /// Nil if a part is out of range. 60 seconds are a leap second.
  init?(
    date: String?, hours: Int, minutes: Int, seconds: Int, milliseconds: Int = 0, zone: String = ""
  ) {
    guard (0..<24).contains(hours), (0..<60).contains(minutes), (0...60).contains(seconds),
      (0..<1000).contains(milliseconds)
    else { return nil }
    self.date = date
    self.milliseconds = min(
      ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds, Self.day - 1)
    self.zone = zone
  }

  /// Reads ISO 8601, such as `2024-05-31T10:11:12.5+0200`; nil if the text is anything else or has no
  /// time of day.
  package init?(iso8601 text: String) {
    let halves = text.split(whereSeparator: { $0 == "T" || $0 == " " })
    guard halves.count == 2, halves[0].utf8.count == 10 else { return nil }
    let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard date.map(\.utf8.count) == [4, 2, 2], date.allSatisfy({ Self.number($0) != nil }) else {
      return nil
    }
    let clock = halves[1].prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
    let zone = halves[1].dropFirst(clock.count)
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Self.number(parts[0]), let minutes = Self.number(parts[1])
    else { return nil }
    let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard seconds.count <= 2, let whole = Self.number(seconds[0]) else { return nil }
    var thousandths = 0
    if seconds.count == 2 {
      let digits = (String(seconds[1]) + "000").prefix(3)
      guard let number = Self.number(digits) else { return nil }
      thousandths = number
    }
    guard zone.isEmpty || zone == "Z" || zone.first == "+" || zone.first == "-" else { return nil }
    self.init(
      date: String(halves[0]), hours: hours, minutes: minutes, seconds: whole,
      milliseconds: thousandths, zone: String(zone))
  }

  /// The clock in ISO 8601.
  package var text: String {
    let second = milliseconds / 1000
    let fraction = milliseconds % 1000
    return (date.map { "\($0)T" } ?? "")
      + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
      + (fraction > 0 ? ".\(padded(fraction, 3))" : "") + zone
  }

  /// Thousandths of a second since 1904 in UTC, which the time is in if there is no zone; nil if the date is not
  /// known, or the zone is none.
  package var moment: Int64? {
    guard let offset = zone.isEmpty ? 0 : minutesFromUTC,
      let midnight = date.flatMap({ MacDate(iso8601: "\($0)T00:00:00Z") })
    else { return nil }
    return Int64(midnight.rawValue) * 1000 + Int64(milliseconds) - Int64(offset) * 60_000
  }

  /// How many minutes its zone adds to UTC; nil if it is not known.
  package var minutesFromUTC: Int? { Self.minutesFromUTC(zone) }

  /// Returns how many minutes a zone adds to UTC: `Z`, `+02:00`, `-0330` or `+02`. Nil if the text is no zone, or one
  /// of more than 18 hours.
  package static func minutesFromUTC(_ zone: String) -> Int? {
    if zone == "Z" { return 0 }
    guard let sign = zone.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    // Not a character: an accent after the sign would be part of it.
    let digits = Substring(zone.utf8.dropFirst())
    var parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, parts[0].utf8.count > 2 {
      parts = [parts[0].dropLast(2), parts[0].suffix(2)]
    }
    guard parts[0].utf8.count == 2, let hours = number(parts[0]) else { return nil }
    var minutes = 0
    if parts.count > 1 {
      guard parts.count == 2, parts[1].utf8.count == 2, let given = number(parts[1]), given < 60
      else { return nil }
      minutes = given
    }
    minutes += hours * 60
    guard minutes <= 18 * 60 else { return nil }
    return sign == UInt8(ascii: "-") ? -minutes : minutes
  }

  /// The label that a timecode of this many frames per second shows at this time of day.
  func label(quanta: UInt32) -> EmbeddedLabel {
    let second = milliseconds / 1000
    return EmbeddedLabel(
      second / 3600, second / 60 % 60, second % 60,
      UInt64(milliseconds % 1000) * UInt64(quanta) / 1000)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int(text) : nil
  }
}
