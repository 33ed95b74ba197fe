/// `stsl` in a video description: how pictures are scaled to the size of their track (ISO/IEC 14496-12:2005,
/// 8.35).
public struct SampleScaling: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved: UInt8 = 0
  /// 1: no other way of scaling is allowed.
  public var constraintFlag: UInt8 = 0
  /// The way: 1 hidden, 2 fill, 3 meet, 4 and 5 slice, as in SMIL.
  public var scaleMethod: UInt8 = 0
  /// How far the middle of what must be shown is to the right of the middle of the picture, in pixels.
  public var displayCenterX: Int16 = 0
  /// How far it is below the middle, in pixels.
  public var displayCenterY: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reservedBits(&reserved, 7)
    try f.bits("constraint_flag", &constraintFlag, 1)
    try f("scale_method", &scaleMethod)
    try f("display_center_x", &displayCenterX)
    try f("display_center_y", &displayCenterY)
  }
}
