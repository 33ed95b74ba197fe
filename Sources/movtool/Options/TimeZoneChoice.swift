import MovKit

/// The time zone in which a moment becomes a time of day.
enum TimeZoneChoice: Equatable, Sendable {
  /// Ahead of UTC by so many minutes.
  case fixed(minutes: Int)
  /// That of this computer.
  case local

  /// Reads `local`, `UTC`, `Z`, `+02:00`, `-0330` or `+9`. Zones are at most 18 hours from UTC.
  init?(_ text: String) {
    switch text {
    case "local": self = .local
    case "UTC", "utc", "Z": self = .fixed(minutes: 0)
    default:
      guard let minutes = Self.minutes(text) else { return nil }
      self = .fixed(minutes: minutes)
    }
  }

  private static func minutes(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    var digits = String(text.dropFirst())
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count) else { return nil }
      digits = (parts[0].utf8.count == 1 ? "0" : "") + parts[0] + parts[1]
    } else if digits.utf8.count <= 2 {
      digits += "00"
    }
    guard parts.count <= 2, (3...4).contains(digits.utf8.count), let number = wholeNumber(digits),
      number % 100 < 60, number <= 1800
    else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return sign == "-" ? -minutes : minutes
  }

  /// Returns the seconds by which its time is ahead of UTC at a moment, in seconds since the start of
  /// 1970; nil if that is not known.
  func secondsFromUTC(at moment: Int64) -> Int64? {
    switch self {
    case .fixed(let minutes): Int64(minutes * 60)
    case .local: LocalTime.secondsFromUTC(at: moment).map { Int64($0) }
    }
  }
}

extension Option where Value == TimeZoneChoice {
  /// An option that chooses a time zone.
  static func timeZone(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "±HH:MM|UTC|local",
      expected: "UTC, local, or the distance from UTC such as +02:00", help: help,
      completion: .words(["UTC", "local"])
    ) { (text) throws(BadValue) in
      guard let zone = TimeZoneChoice(text) else { throw BadValue() }
      return zone
    }
  }
}
