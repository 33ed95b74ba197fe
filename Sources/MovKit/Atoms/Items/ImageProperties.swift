/// `ispe` in `ipco`: the size of a picture before it is turned or cropped (ISO/IEC 23008-12, 6.5.3).
public struct ImageSpatialExtents: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The width in pixels.
  public var imageWidth: UInt32 = 0
  /// The height in pixels.
  public var imageHeight: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("image_width", &imageWidth)
    try f("image_height", &imageHeight)
  }
}

/// `pixi` in `ipco`: the bits of each channel of a picture (ISO/IEC 23008-12, 6.5.6).
public struct PixelInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of bits of each channel. At most 255 channels.
  public var bitsPerChannel = Table<UInt8>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = bitsPerChannel.count
    try f.count("num_channels", &count, bytes: 1)
    try f.rows("bits_per_channel", &bitsPerChannel, count: count, layout: FixedLayout())
  }
}

/// `irot` in `ipco`: the picture is turned before it is shown (ISO/IEC 23008-12, 6.5.10).
public struct ImageRotation: Record {
  var reserved: UInt8 = 0
  /// How often the picture is turned by 90 degrees against the clock, 0 to 3.
  public var angle: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 6)
    try f.bits(
      "angle", &angle, 2, named: [1: "90° anticlockwise", 2: "180°", 3: "90° clockwise"])
  }
}

/// `imir` in `ipco`: the picture is mirrored before it is shown (ISO/IEC 23008-12, 6.5.12).
public struct ImageMirror: Record {
  var reserved: UInt8 = 0
  /// 0: top and bottom are exchanged. 1: left and right are exchanged.
  public var axis: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reservedBits(&reserved, 7)
    try f.bits(
      "axis", &axis, 1, named: [0: "top and bottom exchanged", 1: "left and right exchanged"])
  }
}

/// `iscl` in `ipco`: the picture is scaled before it is shown. The size is that of the picture times
/// two fractions (ISO/IEC 23008-12, 6.5.13).
public struct ImageScaling: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The numerator of the factor for the width.
  public var targetWidthNumerator: UInt16 = 1
  /// The denominator of the factor for the width.
  public var targetWidthDenominator: UInt16 = 1
  /// The numerator of the factor for the height.
  public var targetHeightNumerator: UInt16 = 1
  /// The denominator of the factor for the height.
  public var targetHeightDenominator: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("target_width_numerator", &targetWidthNumerator)
    try f("target_width_denominator", &targetWidthDenominator)
    try f("target_height_numerator", &targetHeightNumerator)
    try f("target_height_denominator", &targetHeightDenominator)
  }
}

/// `rloc` in `ipco`: where a picture is in the one that it is a part of (ISO/IEC 23008-12, 6.5.7).
public struct RelativeLocation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The distance from the left edge, in pixels.
  public var horizontalOffset: UInt32 = 0
  /// The distance from the top edge, in pixels.
  public var verticalOffset: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("horizontal_offset", &horizontalOffset)
    try f("vertical_offset", &verticalOffset)
  }
}

/// `auxC` in `ipco`: what an auxiliary picture is, such as transparency or depth
/// (ISO/IEC 23008-12, 6.5.8).
public struct AuxiliaryType: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The URN of the kind of picture, such as `urn:mpeg:mpegB:cicp:systems:auxiliary:alpha`.
  public var auxType = CString()
  /// More about it, in a form that the kind of picture defines; most kinds have none.
  public var auxSubtype = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("aux_type", &auxType)
    try f.bytes("aux_subtype", &auxSubtype, count: nil)
  }
}

/// `rref` in `ipco`: the kinds of references that a reader must understand to show the item
/// (ISO/IEC 23008-12, 6.5.17).
public struct RequiredReferenceTypes: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The types of the atoms in `iref`, at most 255.
  public var referenceTypes = Table<FourCC>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = referenceTypes.count
    try f.count("reference_type_count", &count, bytes: 1)
    try f.rows("reference_types", &referenceTypes, count: count, layout: FixedLayout())
  }
}

/// `mskC` in `ipco`: the bits of a mask (ISO/IEC 23008-12, 6.10.2).
public struct MaskConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of bits of a pixel.
  public var bitsPerPixel: UInt8 = 8

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("bits_per_pixel", &bitsPerPixel)
  }
}

/// `jpgC` in `ipco`: what comes before the data of a JPEG picture (ISO/IEC 23008-12, H.2.4).
public struct JPEGConfiguration: Record {
  /// The bytes to put before the data of the item.
  public var prefix = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("jpeg_prefix", &prefix, count: nil)
  }
}
