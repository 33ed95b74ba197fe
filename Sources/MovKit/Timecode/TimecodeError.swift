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
      "'\(text)' is not a timecode: expected HH:MM:SS:FF, or HH:MM:SS;FF for drop-frame"
    case .hoursOutOfRange(let hours):
      "hours are 0 to 23 where timecode wraps at 24 hours, not \(hours)"
    case .minutesOutOfRange(let minutes):
      "minutes are 0 to 59, not \(minutes)"
    case .secondsOutOfRange(let seconds):
      "seconds are 0 to 59, not \(seconds)"
    case .framesOutOfRange(let frames, let quanta):
      "frames are 0 to \(max(1, quanta) - 1) at \(quanta) frames a second, not \(frames)"
    case .skippedByDropFrame(let label, let before, let after):
      "\(label) does not exist in drop-frame timecode: "
        + "the label before is \(before), the next is \(after)"
    case .negativeNotAllowed(let label):
      "\(label) is negative, and this timecode does not allow negative times"
    case .tooLarge(let label):
      "\(label) is more frames than 64 bits can count"
    case .counterFormat:
      "this is a counter, which counts without hours, minutes and seconds"
    case .notACounter:
      "this timecode holds frame numbers and not a counter"
    case .noQuanta:
      "neither the frame quanta nor the frame duration says how many frames make a second"
    case .sampleOutOfRange(let number, let type):
      Self.sampleAdvice(number, type)
    case .packedOutOfRange(let label):
      "\(label) does not fit a packed record: hours, seconds and frames are at most 255, "
        + "minutes at most 127"
    }
  }

  private static func sampleAdvice(_ number: String, _ type: FourCC) -> String {
    let sentence = "\(number) does not fit a '\(type)' sample"
    return switch TimecodeMediaSubType(type) {
    case .timecode32: sentence + " of 32 bits; 'tc64' has room for 64"
    case .counter32: sentence + " of 32 bits; 'cn64' has room for 64"
    default: sentence
    }
  }
}
