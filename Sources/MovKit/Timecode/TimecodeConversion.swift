extension TimecodeFormat {
  /// The label of a frame number; nil in a counter, and where there is no quanta to count by.
  ///
  /// A negative frame number is the label of its magnitude with a minus sign (TN2310, listing 8),
  /// except in a format that wraps at 24 hours and does not allow negative times: there it counts
  /// back from midnight, so that -1 is the last label of the day. TN2310 wraps it too, but turns
  /// round the hour alone, and so calls -1 23:00:00:01, an hour early and running backwards.
  public func timecode(forFrameNumber frameNumber: Int64) -> Timecode? {
    guard !isCounter, let labels else { return nil }
    let day = labels.framesPerDay
    let wraps = flags.contains(.wraps24Hours)
    var magnitude = frameNumber.magnitude
    if wraps { magnitude %= day }
    var isNegative = frameNumber < 0 && magnitude > 0
    if isNegative, wraps, !flags.contains(.negativeTimesOK) {
      magnitude = day - magnitude
      isNegative = false
    }
    var timecode = labels.timecode(magnitude)
    timecode.isNegative = isNegative
    return timecode
  }

  /// The frame number of a label.
  ///
  /// - Throws: what no frame of this format can be labelled: parts out of range, a label that
  ///   drop-frame skips, 24 hours or more where labels wrap, a negative one where the format does
  ///   not allow it. Also where the format is a counter or has no quanta.
  public func frameNumber(for timecode: Timecode) throws(TimecodeError) -> Int64 {
    guard !isCounter else { throw .counterFormat }
    guard let labels else { throw .noQuanta }
    guard (0..<60).contains(timecode.minutes) else {
      throw .minutesOutOfRange(timecode.minutes)
    }
    guard (0..<60).contains(timecode.seconds) else {
      throw .secondsOutOfRange(timecode.seconds)
    }
    guard timecode.frames >= 0, UInt64(timecode.frames) < labels.quanta else {
      throw .framesOutOfRange(timecode.frames, quanta: labelQuanta)
    }
    guard timecode.hours >= 0, timecode.hours < 24 || !flags.contains(.wraps24Hours) else {
      throw .hoursOutOfRange(timecode.hours)
    }
    if labels.isSkipped(timecode) { throw skipped(timecode, by: labels) }
    guard let magnitude = labels.frameNumber(timecode),
      let number = Int64(exactly: timecode.isNegative ? -Int128(magnitude) : Int128(magnitude))
    else { throw .tooLarge(text(timecode)) }
    guard number >= 0 || flags.contains(.negativeTimesOK) else {
      throw .negativeNotAllowed(text(timecode))
    }
    return number
  }

  /// The frame number of a label written out, as `TimecodeText` reads it. What its separator says
  /// about drop-frame is not compared with this format.
  public func frameNumber(parsing text: String) throws(TimecodeError) -> Int64 {
    try frameNumber(for: TimecodeText(text).timecode)
  }

  /// A label as this format writes it.
  public func text(_ timecode: Timecode) -> String {
    timecode.text(dropFrame: isDropFrame, quanta: labelQuanta)
  }

  /// A label that drop-frame leaves out, with the labels on either side of the gap.
  private func skipped(_ timecode: Timecode, by labels: TimecodeLabels) -> TimecodeError {
    var (before, after) = (timecode, timecode)
    // Only minutes that no 10 divides skip anything, so there is always a minute before.
    before.minutes -= 1
    before.seconds = 59
    before.frames = Int(clamping: labels.quanta - 1)
    after.frames = Int(clamping: labels.dropped)
    return .skippedByDropFrame(
      text(timecode), before: text(before), after: text(after))
  }
}
