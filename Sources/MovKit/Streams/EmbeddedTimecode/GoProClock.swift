/// The clock of a GoPro camera in its metadata (GPMF): the time of its satellites, in UTC.
struct GoProClock: Equatable, Sendable {
  /// The first time of the satellites.
  var clock: WallClock?
  /// Whether the camera had a fix: the time is not reliable without. Nil if it does not say.
  var hasFix: Bool?
  /// The camera's time zone in minutes (`TZON`).
  var zone: Int?
  /// The key that said the time: `GPSU` or `GPS9`.
  var key = ""
  /// The offset of that key in the payload.
  var offset = 0

  /// Reads a payload up to its first time; nil if it has neither a time nor a zone.
  init?(_ payload: Bytes) {
    var scale: [Int64] = []
    for (header, start, value, _) in GoProElements(payload) where header.type != 0 {
      guard value.count == header.length else { break }
      let (key, size, count) = (header.key, Int(header.structureSize), header.count)
      switch key {
      case "GPSU" where clock == nil && value.count >= 16:
        clock = Self.clock(digits: value)
        note(key, start - payload.startIndex)
      case "GPS9" where clock == nil && size >= 32 && count > 0:
        clock = Self.clock(Array(value.prefix(32)), scale: scale)
        hasFix = Self.number(value, at: 30, bytes: 2).map { $0 >= 2 }
        note(key, start - payload.startIndex)
      case "GPSF": hasFix = Self.number(value, at: 0, bytes: 4).map { $0 >= 2 }
      case "SCAL":
        scale = (0..<(size > 0 ? min(count, 16) : 0)).compactMap {
          Self.number(value, at: $0 * size, bytes: size)
        }
      case "TZON" where zone == nil:
        zone = Self.number(value, at: 0, bytes: 2).flatMap { Int16(truncatingIfNeeded: $0) }
          .map(Int.init)
      default: break
      }
    }
    guard clock != nil || zone != nil else { return nil }
  }

  private mutating func note(_ key: FourCC, _ offset: Int) {
    guard clock != nil else { return }
    self.key = "\(key)"
    self.offset = offset
  }

  /// Reads `yymmddhhmmss.sss`.
  private static func clock(digits: Bytes) -> WallClock? {
    let text = Array(digits.prefix(16))
    func pair(_ index: Int) -> Int? {
      let (high, low) = (text[index] &- 0x30, text[index + 1] &- 0x30)
      return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : nil
    }
    guard let year = pair(0), let month = pair(2), let day = pair(4), let hours = pair(6),
      let minutes = pair(8), let seconds = pair(10), text[12] == UInt8(ascii: "."),
      let hundredths = pair(13), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let last = text[15] &- 0x30
    return WallClock(
      date: "20\(padded(year, 2))-\(padded(month, 2))-\(padded(day, 2))", hours: hours,
      minutes: minutes, seconds: seconds, milliseconds: hundredths * 10 + Int(last < 10 ? last : 0),
      zone: "Z")
  }

  /// Reads days since 2000 at byte 20 and the time of day at byte 24, by the sixth and seventh scale.
  private static func clock(_ record: [UInt8], scale: [Int64]) -> WallClock? {
    guard record.count == 32, let days = number(record[...], at: 20, bytes: 4),
      let time = number(record[...], at: 24, bytes: 4)
    else { return nil }
    let unit = scale.count > 6 && scale[6] > 0 ? scale[6] : 1000
    let milliseconds = time * 1000 / unit
    guard (0..<100_000).contains(days), (0..<Int64(WallClock.day)).contains(milliseconds),
      let date = MacDate(rawValue: UInt64((days + daysFrom1904To2000) * 86_400)).iso8601
    else { return nil }
    let second = Int(milliseconds / 1000)
    return WallClock(
      date: String(date.prefix(10)), hours: second / 3600, minutes: second / 60 % 60,
      seconds: second % 60, milliseconds: Int(milliseconds % 1000), zone: "Z")
  }

  private static let daysFrom1904To2000 = Int64(
    CivilDate.daysFrom1904To1970 + CivilDate.daysSince1970(year: 2000, month: 1, day: 1))

  /// Returns a big-endian number; nil if it is not there, or has more than four bytes.
  private static func number(_ bytes: Bytes, at index: Int, bytes count: Int) -> Int64? {
    guard (1...4).contains(count), bytes.count - index >= count else { return nil }
    let start = bytes.startIndex + index
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int64($1) }
  }
}
