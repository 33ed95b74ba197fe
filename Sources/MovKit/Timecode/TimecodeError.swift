/// Why a timecode has no frame number, or a frame number has no sample. Labels are stored as text.
public enum TimecodeError: Error, Hashable, Sendable {
  /// The text does not have the form of a timecode.
  case notATimecode(String)
  /// The hours are negative, or above 23 in a format that wraps at 24 hours.
  case hoursOutOfRange(Int)
  /// The minutes are not 0 to 59.
  case minutesOutOfRange(Int)
  /// The seconds are not 0 to 59.
  case secondsOutOfRange(Int)
  /// The frames are negative, or not less than the quanta.
  case framesOutOfRange(Int, quanta: UInt32)
  /// A label that drop-frame skips, with the labels before and after the gap.
  case skippedByDropFrame(String, before: String, after: String)
  /// A negative label in a format whose flags do not allow negative times.
  case negativeNotAllowed(String)
  /// A label written as drop frame, for timecode that is not.
  case notDropFrame(String)
  /// A label whose frame number needs more than 64 bits.
  case tooLarge(String)
  /// The format is a counter and has no labels or frame numbers.
  case counterFormat
  /// The sample is a count, but the format is not a counter.
  case notACounter
  /// The format has no quanta, and its frame duration gives none.
  case noQuanta
  /// A number that does not fit in the samples of a format.
  case sampleOutOfRange(String, mediaSubType: FourCC)
  /// A label that does not fit in the packed record of 1996.
  case packedOutOfRange(String)
}

extension TimecodeError: IdentifiedError {
  public var id: String {
    switch self {
    case .notATimecode: "not-a-timecode"
    case .hoursOutOfRange: "hours-out-of-range"
    case .minutesOutOfRange: "minutes-out-of-range"
    case .secondsOutOfRange: "seconds-out-of-range"
    case .framesOutOfRange: "frames-out-of-range"
    case .skippedByDropFrame: "skipped-by-drop-frame"
    case .negativeNotAllowed: "negative-not-allowed"
    case .notDropFrame: "not-drop-frame"
    case .tooLarge: "too-large"
    case .counterFormat: "counter-format"
    case .notACounter: "not-a-counter"
    case .noQuanta: "no-quanta"
    case .sampleOutOfRange: "sample-out-of-range"
    case .packedOutOfRange: "packed-out-of-range"
    }
  }

  /// One sentence for people to read, without a full stop.
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
    case .notDropFrame(let label):
      "the timecode is not drop frame; write \(label)"
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
