/// `rrgn`: the part of the picture that a tier shows (ISO/IEC 14496-15, `RectRegionBox`).
public struct TierRegion: Record {
  /// The ID of the tier whose pictures the region is a part of.
  public var baseTierID: UInt16 = 0
  /// 1: the region changes from sample to sample, and is not stored here.
  public var isDynamic: UInt8 = 0
  var reserved: UInt8 = 0
  /// The distance from the left edge, in pixels.
  public var horizontalOffset: UInt16 = 0
  /// The distance from the upper edge, in pixels.
  public var verticalOffset: UInt16 = 0
  /// The width in pixels.
  public var width: UInt16 = 0
  /// The height in pixels.
  public var height: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("base_region_tier_ID", &baseTierID)
    try f.bits("dynamic_rect", &isDynamic, 1)
    try f.reservedBits(&reserved, 7)
    if isDynamic == 0 {
      try f("horizontal_offset", &horizontalOffset)
      try f("vertical_offset", &verticalOffset)
      try f("region_width", &width)
      try f("region_height", &height)
    }
  }
}

/// `iroi`: the parts of the picture that can be decoded by themselves (ISO/IEC 14496-15,
/// `IroiInfoBox`).
public struct RegionsOfInterest: Record {
  /// A region.
  public struct Region: TableRow {
    /// The number of the macroblock in its upper left corner.
    public var topLeft: UInt32 = 0
    /// The width in macroblocks.
    public var width: UInt8 = 0
    /// The height in macroblocks.
    public var height: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("top_left_mb", &topLeft)
      try f("roi_mb_width", &width)
      try f("roi_mb_height", &height)
    }
  }

  /// How the regions are given: 0 by a grid, 1 one by one.
  public var type: UInt8 = 0
  var reserved: UInt8 = 0
  /// The width of a region of the grid in macroblocks, for type 0.
  public var gridWidth: UInt8 = 0
  /// The height of a region of the grid in macroblocks, for type 0.
  public var gridHeight: UInt8 = 0
  /// The regions, for type 1; at most 16777215.
  public var regions = Table<Region>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("iroi_type", &type, 2)
    try f.reservedBits(&reserved, 6)
    if type == 0 {
      try f("grid_roi_mb_width", &gridWidth)
      try f("grid_roi_mb_height", &gridHeight)
    } else if type == 1 {
      var count = regions.count
      try f.count("num_roi", &count, bytes: 3)
      try f.rows("regions", &regions, count: count, layout: FixedLayout())
    }
  }
}

/// `tran`: what the stream of a tier becomes when it is converted to plain H.264 (ISO/IEC 14496-15,
/// `TranscodingInfoBox`).
public struct TierTranscoding: Record {
  /// A converted stream.
  public struct Stream: Record {
    /// The profile, the constraint flags and the level, one byte each.
    public var profileLevel: UInt32 = 0
    /// The highest bit rate, in bits per second.
    public var maxBitRate: UInt32 = 0
    /// The average bit rate, in bits per second.
    public var avgBitRate: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("profile_level_idc", &profileLevel, bytes: 3)
      try f("max_bitrate", &maxBitRate)
      try f("avg_bitrate", &avgBitRate)
    }
  }

  var reserved: UInt8 = 0
  /// How the stream can be converted. A code of 2 bits.
  public var conversion: UInt8 = 0
  /// 1: `cavlc` is stored.
  public var hasCAVLC: UInt8 = 0
  /// 1: `cabac` is stored.
  public var hasCABAC: UInt8 = 0
  /// The stream with codes of variable length. It is stored only if `hasCAVLC` is 1.
  public var cavlc = Stream()
  /// The stream with arithmetic codes. It is stored only if `hasCABAC` is 1.
  public var cabac = Stream()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 4)
    try f.bits("conversion_idc", &conversion, 2)
    try f.bits("cavlc_info_present_flag", &hasCAVLC, 1)
    try f.bits("cabac_info_present_flag", &hasCABAC, 1)
    if hasCAVLC == 1 { try f("cavlc", &cavlc) }
    if hasCABAC == 1 { try f("cabac", &cabac) }
  }
}
