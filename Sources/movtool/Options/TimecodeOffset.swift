import MovKit

/// The moment of another movie that a movie begins with.
enum TimecodeOffset: Equatable, Sendable {
  case moment(GivenMoment)
  /// So long before its beginning, which only a recording that counts evenly says a time for.
  case before(MediaTime)
  /// So many frames of its video after the first or, if it is negative, before it.
  case frames(Int)
}

extension Option where Value == TimecodeOffset {
  /// An option whose value is a moment of a movie, or a number of its frames.
  static func offset(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "TIME|Nf",
      expected:
        "a time such as 5, -1 or 00:00:05.250, a timecode such as 01:30:17:00, or frames such as 100f or -25f",
      help: help
    ) { (text) throws(BadValue) in
      let isBefore = text.hasPrefix("-")
      let distance = isBefore ? String(text.dropFirst()) : text
      if distance.hasSuffix("f"), let frames = wholeNumber(String(distance.dropLast())) {
        return .frames(isBefore ? -frames : frames)
      }
      if isBefore { return .before(try GivenMoment.duration(distance)) }
      return .moment(try GivenMoment(text))
    }
  }
}
