/// `udts`: what a decoder of DTS:X (DTS-UHD) needs to know (ETSI TS 103 491, B.2.2.3).
public struct DTSUHDConfiguration: Record {
  /// The profile of the decoder, minus two. 6 bits.
  public var decoderProfileCode: UInt8 = 0
  /// The code of the duration of a frame at the base sampling rate. 2 bits.
  public var frameDurationCode: UInt8 = 1
  /// The code of the number of bytes that no frame exceeds. 3 bits.
  public var maxPayloadCode: UInt8 = 0
  /// The number of presentations, minus one. 5 bits.
  public var presentationsCode: UInt8 = 0
  /// A bit for each loudspeaker.
  public var channelMask: UInt32 = 0
  /// The base sampling rate: 0 44.1 kHz, 1 48 kHz.
  public var baseSamplingFrequencyCode: UInt8 = 1
  /// The power of two by which the base sampling rate is multiplied. 2 bits.
  public var sampleRateMod: UInt8 = 0
  /// The kind of sound, such as channels or objects. 3 bits.
  public var representationType: UInt8 = 0
  /// The number of the stream; 0 for the main one. 3 bits.
  public var streamIndex: UInt8 = 0
  /// 1: `expansion` is stored.
  public var expansionBoxPresent: UInt8 = 0
  /// A bit for each presentation, the last one lowest: 1 if it has an ID.
  public var idTagPresent: UInt32 = 0
  var padding: UInt8 = 0
  /// The IDs of those presentations that have one, 16 bytes each.
  public var idTags = RawBytes()
  /// The expansion, not decoded. Only if `expansionBoxPresent` is 1.
  public var expansion = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("decoder_profile_code", &decoderProfileCode, 6)
    try f.bits(
      "frame_duration_code", &frameDurationCode, 2,
      named: [0: "512 samples", 1: "1024 samples", 2: "2048 samples", 3: "4096 samples"])
    try f.bits("max_payload_code", &maxPayloadCode, 3)
    try f.bits("num_presentations_code", &presentationsCode, 5)
    try f("channel_mask", &channelMask)
    try f.bits(
      "base_sampling_frequency_code", &baseSamplingFrequencyCode, 1,
      named: [0: "44.1 kHz", 1: "48 kHz"])
    try f.bits("sample_rate_mod", &sampleRateMod, 2)
    try f.bits("representation_type", &representationType, 3)
    try f.bits("stream_index", &streamIndex, 3)
    try f.bits("expansion_box_present", &expansionBoxPresent, 1)
    let presentations = Int(presentationsCode & 0x1F) + 1
    try f.bits("id_tag_present", &idTagPresent, presentations)
    // The 10 bits since the mask, and one for each presentation, end at the end of a byte.
    let unused = (8 - (10 + presentations) % 8) % 8
    if unused > 0 { try f.reservedBits(&padding, unused) }
    try f.bytes("presentation_id_tags", &idTags, count: 16 * idTagPresent.nonzeroBitCount)
    if expansionBoxPresent == 1 { try f.bytes("expansion", &expansion, count: nil) }
  }
}
