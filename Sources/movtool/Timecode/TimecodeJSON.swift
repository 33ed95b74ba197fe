import MovKit

extension JSONWriter {
  /// Writes a number; null if there is none.
  mutating func optional(
    _ name: String, _ number: (some FixedWidthInteger)?
  ) throws(Failure) {
    try key(name)
    if let number { try value(number) } else { try null() }
  }

  /// Writes a time as `{"value","timescale"}`; null if it is not numeric.
  mutating func member(_ name: String, _ time: MediaTime) throws(Failure) {
    try key(name)
    guard time.isNumeric else { return try null() }
    try beginObject(inline: true)
    try member("value", time.value)
    try member("timescale", time.timescale)
    try endObject()
  }

  /// Writes the value of a sample as text; null if its labels cannot be counted. If labels are not
  /// counted by the quanta that the track declares, `declaredTimecode` is the label by that quanta.
  mutating func members(_ sample: TimecodeSample, in format: TimecodeFormat) throws(Failure) {
    try member("timecode", format.label(of: sample))
    if let declared = format.asDeclared {
      try member("declaredTimecode", declared.label(of: sample))
    }
  }

  mutating func member(diagnostics: [Diagnostic]) throws(Failure) {
    try key("diagnostics")
    try beginArray()
    for diagnostic in diagnostics {
      try beginObject()
      try member("rule", diagnostic.rule)
      try member("severity", diagnostic.severity.rawValue)
      try member("message", diagnostic.message)
      try member("path", diagnostic.path)
      try key("offset")
      if let offset = diagnostic.offset { try value(offset) } else { try null() }
      if diagnostic.count > 1 { try member("count", diagnostic.count) }
      try endObject()
    }
    try endArray()
  }
}

extension TimecodeFormat {
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
