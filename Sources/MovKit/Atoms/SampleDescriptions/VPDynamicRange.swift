/// `SmDm`: the display on which VP9 was mastered (VP Codec ISO Media File Format Binding; SMPTE ST 2086).
public struct VPMasteringDisplay: Record {
  /// A point of the CIE 1931 diagram.
  public struct Point: Record {
    /// The x coordinate.
    public var x = UFixed0x16(rawValue: 0)
    /// The y coordinate.
    public var y = UFixed0x16(rawValue: 0)

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("x", &x)
      try f("y", &y)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The red primary of the display.
  public var red = Point()
  /// The green primary of the display.
  public var green = Point()
  /// The blue primary of the display.
  public var blue = Point()
  /// The white point of the display.
  public var whitePoint = Point()
  /// The highest luminance of the display, in candela per square metre.
  public var maxLuminance = UFixed24x8(rawValue: 0)
  /// The lowest luminance of the display, in candela per square metre.
  public var minLuminance = UFixed18x14(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("primary_r_chromaticity", &red)
    try f("primary_g_chromaticity", &green)
    try f("primary_b_chromaticity", &blue)
    try f("white_point_chromaticity", &whitePoint)
    try f("luminance_max", &maxLuminance)
    try f("luminance_min", &minLuminance)
  }
}

/// `CoLL`: how bright the picture of VP9 gets (VP Codec ISO Media File Format Binding; CTA-861.3).
public struct VPContentLightLevel: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The luminance of the brightest pixel of all pictures, in candela per square metre.
  public var maxCLL: UInt16 = 0
  /// The average luminance of the brightest picture, in candela per square metre.
  public var maxFALL: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("max_cll", &maxCLL)
    try f("max_fall", &maxFALL)
  }
}
