/// The configuration of an MPEG-4 audio decoder: the decoder specific information of `esds`
/// (ISO/IEC 14496-3, 1.6.2.1).
public struct AudioSpecificConfig: Hashable, Sendable {
  /// The first audio object type: 2 AAC-LC, 5 SBR, 29 parametric stereo, 42 USAC, …
  public private(set) var objectType: UInt8 = 0
  /// The audio object type of the core, to which spectral band replication and parametric stereo
  /// are added. Equal to `objectType` if that is neither 5 nor 29.
  public private(set) var coreObjectType: UInt8 = 0
  /// The sample rate of the core in hertz; 0 if its index is reserved.
  public private(set) var coreSampleRate: UInt32 = 0
  /// The channel configuration, a row of table 1.19. 0 means that a program_config_element gives
  /// the channels.
  public private(set) var channelConfiguration: UInt8 = 0
  /// The number of channels of the core; nil if the configuration does not give it.
  public private(set) var coreChannels: Int?
  /// Whether there is spectral band replication (SBR); nil if the configuration does not say, so
  /// that the samples may have it.
  public private(set) var hasBandReplication: Bool?
  /// The sample rate in hertz after spectral band replication; nil if there is none.
  public private(set) var extensionSampleRate: UInt32?
  /// Whether there is parametric stereo, which makes two channels of one; nil if the configuration
  /// does not say.
  public private(set) var hasParametricStereo: Bool?

  /// Whether a frame has 960 samples instead of 1024, of which digital radio makes use.
  public private(set) var hasShortFrames = false

  /// The sample rate of the decoder's output in hertz.
  public var sampleRate: UInt32 { extensionSampleRate ?? coreSampleRate }

  /// The number of channels of the decoder's output; nil if the configuration does not give it.
  public var channels: Int? {
    hasParametricStereo == true && coreChannels == 1 ? 2 : coreChannels
  }

  /// Reads the configuration from the bytes of the decoder specific information.
  /// - Throws: `FormatError` if they are cut short.
  public init(_ bytes: Bytes) throws(FormatError) {
    do throws(FormatError) {
      var reader = BitReader(bytes)
      try read(&reader)
    } catch { throw error.inside("audio_specific_config") }
  }

  private mutating func read(_ reader: inout BitReader) throws(FormatError) {
    objectType = try Self.objectType(&reader)
    coreObjectType = objectType
    coreSampleRate = try Self.sampleRate(&reader)
    channelConfiguration = UInt8(try reader.bits("channel_configuration", 4))
    if objectType == 5 || objectType == 29 {
      hasBandReplication = true
      if objectType == 29 { hasParametricStereo = true }
      extensionSampleRate = try Self.sampleRate(&reader)
      coreObjectType = try Self.objectType(&reader)
      if coreObjectType == 22 { try reader.skip("extension_channel_configuration", 4) }
    }
    coreChannels = Self.channels(ofConfiguration: channelConfiguration)
    switch coreObjectType {
    case 1...4, 6, 7, 17, 19...23: try readGeneralAudio(&reader)
    case 36: try readLossless(&reader)
    default: return
    }
    if hasBandReplication == nil { try readSyncExtension(&reader) }
  }

  /// Reads GASpecificConfig (ISO/IEC 14496-3, 4.4.1).
  private mutating func readGeneralAudio(_ reader: inout BitReader) throws(FormatError) {
    hasShortFrames = try reader.flag("frame_length_flag")
    if try reader.flag("depends_on_core_coder") { try reader.skip("core_coder_delay", 14) }
    let isExtended = try reader.flag("extension_flag")
    if channelConfiguration == 0 { coreChannels = try Self.programChannels(&reader) }
    if coreObjectType == 6 || coreObjectType == 20 { try reader.skip("layer_nr", 3) }
    if isExtended {
      if coreObjectType == 22 { try reader.skip("num_of_sub_frame", 16) }
      if [17, 19, 20, 23].contains(coreObjectType) { try reader.skip("resilience_flags", 3) }
      try reader.skip("extension_flag3", 1)
    }
    if coreObjectType >= 17 { try reader.skip("ep_config", 2) }
  }

  /// Reads program_config_element (ISO/IEC 14496-3, 4.4.1.1) and returns the number of channels.
  private static func programChannels(_ reader: inout BitReader) throws(FormatError) -> Int {
    try reader.skip("element_instance_tag_and_format", 10)
    let pairable = [
      try reader.bits("num_front_channel_elements", 4),
      try reader.bits("num_side_channel_elements", 4),
      try reader.bits("num_back_channel_elements", 4),
    ].reduce(0, +)
    let lowFrequency = try reader.bits("num_lfe_channel_elements", 2)
    try reader.skip("num_assoc_data_and_valid_cc_elements", 7)
    if try reader.flag("mono_mixdown_present") { try reader.skip("mono_mixdown_element", 4) }
    if try reader.flag("stereo_mixdown_present") { try reader.skip("stereo_mixdown_element", 4) }
    if try reader.flag("matrix_mixdown_idx_present") { try reader.skip("matrix_mixdown_idx", 3) }
    var channels = Int(lowFrequency)
    for _ in 0..<pairable {
      channels += try reader.flag("is_cpe") ? 2 : 1
      try reader.skip("tag_select", 4)
    }
    // The rest is tags of low frequency, data and coupling elements, and a comment. It says nothing
    // about channels, and is not required to be complete.
    return channels
  }

  /// Reads ALSSpecificConfig (ISO/IEC 14496-3, 11.6.1).
  private mutating func readLossless(_ reader: inout BitReader) throws(FormatError) {
    try reader.skip("fill_bits", 5)
    try reader.skip("als_id", 32)
    coreSampleRate = try reader.bits("samp_freq", 32)
    try reader.skip("samples", 32)
    coreChannels = Int(try reader.bits("channels", 16)) + 1
    hasBandReplication = false
  }

  /// Reads the sync extension, which describes band replication after everything that older
  /// decoders read.
  private mutating func readSyncExtension(_ reader: inout BitReader) throws(FormatError) {
    // After a program_config_element the position of the extension is not known.
    guard channelConfiguration > 0, reader.remaining >= 16,
      try reader.bits("sync_extension_type", 11) == 0x2B7
    else { return }
    let type = try Self.objectType(&reader)
    guard type == 5 || type == 22 else { return }
    hasBandReplication = try reader.flag("sbr_present_flag")
    if hasBandReplication == true { extensionSampleRate = try Self.sampleRate(&reader) }
    if type == 5, hasBandReplication == true, reader.remaining >= 12,
      try reader.bits("sync_extension_type", 11) == 0x548
    {
      hasParametricStereo = try reader.flag("ps_present_flag")
    }
  }

  private static func objectType(_ reader: inout BitReader) throws(FormatError) -> UInt8 {
    let type = UInt8(try reader.bits("audio_object_type", 5))
    return type == 31 ? 32 + UInt8(try reader.bits("audio_object_type_ext", 6)) : type
  }

  private static let sampleRates: [UInt32] = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  /// The index of the core's sample rate in table 1.18; nil if the table does not have the rate.
  public var coreSampleRateIndex: UInt8? {
    Self.sampleRates.firstIndex(of: coreSampleRate).map { UInt8($0) }
  }

  /// Returns 0 if the index is reserved.
  private static func sampleRate(_ reader: inout BitReader) throws(FormatError) -> UInt32 {
    let index = Int(try reader.bits("sampling_frequency_index", 4))
    if index == 15 { return try reader.bits("sampling_frequency", 24) }
    return index < sampleRates.count ? sampleRates[index] : 0
  }

  /// Returns the number of channels of a row of table 1.19.
  private static func channels(ofConfiguration configuration: UInt8) -> Int? {
    switch configuration {
    case 1...6: Int(configuration)
    case 7, 12, 14: 8
    case 11: 7
    case 13: 24
    default: nil
    }
  }
}

extension ElementaryStreamDescriptor.DecoderConfig {
  /// The configuration of AAC, or of other audio of MPEG-4; nil if the stream is none, or it cannot be read.
  ///
  /// That of AAC of MPEG-2 is the same in practice. The header that the standard wants in its place (ISO/IEC 14496-1,
  /// 7.2.6.7) is not read.
  package var audioSpecificConfig: AudioSpecificConfig? {
    guard kind == .mpeg4Audio || kind == .mpeg2AAC, let bytes = decoderSpecificInfo,
      !(kind == .mpeg2AAC && bytes.starts(with: "ADIF".utf8))
    else { return nil }
    return try? AudioSpecificConfig(bytes)
  }
}
