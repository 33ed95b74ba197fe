/// `frma`: the format that samples have under their protection or inside `wave`
/// (ISO/IEC 14496-12, 8.12.2; QuickTime File Format, "Format Atom").
public struct OriginalFormat: Record {
  public var dataFormat = FourCC(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("data_format", &dataFormat)
  }
}

/// `enda` in `wave`: the byte order of uncompressed sound (QuickTime File Format).
public struct Endianness: Record {
  /// 1: the least significant byte comes first.
  public var littleEndian: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("little_endian", &littleEndian)
  }
}

/// `mp4a` and other formats in `wave`, and free space among sample descriptions: bytes that nobody
/// reads.
public struct OpaqueData: Record {
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("data", &data, count: nil)
  }
}

/// `chan`: which loudspeaker each channel is for
/// (QuickTime File Format, "Audio Channel Layout Atom").
public struct ChannelLayout: Record {
  public struct Description: TableRow {
    /// 1 left, 2 right, 3 centre, …; 100: where `coordinates` say.
    public var label: UInt32 = 0
    public var flags: UInt32 = 0
    /// Bits of three 32-bit floating-point numbers.
    public var coordinate0: UInt32 = 0
    public var coordinate1: UInt32 = 0
    public var coordinate2: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("channel_label", &label)
      try f.flags(
        "channel_flags", &flags,
        named: [1: "rectangularCoordinates", 2: "sphericalCoordinates", 4: "meters"])
      try f("coordinates_0", &coordinate0)
      try f("coordinates_1", &coordinate1)
      try f("coordinates_2", &coordinate2)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The upper half names a layout, the lower one counts channels. 0: `descriptions` tell;
  /// 0x10000: `bitmap` does.
  public var layoutTag: UInt32 = 0
  public var bitmap: UInt32 = 0
  public var descriptions = Table<Description>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("channel_layout_tag", &layoutTag)
    try f("channel_bitmap", &bitmap)
    var count = descriptions.count
    try f.count("number_channel_descriptions", &count, bytes: 4)
    try f.rows("channel_descriptions", &descriptions, count: count, layout: FixedLayout())
  }
}

/// `alac` in a sound description or in `wave`: the magic cookie of Apple Lossless
/// (Apple Lossless Format, "ALACSpecificConfig").
public struct AppleLosslessConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var frameLength: UInt32 = 4096
  public var compatibleVersion: UInt8 = 0
  public var bitDepth: UInt8 = 16
  public var tuningPB: UInt8 = 40
  public var tuningMB: UInt8 = 10
  public var tuningKB: UInt8 = 14
  public var numChannels: UInt8 = 2
  public var maxRun: UInt16 = 255
  public var maxFrameBytes: UInt32 = 0
  public var avgBitRate: UInt32 = 0
  public var sampleRate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("frame_length", &frameLength)
    try f("compatible_version", &compatibleVersion)
    try f("bit_depth", &bitDepth)
    try f("pb", &tuningPB)
    try f("mb", &tuningMB)
    try f("kb", &tuningKB)
    try f("num_channels", &numChannels)
    try f("max_run", &maxRun)
    try f("max_frame_bytes", &maxFrameBytes)
    try f("avg_bit_rate", &avgBitRate)
    try f("sample_rate", &sampleRate)
  }
}

/// `dOps`: Opus in ISO files (Encapsulation of Opus in ISO Base Media File Format, 4.3.2).
public struct OpusConfiguration: Record {
  public struct Mapping: TableRow {
    public var channel: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    { try f("channel_mapping", &channel) }
  }

  public var version: UInt8 = 0
  /// Derived from `channelMapping` where `channelMappingFamily` is not 0.
  public var outputChannelCount: UInt8 = 2
  /// Samples at 48 kHz to leave out at the start.
  public var preSkip: UInt16 = 0
  public var inputSampleRate: UInt32 = 48000
  /// Decibels.
  public var outputGain = Fixed8x8(rawValue: 0)
  public var channelMappingFamily: UInt8 = 0
  public var streamCount: UInt8 = 1
  public var coupledCount: UInt8 = 0
  public var channelMapping = Table<Mapping>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("version", &version)
    try f("output_channel_count", &outputChannelCount)
    try f("pre_skip", &preSkip)
    try f("input_sample_rate", &inputSampleRate)
    try f("output_gain", &outputGain)
    try f("channel_mapping_family", &channelMappingFamily)
    if channelMappingFamily != 0 {
      try f("stream_count", &streamCount)
      try f("coupled_count", &coupledCount)
      try f.rows(
        "channel_mapping", &channelMapping, count: Int(outputChannelCount), layout: FixedLayout())
    }
  }
}

/// `dac3`: AC-3 in ISO files (ETSI TS 102 366, F.4).
public struct AC3Configuration: Record {
  /// Sampling rate code: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
  public var fscod: UInt8 = 0
  public var bsid: UInt8 = 8
  public var bsmod: UInt8 = 0
  /// Channels in front and behind.
  public var acmod: UInt8 = 2
  public var lfeon: UInt8 = 0
  public var bitRateCode: UInt8 = 0
  var reserved: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("fscod", &fscod, 2)
    try f.bits("bsid", &bsid, 5)
    try f.bits("bsmod", &bsmod, 3)
    try f.bits("acmod", &acmod, 3)
    try f.bits("lfeon", &lfeon, 1)
    try f.bits("bit_rate_code", &bitRateCode, 5)
    try f.reservedBits(&reserved, 5)
  }
}

/// `pcmC`: how the numbers of uncompressed sound are laid out (ISO/IEC 23003-5, 5.1).
public struct PCMConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var formatFlags: UInt8 = 0
  /// Bits: 16, 24 or 32, and 64 for floating-point numbers.
  public var sampleSize: UInt8 = 16

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.flags("format_flags", &formatFlags, named: [1: "littleEndian"])
    try f("PCM_sample_size", &sampleSize)
  }
}
