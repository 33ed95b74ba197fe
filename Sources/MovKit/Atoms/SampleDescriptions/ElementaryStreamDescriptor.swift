/// `esds`: what an MPEG-4 decoder must know of a stream
/// (ISO/IEC 14496-14, 5.6; the descriptors are those of ISO/IEC 14496-1, 7.2.6).
public struct ElementaryStreamDescriptor: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Whether the bytes are descriptors that fit into each other. Else they are `data`.
  public var isStructured = true
  public var stream = Stream()
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.optional(&isStructured, bytes: 0, if: Stream.explains)
    if isStructured {
      try f("es_descriptor", &stream)
    } else {
      try f.bytes("data", &data, count: nil)
    }
  }

  /// The first of the stream's descriptors that tells of a decoder.
  public var decoderConfig: DecoderConfig? {
    stream.descriptors.first { $0.tag == Descriptor.decoderConfigTag }?.decoderConfig
  }
}

extension ElementaryStreamDescriptor {
  /// Tag 3.
  public struct Stream: Record {
    public var tag: UInt8 = 3
    /// Bytes that the size takes on the wire, 1 to 4: writers fill it up to a fixed length.
    public var sizeLength = 1
    public var id: UInt16 = 0
    /// 0 to 31.
    public var priority: UInt8 = 0
    public var dependsOnID: UInt16?
    public var url: PascalString?
    public var clockID: UInt16?
    public var descriptors: [Descriptor] = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("tag", &tag)
      guard tag == 3 else { throw FormatError(.invalid("tag \(tag)"), path: "tag") }
      var size = sizeOfBody
      try f.descriptorSize(&size, length: &sizeLength)
      var copy = self
      try f.within("es_descriptor", count: size) { (f: inout _) throws(FormatError) in
        try copy.body(&f)
      }
      self = copy
    }

    private var sizeOfBody: Int {
      var measurer = Measurer()
      var copy = self
      // A measurer never throws.
      try? copy.body(&measurer)
      return measurer.bits / 8
    }

    private mutating func body(_ f: inout some FieldCoder) throws(FormatError) {
      try f("es_id", &id)
      var dependent: UInt8 = dependsOnID == nil ? 0 : 1
      var elsewhere: UInt8 = url == nil ? 0 : 1
      var clocked: UInt8 = clockID == nil ? 0 : 1
      try f.bits("stream_dependence_flag", &dependent, 1)
      try f.bits("url_flag", &elsewhere, 1)
      try f.bits("ocr_stream_flag", &clocked, 1)
      try f.bits("stream_priority", &priority, 5)
      dependsOnID = dependent == 1 ? dependsOnID ?? 0 : nil
      url = elsewhere == 1 ? url ?? PascalString() : nil
      clockID = clocked == 1 ? clockID ?? 0 : nil
      if var value = dependsOnID {
        try f("depends_on_es_id", &value)
        dependsOnID = value
      }
      if var value = url {
        try f("url", &value)
        url = value
      }
      if var value = clockID {
        try f("ocr_es_id", &value)
        clockID = value
      }
      try f.remainingList("descriptors", &descriptors)
    }
  }

  /// A descriptor in that of a stream: tag 4 tells of the decoder, 6 of the packets, and others
  /// stay bytes.
  public struct Descriptor: Record {
    static let decoderConfigTag: UInt8 = 4

    public var tag: UInt8 = 6
    /// Bytes that the size takes on the wire, 1 to 4.
    public var sizeLength = 1
    /// For tag 4.
    public var decoderConfig = DecoderConfig()
    /// For all others.
    public var data = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("tag", &tag)
      let isDecoderConfig = tag == Self.decoderConfigTag
      var size = isDecoderConfig ? decoderConfig.encodedSize : data.bytes.count
      try f.descriptorSize(&size, length: &sizeLength)
      if isDecoderConfig {
        var config = decoderConfig
        try f.within("decoder_config", count: size) { (f: inout _) throws(FormatError) in
          try config.fields(&f)
        }
        decoderConfig = config
      } else {
        try f.bytes("data", &data, count: size)
      }
    }
  }

  /// What a decoder needs before the first sample.
  public struct DecoderConfig: Record {
    /// 0x40 MPEG-4 audio, 0x20 MPEG-4 video, 0x6B MP3, …: the registration authority has a list.
    public var objectTypeIndication: UInt8 = 0
    /// 4 visual, 5 audio.
    public var streamType: UInt8 = 0
    public var upStream: UInt8 = 0
    var reserved: UInt8 = 1
    /// Bytes.
    public var bufferSizeDB: UInt32 = 0
    /// Bits a second.
    public var maxBitrate: UInt32 = 0
    public var avgBitrate: UInt32 = 0
    public var descriptors: [OpaqueDescriptor] = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("object_type_indication", &objectTypeIndication)
      try f.bits("stream_type", &streamType, 6)
      try f.bits("up_stream", &upStream, 1)
      try f.reservedBits(&reserved, 1)
      try f("buffer_size_db", &bufferSizeDB, bytes: 3)
      try f("max_bitrate", &maxBitrate)
      try f("avg_bitrate", &avgBitrate)
      try f.remainingList("descriptors", &descriptors)
    }

    /// What the format of the stream itself defines, such as an AudioSpecificConfig.
    public var decoderSpecificInfo: Bytes? {
      descriptors.first { $0.tag == 5 }?.data.bytes
    }
  }

  /// A descriptor whose content stays bytes. Tag 5: what the decoder of the format needs.
  public struct OpaqueDescriptor: Record {
    public var tag: UInt8 = 5
    /// Bytes that the size takes on the wire, 1 to 4.
    public var sizeLength = 1
    public var data = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("tag", &tag)
      var size = data.bytes.count
      try f.descriptorSize(&size, length: &sizeLength)
      try f.bytes("data", &data, count: size)
    }
  }
}

extension FieldCoder {
  /// The size of a descriptor: seven bits a byte, the top bit of all but the last set
  /// (ISO/IEC 14496-1, 8.3.3). `length` is how many bytes it takes, and grows where it must.
  ///
  /// The bytes are derived and so are not shown.
  mutating func descriptorSize(_ size: inout Int, length: inout Int) throws(FormatError) {
    var needed = 1
    while needed < 4, size >> (7 * needed) > 0 { needed += 1 }
    let planned = max(needed, min(length, 4))
    guard (0..<1 << 28).contains(size) else {
      throw FormatError(.doesNotFit(bits: 28), path: "size")
    }
    var index = 0
    var value = 0
    while true {
      var byte = UInt8(size >> (7 * max(0, planned - 1 - index)) & 0x7F)
      if index < planned - 1 { byte |= 0x80 }
      try reservedBits(&byte, 8)
      value = value << 7 | Int(byte & 0x7F)
      index += 1
      if byte & 0x80 == 0 { break }
      guard index < 4 else {
        throw FormatError(.invalid("the size takes more than four bytes"), path: "size")
      }
    }
    size = value
    length = index
  }
}
