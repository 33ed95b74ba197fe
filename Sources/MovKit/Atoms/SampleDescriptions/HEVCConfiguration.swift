/// `hvcC`: what an H.265 decoder must know before the first sample
/// (ISO/IEC 14496-15, 8.3.3.1).
public struct HEVCConfiguration: Record {
  /// NAL units of one type.
  public struct NALUnitArray: Record {
    /// 1: samples hold no further units of the type.
    public var arrayCompleteness: UInt8 = 0
    var reserved: UInt8 = 0
    /// 32 video, 33 sequence, 34 picture parameter set.
    public var nalUnitType: UInt8 = 0
    public var nalUnits: [ParameterSet] = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("array_completeness", &arrayCompleteness, 1)
      try f.reservedBits(&reserved, 1)
      try f.bits("nal_unit_type", &nalUnitType, 6)
      var count = nalUnits.count
      try f.count("num_nalus", &count, bytes: 2)
      try f.list("nal_units", &nalUnits, count: count)
    }
  }

  public var configurationVersion: UInt8 = 1
  public var generalProfileSpace: UInt8 = 0
  public var generalTierFlag: UInt8 = 0
  public var generalProfileIdc: UInt8 = 0
  public var generalProfileCompatibilityFlags: UInt32 = 0
  /// 48 bits.
  public var generalConstraintIndicatorFlags: UInt64 = 0
  public var generalLevelIdc: UInt8 = 0
  var reservedBeforeSegmentation: UInt8 = 0xF
  public var minSpatialSegmentationIdc: UInt16 = 0
  var reservedBeforeParallelism: UInt8 = 0x3F
  public var parallelismType: UInt8 = 0
  var reservedBeforeChroma: UInt8 = 0x3F
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormat: UInt8 = 1
  var reservedBeforeLuma: UInt8 = 0x1F
  public var bitDepthLumaMinus8: UInt8 = 0
  var reservedBeforeChromaDepth: UInt8 = 0x1F
  public var bitDepthChromaMinus8: UInt8 = 0
  /// Frames in 256 seconds; 0: not known.
  public var avgFrameRate: UInt16 = 0
  public var constantFrameRate: UInt8 = 0
  public var numTemporalLayers: UInt8 = 0
  public var temporalIdNested: UInt8 = 0
  /// 0 to 3: one less than the bytes of the length before each NAL unit in a sample.
  public var lengthSizeMinusOne: UInt8 = 3
  public var arrays: [NALUnitArray] = []

  /// ISO/IEC 23008-2, 7.3.3: the first of the 48 bits.
  private static let constraintNames = FlagNames([
    .init("progressiveSource", 1 << 47), .init("interlacedSource", 1 << 46),
    .init("nonPacked", 1 << 45), .init("frameOnly", 1 << 44),
  ])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f.bits("general_profile_space", &generalProfileSpace, 2)
    try f.bits("general_tier_flag", &generalTierFlag, 1)
    try f.bits("general_profile_idc", &generalProfileIdc, 5)
    try f.flags("general_profile_compatibility_flags", &generalProfileCompatibilityFlags)
    try f.flags(
      "general_constraint_indicator_flags", &generalConstraintIndicatorFlags, bytes: 6,
      named: Self.constraintNames)
    try f("general_level_idc", &generalLevelIdc)
    try f.reservedBits(&reservedBeforeSegmentation, 4)
    try f.bits("min_spatial_segmentation_idc", &minSpatialSegmentationIdc, 12)
    try f.reservedBits(&reservedBeforeParallelism, 6)
    try f.bits("parallelism_type", &parallelismType, 2)
    try f.reservedBits(&reservedBeforeChroma, 6)
    try f.bits("chroma_format", &chromaFormat, 2)
    try f.reservedBits(&reservedBeforeLuma, 5)
    try f.bits("bit_depth_luma_minus8", &bitDepthLumaMinus8, 3)
    try f.reservedBits(&reservedBeforeChromaDepth, 5)
    try f.bits("bit_depth_chroma_minus8", &bitDepthChromaMinus8, 3)
    try f("avg_frame_rate", &avgFrameRate)
    try f.bits("constant_frame_rate", &constantFrameRate, 2)
    try f.bits("num_temporal_layers", &numTemporalLayers, 3)
    try f.bits("temporal_id_nested", &temporalIdNested, 1)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    var count = arrays.count
    try f.count("num_of_arrays", &count, bytes: 1)
    try f.list("arrays", &arrays, count: count)
  }
}
