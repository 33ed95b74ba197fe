/// `mvdC` and `a3dC`: what a decoder of multiview H.264 with depth needs besides `avcC`. The resolution of
/// the depth can follow as a child atom, `3dpr` (ISO/IEC 14496-15, `MVCDConfigurationBox`,
/// `A3DConfigurationBox`).
public struct MultiviewDepthConfiguration: Record {
  /// The profile, the level and the parameter sets.
  public var configuration = ScalableAVCConfiguration()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try configuration.fields(&f)
    try f.children()
  }
}

/// `3dpr` in `mvdC` and `a3dC`: the size of the depth pictures and where they lie on those of the texture
/// (ISO/IEC 14496-15, `MVDDepthResolutionBox`).
public struct DepthResolution: Record {
  /// How depth and texture fit together.
  public struct Mapping: Record {
    /// The factor of horizontal places, minus one.
    public var horizontalFactorMinus1: UInt16 = 0
    /// The factor of vertical places, minus one.
    public var verticalFactorMinus1: UInt16 = 0
    /// The power of two that horizontal places are divided by. 4 bits.
    public var horizontalShift: UInt8 = 0
    /// The power of two that vertical places are divided by. 4 bits.
    public var verticalShift: UInt8 = 0
    /// Where the depth of each view begins, at most 65535.
    public var positions = Table<Position>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("depth_hor_mult_minus1", &horizontalFactorMinus1)
      try f("depth_ver_mult_minus1", &verticalFactorMinus1)
      try f.bits("depth_hor_rsh", &horizontalShift, 4)
      try f.bits("depth_ver_rsh", &verticalShift, 4)
      var count = positions.count
      try f.count("grid_pos_num_views", &count, bytes: 2)
      try f.rows("grid_positions", &positions, count: count, layout: FixedLayout())
    }
  }

  /// Where the depth of a view begins.
  public struct Position: TableRow {
    var reserved: UInt8 = 0
    /// The ID of the view. 10 bits.
    public var viewID: UInt16 = 0
    /// The horizontal place.
    public var x: Int16 = 0
    /// The vertical place.
    public var y: Int16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.reservedBits(&reserved, 6)
      try f.bits("grid_pos_view_id", &viewID, 10)
      try f("grid_pos_x", &x)
      try f("grid_pos_y", &y)
    }
  }

  /// The width of a depth picture in pixels.
  public var width: UInt16 = 0
  /// The height of a depth picture in pixels.
  public var height: UInt16 = 0
  /// Whether `mapping` is stored.
  public var hasMapping = false
  /// How depth and texture fit together. It is stored only if `hasMapping` is true.
  public var mapping = Mapping()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("depth_width", &width)
    try f("depth_height", &height)
    try f.optional(&hasMapping, bytes: 7)
    if hasMapping { try f("mapping", &mapping) }
  }
}
