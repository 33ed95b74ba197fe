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
