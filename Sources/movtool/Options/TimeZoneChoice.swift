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
    case "UTC", "utc": self = .fixed(minutes: 0)
    default:
      var zone = text
      // An hour of one digit: +9, +9:30, +930.
      let digits = text.dropFirst()
      if (digits.split(separator: ":").first ?? "").utf8.count % 2 == 1 {
        zone.insert("0", at: digits.startIndex)
      }
      guard let minutes = WallClock.minutesFromUTC(zone) else { return nil }
      self = .fixed(minutes: minutes)
    }
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
