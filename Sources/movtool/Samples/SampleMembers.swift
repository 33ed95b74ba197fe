import MovKit

/// Writes the members that each listing of samples in JSON has. The text around the numbers is composed
/// once.
struct SampleMembers {
  /// A number of each sample; the name is the key.
  enum Attribute: String {
    case sample, samples, chunk, offset, size, position, dts, pts, duration, timescale, sync
    case description

    fileprivate var gap: JSONWriter.Pattern.Gap {
      switch self {
      case .sync: .flag
      case .dts, .pts: .signed
      default: .unsigned
      }
    }

    /// Returns the value for `count` contiguous samples, of which `sample` is the first, and which are `size`
    /// bytes at `offset` of the output, in a chunk.
    @inline(__always)
    fileprivate func number(
      of sample: SampleTable.Sample, count: Int, _ timescale: UInt32, size: UInt64, offset: UInt64,
      chunk: Int
    ) -> UInt64 {
      switch self {
      case .sample: UInt64(clamping: sample.index)
      case .samples: UInt64(clamping: count)
      case .chunk: UInt64(clamping: chunk)
      case .offset: offset
      case .size: size
      case .position: sample.offset
      case .dts: UInt64(bitPattern: sample.decodeTime)
      case .pts: UInt64(bitPattern: sample.presentationTime)
      case .duration: sample.duration
      case .timescale: UInt64(timescale)
      case .sync: sample.isSync ? 1 : 0
      case .description: UInt64(clamping: sample.descriptionIndex)
      }
    }
  }

  private let attributes: [Attribute]
  /// The attributes of every sample, with a gap for each value.
  private let pattern: JSONWriter.Pattern
  /// The values of a sample, in the order of the gaps.
  private var numbers: [UInt64] = []
  /// The attributes that most files do not state, as they are written.
  private var rests: [SampleAttachments: JSONWriter.Pattern] = [:]
  /// Those of the sample that was written last.
  private var last: (attachments: SampleAttachments, text: JSONWriter.Pattern)?

  /// `json` is about to begin an object for a sample, on one line if `inline`.
  init(_ attributes: [Attribute], of json: JSONWriter, inline: Bool = false) throws(Failure) {
    self.attributes = attributes
    var pattern = json.patternOfMembers(inline: inline)
    try pattern.leave(attributes)
    self.pattern = pattern
  }

  /// Writes the members of a sample, or of several that are contiguous, to the object that has just
  /// begun.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of the samples in the output.
  ///   - chunk: The number of their chunk, from 0.
  mutating func write(
    _ samples: SampleBuffer, size: UInt64, chunk: Int, to json: inout JSONWriter
  ) throws(Failure) {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(
      attributes, of: samples.sample, count: samples.sampleCount, samples.timescale, size: size,
      chunk: chunk)
    try json.members(like: pattern, numbers: numbers)
    try writeRest(of: samples.attachments, to: &json)
  }

  /// Writes the attributes that most files do not state. They are left out if not stated. A track has
  /// few combinations of them, which are composed once.
  private mutating func writeRest(
    of attachments: SampleAttachments, to json: inout JSONWriter
  ) throws(Failure) {
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

  /// Writes the attributes that most files do not state as members of the object that is open.
  static func write(
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
}

extension JSONWriter.Pattern {
  /// Writes the keys of numbers of a sample, and leaves a gap for each.
  mutating func leave(_ attributes: [SampleMembers.Attribute]) throws(Failure) {
    for attribute in attributes {
      try write { (json) throws(Failure) in try json.key(attribute.rawValue) }
      leave(attribute.gap)
    }
  }
}

extension [UInt64] {
  /// Appends numbers of `count` contiguous samples, of which `sample` is the first, and which are `size` bytes
  /// at `offset` of the output, in a chunk.
  @inline(__always)
  mutating func append(
    _ attributes: [SampleMembers.Attribute], of sample: SampleTable.Sample, count: Int,
    _ timescale: UInt32, size: UInt64, offset: UInt64 = 0, chunk: Int = 0
  ) {
    append(addingCapacity: attributes.count) { numbers in
      for attribute in attributes {
        numbers.append(
          attribute.number(
            of: sample, count: count, timescale, size: size, offset: offset, chunk: chunk))
      }
    }
  }
}
