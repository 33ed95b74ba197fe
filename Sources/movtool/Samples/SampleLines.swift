import MovKit

/// Writes an index of the extracted samples as JSON Lines.
struct SampleLines {
  private let output: Output
  private var json: JSONWriter
  /// The offset of the next sample in the extracted output.
  private var offset: UInt64
  private let attributes: [SampleMembers.Attribute]
  /// A line without the attributes that most files do not state, up to the end of its object.
  private let start: JSONWriter.Pattern
  /// The lines of samples with the same attributes of that kind. A track has few combinations of them.
  private var lines: [SampleAttachments: JSONWriter.Pattern] = [:]
  /// Those of the sample that was written last.
  private var line: (attachments: SampleAttachments, pattern: JSONWriter.Pattern)?
  /// Lines of that pattern which are not written yet: the numbers in their gaps.
  private var numbers: [UInt64] = []
  /// How many numbers may wait.
  private static let most = 1 << 11

  /// Writes the lines of samples that begin at `offset` in the extracted output. `isNumbered` is whether
  /// the index of a sample is its number in the track.
  init(to output: Output, isNumbered: Bool, offset: UInt64 = 0) throws(Failure) {
    self.output = output
    self.offset = offset
    json = JSONWriter(to: output, layout: .compact)
    attributes =
      (isNumbered ? [.sample] : []) + [
        .samples, .offset, .size, .position, .dts, .pts, .duration, .timescale, .sync, .description,
      ]
    var start = json.pattern()
    try start.write { (json) throws(Failure) in try json.beginObject() }
    try start.leave(attributes)
    self.start = start
  }

  /// Skips `count` bytes of the output that belong to no sample.
  mutating func skip(_ count: Int) { offset &+= UInt64(count) }

  /// Writes a line for a sample, or for several samples that are contiguous. `size` is their number
  /// of bytes in the output.
  mutating func write(_ samples: SampleBuffer, size: UInt64) throws(Failure) {
    try write(samples.sample, count: samples.sampleCount, samples.timescale, size: size)
  }

  /// Writes a line for `count` contiguous samples, of which `sample` is the first. `timescale` is that of
  /// its media, in ticks per second.
  mutating func write(
    _ sample: SampleTable.Sample, count: Int, _ timescale: UInt32, size: UInt64
  ) throws(Failure) {
    let attachments = sample.attachments
    if line?.attachments != attachments {
      try writeNumbers()
      line = (attachments, try lineOfSamples(with: attachments))
    }
    numbers.append(attributes, of: sample, count: count, timescale, size: size, offset: offset)
    if numbers.count >= Self.most { try writeNumbers() }
    offset &+= size
  }

  private mutating func lineOfSamples(
    with attachments: SampleAttachments
  ) throws(Failure) -> JSONWriter.Pattern {
    if let known = lines[attachments] { return known }
    var pattern = start
    try pattern.write { (json) throws(Failure) in
      try SampleMembers.write(attachments, to: &json)
      try json.endObject()
      try json.endLine()
    }
    if lines.count < 64 { lines[attachments] = pattern }
    return pattern
  }

  /// Writes the lines that wait.
  private mutating func writeNumbers() throws(Failure) {
    if let pattern = line?.pattern { try json.elements(like: pattern, numbers: numbers) }
    numbers.removeAll(keepingCapacity: true)
  }

  /// Passes all lines on to the output.
  mutating func pass() throws(Failure) {
    try writeNumbers()
    try json.endLines()
  }

  mutating func finish() throws(Failure) {
    try pass()
    try output.finish()
  }
}
