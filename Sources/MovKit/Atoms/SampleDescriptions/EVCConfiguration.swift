/// `evcC`: what an EVC decoder needs before the first sample (ISO/IEC 14496-15, 12.3.3.2). Most fields
/// have the values of the same names in the sequence parameter set (ISO/IEC 23094-1).
public struct EVCConfiguration: Record {
  /// The version of the record, which is 1.
  public var configurationVersion: UInt8 = 1
  /// The profile: 0 Baseline, 1 Main, ….
  public var profileIdc: UInt8 = 0
  /// The level, times 30.
  public var levelIdc: UInt8 = 0
  /// A bit for each coding tool that the stream may use.
  public var toolsetIdcH: UInt32 = 0
  /// A bit for each coding tool that the stream uses.
  public var toolsetIdcL: UInt32 = 0
  /// The chroma format: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc: UInt8 = 1
  /// The bits of a luma sample, minus 8: 0 to 7.
  public var bitDepthLumaMinus8: UInt8 = 0
  /// The bits of a chroma sample, minus 8: 0 to 7.
  public var bitDepthChromaMinus8: UInt8 = 0
  /// The width of the pictures in pixels.
  public var pictureWidth: UInt16 = 0
  /// The height of the pictures in pixels.
  public var pictureHeight: UInt16 = 0
  var reserved: UInt8 = 0
  /// The size of the length before each NAL unit in a sample, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// The parameter sets and SEI messages, one array for each type of NAL unit, at most 255. The types are
  /// 24 sequence, 25 picture and 26 adaptation parameter set, and 28 SEI message.
  public var arrays: [HEVCConfiguration.NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("configuration_version", &configurationVersion)
    try f("profile_idc", &profileIdc)
    try f("level_idc", &levelIdc)
    try f("toolset_idc_h", &toolsetIdcH)
    try f("toolset_idc_l", &toolsetIdcL)
    try f.bits("chroma_format_idc", &chromaFormatIdc, 2)
    try f.bits("bit_depth_luma_minus8", &bitDepthLumaMinus8, 3)
    try f.bits("bit_depth_chroma_minus8", &bitDepthChromaMinus8, 3)
    try f("pic_width_in_luma_samples", &pictureWidth)
    try f("pic_height_in_luma_samples", &pictureHeight)
    try f.reservedBits(&reserved, 6)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    var count = arrays.count
    try f.count("num_of_arrays", &count, bytes: 1)
    try f.list("arrays", &arrays, count: count)
  }
}
