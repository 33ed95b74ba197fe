/// `iods`: an MPEG-4 object descriptor for the whole movie (ISO/IEC 14496-14, 5.5).
public struct ObjectDescriptor: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// A descriptor of ISO/IEC 14496-1, with its tag and length.
  public var descriptor = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes(
      "descriptor", &descriptor, count: nil, as: InitialObjectDescriptor.self,
      named: "object_descriptor")
  }
}

/// `prfl`: features that a player may want to know before it opens the movie or the track
/// (QuickTime File Format, "Profile atom guidelines").
public struct Profile: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The features, one row each.
  public var features = Table<Row>()

  /// One feature.
  public struct Row: TableRow {
    /// Reserved; 0 in a valid file.
    public var reserved: UInt32 = 0
    /// The brand that defines the feature; four spaces for a feature that any file may have.
    public var partID: FourCC = "    "
    /// The code of the feature.
    public var featureCode = FourCC(rawValue: 0)
    /// The value of the feature: a number, a fraction or a four-character code, as the feature
    /// defines it.
    public var featureValue: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("reserved", &reserved)
      try f("part_ID", &partID)
      try f("feature_code", &featureCode)
      try f("feature_value", &featureValue)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.table("features", &features)
  }
}

/// `crgn`: the region outside which nothing is drawn (QuickTime File Format, "Clipping Region
/// Atoms").
public struct ClippingRegion: Record {
  /// The top edge of the region's bounding rectangle, in pixels.
  public var top: Int16 = 0
  /// The left edge of the region's bounding rectangle, in pixels.
  public var left: Int16 = 0
  /// The bottom edge of the region's bounding rectangle, in pixels.
  public var bottom: Int16 = 0
  /// The right edge of the region's bounding rectangle, in pixels.
  public var right: Int16 = 0
  /// QuickDraw's list of scan lines; empty if the region is the rectangle itself.
  public var regionData = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    // The size includes itself and the rectangle.
    let fixed = 10
    var size = fixed + regionData.bytes.count
    try f.count("region_size", &size, bytes: 2)
    guard size >= fixed else {
      throw f.invalid("region_size", "invalid region size: \(counted(size, "byte"))")
    }
    try f("top", &top)
    try f("left", &left)
    try f("bottom", &bottom)
    try f("right", &right)
    try f.bytes("region_data", &regionData, count: size - fixed)
  }
}
