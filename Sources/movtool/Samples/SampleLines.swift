import MovKit

/// Writes an index of the extracted samples as JSON Lines.
struct SampleLines {
  private let output: Output
  private var json: JSONWriter
  /// The offset of the next sample in the extracted output.
  private var offset: UInt64 = 0
  private var members: SampleMembers

  /// `isNumbered` is whether the index of a sample is its number in the track.
  init(to output: Output, isNumbered: Bool) throws(Failure) {
    self.output = output
    json = JSONWriter(to: output, layout: .compact)
    members = try SampleMembers(
      (isNumbered ? [.sample] : []) + [
        .samples, .offset, .size, .position, .dts, .pts, .duration, .timescale, .sync, .description,
      ], of: json)
  }

  /// Skips `count` bytes of the output that belong to no sample.
  mutating func skip(_ count: Int) { offset &+= UInt64(count) }

  /// Writes a line for a sample, or for several samples that are contiguous. `size` is their number
  /// of bytes in the output.
  mutating func write(_ samples: SampleBuffer, size: UInt64) throws(Failure) {
    try json.beginObject()
    try members.write(samples, size: size, offset: offset, to: &json)
    try json.endObject()
    try json.endLine()
    offset &+= size
  }

  mutating func finish() throws(Failure) {
    try json.endLines()
    try output.finish()
  }
}
