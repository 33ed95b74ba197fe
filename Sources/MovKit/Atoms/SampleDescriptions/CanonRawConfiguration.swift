// Canon publishes no specification. What the fields mean is known from files and from programs that decode
// them (LibRaw; lclevy/canon_cr3).

/// `CMP1` in `CRAW`: how a raw picture of Canon (CRX) is divided and coded.
public struct CanonRawParameters: Record {
  /// 0xFF00 in all known files.
  public var marker: UInt16 = 0xFF00
  /// The size of the fields after this one, in bytes.
  public var headerSize: UInt16 = 48
  /// The version of the format: 0x100 or 0x200.
  public var formatVersion: UInt16 = 0x100
  var reserved: UInt16 = 0
  /// The width of the picture, in pixels.
  public var width: UInt32 = 0
  /// The height of the picture, in pixels.
  public var height: UInt32 = 0
  /// The width of a tile, in pixels.
  public var tileWidth: UInt32 = 0
  /// The height of a tile, in pixels.
  public var tileHeight: UInt32 = 0
  /// The bits of a sample.
  public var bitDepth: UInt8 = 14
  /// The number of planes, 4 for the colours of a sensor; 4 bits.
  public var planeCount: UInt8 = 4
  /// The order of colours: 0 RGGB, 1 GRBG, 2 GBRG, 3 BGGR; 4 bits.
  public var colorLayout: UInt8 = 0
  /// How samples are coded, 4 bits.
  public var encodingType: UInt8 = 0
  /// How often a wavelet transform was applied: 0 lossless, 3 lossy; 4 bits.
  public var waveletLevels: UInt8 = 0
  /// 1: there are tiles beside one another.
  public var hasTileColumns: UInt8 = 0
  /// 1: there are tiles above one another.
  public var hasTileRows: UInt8 = 0
  var reservedBits: UInt8 = 0
  /// The size of the header at the start of a sample, in bytes.
  public var sampleHeaderSize: UInt32 = 0
  /// What follows in files of version 0x200, and what is not known.
  public var rest = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("marker", &marker)
    try f("header_size", &headerSize)
    try f("format_version", &formatVersion)
    try f("reserved", &reserved)
    try f("width", &width)
    try f("height", &height)
    try f("tile_width", &tileWidth)
    try f("tile_height", &tileHeight)
    try f("bit_depth", &bitDepth)
    try f.bits("plane_count", &planeCount, 4)
    try f.bits("color_layout", &colorLayout, 4)
    try f.bits("encoding_type", &encodingType, 4)
    try f.bits("wavelet_levels", &waveletLevels, 4)
    try f.bits("has_tile_columns", &hasTileColumns, 1)
    try f.bits("has_tile_rows", &hasTileRows, 1)
    try f.reservedBits(&reservedBits, 6)
    try f("sample_header_size", &sampleHeaderSize)
    try f.bytes("rest", &rest, count: nil)
  }
}

/// `CDI1` in `CRAW`: facts about a raw picture, as child atoms.
public struct CanonImageInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.children()
  }
}

/// `IAD1` in `CDI1`: the areas of a raw picture.
public struct CanonImageAreas: Record {
  /// An area, in pixels. Its edges are part of it.
  public struct Area: TableRow {
    /// The first column.
    public var left: UInt16 = 0
    /// The first row.
    public var top: UInt16 = 0
    /// The last column.
    public var right: UInt16 = 0
    /// The last row.
    public var bottom: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("left", &left)
      try f("top", &top)
      try f("right", &right)
      try f("bottom", &bottom)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The width of the picture, in pixels.
  public var width: UInt16 = 0
  /// The height of the picture, in pixels.
  public var height: UInt16 = 0
  /// 1 in all known files.
  public var unknown1: UInt16 = 1
  /// 0: a small picture. 2: a whole one.
  public var kind: UInt16 = 0
  /// 1 in all known files.
  public var unknown2: UInt16 = 1
  /// 0 in all known files.
  public var unknown3: UInt16 = 0
  /// The areas: what is shown; then those that are dark, to the left and at the top; at last what has
  /// light. A small picture has only two.
  public var areas = Table<Area>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("width", &width)
    try f("height", &height)
    try f("unknown_1", &unknown1)
    try f("kind", &kind)
    try f("unknown_2", &unknown2)
    try f("unknown_3", &unknown3)
    try f.remainingRows("areas", &areas, layout: FixedLayout())
  }
}

/// `JPEG` in `CRAW`: says that the samples are JPEG.
public struct CanonJPEGFormat: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
  }
}
