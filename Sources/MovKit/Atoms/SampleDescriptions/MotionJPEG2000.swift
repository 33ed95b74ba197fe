/// `jp2p` in `mjp2`: the profiles that the pictures keep to (ISO/IEC 15444-3).
public struct JPEG2000Profile: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The codes of the profiles.
  public var compatibleProfiles = Table<FourCC>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("compatible_profiles", &compatibleProfiles, layout: FixedLayout())
  }
}

/// `jsub` in `mjp2`: how the chroma of a picture is sampled (ISO/IEC 15444-3).
public struct JPEG2000Subsampling: Record {
  /// The number of pixels for a sample of chroma, from left to right.
  public var horizontal: UInt8 = 1
  /// The number of pixels for a sample of chroma, from top to bottom.
  public var vertical: UInt8 = 1
  /// Where the first sample of chroma is, from left to right.
  public var horizontalOffset: UInt8 = 0
  /// Where the first sample of chroma is, from top to bottom.
  public var verticalOffset: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("horizontal_sub", &horizontal)
    try f("vertical_sub", &vertical)
    try f("horizontal_offset", &horizontalOffset)
    try f("vertical_offset", &verticalOffset)
  }
}

/// `orfo` in `mjp2`: the fields of the pictures before they were compressed (ISO/IEC 15444-3).
public struct JPEG2000OriginalFormat: Record {
  /// 1: the pictures were progressive. 2: they had two fields.
  public var fieldCount: UInt8 = 1
  /// The order of the fields, as in `fiel`.
  public var fieldOrder: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("original_fieldcount", &fieldCount)
    try f("original_fieldorder", &fieldOrder)
  }
}

/// `jP  ` at the start of a file of the JPEG 2000 family (ISO/IEC 15444-1, I.5.1).
public struct JPEG2000Signature: Record {
  /// 0x0D0A870A, which shows whether the file was changed as if it were text.
  public var signature: UInt32 = 0x0D0A_870A

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("signature", &signature)
  }
}

/// `rreq` at the start of a JPX file: what a reader must know (ISO/IEC 15444-2, M.11.1).
public struct JPEG2000ReaderRequirements: Record {
  /// A feature of a standard that the file uses.
  public struct StandardFeature: Record {
    /// The number of the feature.
    public var feature: UInt16 = 0
    /// The bits of the masks that stand for the feature.
    public var mask = RawBytes(bytes: [0])
    /// The size of a mask in bytes. `JPEG2000ReaderRequirements.fields` sets it.
    var maskSize = 1

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("standard_flag", &feature)
      try f.bytes("standard_mask", &mask, count: maskSize)
    }
  }

  /// A feature of a vendor that the file uses.
  public struct VendorFeature: Record {
    /// The 16 bytes that name the feature.
    public var feature = RawBytes(bytes: Bytes(repeating: 0, count: 16))
    /// The bits of the masks that stand for the feature.
    public var mask = RawBytes(bytes: [0])
    /// The size of a mask in bytes. `JPEG2000ReaderRequirements.fields` sets it.
    var maskSize = 1

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.bytes("vendor_feature", &feature, count: 16)
      try f.bytes("vendor_mask", &mask, count: maskSize)
    }
  }

  /// The size of a mask in bytes.
  public var maskSize: UInt8 = 1
  /// The features that are needed to understand all of the file.
  public var fullyUnderstand = RawBytes(bytes: [0])
  /// The features that are needed to show the file.
  public var decodeCompletely = RawBytes(bytes: [0])
  /// The features of standards, at most 65535.
  public var standardFeatures: [StandardFeature] = []
  /// The features of vendors, at most 65535.
  public var vendorFeatures: [VendorFeature] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("mask_length", &maskSize)
    let size = Int(maskSize)
    try f.bytes("fully_understand_mask", &fullyUnderstand, count: size)
    try f.bytes("decode_completely_mask", &decodeCompletely, count: size)
    var count = standardFeatures.count
    try f.count("standard_feature_count", &count, bytes: 2)
    var standard = StandardFeature()
    standard.maskSize = size
    try f.list("standard_features", &standardFeatures, count: count, like: standard)
    count = vendorFeatures.count
    try f.count("vendor_feature_count", &count, bytes: 2)
    var vendor = VendorFeature()
    vendor.maskSize = size
    try f.list("vendor_features", &vendorFeatures, count: count, like: vendor)
  }
}

extension Schema {
  static let jpeg2000Rules: [Rule] = [
    .leaf("jP  ", JPEG2000Signature.self, .top),
    .leaf("rreq", JPEG2000ReaderRequirements.self, .top),
    .leaf("jp2p", JPEG2000Profile.self, .inside(["mjp2"])),
    .leaf("jsub", JPEG2000Subsampling.self, .inside(["mjp2"])),
    .leaf("orfo", JPEG2000OriginalFormat.self, .inside(["mjp2"])),
    .leaf("jp2x", OpaqueData.self, .inside(["mjp2"])),
  ]
}
