/// `frma`: the format of samples that are protected, or that `wave` describes (ISO/IEC 14496-12,
/// 8.12.2; QuickTime File Format, "Format Atom").
public struct OriginalFormat: Record {
  /// The format: the type that a sample description of it has.
  public var dataFormat = FourCC(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.code("data_format", &dataFormat, of: .sampleEntry)
  }
}

/// `enda` in `wave`: the byte order of uncompressed audio (QuickTime File Format).
public struct Endianness: Record {
  /// 1: the least significant byte comes first.
  public var littleEndian: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("little_endian", &littleEndian)
  }
}

/// Bytes that have no fields: `mp4a` in `wave`, free space among sample descriptions, `glbl` (what ffmpeg's
/// decoders need), and `cbor`, `bidb` and `c2sh` in `jumb` (data in CBOR, a file, random bytes).
public struct OpaqueData: Record {
  /// All bytes of the atom.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("data", &data, count: nil)
  }
}

/// `chan`: which loudspeaker each channel is for (QuickTime File Format, "Audio Channel Layout
/// Atom"). The values are those of Core Audio.
public struct ChannelLayout: Record {
  /// The loudspeaker of one channel.
  public struct Description: TableRow {
    /// The loudspeaker: 1 left, 2 right, 3 centre, …; 100: the coordinates give its place.
    public var label: UInt32 = 0
    /// Bit 0: the coordinates are rectangular. Bit 1: they are spherical. Bit 2: they are in
    /// metres.
    public var flags: UInt32 = 0
    /// Left to right, or the azimuth.
    public var coordinate0 = Float32Bits(0)
    /// Back to front, or the elevation.
    public var coordinate1 = Float32Bits(0)
    /// Down to up, or the distance.
    public var coordinate2 = Float32Bits(0)

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.choice("channel_label", &label, named: ChannelNames.labels)
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
  /// The layout: a number in the upper 16 bits, the number of its channels in the lower. 0:
  /// `descriptions` give the layout. 0x10000: `bitmap` gives it.
  public var layoutTag: UInt32 = 0
  /// A bit for each loudspeaker, if `layoutTag` is 0x10000. The lowest bit is the left one.
  public var bitmap: UInt32 = 0
  /// The loudspeaker of each channel, if `layoutTag` is 0.
  public var descriptions = Table<Description>()

  /// The value of `layoutTag` with which `descriptions` give the layout.
  static let descriptionsTag: UInt32 = 0
  /// The value of `layoutTag` with which `bitmap` gives the layout.
  static let bitmapTag: UInt32 = 0x1_0000

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.choice("channel_layout_tag", &layoutTag, named: ChannelNames.layoutTags)
    try f("channel_bitmap", &bitmap)
    var count = descriptions.count
    try f.count("number_channel_descriptions", &count, bytes: 4)
    try f.rows("channel_descriptions", &descriptions, count: count, layout: FixedLayout())
  }
}

/// `alac` in a sound description or in `wave`: the magic cookie of Apple Lossless (Apple Lossless
/// Format, "ALACSpecificConfig").
public struct AppleLosslessConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of samples of one channel in a packet.
  public var frameLength: UInt32 = 4096
  /// The version of the format that a decoder must support: 0.
  public var compatibleVersion: UInt8 = 0
  /// The bits of a sample: 16, 20, 24 or 32.
  public var bitDepth: UInt8 = 16
  /// A parameter of the entropy coder, 40.
  public var tuningPB: UInt8 = 40
  /// A parameter of the entropy coder, 10.
  public var tuningMB: UInt8 = 10
  /// A parameter of the entropy coder, 14.
  public var tuningKB: UInt8 = 14
  /// The number of channels.
  public var numChannels: UInt8 = 2
  /// Not used; 255.
  public var maxRun: UInt16 = 255
  /// The size of the largest packet, in bytes; 0 if it is not known.
  public var maxFrameBytes: UInt32 = 0
  /// The average bit rate, in bits per second; 0 if it is not known.
  public var avgBitRate: UInt32 = 0
  /// The sampling rate in hertz.
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

/// `dOps`: Opus in ISO files (Encapsulation of Opus in ISO Base Media File Format, 4.3.2). The
/// fields are those of the identification header in Ogg (RFC 7845, 5.1).
public struct OpusConfiguration: Record {
  /// The source of one output channel.
  public struct Mapping: TableRow {
    /// The index of a decoded channel; 255: the output channel is silent.
    public var channel: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    { try f("channel_mapping", &channel) }
  }

  /// The version of the record, which is 0.
  public var version: UInt8 = 0
  /// The number of output channels. If `channelMappingFamily` is not 0, `channelMapping` must have
  /// as many rows.
  public var outputChannelCount: UInt8 = 2
  /// The number of samples at 48 kHz to leave out at the start.
  public var preSkip: UInt16 = 0
  /// The sampling rate of the audio before encoding, in hertz. Decoders do not need it.
  public var inputSampleRate: UInt32 = 48000
  /// The gain to apply after decoding, in decibels. 8.8 fixed point.
  public var outputGain = Fixed8x8(rawValue: 0)
  /// The meaning of the output channels: 0 mono or stereo, 1 the channel order of Vorbis, 2 and 3 ambisonics, 255
  /// none. 0 leaves out all fields after this one.
  public var channelMappingFamily: UInt8 = 0
  /// The number of Opus streams in a sample.
  public var streamCount: UInt8 = 1
  /// How many of the streams, from the first, are stereo.
  public var coupledCount: UInt8 = 0
  /// The source of each output channel, in every family but 0 and 3.
  public var channelMapping = Table<Mapping>()
  /// How much of each decoded channel is in each output channel, in family 3: for each decoded channel a row for
  /// each output channel (RFC 8486, 3.2).
  public var demixingMatrix = Table<Coefficient>()

  /// A number of the demixing matrix.
  public struct Coefficient: TableRow {
    /// The factor, in parts of 32768; the least significant byte comes first.
    public var coefficient = LittleEndian<Int16>(0)

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    { try f("coefficient", &coefficient) }
  }

  /// The family whose output channels are ambisonics that a matrix makes of the decoded ones.
  private static let ambisonicsByMatrix: UInt8 = 3

  /// The field that says where each output channel comes from in a family; nil if the family says it.
  private static func source(in family: UInt8) -> String? {
    switch family {
    case 0: nil
    case ambisonicsByMatrix: "demixing_matrix"
    default: "channel_mapping"
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("version", &version)
    try f("output_channel_count", &outputChannelCount)
    try f("pre_skip", &preSkip)
    try f("input_sample_rate", &inputSampleRate)
    try f("output_gain", &outputGain)
    let (oldFamily, isNamed) = (channelMappingFamily, f.isGivenAny(of: "channel_mapping_family"))
    try f("channel_mapping_family", &channelMappingFamily)
    guard let source = Self.source(in: channelMappingFamily) else { return }
    try f("stream_count", &streamCount)
    try f("coupled_count", &coupledCount)
    // A family whose channels come from elsewhere has none that could stay.
    if isNamed, source != Self.source(in: oldFamily), !f.isGivenAny(of: source) {
      throw f.invalid(source, "this family says where each channel comes from; give that too")
    }
    if channelMappingFamily == Self.ambisonicsByMatrix {
      let inputs = Int(streamCount) + Int(coupledCount)
      try f.rows(
        source, &demixingMatrix, count: inputs * Int(outputChannelCount), layout: FixedLayout())
    } else {
      try f.rows(source, &channelMapping, count: Int(outputChannelCount), layout: FixedLayout())
    }
  }
}

/// `dac3`: AC-3 in ISO files (ETSI TS 102 366, F.4).
public struct AC3Configuration: Record {
  /// The code of the sampling rate: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
  public var fscod: UInt8 = 0
  /// The version of the bitstream: 8 for AC-3, or less. 5 bits.
  public var bsid: UInt8 = 8
  /// The kind of service, such as main (0 and 1), commentary or dialogue. Its meaning can depend on
  /// `acmod`. 3 bits.
  public var bsmod: UInt8 = 0
  /// The code of the channels in front and at the back, without low frequencies: 0 two mono
  /// channels, 1 1/0, 2 2/0, 3 3/0, 4 2/1, 5 3/1, 6 2/2, 7 3/2.
  public var acmod: UInt8 = 2
  /// 1: there is a channel of low frequencies.
  public var lfeon: UInt8 = 0
  /// The code of the bit rate: 0 32 kbit/s to 18 640 kbit/s.
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

/// `pcmC`: the layout of uncompressed samples (ISO/IEC 23003-5, 5.1).
public struct PCMConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Bit 0: the least significant byte comes first.
  public var formatFlags: UInt8 = 0
  /// The bits of a sample: 16, 24 or 32; for floating-point numbers 32 or 64.
  public var sampleSize: UInt8 = 16

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.flags("format_flags", &formatFlags, named: [1: "littleEndian"])
    try f("PCM_sample_size", &sampleSize)
  }
}
