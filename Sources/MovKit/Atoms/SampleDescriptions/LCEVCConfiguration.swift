/// `lvcC` in a video description: what a decoder of LCEVC needs before the first sample
/// (ISO/IEC 14496-15:2024).
public struct LCEVCConfiguration: Record {
  /// NAL units of one type.
  public struct NALUnitArray: Record {
    var reserved: UInt8 = 0
    /// The type of the units; 6 bits.
    public var nalUnitType: UInt8 = 0
    /// The units, at most 65535.
    public var nalUnits: RecordList<ParameterSet> = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.reservedBits(&reserved, 2)
      try f.bits("nal_unit_type", &nalUnitType, 6)
      var count = nalUnits.count
      try f.count("num_nalus", &count, bytes: 2)
      try f.list("nal_units", &nalUnits, count: count)
    }
  }

  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The profile: 0 Main, 1 Main 4:4:4.
  public var profile: UInt8 = 0
  /// The level.
  public var level: UInt8 = 0
  /// The chroma format: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormat: UInt8 = 1
  /// The bits of a luma sample, minus 8.
  public var bitDepthLumaMinus8: UInt8 = 0
  /// The bits of a chroma sample, minus 8.
  public var bitDepthChromaMinus8: UInt8 = 0
  /// The size of the length before each NAL unit in a sample, in bytes, minus one.
  public var lengthSizeMinusOne: UInt8 = 3
  var reservedAfterLength: UInt8 = 0x3F
  /// The width of a picture in pixels.
  public var width: UInt32 = 0
  /// The height of a picture in pixels.
  public var height: UInt32 = 0
  /// 1: the samples may have sequence configurations.
  public var sequenceConfigurationsInStream: UInt8 = 1
  /// 1: the samples may have global configurations.
  public var globalConfigurationsInStream: UInt8 = 1
  /// 1: the samples may have additional information.
  public var additionalInformationInStream: UInt8 = 1
  var reservedAfterFlags: UInt8 = 0x1F
  /// The NAL units, one array for each type. At most 255.
  public var arrays: [NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f("lcevc_profile_indication", &profile)
    try f("lcevc_level_indication", &level)
    try f.bits("chroma_format_idc", &chromaFormat, 2)
    try f.bits("bit_depth_luma_minus8", &bitDepthLumaMinus8, 3)
    try f.bits("bit_depth_chroma_minus8", &bitDepthChromaMinus8, 3)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    try f.reservedBits(&reservedAfterLength, 6)
    try f("pic_width_in_luma_samples", &width)
    try f("pic_height_in_luma_samples", &height)
    try f.bits("sc_in_stream", &sequenceConfigurationsInStream, 1)
    try f.bits("gc_in_stream", &globalConfigurationsInStream, 1)
    try f.bits("ai_in_stream", &additionalInformationInStream, 1)
    try f.reservedBits(&reservedAfterFlags, 5)
    var count = arrays.count
    try f.count("num_of_arrays", &count, bytes: 1)
    try f.list("arrays", &arrays, count: count)
  }
}
