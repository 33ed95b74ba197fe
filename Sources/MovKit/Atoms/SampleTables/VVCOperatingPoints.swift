/// A description in a group `vopi`: the operating points of layered H.266, which say what a decoder can put out
/// and what it needs for that (ISO/IEC 14496-15, `VvcOperatingPointsRecord`).
struct VVCOperatingPoints: Record {
  /// A profile, tier and level.
  struct Profile: Record {
    var maxTemporalID: UInt8 = 0
    var profile = VVCConfiguration.NativeProfile()

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("ptl_max_temporal_id", &maxTemporalID)
      profile.sublayers = UInt8(clamping: Int(maxTemporalID) + 1)
      try f("ptl", &profile)
    }
  }

  /// A layer of an operating point.
  struct PointLayer: TableRow {
    var layerID: UInt8 = 0
    var isOutputLayer: UInt8 = 0
    var reserved: UInt8 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f.bits("layer_id", &layerID, 6)
      try f.bits("is_outputlayer", &isOutputLayer, 1)
      try f.reservedBits(&reserved, 1)
    }
  }

  /// An operating point.
  struct Point: Record {
    var outputLayerSetIndex: UInt16 = 0
    var profileIndex: UInt8 = 0
    var maxTemporalID: UInt8 = 0
    var layers = Table<PointLayer>()
    var reserved: UInt8 = 0
    var hasFrameRate: UInt8 = 0
    var hasBitRate: UInt8 = 0
    var avgFrameRate: UInt16 = 0
    var reservedBeforeConstant: UInt8 = 0
    var constantFrameRate: UInt8 = 0
    var maxBitRate: UInt32 = 0
    var avgBitRate: UInt32 = 0

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("output_layer_set_idx", &outputLayerSetIndex)
      try f("ptl_idx", &profileIndex)
      try f("max_temporal_id", &maxTemporalID)
      var count = layers.count
      try f.count("layer_count", &count, bytes: 1)
      try f.rows("layers", &layers, count: count, layout: FixedLayout())
      try f.reservedBits(&reserved, 6)
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

  /// What a layer refers to.
  struct Layer: Record {
    var layerID: UInt8 = 0
    var references = Table<UInt8>()
    var maxTemporalIDPlus1: UInt8 = 0

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("layer_id", &layerID)
      var count = references.count
      try f.count("num_direct_ref_layers", &count, bytes: 1)
      try f.rows("direct_ref_layer_ids", &references, count: count, layout: FixedLayout())
      try f("max_tid_il_ref_pics_plus1", &maxTemporalIDPlus1)
    }
  }

  var profiles: [Profile] = []
  var allLayersAreIndependent: UInt8 = 0
  var reserved: UInt8 = 0
  var eachLayerIsASet: UInt8 = 0
  var reservedAfterSet: UInt8 = 0
  var layerSetMode: UInt8 = 0
  var points: [Point] = []
  var layers: [Layer] = []

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var last = UInt8(clamping: profiles.count - 1)
    try f("num_profile_tier_level_minus1", &last)
    try f.list("profile_tier_levels", &profiles, count: Int(last) + 1)
    try f.bits("all_independent_layers_flag", &allLayersAreIndependent, 1)
    try f.reservedBits(&reserved, 7)
    if allLayersAreIndependent == 1 {
      try f.bits("each_layer_is_an_ols_flag", &eachLayerIsASet, 1)
      try f.reservedBits(&reservedAfterSet, 7)
    } else {
      try f("ols_mode_idc", &layerSetMode)
    }
    var pointCount = points.count
    try f.count("num_operating_points", &pointCount, bytes: 2)
    try f.list("operating_points", &points, count: pointCount)
    var layerCount = layers.count
    try f.count("max_layer_count", &layerCount, bytes: 1)
    try f.list("layers", &layers, count: layerCount)
  }
}
