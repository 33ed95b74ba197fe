#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time zone of this computer.
package enum LocalTime {
  /// Returns the seconds by which local time is ahead of UTC at a moment, in seconds since the start of
  /// 1970, with summer time as it was or will be then; nil if the system does not know.
  package static func secondsFromUTC(at moment: Int64) -> Int? {
    guard var clock = time_t(exactly: moment) else { return nil }
    var parts = unsafe tm()
    tzset()
    guard unsafe localtime_r(&clock, &parts) != nil else { return nil }
    let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
    let (hour, minute, second) = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
    // Not every C library shows how far it is from UTC.
    let days = CivilDate.daysSince1970(
      year: Int(year) + 1900, month: Int(month) + 1, day: Int(day))
    let seconds = (Int(hour) * 60 + Int(minute)) * 60 + Int(second)
    return Int(exactly: Int128(days) * 86400 + Int128(seconds) - Int128(moment))
  }
}
