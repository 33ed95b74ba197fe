import MovKit

/// An index of extracted samples, as JSON Lines.
struct SampleLines {
  private let output: Output
  private var json: JSONWriter
  /// Where the next sample begins in what is extracted.
  private var offset: UInt64

  /// `start` is where the first sample begins in what is extracted.
  init(to output: Output, from start: UInt64 = 0) {
    self.output = output
    json = JSONWriter(to: output, layout: .compact)
    offset = start
  }

  /// Goes on behind bytes that are no sample's.
  mutating func skip(_ count: Int) { offset &+= UInt64(count) }

  /// A line for a sample, or for several that lie together. `size` is in bytes of the output.
  mutating func write(_ samples: SampleBuffer, size: UInt64) throws(Failure) {
    let sample = samples.sample
    try json.beginObject()
    try json.member("sample", sample.index)
    try json.member("samples", samples.sampleCount)
    try json.member("offset", offset)
    try json.member("size", size)
    try json.member("position", sample.offset)
    try json.member("dts", sample.decodeTime)
    try json.member("pts", sample.presentationTime)
    try json.member("duration", sample.duration)
    try json.member("timescale", samples.timescale)
    try json.member("sync", sample.isSync)
    try json.member("description", sample.descriptionIndex)
    try writeRest(of: sample.attachments)
    try json.endObject()
    try json.endLine()
    offset &+= size
  }

  /// What most files do not say, and then is left out.
  private mutating func writeRest(of attachments: SampleAttachments) throws(Failure) {
    if attachments.isPartialSync { try json.member("partialSync", true) }
    if let value = attachments.dependsOnOthers { try json.member("dependsOnOthers", value) }
    if let value = attachments.isDependedOn { try json.member("isDependedOn", value) }
    if let value = attachments.hasRedundancy { try json.member("hasRedundancy", value) }
    if let value = attachments.isLeading { try json.member("isLeading", value) }
    if let value = attachments.rollDistance { try json.member("rollDistance", value) }
  }

  mutating func finish() throws(Failure) {
    try json.endLines()
    try output.finish()
  }
}
