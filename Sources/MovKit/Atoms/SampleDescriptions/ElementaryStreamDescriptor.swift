/// `esds`: what an MPEG-4 decoder needs to know about a stream (ISO/IEC 14496-14, 5.6; the
/// descriptors are those of ISO/IEC 14496-1, 7.2.6).
public struct ElementaryStreamDescriptor: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Whether the bytes are descriptors that fit into each other. If not, they are in `data`.
  public var isStructured = true
  /// The descriptor of the stream, if `isStructured` is true.
  public var stream = Stream()
  /// The bytes of the descriptors, if `isStructured` is false.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.whole(&isStructured, "es_descriptor", &stream)
    if !isStructured { try f.bytes("data", &data, count: nil) }
  }

  /// The first decoder configuration in the descriptor of the stream; nil if it has none.
  public var decoderConfig: DecoderConfig? {
    stream.descriptors.first { $0.tag == Descriptor.decoderConfigTag }?.decoderConfig
  }
}

extension ElementaryStreamDescriptor {
  /// The descriptor of an elementary stream (ES_Descriptor), tag 3. It holds further descriptors.
  public struct Stream: Record {
    /// Always 3. Reading and writing throw `FormatError` for any other tag.
    public var tag: UInt8 = 3
    /// The number of bytes in which the size is stored, 1 to 4. Some writers pad the size to a
    /// fixed length.
    public var sizeLength = 1
    /// The ID of the stream (ES_ID). ISO/IEC 14496-14 stores 0 in files, where the track ID
    /// identifies the stream.
    public var id: UInt16 = 0
    /// The relative importance of the stream, 0 to 31.
    public var priority: UInt8 = 0
    /// The ID of the stream that this one depends on; nil if the descriptor names none.
    public var dependsOnID: UInt16?
    /// The URL of the stream; nil if the descriptor has none.
    public var url: PascalString?
    /// The ID of the stream whose clock reference this one uses (OCR_ES_Id); nil if the descriptor
    /// names none.
    public var clockID: UInt16?
    /// The descriptors inside this one.
    public var descriptors: RecordList<Descriptor> = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("tag", &tag)
      guard tag == 3 else { throw FormatError(.invalidValue("tag \(tag)"), path: "tag") }
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
      try f.list("descriptors", &descriptors, count: nil)
    }
  }

  /// A descriptor inside that of a stream. Tag 4 describes the decoder. Tag 6, which describes the
  /// packets (SLConfigDescriptor), and all others stay bytes.
  public struct Descriptor: Record {
    static let decoderConfigTag: UInt8 = 4

    /// The type of the descriptor: 4 for a decoder configuration.
    public var tag: UInt8 = 6
    /// The number of bytes in which the size is stored, 1 to 4.
    public var sizeLength = 1
    /// The content of a descriptor of tag 4.
    public var decoderConfig = DecoderConfig()
    /// The content of a descriptor of any other tag.
    public var data = RawBytes()

    public init() {}

    // Mostly read in lists, by code that does not know the type of record.
    @_specialize(where Coder == Reader)
    public mutating func fields<Coder: FieldCoder>(_ f: inout Coder) throws(FormatError) {
      try f("tag", &tag)
      let isDecoderConfig = tag == Self.decoderConfigTag
      var size = isDecoderConfig ? decoderConfig.encodedSize : data.bytes.count
      try f.descriptorSize(&size, length: &sizeLength)
      if isDecoderConfig {
        var config = decoderConfig
        try f.within("decoder_config", count: size) { (f: inout Coder) throws(FormatError) in
          try config.fields(&f)
        }
        decoderConfig = config
      } else {
        try f.bytes("data", &data, count: size)
      }
    }
  }

  /// What a decoder needs before the first sample (DecoderConfigDescriptor).
  public struct DecoderConfig: Record {
    /// The format of the stream: 0x40 MPEG-4 audio, 0x20 MPEG-4 video, 0x6B MP3, …. The MP4
    /// registration authority lists all values.
    public var objectTypeIndication: UInt8 = 0
    /// The kind of stream: 4 visual, 5 audio.
    public var streamType: UInt8 = 0
    /// 1: the stream carries information from the receiver to the sender.
    public var upStream: UInt8 = 0
    var reserved: UInt8 = 1
    /// The size of the decoding buffer, in bytes. 24 bits.
    public var bufferSizeDB: UInt32 = 0
    /// The highest bit rate within any second, in bits per second.
    public var maxBitrate: UInt32 = 0
    /// The average bit rate, in bits per second; 0 if it varies.
    public var avgBitrate: UInt32 = 0
    /// The descriptors inside this one, such as that of tag 5.
    public var descriptors: RecordList<OpaqueDescriptor> = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.choice(
        "object_type_indication", &objectTypeIndication, named: CodecNames.objectTypes)
      try f.bits("stream_type", &streamType, 6)
      try f.bits("up_stream", &upStream, 1)
      try f.reservedBits(&reserved, 1)
      try f("buffer_size_db", &bufferSizeDB, bytes: 3)
      try f("max_bitrate", &maxBitrate)
      try f("avg_bitrate", &avgBitrate)
      try f.list("descriptors", &descriptors, count: nil)
    }

    /// The content of the first descriptor of tag 5; nil if there is none. The format of the stream
    /// defines it, such as the AudioSpecificConfig of AAC.
    public var decoderSpecificInfo: Bytes? {
      descriptors.first { $0.tag == 5 }?.data.bytes
    }
  }

  /// A descriptor whose content stays bytes.
  public struct OpaqueDescriptor: Record {
    /// The type of the descriptor: 5 for what the decoder of the format needs
    /// (DecoderSpecificInfo).
    public var tag: UInt8 = 5
    /// The number of bytes in which the size is stored, 1 to 4.
    public var sizeLength = 1
    /// The content of the descriptor.
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
  /// Codes the size of a descriptor: seven bits per byte, with the top bit set in all bytes but the
  /// last (ISO/IEC 14496-1, 8.3.3). `length` is the number of bytes; it grows if the size needs
  /// more.
  ///
  /// The bytes are derived, so they are not shown.
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
        throw invalid("size", "the size takes more than four bytes")
      }
    }
    size = value
    length = index
  }
}
