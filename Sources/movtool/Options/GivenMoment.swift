import MovKit

/// A time in a movie, as the user typed it.
enum GivenMoment: Equatable, Sendable {
  /// The time since the movie's start, in movie time; never negative.
  case time(MediaTime)
  /// The time at which the movie's timecode shows this label.
  case timecode(TimecodeText)

  /// Reads `5`, `5s`, `0.5`, `250ms`, `00:00:05` and `00:00:05.250` as time, and `01:30:17:00`,
  /// `01:30:17;00` and anything after `tc:` as timecode.
  init(_ text: String) throws(BadValue) {
    if text.hasPrefix("tc:") {
      guard let timecode = try? TimecodeText(String(text.dropFirst(3))),
        timecode.separatorSaysDropFrame != nil
      else { throw BadValue("expected tc:HH:MM:SS:FF, or tc:HH:MM:SS;FF for drop frame") }
      try timecode.checkExistsAtSomeRate()
      self = .timecode(timecode)
    } else if let time = try Self.time(text) {
      self = .time(time)
    } else if let timecode = try? TimecodeText(text), timecode.separatorSaysDropFrame != nil {
      try timecode.checkExistsAtSomeRate()
      self = .timecode(timecode)
    } else {
      throw BadValue()
    }
  }

  /// Reads a duration: what `init(_:)` reads, except timecode.
  static func duration(_ text: String) throws(BadValue) -> MediaTime {
    guard let time = try time(text) else { throw BadValue() }
    return time
  }

  /// Returns nil if the text does not have the form of a time in seconds.
  private static func time(_ text: String) throws(BadValue) -> MediaTime? {
    // Mostly a label of timecode, which is not divided first.
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) <= 2 else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return try seconds(text)
    case 2:
      guard wholeNumber(parts[0]) != nil, DecimalNumber(parts[1], mostDecimals: 9) != nil else {
        return nil
      }
      let (first, second) = (twoDigits(parts[0]), twoDigits(parts[1]))
      throw BadValue(
        "minutes and seconds, or hours and minutes? Write all three, such as 00:\(first):\(second)")
    case 3:
      guard let hours = wholeNumber(parts[0]), let minutes = wholeNumber(parts[1]),
        let seconds = DecimalNumber(parts[2], mostDecimals: 9)
      else { return nil }
      guard minutes < 60 else {
        throw BadValue("minute \(minutes) does not exist: minutes are 0 to 59")
      }
      guard seconds.units / seconds.scale < 60 else {
        throw BadValue("second \(parts[2]) does not exist: seconds are 0 to 59")
      }
      let (whole, overflow) = hours.multipliedReportingOverflow(by: 3600)
      let (sum, overflowOfSum) = whole.addingReportingOverflow(minutes * 60)
      guard !overflow, !overflowOfSum else { throw .timeTooLong }
      return try mediaTime(seconds, plus: sum)
    default: return nil
    }
  }

  /// Pads the whole part of a number to two digits.
  private static func twoDigits(_ number: String) -> String {
    number.prefix { $0 != "." }.count < 2 ? "0" + number : number
  }

  /// Reads `5`, `0.5`, `.5`, `5s` or `250ms`.
  private static func seconds(_ text: String) throws(BadValue) -> MediaTime? {
    if text.hasSuffix("ms") {
      guard let thousandths = DecimalNumber(String(text.dropLast(2)), mostDecimals: 6) else {
        return nil
      }
      return try mediaTime(thousandths, perSecond: 1000)
    }
    let number = text.hasSuffix("s") ? String(text.dropLast()) : text
    guard let seconds = DecimalNumber(number, mostDecimals: 9) else { return nil }
    return try mediaTime(seconds)
  }

  /// Returns the time in millionths of a second if that is exact, otherwise in billionths. Throws if the time is too
  /// long for that.
  private static func mediaTime(
    _ number: DecimalNumber, plus whole: Int = 0, perSecond: Int = 1
  ) throws(BadValue) -> MediaTime {
    let scale = number.scale * perSecond <= 1_000_000 ? 1_000_000 : 1_000_000_000
    let ticks =
      Int128(number.units) * Int128(scale / (number.scale * perSecond)) + Int128(whole)
      * Int128(scale)
    guard let value = Int64(exactly: ticks) else { throw .timeTooLong }
    return MediaTime(value: value, timescale: Int32(scale))
  }
}

extension BadValue {
  fileprivate static var timeTooLong: BadValue { BadValue("the time is too long") }
}

extension Option where Value == GivenMoment {
  /// An option whose value is a time in a movie.
  static func moment(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "TIME",
      expected: "a time such as 5, 0.5, 00:00:05.250 or the timecode 01:30:17:00", help: help
    ) { (text) throws(BadValue) in try GivenMoment(text) }
  }
}

extension Option where Value == MediaTime {
  /// An option whose value is an exact duration.
  static func duration(_ name: String, placeholder: String, help: String) -> Option {
    Option(
      name, placeholder: placeholder, expected: "a duration such as 2, 0.5, 250ms or 00:00:02.5",
      help: help
    ) { (text) throws(BadValue) in try GivenMoment.duration(text) }
  }
}
