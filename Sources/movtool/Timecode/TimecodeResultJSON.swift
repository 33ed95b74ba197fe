import MovKit

extension JSONWriter {
  /// Writes the result of the calculator as a document. Every key is always present.
  mutating func write(_ result: TimecodeResult, of expression: String) throws(Failure) {
    try beginObject()
    try member(schema: .timecodeResult)
    try member("expression", expression)
    let label = result.value(.timecode)
    try member("timecode", label.isEmpty ? nil : label)
    try member("frames", result.frames)
    try member("time", result.time)
    try member("feet", result.value(.feet))
    let rate = (UInt64(result.rate.numerator.magnitude), UInt64(result.rate.denominator.magnitude))
    try member("rate", ratio: rate)
    try member("dropFrame", result.format.isDropFrame)
    try member("wraps", result.format.flags.contains(.wraps24Hours))
    try endObject()
    try endDocument()
  }
}

extension TimecodeResult {
  /// How long the frames last, exactly; invalid if that does not fit.
  var time: MediaTime {
    MediaTime(ticks: Int128(frames) * Int128(rate.denominator), per: rate.numerator) ?? .invalid
  }
}
