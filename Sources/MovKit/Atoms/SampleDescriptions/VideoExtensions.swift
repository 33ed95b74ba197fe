/// `colr`: the colours that the samples of a picture stand for (ISO/IEC 14496-12, 12.1.5; QuickTime
/// File Format, "Color Parameter Atoms").
public struct ColorInformation: Record {
  /// What the atom holds. `nclc` and `nclx`: the three codes. `prof` and `rICC`: an ICC profile.
  public var colourType: FourCC = "nclc"
  /// The colour primaries, a code of ISO/IEC 23091-2: 1 BT.709, 5 BT.601 625 lines, 6 BT.601 525
  /// lines, 9 BT.2020, …; 2 not known.
  public var colourPrimaries: UInt16 = 2
  /// The transfer characteristics, a code of ISO/IEC 23091-2: 1 BT.709, 16 PQ, 18 HLG, …; 2 not
  /// known.
  public var transferCharacteristics: UInt16 = 2
  /// The matrix coefficients, a code of ISO/IEC 23091-2: 0 RGB, 1 BT.709, 9 BT.2020, …; 2 not
  /// known.
  public var matrixCoefficients: UInt16 = 2
  /// Whether an atom of type `nclx` ends with `fullRangeFlag`. Some files leave it out.
  public var hasFullRangeFlag = true
  /// `nclx` only. 1: samples use the full range. 0: they use the limited range of video.
  public var fullRangeFlag: UInt8 = 0
  var reserved: UInt8 = 0
  /// The bytes after the type, for all types but `nclc` and `nclx`: the ICC profile.
  public var profile = RawBytes()

  public init() {}

  private static let codes = [
    "colour_primaries", "transfer_characteristics", "matrix_coefficients",
  ]
  /// Whether the atom has the three codes, and no profile.
  private var hasCodes: Bool { colourType == "nclc" || colourType == "nclx" }

  /// The type of the three codes in a kind of file. Only QuickTime's has no flag for the full range.
  static func type(isQuickTime: Bool) -> FourCC { isQuickTime ? "nclc" : "nclx" }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    if let isQuickTime = f.isNewInQuickTime() {
      // Only the type of ISO files has the flag.
      let hasFlag = f.isGivenAny(of: "full_range_flag")
      colourType = Self.type(isQuickTime: isQuickTime && !hasFlag)
    }
    let (hadCodes, isRetyped) = (hasCodes, f.isGivenAny(of: "colour_type"))
    try f.code("colour_type", &colourType, of: .colourType)
    // An atom of another type has other fields: what it had would be lost, and what it needs made up.
    if isRetyped, hasCodes, !hadCodes, !profile.bytes.isEmpty,
      let missing = Self.codes.first(where: { !f.isGivenAny(of: $0) })
    {
      throw f.invalid(missing, "the codes take the place of the profile; give all three")
    }
    if isRetyped, !hasCodes, hadCodes, !f.isGivenAny(of: "icc_profile") {
      throw f.invalid("icc_profile", "an atom of this type has a profile; give it too")
    }
    guard hasCodes else {
      try f.bytes("icc_profile", &profile, count: nil)
      return
    }
    try f.choice(Self.codes[0], &colourPrimaries, named: ColourNames.primaries)
    try f.choice(Self.codes[1], &transferCharacteristics, named: ColourNames.transfers)
    try f.choice(Self.codes[2], &matrixCoefficients, named: ColourNames.matrices)
    if colourType == "nclx" {
      try f.optional(&hasFullRangeFlag, bytes: 1)
      if hasFullRangeFlag {
        try f.bits("full_range_flag", &fullRangeFlag, 1)
        try f.reservedBits(&reserved, 7)
      }
    }
  }
}

/// `pasp`: the shape of a pixel, as the ratio of two numbers (ISO/IEC 14496-12, 12.1.4; QuickTime
/// File Format, "Pixel Aspect Ratio").
public struct PixelAspectRatio: Record {
  /// The width of a pixel, relative to `verticalSpacing`.
  public var horizontalSpacing: UInt32 = 1
  /// The height of a pixel, relative to `horizontalSpacing`.
  public var verticalSpacing: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("h_spacing", &horizontalSpacing)
    try f("v_spacing", &verticalSpacing)
  }
}

/// `chrm`: where the samples of chroma lie between those of luma, in each field. AVFoundation writes it;
/// no specification is published.
public struct ChromaFieldLocations: Record {
  /// In the top field, or in a picture that is not interlaced: a number of ISO/IEC 23091-2, 8.7
  /// (`ChromaSampleLocType`). 0 left, 1 centre, 2 top left, 3 top, 4 bottom left, 5 bottom.
  public var topField: UInt8 = 0
  /// In the bottom field.
  public var bottomField: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("top_field", &topField)
    try f("bottom_field", &bottomField)
  }
}

/// `clap`: the visible part of a picture, in pixels. Each number is a fraction (ISO/IEC 14496-12,
/// 12.1.4; QuickTime File Format, "Clean Aperture").
public struct CleanAperture: Record {
  /// The numerator of the width of the visible part.
  public var widthN: UInt32 = 0
  /// The denominator of the width.
  public var widthD: UInt32 = 1
  /// The numerator of the height of the visible part.
  public var heightN: UInt32 = 0
  /// The denominator of the height.
  public var heightD: UInt32 = 1
  /// The numerator of the distance from the centre of the picture to that of the visible part, to
  /// the right.
  public var horizontalOffsetN: Int32 = 0
  /// The denominator of the horizontal distance.
  public var horizontalOffsetD: UInt32 = 1
  /// The numerator of the distance from the centre of the picture to that of the visible part,
  /// downwards.
  public var verticalOffsetN: Int32 = 0
  /// The denominator of the vertical distance.
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

/// `fiel`: the fields of an interlaced picture (QuickTime File Format, "Field Handling").
public struct FieldHandling: Record {
  /// The number of fields in a frame: 1 progressive, 2 interlaced.
  public var fieldCount: UInt8 = 1
  /// The order of the fields, 0 if there is only one or it is not known. 1 and 14: the top field is
  /// shown first. 6 and 9: the bottom field is. The top field is stored first with 1 and 9, the
  /// bottom field with 6 and 14.
  public var fieldOrdering: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("field_count", &fieldCount)
    try f.choice(
      "field_ordering", &fieldOrdering,
      named: [
        1: "top field first", 6: "bottom field first",
        9: "bottom field shown first, top field stored first",
        14: "top field shown first, bottom field stored first",
      ])
  }
}

/// `gama`: the gamma that the picture was made for (QuickTime File Format, "Gamma").
public struct GammaLevel: Record {
  /// The gamma, 16.16 fixed point.
  public var gamma = UFixed16x16(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("gamma", &gamma)
  }
}

/// `btrt`: the bit rate of the samples and the buffer that they need (ISO/IEC 14496-12, 8.5.2).
public struct BitRate: Record {
  /// The size of the decoding buffer, in bytes.
  public var bufferSizeDB: UInt32 = 0
  /// The highest bit rate within any second, in bits per second.
  public var maxBitrate: UInt32 = 0
  /// The average bit rate, in bits per second.
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
  /// A point of the CIE 1931 diagram.
  public struct Point: Record {
    /// The x coordinate, in units of 0.00002.
    public var x: UInt16 = 0
    /// The y coordinate, in units of 0.00002.
    public var y: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("x", &x)
      try f("y", &y)
    }
  }

  /// The green primary of the display.
  public var green = Point()
  /// The blue primary of the display.
  public var blue = Point()
  /// The red primary of the display.
  public var red = Point()
  /// The white point of the display.
  public var whitePoint = Point()
  /// The highest luminance of the display, in units of 0.0001 candela per square metre.
  public var maxLuminance: UInt32 = 0
  /// The lowest luminance of the display, in units of 0.0001 candela per square metre.
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

/// `clli`: how bright the picture gets (ISO/IEC 14496-12, 12.1.6).
public struct ContentLightLevel: Record {
  /// The luminance of the brightest pixel of all pictures, in candela per square metre; 0 if it is
  /// not known.
  public var maxContentLightLevel: UInt16 = 0
  /// The average luminance of the brightest picture, in candela per square metre; 0 if it is not
  /// known.
  public var maxPicAverageLightLevel: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("max_content_light_level", &maxContentLightLevel)
    try f("max_pic_average_light_level", &maxPicAverageLightLevel)
  }
}
