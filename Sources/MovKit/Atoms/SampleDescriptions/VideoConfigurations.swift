/// `vpcC`: VP8 and VP9 in ISO files (VP Codec ISO Media File Format Binding).
public struct VPConfiguration: Record {
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  /// The profile, 0 to 3.
  public var profile: UInt8 = 0
  /// The level, times ten: 31 is level 3.1. 0 if it is not known.
  public var level: UInt8 = 0
  /// The bits of a sample of luma or chroma: 8, 10 or 12.
  public var bitDepth: UInt8 = 8
  /// Version 0 only: the colour space, instead of `colourPrimaries` and `matrixCoefficients`. 4
  /// bits.
  public var colorSpace: UInt8 = 0
  /// The chroma format: 0 is 4:2:0 with chroma between lines, 1 is 4:2:0 with chroma at luma
  /// samples, 2 is 4:2:2, 3 is 4:4:4.
  public var chromaSubsampling: UInt8 = 1
  /// The transfer characteristics. In version 1, a code of ISO/IEC 23091-2: 1 BT.709, 16 PQ, 18
  /// HLG, …; 2 not known. In version 0, a code of 3 bits.
  public var transferCharacteristics: UInt8 = 2
  /// 1: samples use the full range. 0: they use the limited range of video.
  public var videoFullRangeFlag: UInt8 = 0
  /// Version 1 only. The colour primaries, a code of ISO/IEC 23091-2: 1 BT.709, 9 BT.2020, …; 2 not
  /// known.
  public var colourPrimaries: UInt8 = 2
  /// Version 1 only. The matrix coefficients, a code of ISO/IEC 23091-2: 0 RGB, 1 BT.709, 9
  /// BT.2020, …; 2 not known.
  public var matrixCoefficients: UInt8 = 2
  /// What the decoder needs besides; empty for VP8 and VP9. At most 65535 bytes.
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
      try f.choice("colour_primaries", &colourPrimaries, named: ColourNames.primaries)
      try f.choice(
        "transfer_characteristics", &transferCharacteristics, named: ColourNames.transfers)
      try f.choice("matrix_coefficients", &matrixCoefficients, named: ColourNames.matrices)
    }
    var size = codecInitializationData.bytes.count
    try f.count("codec_initialization_data_size", &size, bytes: 2)
    try f.bytes("codec_initialization_data", &codecInitializationData, count: size)
  }
}

/// `av1C`: AV1 in ISO files (AV1 Codec ISO Media File Format Binding, 2.3). Most fields have the
/// values of the same names in the sequence header of the AV1 Bitstream Specification.
public struct AV1Configuration: Record {
  var marker: UInt8 = 1
  /// The version of the record, which is 1.
  public var version: UInt8 = 1
  /// The profile: 0 Main, 1 High, 2 Professional.
  public var seqProfile: UInt8 = 0
  /// The level of the first operating point: 0 is 2.0, 1 is 2.1, 4 is 3.0, …; 31 sets no limits.
  public var seqLevelIdx0: UInt8 = 0
  /// The tier of the first operating point: 0 Main, 1 High.
  public var seqTier0: UInt8 = 0
  /// 1: samples have 10 or 12 bits. 0: they have 8.
  public var highBitdepth: UInt8 = 0
  /// 1: samples have 12 bits.
  public var twelveBit: UInt8 = 0
  /// 1: there is no chroma.
  public var monochrome: UInt8 = 0
  /// 1: chroma has half the width of luma.
  public var chromaSubsamplingX: UInt8 = 1
  /// 1: chroma has half the height of luma.
  public var chromaSubsamplingY: UInt8 = 1
  /// Where chroma samples of 4:2:0 are: 0 not known, 1 between lines of luma, 2 at luma samples.
  public var chromaSamplePosition: UInt8 = 0
  var reserved: UInt8 = 0
  /// 1 if `initialPresentationDelayMinusOne` has a meaning.
  public var initialPresentationDelayPresent: UInt8 = 0
  /// The number of samples to decode before the first is presented, minus one: 0 to 15. It has a
  /// meaning only if `initialPresentationDelayPresent` is 1.
  public var initialPresentationDelayMinusOne: UInt8 = 0
  /// The OBUs that apply to all samples: the sequence header, and perhaps metadata. May be empty.
  public var configOBUs = RawBytes()

  public init() {}

  /// The bits of a sample (AV1 Bitstream Specification, 5.5.2).
  var bitDepth: Int { highBitdepth == 0 ? 8 : twelveBit == 1 ? 12 : 10 }

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
