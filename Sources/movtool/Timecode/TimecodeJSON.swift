import MovKit

extension JSONWriter {
  /// Writes the value of a sample as text; null if its labels cannot be counted. If labels are not
  /// counted by the quanta that the track declares, `declaredTimecode` is the label by that quanta.
  mutating func members(_ sample: TimecodeSample, in format: TimecodeFormat) throws(Failure) {
    try member("timecode", format.label(of: sample))
    if let declared = format.asDeclared {
      try member("declaredTimecode", declared.label(of: sample))
    }
  }
}

extension TimecodeFormat {
  /// The number of frames per second in lowest terms; nil if frames have no duration above 0.
  var rate: (numerator: UInt64, denominator: UInt64)? {
    guard frameDuration.isNumeric, let numerator = UInt64(exactly: frameDuration.timescale),
      let denominator = UInt64(exactly: frameDuration.value), denominator > 0
    else { return nil }
    return lowestTerms(numerator, denominator)
  }

  /// Returns the label of a sample, or the number of a counter; nil if there is no quanta to count
  /// by.
  func label(of sample: TimecodeSample) -> String? {
    if case .frameNumber(let number) = sample, timecode(forFrameNumber: number) == nil {
      return nil
    }
    return text(sample)
  }

  /// This format with labels by the declared quanta, if labels are counted by the rate because the
  /// declared quanta is the rate truncated to a whole number; otherwise nil.
  var asDeclared: TimecodeFormat? {
    guard !isCounter, quantaOverride == nil, frameQuanta > 0, labelQuanta != frameQuanta else {
      return nil
    }
    return labelled(by: frameQuanta)
  }
}
