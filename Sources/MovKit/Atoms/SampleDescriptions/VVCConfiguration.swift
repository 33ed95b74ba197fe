/// `vvcC`: what an H.266 decoder needs before the first sample (ISO/IEC 14496-15, 11.2.4.2).
public struct VVCConfiguration: Record {
  /// NAL units of one type.
  public struct NALUnitArray: Record {
    /// 1: all NAL units of the type are here, and the samples hold none.
    public var arrayCompleteness: UInt8 = 0
    var reserved: UInt8 = 0
    /// The type: 12 operating point information, 13 decoding capability information, 14 video, 15
    /// sequence, 16 picture parameter set.
    public var nalUnitType: UInt8 = 15
    /// The NAL units, at most 65535; exactly one of types 12 and 13, whose number is not stored.
    public var nalUnits: RecordList<ParameterSet> = []

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bits("array_completeness", &arrayCompleteness, 1)
      try f.reservedBits(&reserved, 2)
      try f.bits("nal_unit_type", &nalUnitType, 5)
      guard nalUnitType != 12, nalUnitType != 13 else {
        var only = nalUnits.first ?? ParameterSet()
        try f("nal_unit", &only)
        nalUnits = [only]
        return
      }
      var count = nalUnits.count
      try f.count("num_nalus", &count, bytes: 2)
      try f.list("nal_units", &nalUnits, count: count)
    }
  }

  /// The profile, tier and level of the stream.
  public struct NativeProfile: Record {
    var reserved: UInt8 = 0
    /// The profile: 1 Main 10, 65 Main 10 Still Picture, …. 7 bits.
    public var generalProfileIdc: UInt8 = 1
    /// The tier: 0 Main, 1 High.
    public var generalTierFlag: UInt8 = 0
    /// The level: 16 times its number and 3 times what follows the point, so 83 is level 5.1 (ITU-T H.266, A.4.1).
    public var generalLevelIdc: UInt8 = 0
    /// 1: the pictures are frames, and not fields.
    public var frameOnlyConstraint: UInt8 = 0
    /// 1: the stream may have several layers.
    public var multiLayerEnabled: UInt8 = 0
    /// The first six bits of the constraint information.
    public var constraintBits: UInt8 = 0
    /// The rest of the constraint information, at most 62 bytes.
    public var constraintInfo = RawBytes()
    /// A bit for each sublayer below the highest, from the highest bit on: 1 if its level is stored.
    public var sublayerLevelsPresent: UInt8 = 0
    /// The levels of those sublayers.
    public var sublayerLevels = Table<UInt8>()
    /// The sub-profiles, at most 255.
    public var subProfiles = Table<UInt32>()
    /// The number of sublayers. `VVCConfiguration.fields` sets it.
    var sublayers: UInt8 = 1

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.reservedBits(&reserved, 2)
      var size = UInt8(clamping: constraintInfo.bytes.count + 1)
      try f.bits("num_bytes_constraint_info", &size, 6)
      guard size > 0 else { throw f.invalid("num_bytes_constraint_info", "no constraints") }
      try f.bits("general_profile_idc", &generalProfileIdc, 7)
      try f.bits("general_tier_flag", &generalTierFlag, 1)
      try f("general_level_idc", &generalLevelIdc)
      try f.bits("ptl_frame_only_constraint_flag", &frameOnlyConstraint, 1)
      try f.bits("ptl_multi_layer_enabled_flag", &multiLayerEnabled, 1)
      try f.bits("general_constraint_bits", &constraintBits, 6)
      try f.bytes("general_constraint_info", &constraintInfo, count: Int(size) - 1)
      var levels = 0
      if sublayers > 1 {
        try f("ptl_sublayer_level_present", &sublayerLevelsPresent)
        // Bits that stand for no sublayer are reserved.
        levels = (sublayerLevelsPresent >> (9 - min(sublayers, 8))).nonzeroBitCount
      }
      try f.rows("sublayer_level_idc", &sublayerLevels, count: levels, layout: FixedLayout())
      var profiles = subProfiles.count
      try f.count("ptl_num_sub_profiles", &profiles, bytes: 1)
      try f.rows("general_sub_profile_idc", &subProfiles, count: profiles, layout: FixedLayout())
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved: UInt8 = 0x1F
  /// The size of the length before each NAL unit in a sample, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// 1: the fields up to `avgFrameRate` are stored.
  public var isProfilePresent: UInt8 = 1
  /// The output layer set that the fields are about. 9 bits.
  public var olsIndex: UInt16 = 0
  /// The number of temporal sublayers. 3 bits.
  public var numSublayers: UInt8 = 1
  /// 1: the frame rate is constant. 2: the frame rate of each sublayer is constant. 0: neither is
  /// known.
  public var constantFrameRate: UInt8 = 0
  /// The chroma format: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc: UInt8 = 1
  /// The bits of a sample, minus 8.
  public var bitDepthMinus8: UInt8 = 0
  var reservedAfterDepth: UInt8 = 0x1F
  /// The profile, tier and level.
  public var profile = NativeProfile()
  /// The largest width of a picture in pixels.
  public var maxPictureWidth: UInt16 = 0
  /// The largest height of a picture in pixels.
  public var maxPictureHeight: UInt16 = 0
  /// The average frame rate, in frames per 256 seconds; 0 if it is not known.
  public var avgFrameRate: UInt16 = 0
  /// The parameter sets and other NAL units, one array for each type. At most 255.
  public var arrays: [NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reservedBits(&reserved, 5)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
    try f.bits("ptl_present_flag", &isProfilePresent, 1)
    if isProfilePresent == 1 {
      try f.bits("ols_idx", &olsIndex, 9)
      try f.bits("num_sublayers", &numSublayers, 3)
      try f.bits("constant_frame_rate", &constantFrameRate, 2)
      try f.bits("chroma_format_idc", &chromaFormatIdc, 2)
      try f.bits("bit_depth_minus8", &bitDepthMinus8, 3)
      try f.reservedBits(&reservedAfterDepth, 5)
      profile.sublayers = numSublayers
      try f("native_ptl", &profile)
      try f("max_picture_width", &maxPictureWidth)
      try f("max_picture_height", &maxPictureHeight)
      try f("avg_frame_rate", &avgFrameRate)
    }
    var count = arrays.count
    try f.count("num_of_arrays", &count, bytes: 1)
    try f.list("arrays", &arrays, count: count)
  }
}

/// `vvnC`: the size of the length before each NAL unit in a track of H.266 subpictures
/// (ISO/IEC 14496-15, 11.2.4.3).
public struct VVCNALUnitConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved: UInt8 = 0
  /// The size of the length, in bytes, minus one: 0 to 3.
  public var lengthSizeMinusOne: UInt8 = 3

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "noDisplay"])
    try f.reservedBits(&reserved, 6)
    try f.bits("length_size_minus_one", &lengthSizeMinusOne, 2)
  }
}
