/// `colr`: what the numbers of a picture mean as colours
/// (ISO/IEC 14496-12, 12.1.5; QuickTime File Format, "Color Parameter Atoms").
public struct ColorInformation: Record {
  /// `nclc` or `nclx`: the three codes; `prof`, `rICC`: an ICC profile.
  public var colourType: FourCC = "nclc"
  /// 1 BT.709, 5 BT.601 625 lines, 6 BT.601 525 lines, 9 BT.2020, …; 2 not known.
  public var colourPrimaries: UInt16 = 2
  public var transferCharacteristics: UInt16 = 2
  public var matrixCoefficients: UInt16 = 2
  /// `nclx` ends with the flag; some files leave it out.
  public var hasFullRangeFlag = true
  public var fullRangeFlag: UInt8 = 0
  var reserved: UInt8 = 0
  /// For all types but `nclc` and `nclx`.
  public var profile = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("colour_type", &colourType)
    guard colourType == "nclc" || colourType == "nclx" else {
      try f.bytes("icc_profile", &profile, count: nil)
      return
    }
    try f("colour_primaries", &colourPrimaries)
    try f("transfer_characteristics", &transferCharacteristics)
    try f("matrix_coefficients", &matrixCoefficients)
    if colourType == "nclx" {
      try f.optional(&hasFullRangeFlag, bytes: 1)
      if hasFullRangeFlag {
        try f.bits("full_range_flag", &fullRangeFlag, 1)
        try f.reservedBits(&reserved, 7)
      }
    }
  }
}

/// `pasp`: the shape of a pixel, as two numbers whose ratio it is
/// (ISO/IEC 14496-12, 12.1.4; QuickTime File Format, "Pixel Aspect Ratio").
public struct PixelAspectRatio: Record {
  public var horizontalSpacing: UInt32 = 1
  public var verticalSpacing: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("h_spacing", &horizontalSpacing)
    try f("v_spacing", &verticalSpacing)
  }
}

/// `clap`: the part of a picture that is to be seen, in pixels as fractions
/// (ISO/IEC 14496-12, 12.1.4; QuickTime File Format, "Clean Aperture").
public struct CleanAperture: Record {
  public var widthN: UInt32 = 0
  public var widthD: UInt32 = 1
  public var heightN: UInt32 = 0
  public var heightD: UInt32 = 1
  /// From the middle of the picture to that of the part.
  public var horizontalOffsetN: Int32 = 0
  public var horizontalOffsetD: UInt32 = 1
  public var verticalOffsetN: Int32 = 0
  public var verticalOffsetD: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("clean_aperture_width_n", &widthN)
    try f("clean_aperture_width_d", &widthD)
    try f("clean_aperture_height_n", &heightN)
    try f("clean_aperture_height_d", &heightD)
    try f("horiz_off_n", &horizontalOffsetN)
    try f("horiz_off_d", &horizontalOffsetD)
    try f("vert_off_n", &verticalOffsetN)
    try f("vert_off_d", &verticalOffsetD)
  }
}

/// `fiel`: fields of an interlaced picture (QuickTime File Format, "Field Handling").
public struct FieldHandling: Record {
  /// 1 progressive, 2 interlaced.
  public var fieldCount: UInt8 = 1
  /// 1 and 6: the top field is earlier; 9 and 14: the bottom field is.
  public var fieldOrdering: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("field_count", &fieldCount)
    try f("field_ordering", &fieldOrdering)
  }
}

/// `gama`: the gamma that the picture was made for (QuickTime File Format, "Gamma").
public struct GammaLevel: Record {
  public var gamma = UFixed16x16(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("gamma", &gamma)
  }
}

/// `btrt`: bits a second and the buffer that they need (ISO/IEC 14496-12, 8.5.2).
public struct BitRate: Record {
  /// Bytes.
  public var bufferSizeDB: UInt32 = 0
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("buffer_size_db", &bufferSizeDB)
    try f("max_bitrate", &maxBitrate)
    try f("avg_bitrate", &avgBitrate)
  }
}

/// `mdcv`: the display on which the picture was made (ISO/IEC 14496-12, 12.1.7).
public struct MasteringDisplay: Record {
  /// A point of the CIE 1931 diagram, in units of 0.00002.
  public struct Point: Record {
    public var x: UInt16 = 0
    public var y: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("x", &x)
      try f("y", &y)
    }
  }

  public var green = Point()
  public var blue = Point()
  public var red = Point()
  public var whitePoint = Point()
  /// In units of 0.0001 candela a square metre.
  public var maxLuminance: UInt32 = 0
  public var minLuminance: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("display_primary_green", &green)
    try f("display_primary_blue", &blue)
    try f("display_primary_red", &red)
    try f("white_point", &whitePoint)
    try f("max_display_mastering_luminance", &maxLuminance)
    try f("min_display_mastering_luminance", &minLuminance)
  }
}

/// `clli`: how bright the picture gets, in candela a square metre (ISO/IEC 14496-12, 12.1.6).
public struct ContentLightLevel: Record {
  public var maxContentLightLevel: UInt16 = 0
  public var maxPicAverageLightLevel: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("max_content_light_level", &maxContentLightLevel)
    try f("max_pic_average_light_level", &maxPicAverageLightLevel)
  }
}
