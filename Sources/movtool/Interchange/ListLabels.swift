import MovKit

extension String {
  /// Whether a word of a list says drop frame or not; nil if it says neither.
  var saysDropFrame: Bool? {
    switch uppercased().filter({ $0.isLetter || $0.isNumber }) {
    case "YES", "Y", "TRUE", "1", "DROPFRAME", "DROP", "DF": true
    case "NO", "N", "FALSE", "0", "NONDROPFRAME", "NONDROP", "NDF": false
    default: nil
    }
  }
}

extension TimecodeText {
  /// Whether a label in a list counts by drop frame.
  /// - Parameter stated: What the list says of it otherwise; nil if nothing.
  /// - Throws: `SegmentListError` if nothing says it: programs write a dot for either.
  func isDropFrame(
    at rate: CountingRate, stated: Bool?, line: Int?
  ) throws(SegmentListError) -> Bool {
    let canDropFrames = (try? rate.timecodeFormat(isDropFrame: true)) != nil
    // A movie can have the flag, and so its labels the separator, where nothing is dropped.
    if stated == false, !canDropFrames { return false }
    if let separatorSaysDropFrame { return separatorSaysDropFrame || stated ?? false }
    if let stated { return stated }
    guard !canDropFrames else {
      throw SegmentListError(
        "a dot before the frames is ambiguous at this rate: write a colon, or a semicolon for drop frame",
        line: line)
    }
    return false
  }
}

extension TimecodeText {
  /// The same for a label in a row of a table or a log, beside which `stated` is.
  /// - Throws: `SegmentListError` also if they contradict each other.
  func isDropFrameInRow(
    at rate: CountingRate, stated: Bool?, line: Int?
  ) throws(SegmentListError) -> Bool {
    let isDropFrame = try isDropFrame(at: rate, stated: stated, line: line)
    guard stated != false || !isDropFrame else {
      throw SegmentListError(
        "the timecode is written as drop frame, and the row says that it is not: write a colon before the frames, "
          + "or leave out what the row says", line: line)
    }
    return isDropFrame
  }
}

extension TimecodeFormat {
  /// Whether a text is the label of a sample, with any separators.
  func isLabel(_ text: String, of sample: TimecodeSample) -> Bool {
    guard case .frameNumber(let number) = sample, let own = timecode(forFrameNumber: number) else {
      return text == label(of: sample)
    }
    return (try? TimecodeText(text))?.timecode == own
  }

  /// Returns the frame number of a label.
  /// - Parameter namesOptions: Whether an option can make the format one that has the label.
  func frameNumber(
    of label: TimecodeText, line: Int?, namesOptions: Bool = true
  ) throws(SegmentListError) -> Int64 {
    do throws(TimecodeError) { return try frameNumber(for: label.timecode) } catch {
      throw SegmentListError(namesOptions ? error.advised() : "\(error)", line: line)
    }
  }

  /// Returns the frame number of a label with which a stretch can end: the end of a day is written as its 24th
  /// hour, too.
  func numberOfEnd(
    _ label: TimecodeText, line: Int?, namesOptions: Bool = true
  ) throws(SegmentListError) -> Int64 {
    if label.timecode == Timecode(hours: 24, minutes: 0, seconds: 0, frames: 0) {
      return framesPerDay
    }
    return try frameNumber(of: label, line: line, namesOptions: namesOptions)
  }

  /// Returns the duration of what begins with a frame and ends before the one with a label.
  func duration(
    from first: Int64, toEnd text: String, line: Int?
  ) throws(SegmentListError) -> MediaTime {
    guard let label = try? TimecodeText(text) else {
      throw SegmentListError("the end '\(text)' is not a timecode", line: line)
    }
    guard let count = frames(from: first, to: try numberOfEnd(label, line: line)), count > 0 else {
      throw SegmentListError(
        "the end \(text) is not after the start \(self.text(.frameNumber(first)))", line: line)
    }
    return try duration(ofFrames: count, line: line)
  }

  /// The duration of a number of frames.
  func duration(ofFrames count: Int64, line: Int?) throws(SegmentListError) -> MediaTime {
    do throws(MediaTimeError) { return try frameDuration.multiplied(exactlyBy: count) } catch {
      throw SegmentListError("\(count) frames are too long", line: line)
    }
  }

  /// The number of frames from one frame number to another, over midnight if that comes between. Lists have the
  /// labels of a day also where those of the movie count past it.
  func frames(from first: Int64, to end: Int64) -> Int64? {
    var (count, overflow) = end.subtractingReportingOverflow(first)
    if count < 0, flags.contains(.wraps24Hours) || end >= 0 && first < framesPerDay {
      (count, overflow) = count.addingReportingOverflow(framesPerDay)
    }
    return overflow || count < 0 ? nil : count
  }
}
