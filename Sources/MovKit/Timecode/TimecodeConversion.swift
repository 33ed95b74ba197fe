extension TimecodeFormat {
  /// Returns the label of a frame number; nil in a counter, and if the format has no usable quanta.
  ///
  /// A negative frame number gets the label of its magnitude with a minus sign (TN2310, listing 8).
  /// In a format that wraps at 24 hours and does not allow negative times, it counts back from
  /// midnight instead, so that -1 is the last label of the day. TN2310 wraps it too, but changes
  /// only the hour: its label for -1 is 23:00:00:01, which is an hour early and runs backwards.
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

  /// Returns the frame number of a label.
  ///
  /// - Throws: `TimecodeError` if no frame of this format has the label: a part is out of range,
  ///   drop-frame skips the label, it is 24 hours or more and labels wrap, or it is negative and
  ///   the format does not allow that. Also if the format is a counter or has no usable quanta.
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

  /// Returns the frame number of a label, or of the next one if drop frame skips it.
  ///
  /// Throws as `frameNumber(for:)` does for other labels that no frame has.
  package func frameNumber(atOrAfter timecode: Timecode) throws(TimecodeError) -> Int64 {
    do throws(TimecodeError) { return try frameNumber(for: timecode) } catch {
      guard case .skippedByDropFrame = error else { throw error }
      var next = timecode
      next.frames = Int(framesDroppedPerMinute)
      return try frameNumber(for: next)
    }
  }

  /// Returns the frame number of a written label: `HH:MM:SS:FF`, after a minus sign if it is negative. The
  /// last separator may be `:`, `;`, `,` or `.`; if it is `;`, the others may be `;` too. Parts may have any
  /// number of digits. The last separator is not compared with the drop-frame flag of this format.
  ///
  /// - Throws: `TimecodeError` if the text is not a timecode, or as `frameNumber(for:)` does.
  public func frameNumber(parsing text: String) throws(TimecodeError) -> Int64 {
    try frameNumber(for: TimecodeText(text).timecode)
  }

  /// Returns a label as this format writes it.
  public func text(_ timecode: Timecode) -> String {
    timecode.text(dropFrame: isDropFrame, quanta: labelQuanta)
  }

  /// Returns the error for a label that drop-frame skips, with the labels on either side of the
  /// gap.
  private func skipped(_ timecode: Timecode, by labels: TimecodeLabels) -> TimecodeError {
    var (before, after) = (timecode, timecode)
    // Labels are skipped only in minutes that are not multiples of 10, so there is always a minute
    // before.
    before.minutes -= 1
    before.seconds = 59
    before.frames = Int(clamping: labels.quanta - 1)
    after.frames = Int(clamping: labels.dropped)
    return .skippedByDropFrame(
      text(timecode), before: text(before), after: text(after))
  }
}
