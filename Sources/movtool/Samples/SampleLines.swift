import MovKit

/// Writes an index of the extracted samples as JSON Lines.
struct SampleLines {
  private let output: Output
  private var json: JSONWriter
  /// The offset of the next sample in the extracted output.
  private var offset: UInt64 = 0
  private let isNumbered: Bool
  /// The attributes of every sample, with a gap for each value.
  private let pattern: JSONWriter.Pattern
  /// The values of a sample, in the order of the gaps.
  private var numbers: [UInt64] = []
  /// The attributes that most files do not state, as they are written.
  private var rests: [SampleAttachments: JSONWriter.Pattern] = [:]
  /// Those of the sample that was written last.
  private var last: (attachments: SampleAttachments, text: JSONWriter.Pattern)?

  /// `isNumbered` is whether the index of a sample is its number in the track.
  init(to output: Output, isNumbered: Bool) throws(Failure) {
    self.output = output
    self.isNumbered = isNumbered
    json = JSONWriter(to: output, layout: .compact)
    var pattern = json.patternOfMembers()
    let attributes: [(name: String, gap: JSONWriter.Pattern.Gap)] = [
      ("sample", .signed), ("samples", .signed), ("offset", .unsigned), ("size", .unsigned),
      ("position", .unsigned), ("dts", .signed), ("pts", .signed), ("duration", .unsigned),
      ("timescale", .unsigned), ("sync", .flag), ("description", .signed),
    ]
    for (name, gap) in attributes.dropFirst(isNumbered ? 0 : 1) {
      try pattern.write { (json) throws(Failure) in try json.key(name) }
      pattern.leave(gap)
    }
    self.pattern = pattern
  }

  /// Skips `count` bytes of the output that belong to no sample.
  mutating func skip(_ count: Int) { offset &+= UInt64(count) }

  /// Writes a line for a sample, or for several samples that are contiguous. `size` is their number
  /// of bytes in the output.
  mutating func write(_ samples: SampleBuffer, size: UInt64) throws(Failure) {
    let sample = samples.sample
    numbers.removeAll(keepingCapacity: true)
    if isNumbered { numbers.append(UInt64(bitPattern: Int64(sample.index))) }
    numbers.append(addingCapacity: 10) { numbers in
      numbers.append(UInt64(bitPattern: Int64(samples.sampleCount)))
      numbers.append(offset)
      numbers.append(size)
      numbers.append(sample.offset)
      numbers.append(UInt64(bitPattern: sample.decodeTime))
      numbers.append(UInt64(bitPattern: sample.presentationTime))
      numbers.append(sample.duration)
      numbers.append(UInt64(samples.timescale))
      numbers.append(sample.isSync ? 1 : 0)
      numbers.append(UInt64(bitPattern: Int64(sample.descriptionIndex)))
    }
    try json.beginObject()
    try json.members(like: pattern, numbers: numbers)
    try writeRest(of: sample.attachments)
    try json.endObject()
    try json.endLine()
    offset &+= size
  }

  /// Writes the attributes that most files do not state. They are left out if not stated. A track has
  /// few combinations of them, which are composed once.
  private mutating func writeRest(of attachments: SampleAttachments) throws(Failure) {
    if let last, last.attachments == attachments {
      return try json.members(like: last.text, numbers: [])
    }
    var text = json.pattern()
    if let known = rests[attachments] {
      text = known
    } else {
      try text.write { (json) throws(Failure) in try Self.write(attachments, to: &json) }
      if rests.count < 64 { rests[attachments] = text }
    }
    last = (attachments, text)
    try json.members(like: text, numbers: [])
  }

  private static func write(
    _ attachments: SampleAttachments, to json: inout JSONWriter
  ) throws(Failure) {
    if attachments.isPartialSync { try json.member("partialSync", true) }
    if let value = attachments.dependsOnOthers { try json.member("dependsOnOthers", value) }
    if let value = attachments.isDependedOn { try json.member("isDependedOn", value) }
    if let value = attachments.hasRedundancy { try json.member("hasRedundancy", value) }
    if let value = attachments.isLeading { try json.member("isLeading", value) }
    if attachments.allowsEarlierDisplayTimes {
      try json.member("allowsEarlierDisplayTimes", true)
    }
    if let value = attachments.rollDistance { try json.member("rollDistance", value) }
    if attachments.degradationPriority > 0 {
      try json.member("degradationPriority", attachments.degradationPriority)
    }
    if attachments.paddingBits > 0 { try json.member("paddingBits", attachments.paddingBits) }
  }

  mutating func finish() throws(Failure) {
    try json.endLines()
    try output.finish()
  }
}
