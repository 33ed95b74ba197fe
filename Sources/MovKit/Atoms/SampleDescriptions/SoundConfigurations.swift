/// `dec3`: Enhanced AC-3 in ISO files (ETSI TS 102 366, F.6).
public struct EnhancedAC3Configuration: Record {
  /// An independent substream, which is a programme of its own, and the channels that dependent
  /// substreams add to it.
  public struct Substream: Record {
    /// The code of the sampling rate: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
    public var fscod: UInt8 = 0
    /// The version of the bitstream: 16 for Enhanced AC-3. 5 bits.
    public var bsid: UInt8 = 16
    var reserved: UInt8 = 0
    /// 1: an associated service, which is mixed into the main one.
    public var asvc: UInt8 = 0
    /// The kind of service, such as main (0 and 1), commentary or dialogue. Its meaning can depend
    /// on `acmod`. 3 bits.
    public var bsmod: UInt8 = 0
    /// The code of the channels in front and at the back, without low frequencies: 0 two mono
    /// channels, 1 1/0, 2 2/0, 3 3/0, 4 2/1, 5 3/1, 6 2/2, 7 3/2.
    public var acmod: UInt8 = 2
    /// 1: there is a channel of low frequencies.
    public var lfeon: UInt8 = 0
    var reservedBeforeCount: UInt8 = 0
    /// The number of dependent substreams, 0 to 15.
    public var dependentSubstreams: UInt8 = 0
    /// A bit for each loudspeaker or pair that the dependent substreams add, from the lowest:
    /// centre left and right, rear left and right, centre back, top, side left and right, wide left
    /// and right, high left and right, high centre, second low frequencies. It is stored only if
    /// `dependentSubstreams` is not 0.
    public var channelLocations: UInt16 = 0
    var reservedInPlace: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("fscod", &fscod, 2)
      try f.bits("bsid", &bsid, 5)
      try f.reservedBits(&reserved, 1)
      try f.bits("asvc", &asvc, 1)
      try f.bits("bsmod", &bsmod, 3)
      try f.bits("acmod", &acmod, 3)
      try f.bits("lfeon", &lfeon, 1)
      try f.reservedBits(&reservedBeforeCount, 3)
      try f.bits("num_dep_sub", &dependentSubstreams, 4)
      if dependentSubstreams > 0 {
        try f.bits("chan_loc", &channelLocations, 9)
      } else {
        try f.reservedBits(&reservedInPlace, 1)
      }
    }
  }

  /// The data rate in kilobits per second. 13 bits.
  public var dataRate: UInt16 = 0
  /// The independent substreams, one to eight. Writing throws `FormatError` for any other number.
  public var substreams: [Substream] = [Substream()]
  /// Whether the two bytes for audio objects are stored (ETSI TS 103 420).
  public var hasExtension = false
  var reserved: UInt8 = 0
  /// 1: the audio has objects (Dolby Atmos).
  public var extensionTypeA: UInt8 = 0
  /// The decoding complexity, which is the number of objects (ETSI TS 103 420, 8.3.2).
  public var complexityIndexTypeA: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    guard (1...8).contains(substreams.count) else {
      throw FormatError(.invalidValue("\(substreams.count) substreams"), path: "num_ind_sub")
    }
    try f.bits("data_rate", &dataRate, 13)
    var last = UInt8(substreams.count - 1)
    try f.bits("num_ind_sub", &last, 3)
    try f.list("independent_substreams", &substreams, count: Int(last) + 1)
    try f.optional(&hasExtension, bytes: 2)
    if hasExtension {
      try f.reservedBits(&reserved, 7)
      try f.bits("flag_ec3_extension_type_a", &extensionTypeA, 1)
      try f("complexity_index_type_a", &complexityIndexTypeA)
    }
  }
}

/// `dac4`: AC-4 in ISO files (ETSI TS 103 190-2, E.5). The descriptions of the presentations stay
/// bytes.
public struct AC4Configuration: Record {
  /// The version of this record. 3 bits.
  public var dsiVersion: UInt8 = 1
  /// The version of the bitstream. 7 bits.
  public var bitstreamVersion: UInt8 = 2
  /// The sampling rate: 0 44.1 kHz, 1 48 kHz.
  public var fsIndex: UInt8 = 1
  /// The row of ETSI TS 103 190-1, table 83 or 84, that gives the frame rate. 4 bits.
  public var frameRateIndex: UInt8 = 0
  /// The number of presentations. 9 bits.
  public var presentationCount: UInt16 = 0
  /// The bytes after the number of presentations, not decoded.
  public var rest = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("ac4_dsi_version", &dsiVersion, 3)
    try f.bits("bitstream_version", &bitstreamVersion, 7)
    try f.bits("fs_index", &fsIndex, 1)
    try f.bits("frame_rate_index", &frameRateIndex, 4)
    try f.bits("n_presentations", &presentationCount, 9)
    try f.bytes("presentations", &rest, count: nil)
  }
}

/// `dfLa`: FLAC in ISO files (Encapsulation of FLAC in ISO Base Media File Format, 3.3.2). Its
/// blocks are those of a FLAC file (RFC 9639, 8).
public struct FLACConfiguration: Record {
  /// What a decoder needs to know (RFC 9639, 8.2).
  public struct StreamInfo: Record {
    /// The size of the smallest block, in samples per channel.
    public var minBlockSize: UInt16 = 4096
    /// The size of the largest block, in samples per channel.
    public var maxBlockSize: UInt16 = 4096
    /// The size of the smallest frame, in bytes; 0 if it is not known. 24 bits.
    public var minFrameSize: UInt32 = 0
    /// The size of the largest frame, in bytes; 0 if it is not known. 24 bits.
    public var maxFrameSize: UInt32 = 0
    /// The sampling rate in hertz. 20 bits.
    public var sampleRate: UInt32 = 48000
    /// The number of channels, minus one: 0 to 7.
    public var channelsMinusOne: UInt8 = 1
    /// The bits of a sample, minus one: 3 to 31.
    public var bitsPerSampleMinusOne: UInt8 = 15
    /// The number of samples of one channel; 0 if it is not known. 36 bits.
    public var totalSamples: UInt64 = 0
    /// The MD5 sum of the decoded audio, 16 bytes; all 0 if it is not known.
    public var md5 = RawBytes(bytes: [UInt8](repeating: 0, count: 16)[...])

    static let size = 34

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("min_block_size", &minBlockSize)
      try f("max_block_size", &maxBlockSize)
      try f("min_frame_size", &minFrameSize, bytes: 3)
      try f("max_frame_size", &maxFrameSize, bytes: 3)
      try f.bits("sample_rate", &sampleRate, 20)
      try f.bits("channels_minus_one", &channelsMinusOne, 3)
      try f.bits("bits_per_sample_minus_one", &bitsPerSampleMinusOne, 5)
      try f.bits("total_samples", &totalSamples, 36)
      try f.bytes("md5", &md5, count: 16)
    }
  }

  /// A metadata block (RFC 9639, 8.1).
  public struct Block: Record {
    /// 1: no block follows.
    public var isLast: UInt8 = 1
    /// The type of the block: 0 stream information, 1 padding, 2 application, 3 seek table, 4
    /// Vorbis comment, 5 cue sheet, 6 picture.
    public var type: UInt8 = 0
    /// The content of a block of type 0 that has the size of stream information, 34 bytes.
    public var streamInfo = StreamInfo()
    /// The content of any other block.
    public var data = RawBytes()
    /// Whether the block has the type of stream information, but no bytes.
    var lacksStreamInfo = false

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("last_metadata_block_flag", &isLast, 1)
      try f.bits("block_type", &type, 7)
      let isInfo = type == 0 && data.bytes.isEmpty && !lacksStreamInfo
      var size = isInfo ? StreamInfo.size : data.bytes.count
      try f.count("length", &size, bytes: 3)
      lacksStreamInfo = type == 0 && size == 0
      if type == 0, size == StreamInfo.size {
        try f("stream_info", &streamInfo)
      } else {
        try f.bytes("data", &data, count: size)
      }
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The metadata blocks. The first should hold the stream information.
  public var blocks: RecordList<Block> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.list("metadata_blocks", &blocks, count: nil)
  }

  /// The stream information of the first block that holds it; nil if none does.
  public var streamInfo: StreamInfo? {
    blocks.first { $0.type == 0 && $0.data.bytes.isEmpty && !$0.lacksStreamInfo }?.streamInfo
  }
}

/// `damr`: AMR and AMR-WB in 3GPP files (3GPP TS 26.244, 6.7).
public struct AMRConfiguration: Record {
  /// The four characters of the encoder's manufacturer.
  public var vendor = FourCC(rawValue: 0)
  /// The version of that manufacturer's decoder; 0 if it does not matter.
  public var decoderVersion: UInt8 = 0
  /// A bit for each mode that may occur.
  public var modeSet: UInt16 = 0
  /// The number of frames after which the mode may change; 0 if it may change at any frame.
  public var modeChangePeriod: UInt8 = 0
  /// The number of frames in each sample of the track. A frame lasts 20 ms.
  public var framesPerSample: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("vendor", &vendor)
    try f("decoder_version", &decoderVersion)
    try f("mode_set", &modeSet)
    try f("mode_change_period", &modeChangePeriod)
    try f("frames_per_sample", &framesPerSample)
  }
}

/// `mhaC`: MPEG-H audio in ISO files (ISO/IEC 23008-3, 20.5).
public struct MPEGHConfiguration: Record {
  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The profile and level, `mpegh3daProfileLevelIndication`.
  public var profileLevel: UInt8 = 0
  /// The loudspeaker layout that the audio is made for, a number of ISO/IEC 23091-3.
  public var referenceChannelLayout: UInt8 = 0
  /// The configuration of the decoder, `mpegh3daConfig`, not decoded. At most 65535 bytes.
  public var config = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f("mpegh3da_profile_level_indication", &profileLevel)
    try f("reference_channel_layout", &referenceChannelLayout)
    var size = config.bytes.count
    try f.count("mpegh3da_config_length", &size, bytes: 2)
    try f.bytes("mpegh3da_config", &config, count: size)
  }
}

/// `ddts`: DTS in ISO files (ETSI TS 102 114, E.2.2.3).
public struct DTSConfiguration: Record {
  /// The highest sampling rate, in hertz.
  public var samplingFrequency: UInt32 = 48000
  /// The highest bit rate, in bits per second.
  public var maxBitrate: UInt32 = 0
  /// The average bit rate, in bits per second.
  public var avgBitrate: UInt32 = 0
  /// The bits of a decoded sample.
  public var sampleDepth: UInt8 = 24
  /// The samples of a frame: 0 512, 1 1024, 2 2048, 3 4096.
  public var frameDuration: UInt8 = 0
  /// The code of the combination of core and extensions in the stream. 5 bits.
  public var streamConstruction: UInt8 = 1
  /// 1: the core has a channel of low frequencies.
  public var coreLFEPresent: UInt8 = 0
  /// The code of the core's channel layout. 6 bits.
  public var coreLayout: UInt8 = 0
  /// The size of a core frame, in bytes. 14 bits.
  public var coreSize: UInt16 = 0
  /// 1: the stream contains a stereo downmix.
  public var stereoDownmix: UInt8 = 0
  /// What the audio is for: 0 mixing with other audio, 2 matrix surround decoding (Lt/Rt), 3
  /// headphones. It has no meaning if `channelLayout` is not 0.
  public var representationType: UInt8 = 0
  /// A bit for each loudspeaker or pair, of the core and the extensions together.
  public var channelLayout: UInt16 = 0
  /// 1: the stream has several assets, and this record describes the first one.
  public var multiAssetFlag: UInt8 = 0
  /// 1: frames of the low bit rate extension are 50 % longer than `frameDuration` says.
  public var lbrDurationMod: UInt8 = 0
  /// 1: an atom for future use follows these fields.
  public var reservedBoxPresent: UInt8 = 0
  var reserved: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("DTS_sampling_frequency", &samplingFrequency)
    try f("max_bitrate", &maxBitrate)
    try f("avg_bitrate", &avgBitrate)
    try f("pcm_sample_depth", &sampleDepth)
    try f.bits("frame_duration", &frameDuration, 2)
    try f.bits("stream_construction", &streamConstruction, 5)
    try f.bits("core_lfe_present", &coreLFEPresent, 1)
    try f.bits("core_layout", &coreLayout, 6)
    try f.bits("core_size", &coreSize, 14)
    try f.bits("stereo_downmix", &stereoDownmix, 1)
    try f.bits("representation_type", &representationType, 3)
    try f.bits("channel_layout", &channelLayout, 16)
    try f.bits("multi_asset_flag", &multiAssetFlag, 1)
    try f.bits("lbr_duration_mod", &lbrDurationMod, 1)
    try f.bits("reserved_box_present", &reservedBoxPresent, 1)
    try f.reservedBits(&reserved, 5)
  }
}
