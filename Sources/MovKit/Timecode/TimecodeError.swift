/// Why a timecode has no frame number, or a frame number no sample. Labels are held as text.
public enum TimecodeError: Error, Hashable, Sendable {
  case notATimecode(String)
  case hoursOutOfRange(Int)
  case minutesOutOfRange(Int)
  case secondsOutOfRange(Int)
  case framesOutOfRange(Int, quanta: UInt32)
  case skippedByDropFrame(String, before: String, after: String)
  case negativeNotAllowed(String)
  case tooLarge(String)
  case counterFormat
  case notACounter
  case noQuanta
  /// A number that the samples of a format have no room for.
  case sampleOutOfRange(String, mediaSubType: FourCC)
  /// A label that the packed record of 1996 has no room for.
  case packedOutOfRange(String)
}

extension TimecodeError: CustomStringConvertible {
  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .notATimecode(let text):
      "'\(text)' is not a timecode: expected HH:MM:SS:FF, or HH:MM:SS;FF for drop frame"
    case .hoursOutOfRange(let hours):
      "hour \(hours) does not exist: hours are 0 to 23, because timecode wraps at 24 hours"
    case .minutesOutOfRange(let minutes):
      "minute \(minutes) does not exist: minutes are 0 to 59"
    case .secondsOutOfRange(let seconds):
      "second \(seconds) does not exist: seconds are 0 to 59"
    case .framesOutOfRange(let frames, let quanta):
      "frame \(frames) does not exist: this timecode counts frames 0 to \(max(1, quanta) - 1)"
    case .skippedByDropFrame(let label, let before, let after):
      "\(label) is not a valid drop-frame label: "
        + "the previous label is \(before), the next is \(after)"
    case .negativeNotAllowed(let label):
      "\(label) is negative, which the timecode's flags do not allow"
    case .tooLarge(let label):
      "\(label) exceeds a 64-bit frame count"
    case .counterFormat:
      "this is a counter, which has no hours, minutes and seconds"
    case .notACounter:
      "this timecode holds frame numbers, not a counter"
    case .noQuanta:
      "neither the frame quanta nor the frame duration gives the number of frames per second"
    case .sampleOutOfRange(let number, let type):
      Self.sampleAdvice(number, type)
    case .packedOutOfRange(let label):
      "\(label) does not fit a packed record: hours, seconds and frames can be at most 255, "
        + "minutes at most 127"
    }
  }

  private static func sampleAdvice(_ number: String, _ type: FourCC) -> String {
    let sentence = "\(number) does not fit a '\(type)' sample"
    return switch TimecodeMediaSubType(type) {
    case .timecode32: sentence + " (32 bits); 'tc64' holds 64 bits"
    case .counter32: sentence + " (32 bits); 'cn64' holds 64 bits"
    default: sentence
    }
  }
}
