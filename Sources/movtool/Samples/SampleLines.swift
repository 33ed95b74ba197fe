import MovKit

/// Writes an index of the extracted samples as JSON Lines.
struct SampleLines {
  private let output: Output
  private var json: JSONWriter
  /// The offset of the next sample in the extracted output.
  private var offset: UInt64 = 0
  private let isNumbered: Bool

  /// `isNumbered` is whether the index of a sample is its number in the track.
  init(to output: Output, isNumbered: Bool) {
    self.output = output
    self.isNumbered = isNumbered
    json = JSONWriter(to: output, layout: .compact)
  }

  /// Skips `count` bytes of the output that belong to no sample.
  mutating func skip(_ count: Int) { offset &+= UInt64(count) }

  /// Writes a line for a sample, or for several samples that are contiguous. `size` is their number
  /// of bytes in the output.
  mutating func write(_ samples: SampleBuffer, size: UInt64) throws(Failure) {
    let sample = samples.sample
    try json.beginObject()
    if isNumbered { try json.member(Key.sample, sample.index) }
    try json.member(Key.samples, samples.sampleCount)
    try json.member(Key.offset, offset)
    try json.member(Key.size, size)
    try json.member(Key.position, sample.offset)
    try json.member(Key.dts, sample.decodeTime)
    try json.member(Key.pts, sample.presentationTime)
    try json.member(Key.duration, sample.duration)
    try json.member(Key.timescale, samples.timescale)
    try json.member(Key.sync, sample.isSync)
    try json.member(Key.description, sample.descriptionIndex)
    try writeRest(of: sample.attachments)
    try json.endObject()
    try json.endLine()
    offset &+= size
  }

  /// Writes the attributes that most files do not state. They are left out if not stated.
  private mutating func writeRest(of attachments: SampleAttachments) throws(Failure) {
    if attachments.isPartialSync { try json.member(Key.partialSync, true) }
    if let value = attachments.dependsOnOthers { try json.member(Key.dependsOnOthers, value) }
    if let value = attachments.isDependedOn { try json.member(Key.isDependedOn, value) }
    if let value = attachments.hasRedundancy { try json.member(Key.hasRedundancy, value) }
    if let value = attachments.isLeading { try json.member(Key.isLeading, value) }
    if attachments.allowsEarlierDisplayTimes {
      try json.member(Key.allowsEarlierDisplayTimes, true)
    }
    if let value = attachments.rollDistance { try json.member(Key.rollDistance, value) }
    if attachments.degradationPriority > 0 {
      try json.member(Key.degradationPriority, attachments.degradationPriority)
    }
    if attachments.paddingBits > 0 {
      try json.member(Key.paddingBits, attachments.paddingBits)
    }
  }

  mutating func finish() throws(Failure) {
    try json.endLines()
    try output.finish()
  }

  private enum Key {
    static let sample = JSONWriter.Key("sample")
    static let samples = JSONWriter.Key("samples")
    static let offset = JSONWriter.Key("offset")
    static let size = JSONWriter.Key("size")
    static let position = JSONWriter.Key("position")
    static let dts = JSONWriter.Key("dts")
    static let pts = JSONWriter.Key("pts")
    static let duration = JSONWriter.Key("duration")
    static let timescale = JSONWriter.Key("timescale")
    static let sync = JSONWriter.Key("sync")
    static let description = JSONWriter.Key("description")
    static let partialSync = JSONWriter.Key("partialSync")
    static let dependsOnOthers = JSONWriter.Key("dependsOnOthers")
    static let isDependedOn = JSONWriter.Key("isDependedOn")
    static let hasRedundancy = JSONWriter.Key("hasRedundancy")
    static let isLeading = JSONWriter.Key("isLeading")
    static let allowsEarlierDisplayTimes = JSONWriter.Key("allowsEarlierDisplayTimes")
    static let rollDistance = JSONWriter.Key("rollDistance")
    static let degradationPriority = JSONWriter.Key("degradationPriority")
    static let paddingBits = JSONWriter.Key("paddingBits")
  }
}
