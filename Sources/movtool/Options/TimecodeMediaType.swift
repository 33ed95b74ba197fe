import MovKit

/// The types of timecode media that can be written.
enum TimecodeMediaType: String, CaseIterable, Sendable {
  case tmcd, tc64

  var subType: TimecodeMediaSubType { self == .tc64 ? .timecode64 : .timecode32 }
}
