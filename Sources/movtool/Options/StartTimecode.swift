import MovKit

extension Option where Value == String {
  /// An option whose value is the timecode of the first frame, or `word`, if that is not nil.
  static func startTimecode(_ name: String, otherwise word: String? = nil, help: String) -> Option {
    let form = "HH:MM:SS:FF, or HH:MM:SS;FF for drop frame"
    return .text(
      name, placeholder: word.map { "TC|\($0)" } ?? "TC",
      expected: word.map { "HH:MM:SS:FF, HH:MM:SS;FF for drop frame, or \($0)" } ?? form,
      help: help
    ) { (text) throws(BadValue) in
      if text != word { try checkStart(text) }
    }
  }
}

/// Throws if a text cannot be the timecode of the first frame at any rate. The message says what
/// was probably meant.
private func checkStart(_ text: String) throws(BadValue) {
  let timecode: TimecodeText
  do { timecode = try TimecodeText(text) } catch {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ wholeNumber(String($0)) != nil }) else {
      throw BadValue()
    }
    // A shell leaves this of an unquoted 10:00:00;00.
    throw BadValue(
      "the frames are missing: write \(text):00; for drop frame put the timecode in quotes, because "
        + "a shell takes an unquoted ; for the end of the command, or write \(text),00")
  }
  guard timecode.separatorSaysDropFrame != nil else {
    let dot = text.lastIndex(of: ".") ?? text.endIndex
    let (time, frames) = (text[..<dot], text[dot...].dropFirst())
    throw BadValue(
      "a dot before the frames is ambiguous: write \(time):\(frames), or \(time),\(frames) for drop "
        + "frame")
  }
  try timecode.checkExistsAtSomeRate()
}

extension TimecodeText {
  /// Throws if a label exists at no rate, whether it wraps or is negative.
  func checkExistsAtSomeRate() throws(BadValue) {
    guard (0...59).contains(timecode.minutes) else {
      throw BadValue("\(TimecodeError.minutesOutOfRange(timecode.minutes))")
    }
    guard (0...59).contains(timecode.seconds) else {
      throw BadValue("\(TimecodeError.secondsOutOfRange(timecode.seconds))")
    }
  }
}

extension Arguments {
  /// Throws if an option gives timecode fewer than one frame in a second.
  func checkCountsFrames(_ option: Option<CountingRate>) throws(Failure) {
    guard let rate = self[option], !rate.countsFrames else { return }
    throw badValue(option, BadValue.tooFewFrames.reason)
  }
}

extension StampRequest {
  /// Returns the error that the command line alone shows, so that it is found before a file is opened; nil if
  /// there is none, or if its message needs the movie.
  /// - Parameter rate: The rate that the command line states; nil if it is that of the movie.
  func knownError(rate: CountingRate?) -> StampError? {
    var request = self
    if replaces {
      // What the command line does not say is that of the replaced timecode, which can allow more.
      request.wraps24Hours = wraps24Hours ?? false
      request.allowsNegative = allowsNegative ?? true
      request.mediaSubType = mediaSubType ?? .timecode64
    }
    // At the highest rate of drop frame, all labels of the others exist but those that it skips.
    let frame = rate?.frameDuration ?? MediaTime(value: 1, timescale: 240)
    do throws(StampError) {
      _ = try request.timecode(frameDuration: frame)
      return nil
    } catch {
      if rate == nil, case .timecode(let problem) = error {
        switch problem {
        // The labels around a gap are those of a rate.
        case .skippedByDropFrame: return nil
        // The frames of the label would have the digits of the assumed rate.
        case .negativeNotAllowed: return .timecode(.negativeNotAllowed(start))
        case .framesOutOfRange(let frames, _):
          if quanta != nil { return error }
          let most = UInt32(UInt8.max)
          return frames >= most ? .timecode(.framesOutOfRange(frames, quanta: most)) : nil
        default: break
        }
      }
      return error.isKnown(withRate: rate != nil) ? error : nil
    }
  }
}

extension StampError {
  /// The message, if a label was written as one of drop frame, which its rate does not have; nil for all else.
  func messageOfSeparator(in label: String?) -> String? {
    guard case .dropFrameRate = self, let label,
      (try? TimecodeText(label))?.separatorSaysDropFrame == true
    else { return nil }
    return "\(self); write " + String(label.map { $0 == ";" || $0 == "," ? ":" : $0 })
  }

  /// Whether the command line alone shows the error, whatever the movie is. Some errors are known
  /// only if the command line states the rate (`withRate`).
  func isKnown(withRate: Bool) -> Bool {
    switch self {
    case .reelTooLong: true
    case .dropFrameRate, .quantaOutOfRange: withRate
    case .timecode(let error):
      switch error {
      case .notATimecode, .hoursOutOfRange, .minutesOutOfRange, .secondsOutOfRange,
        .negativeNotAllowed:
        true
      case .skippedByDropFrame(let label, _, _):
        // Every drop-frame rate skips frames 0 and 1.
        withRate || label.split(separator: ";").last.flatMap { Int($0) }.map { $0 < 2 } == true
      default: withRate
      }
    default: false
    }
  }
}
