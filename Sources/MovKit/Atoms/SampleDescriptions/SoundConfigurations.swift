/// `dec3`: Enhanced AC-3 in ISO files (ETSI TS 102 366, F.6).
public struct EnhancedAC3Configuration: Record {
  /// A programme of its own, and the channels that others add to it.
  public struct Substream: Record {
    /// Sampling rate code: 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
    public var fscod: UInt8 = 0
    public var bsid: UInt8 = 16
    var reserved: UInt8 = 0
    /// 1: an associated service, which is mixed into the main one.
    public var asvc: UInt8 = 0
    public var bsmod: UInt8 = 0
    /// Channels in front and at the back.
    public var acmod: UInt8 = 2
    public var lfeon: UInt8 = 0
    var reservedBeforeCount: UInt8 = 0
    public var dependentSubstreams: UInt8 = 0
    /// Where `dependentSubstreams` is not 0: a bit for each loudspeaker or pair that those add, from
    /// the lowest: centre left and right, rear left and right, centre back, top, side left and
    /// right, wide left and right, high left and right, high centre, second low frequencies.
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

  /// Kilobits a second.
  public var dataRate: UInt16 = 0
  /// From one to eight.
  public var substreams: [Substream] = [Substream()]
  /// Whether the two bytes for objects follow (ETSI TS 103 420).
  public var hasExtension = false
  var reserved: UInt8 = 0
  /// 1: the sound has objects (Dolby Atmos).
  public var extensionTypeA: UInt8 = 0
  public var complexityIndexTypeA: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    guard (1...8).contains(substreams.count) else {
      throw FormatError(.invalid("\(substreams.count) substreams"), path: "num_ind_sub")
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

/// `dac4`: AC-4 in ISO files (ETSI TS 103 190-2, E.5). What each presentation holds stays bytes.
public struct AC4Configuration: Record {
  public var dsiVersion: UInt8 = 1
  public var bitstreamVersion: UInt8 = 2
  /// 0: 44.1 kHz. 1: 48 kHz.
  public var fsIndex: UInt8 = 1
  /// Row of ETSI TS 103 190-1, table 83 or 84.
  public var frameRateIndex: UInt8 = 0
  public var presentationCount: UInt16 = 0
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

/// `dfLa`: FLAC in ISO files (Encapsulation of FLAC in ISO Base Media File Format, 3.3.2). Its blocks
/// are those of a FLAC file (RFC 9639, 8).
public struct FLACConfiguration: Record {
  /// What a decoder must know (RFC 9639, 8.2).
  public struct StreamInfo: Record {
    /// Samples of a block.
    public var minBlockSize: UInt16 = 4096
    public var maxBlockSize: UInt16 = 4096
    /// Bytes; 0 is not known.
    public var minFrameSize: UInt32 = 0
    public var maxFrameSize: UInt32 = 0
    /// Hertz.
    public var sampleRate: UInt32 = 48000
    public var channelsMinusOne: UInt8 = 1
    public var bitsPerSampleMinusOne: UInt8 = 15
    /// Of one channel; 0 is not known.
    public var totalSamples: UInt64 = 0
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

  public struct Block: Record {
    /// 1: no block follows.
    public var isLast: UInt8 = 1
    /// 0: `streamInfo`, where it has its size. Others are `data`.
    public var type: UInt8 = 0
    public var streamInfo = StreamInfo()
    public var data = RawBytes()
    /// Whether the type is that of `streamInfo`, but there are no bytes.
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
  public var blocks: [Block] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingList("metadata_blocks", &blocks)
  }

  public var streamInfo: StreamInfo? {
    blocks.first { $0.type == 0 && $0.data.bytes.isEmpty && !$0.lacksStreamInfo }?.streamInfo
  }
}

/// `damr`: AMR and AMR-WB in 3GPP files (3GPP TS 26.244, 6.7).
public struct AMRConfiguration: Record {
  public var vendor = FourCC(rawValue: 0)
  public var decoderVersion: UInt8 = 0
  /// A bit for each mode that may occur.
  public var modeSet: UInt16 = 0
  /// 0: the mode may change at any frame.
  public var modeChangePeriod: UInt8 = 0
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
  public var configurationVersion: UInt8 = 1
  /// `mpegh3daProfileLevelIndication`.
  public var profileLevel: UInt8 = 0
  /// The layout of ISO/IEC 23091-3 that the sound is made for.
  public var referenceChannelLayout: UInt8 = 0
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
  /// Hertz.
  public var samplingFrequency: UInt32 = 48000
  /// Bits a second.
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0
  /// Bits.
  public var sampleDepth: UInt8 = 24
  /// 0 512, 1 1024, 2 2048, 3 4096 samples.
  public var frameDuration: UInt8 = 0
  public var streamConstruction: UInt8 = 1
  public var coreLFEPresent: UInt8 = 0
  public var coreLayout: UInt8 = 0
  /// Bytes.
  public var coreSize: UInt16 = 0
  public var stereoDownmix: UInt8 = 0
  public var representationType: UInt8 = 0
  /// A bit for each loudspeaker or pair.
  public var channelLayout: UInt16 = 0
  public var multiAssetFlag: UInt8 = 0
  public var lbrDurationMod: UInt8 = 0
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
