/// `cmin` in `ipco`: how the camera projected the scene onto the picture (ISO/IEC 23008-12,
/// `CameraIntrinsicMatrixProperty`). The numbers are parts of the size of the picture.
public struct CameraIntrinsics: Record {
  public var version: UInt8 = 0
  /// Bit 0: the vertical focal length and the skew are stored. Bits 8 to 12: the power of two that all numbers but
  /// the skew are divided by. Bits 16 to 20: the power of two that the skew is divided by.
  public var flags: UInt32 = 0
  /// The horizontal focal length, before the division, in widths of the picture.
  public var focalLengthX: Int32 = 0
  /// The horizontal place of the principal point, before the division, in widths of the picture.
  public var principalPointX: Int32 = 0
  /// The vertical place of the principal point, before the division, in heights of the picture.
  public var principalPointY: Int32 = 0
  /// The vertical focal length, before the division, in heights of the picture. Only with bit 0 of `flags`.
  public var focalLengthY: Int32 = 0
  /// The skew, before the division. Only with bit 0 of `flags`.
  public var skewFactor: Int32 = 0

  /// The denominator of all numbers but the skew.
  public var denominator: UInt32 { 1 << (flags >> 8 & 0x1F) }
  /// The denominator of the skew.
  public var skewDenominator: UInt32 { 1 << (flags >> 16 & 0x1F) }

  private static let isAnisotropic: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "isAnisotropic"])
    try f("focal_length_x", &focalLengthX)
    try f("principal_point_x", &principalPointX)
    try f("principal_point_y", &principalPointY)
    if flags & Self.isAnisotropic != 0 {
      try f("focal_length_y", &focalLengthY)
      try f("skew_factor", &skewFactor)
    }
  }
}

/// `cmex` in `ipco`: where the camera was, and where it looked (ISO/IEC 23008-12, `CameraExtrinsicMatrixProperty`).
/// What the flags do not name is not stored, and is 0.
public struct CameraExtrinsics: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The place of the camera on the first axis, in micrometres.
  public var positionX: Int32 = 0
  /// The place on the second axis, in micrometres.
  public var positionY: Int32 = 0
  /// The place on the third axis, in micrometres.
  public var positionZ: Int32 = 0
  /// The first part of the quaternion of the rotation, in parts of 2^30; of 2^14 if it has 16 bits.
  public var quaternionX: Int32 = 0
  /// The second part of the quaternion.
  public var quaternionY: Int32 = 0
  /// The third part of the quaternion. The fourth makes its length 1.
  public var quaternionZ: Int32 = 0
  /// The ID of the coordinate system; cameras with the same one are placed in the same scene.
  public var worldCoordinateSystemID: UInt32 = 0

  private static let flagNames: FlagNames = [
    1: "hasPositionX", 2: "hasPositionY", 4: "hasPositionZ", 8: "hasOrientation",
    0x10: "hasOrientationOf32Bits", 0x20: "hasCoordinateSystem",
  ]

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    if flags & 1 != 0 { try f("pos_x", &positionX) }
    if flags & 2 != 0 { try f("pos_y", &positionY) }
    if flags & 4 != 0 { try f("pos_z", &positionZ) }
    if flags & 8 != 0 {
      let bytes = flags & 0x10 == 0 ? 2 : 4
      try f("quat_x", &quaternionX, bytes: bytes)
      try f("quat_y", &quaternionY, bytes: bytes)
      try f("quat_z", &quaternionZ, bytes: bytes)
    }
    if flags & 0x20 != 0 { try f("world_coordinate_system_ID", &worldCoordinateSystemID) }
  }
}
