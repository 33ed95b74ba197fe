/// `hvcC`: what an H.265 decoder needs before the first sample (ISO/IEC 14496-15, 8.3.3.1). Fields
/// whose names begin with `general` have the values of the same names in the parameter sets
/// (ISO/IEC 23008-2, 7.3.3).
public struct HEVCConfiguration: Record {
  /// NAL units of one type.
  public struct NALUnitArray: Record {
    /// 1: all NAL units of the type are here, and the samples hold none.
    public var arrayCompleteness: UInt8 = 0
    var reserved: UInt8 = 0
    /// The type: 32 video, 33 sequence, 34 picture parameter set; 39 and 40 SEI messages.
    public var nalUnitType: UInt8 = 0
    /// The NAL units, at most 65535.
    public var nalUnits: RecordList<ParameterSet> = []

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

  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The namespace of the profile: 0 for the profiles of ISO/IEC 23008-2. 2 bits.
  public var generalProfileSpace: UInt8 = 0
  /// The tier: 0 Main, 1 High.
  public var generalTierFlag: UInt8 = 0
  /// The profile: 1 Main, 2 Main 10, 3 Main Still Picture, …. 5 bits.
  public var generalProfileIdc: UInt8 = 0
  /// A bit for each profile that the stream conforms to. The highest bit is profile 0.
  public var generalProfileCompatibilityFlags: UInt32 = 0
  /// What the stream is restricted to. 48 bits, of which the highest four are: progressive source,
  /// interlaced source, no frame packing, frames only.
  public var generalConstraintIndicatorFlags: UInt64 = 0
  /// The level, times 30: 123 is level 4.1.
  public var generalLevelIdc: UInt8 = 0
  var reservedBeforeSegmentation: UInt8 = 0xF
  /// How finely each picture is divided for parallel decoding: a higher value means smaller parts,
  /// 0 means that nothing is known. 12 bits.
  public var minSpatialSegmentationIdc: UInt16 = 0
  var reservedBeforeParallelism: UInt8 = 0x3F
  /// What allows parallel decoding: 0 unknown or mixed, 1 slices, 2 tiles, 3 wavefronts.
  public var parallelismType: UInt8 = 0
  var reservedBeforeChroma: UInt8 = 0x3F
  /// The chroma format: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormat: UInt8 = 1
  var reservedBeforeLuma: UInt8 = 0x1F
  /// The bits of a luma sample, minus 8: 0 to 7.
  public var bitDepthLumaMinus8: UInt8 = 0
  var reservedBeforeChromaDepth: UInt8 = 0x1F
  /// The bits of a chroma sample, minus 8: 0 to 7.
  public var bitDepthChromaMinus8: UInt8 = 0
  /// The average frame rate, in frames per 256 seconds; 0 if it is not known.
  public var avgFrameRate: UInt16 = 0
  /// 1: the frame rate is constant. 2: the frame rate of each temporal layer is constant. 0:
  /// neither is known.
  public var constantFrameRate: UInt8 = 0
  /// The number of temporal layers; 0 if it is not known, 1 if the stream is not scalable in time.
  public var numTemporalLayers: UInt8 = 0
  /// 1: decoding can switch to a higher temporal layer at any picture
  /// (`sps_temporal_id_nesting_flag` is 1 in every sequence parameter set).
  public var temporalIdNested: UInt8 = 0
  /// The size of the length before each NAL unit in a sample, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// The parameter sets and SEI messages, one array for each type of NAL unit. At most 255.
  public var arrays: [NALUnitArray] = []

  /// The highest four of the 48 bits (ISO/IEC 23008-2, 7.3.3).
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
