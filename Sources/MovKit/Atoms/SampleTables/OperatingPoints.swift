/// The operating points of a layered stream: which layers a decoder can put out, and what each needs
/// (ISO/IEC 14496-15, 9.6.2).
public struct OperatingPoints: Record {
  /// A profile, tier and level.
  public struct Profile: TableRow {
    /// The namespace of the profile. 2 bits.
    public var profileSpace: UInt8 = 0
    /// The tier: 0 Main, 1 High.
    public var tierFlag: UInt8 = 0
    /// The profile. 5 bits.
    public var profileIdc: UInt8 = 0
    /// A bit for each profile that the layers conform to. The highest bit is profile 0.
    public var compatibilityFlags: UInt32 = 0
    /// What the layers are restricted to. 48 bits.
    public var constraintFlags: UInt64 = 0
    /// The level, times 30.
    public var levelIdc: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.bits("general_profile_space", &profileSpace, 2)
      try f.bits("general_tier_flag", &tierFlag, 1)
      try f.bits("general_profile_idc", &profileIdc, 5)
      try f.flags("general_profile_compatibility_flags", &compatibilityFlags)
      try f.flags("general_constraint_indicator_flags", &constraintFlags, bytes: 6, named: [:])
      try f("general_level_idc", &levelIdc)
    }
  }

  /// A layer of an operating point.
  public struct PointLayer: TableRow {
    /// The number of the profile, tier and level in `profiles`, from 1; 0 if the layer has none.
    public var profileIndex: UInt8 = 0
    /// The ID of the layer. 6 bits.
    public var layerID: UInt8 = 0
    /// 1: the layer is put out.
    public var isOutputLayer: UInt8 = 0
    /// 1: the layer is put out if that of the highest ID is missing.
    public var isAlternateOutputLayer: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("ptl_idx", &profileIndex)
      try f.bits("layer_id", &layerID, 6)
      try f.bits("is_outputlayer", &isOutputLayer, 1)
      try f.bits("is_alternate_outputlayer", &isAlternateOutputLayer, 1)
    }
  }

  /// An operating point.
  public struct Point: Record {
    /// The number of the output layer set in the parameter sets.
    public var outputLayerSetIndex: UInt16 = 0
    /// The highest temporal ID.
    public var maxTemporalID: UInt8 = 0
    /// The layers, at most 255.
    public var layers = Table<PointLayer>()
    /// The smallest width of a picture in pixels.
    public var minPicWidth: UInt16 = 0
    /// The smallest height of a picture in pixels.
    public var minPicHeight: UInt16 = 0
    /// The largest width of a picture in pixels.
    public var maxPicWidth: UInt16 = 0
    /// The largest height of a picture in pixels.
    public var maxPicHeight: UInt16 = 0
    /// The chroma format: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var maxChromaFormat: UInt8 = 1
    /// The bits of a sample, minus 8.
    public var maxBitDepthMinus8: UInt8 = 0
    var reserved: UInt8 = 0
    /// 1: the frame rate is stored.
    public var hasFrameRate: UInt8 = 0
    /// 1: the bit rates are stored.
    public var hasBitRate: UInt8 = 0
    /// The average frame rate, in frames per 256 seconds.
    public var avgFrameRate: UInt16 = 0
    var reservedBeforeConstant: UInt8 = 0
    /// 1: the frame rate is constant. 2: the frame rate of each temporal layer is constant.
    public var constantFrameRate: UInt8 = 0
    /// The highest bit rate, in bits per second.
    public var maxBitRate: UInt32 = 0
    /// The average bit rate, in bits per second.
    public var avgBitRate: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("output_layer_set_idx", &outputLayerSetIndex)
      try f("max_temporal_id", &maxTemporalID)
      var count = layers.count
      try f.count("layer_count", &count, bytes: 1)
      try f.rows("layers", &layers, count: count, layout: FixedLayout())
      try f("min_pic_width", &minPicWidth)
      try f("min_pic_height", &minPicHeight)
      try f("max_pic_width", &maxPicWidth)
      try f("max_pic_height", &maxPicHeight)
      try f.bits("max_chroma_format", &maxChromaFormat, 2)
      try f.bits("max_bit_depth_minus8", &maxBitDepthMinus8, 3)
      try f.reservedBits(&reserved, 1)
      try f.bits("frame_rate_info_flag", &hasFrameRate, 1)
      try f.bits("bit_rate_info_flag", &hasBitRate, 1)
      if hasFrameRate == 1 {
        try f("avg_frame_rate", &avgFrameRate)
        try f.reservedBits(&reservedBeforeConstant, 6)
        try f.bits("constant_frame_rate", &constantFrameRate, 2)
      }
      if hasBitRate == 1 {
        try f("max_bit_rate", &maxBitRate)
        try f("avg_bit_rate", &avgBitRate)
      }
    }
  }

  /// What a layer depends on.
  public struct Dependency: Record {
    /// The ID of the layer.
    public var layerID: UInt8 = 0
    /// The IDs of the layers that it depends on, at most 255.
    public var dependsOn = Table<UInt8>()
    /// The place of the layer in each dimension that `scalabilityMask` names.
    public var dimensions = Table<UInt8>()
    /// The number of those dimensions. `OperatingPoints.fields` sets it.
    var dimensionCount = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("dependent_layer_id", &layerID)
      var count = dependsOn.count
      try f.count("num_layers_dependent_on", &count, bytes: 1)
      try f.rows("dependent_on_layer_ids", &dependsOn, count: count, layout: FixedLayout())
      try f.rows(
        "dimension_identifiers", &dimensions, count: dimensionCount, layout: FixedLayout())
    }
  }

  /// A bit for each dimension in which layers differ, such as quality or view.
  public var scalabilityMask: UInt16 = 0
  var reserved: UInt8 = 0
  /// The profiles, tiers and levels, at most 63.
  public var profiles = Table<Profile>()
  /// The operating points.
  public var points: [Point] = []
  /// What each layer depends on, at most 255.
  public var dependencies: [Dependency] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("scalability_mask", &scalabilityMask)
    try f.reservedBits(&reserved, 2)
    var profileCount = UInt8(clamping: profiles.count)
    try f.bits("num_profile_tier_level", &profileCount, 6)
    try f.rows(
      "profile_tier_levels", &profiles, count: Int(profileCount), layout: FixedLayout())
    var pointCount = points.count
    try f.count("num_operating_points", &pointCount, bytes: 2)
    try f.list("operating_points", &points, count: pointCount)
    var prototype = Dependency()
    prototype.dimensionCount = scalabilityMask.nonzeroBitCount
    for index in dependencies.indices {
      dependencies[index].dimensionCount = prototype.dimensionCount
    }
    var layerCount = dependencies.count
    try f.count("max_layer_count", &layerCount, bytes: 1)
    try f.list("layer_dependencies", &dependencies, count: layerCount, like: prototype)
  }
}

/// `oinf` in `ipco`: the operating points of a layered picture (ISO/IEC 23008-12, 6.5.13).
public struct OperatingPointsProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The operating points.
  public var points = OperatingPoints()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("op_info", &points)
  }
}
