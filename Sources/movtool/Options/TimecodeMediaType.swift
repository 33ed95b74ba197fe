import MovKit

/// The types of timecode media that can be written.
enum TimecodeMediaType: String, CaseIterable, Sendable {
  case tmcd, tc64

  var subType: TimecodeMediaSubType { self == .tc64 ? .timecode64 : .timecode32 }
}

extension Option where Value == Int {
  static func quanta() -> Option {
    .number(
      "--quanta", in: 1...255,
      help: "Timecode frames per second (default: the rate rounded to a whole number)")
  }
}
