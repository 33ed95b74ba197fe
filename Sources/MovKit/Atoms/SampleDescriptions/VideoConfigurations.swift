/// `vpcC`: VP8 and VP9 in ISO files (VP Codec ISO Media File Format Binding).
public struct VPConfiguration: Record {
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  public var profile: UInt8 = 0
  public var level: UInt8 = 0
  public var bitDepth: UInt8 = 8
  /// Version 0 only, in place of `colourPrimaries` and `matrixCoefficients`.
  public var colorSpace: UInt8 = 0
  public var chromaSubsampling: UInt8 = 1
  public var transferCharacteristics: UInt8 = 2
  public var videoFullRangeFlag: UInt8 = 0
  public var colourPrimaries: UInt8 = 2
  public var matrixCoefficients: UInt8 = 2
  public var codecInitializationData = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("profile", &profile)
    try f("level", &level)
    try f.bits("bit_depth", &bitDepth, 4)
    if version == 0 {
      try f.bits("color_space", &colorSpace, 4)
      try f.bits("chroma_subsampling", &chromaSubsampling, 4)
      try f.bits("transfer_function", &transferCharacteristics, 3)
      try f.bits("video_full_range_flag", &videoFullRangeFlag, 1)
    } else {
      try f.bits("chroma_subsampling", &chromaSubsampling, 3)
      try f.bits("video_full_range_flag", &videoFullRangeFlag, 1)
      try f("colour_primaries", &colourPrimaries)
      try f("transfer_characteristics", &transferCharacteristics)
      try f("matrix_coefficients", &matrixCoefficients)
    }
    var size = codecInitializationData.bytes.count
    try f.count("codec_initialization_data_size", &size, bytes: 2)
    try f.bytes("codec_initialization_data", &codecInitializationData, count: size)
  }
}

/// `av1C`: AV1 in ISO files (AV1 Codec ISO Media File Format Binding, 2.3).
public struct AV1Configuration: Record {
  var marker: UInt8 = 1
  public var version: UInt8 = 1
  public var seqProfile: UInt8 = 0
  public var seqLevelIdx0: UInt8 = 0
  public var seqTier0: UInt8 = 0
  public var highBitdepth: UInt8 = 0
  public var twelveBit: UInt8 = 0
  public var monochrome: UInt8 = 0
  public var chromaSubsamplingX: UInt8 = 1
  public var chromaSubsamplingY: UInt8 = 1
  public var chromaSamplePosition: UInt8 = 0
  var reserved: UInt8 = 0
  public var initialPresentationDelayPresent: UInt8 = 0
  /// Means something where `initialPresentationDelayPresent` is 1.
  public var initialPresentationDelayMinusOne: UInt8 = 0
  public var configOBUs = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&marker, 1)
    try f.bits("version", &version, 7)
    try f.bits("seq_profile", &seqProfile, 3)
    try f.bits("seq_level_idx_0", &seqLevelIdx0, 5)
    try f.bits("seq_tier_0", &seqTier0, 1)
    try f.bits("high_bitdepth", &highBitdepth, 1)
    try f.bits("twelve_bit", &twelveBit, 1)
    try f.bits("monochrome", &monochrome, 1)
    try f.bits("chroma_subsampling_x", &chromaSubsamplingX, 1)
    try f.bits("chroma_subsampling_y", &chromaSubsamplingY, 1)
    try f.bits("chroma_sample_position", &chromaSamplePosition, 2)
    try f.reservedBits(&reserved, 3)
    try f.bits("initial_presentation_delay_present", &initialPresentationDelayPresent, 1)
    try f.bits("initial_presentation_delay_minus_one", &initialPresentationDelayMinusOne, 4)
    try f.bytes("config_obus", &configOBUs, count: nil)
  }
}
