/// `cmpd`: the components of uncompressed pictures or video (ISO/IEC 23001-17, 5.1.3).
public struct ComponentDefinitions: Record {
  /// The components, in the order of their indices.
  public var components: RecordList<Component> = []

  /// A component of a pixel.
  public struct Component: Record {
    /// What the component is, such as red. From 0x8000 on, `typeURI` says what it is.
    public var type: UInt16 = 0
    /// The URI that names the component. It is stored only if `type` is 0x8000 or more.
    public var typeURI = CString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.choice("component_type", &type, named: Self.typeNames)
      if type >= 0x8000 { try f.terminated("component_type_uri", &typeURI) }
    }

    /// ISO/IEC 23001-17, table 1.
    private static let typeNames: ValueNames = [
      0: "monochrome", 1: "Y", 2: "Cb", 3: "Cr", 4: "red", 5: "green", 6: "blue", 7: "alpha",
      8: "depth", 9: "disparity", 10: "palette", 11: "filter array", 12: "padded", 13: "cyan",
      14: "magenta", 15: "yellow", 16: "key (black)",
    ]
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = components.count
    try f.count("component_count", &count, bytes: 4)
    try f.list("components", &components, count: count)
  }
}

/// `uncC`: how the components of uncompressed pictures or video are stored (ISO/IEC 23001-17,
/// 5.2.1).
public struct UncompressedConfiguration: Record {
  /// Version 1 has only the profile, which then says everything.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// A well-known format, such as `rgb3`; 0 if it is none.
  public var profile = FourCC(rawValue: 0)
  /// The components. Not in version 1, as all that follows.
  public var components = Table<Component>()
  /// The subsampling of chroma.
  public var samplingType: UInt8 = 0
  /// The order of the components.
  public var interleaveType: UInt8 = 0
  /// The size of a block of components, in bytes; 0 if there are no blocks.
  public var blockSize: UInt8 = 0
  /// 1: the bytes of a component are stored with the least significant first.
  public var componentsLittleEndian: UInt8 = 0
  /// 1: the padding of a block is at its least significant bits.
  public var blockPadLSB: UInt8 = 0
  /// 1: the bytes of a block are stored with the least significant first.
  public var blockLittleEndian: UInt8 = 0
  /// 1: the order of the components in a block is reversed.
  public var blockReversed: UInt8 = 0
  /// 1: the padding may have any value.
  public var padUnknown: UInt8 = 0
  var reserved: UInt8 = 0
  /// The size of a pixel with its padding, in bytes; 0 if pixels are not padded.
  public var pixelSize: UInt32 = 0
  /// The multiple of bytes that rows are padded to; 0 if they are not.
  public var rowAlignSize: UInt32 = 0
  /// The multiple of bytes that tiles are padded to; 0 if they are not.
  public var tileAlignSize: UInt32 = 0
  /// The number of tiles beside one another, minus one.
  public var tileColumnsMinusOne: UInt32 = 0
  /// The number of tiles above one another, minus one.
  public var tileRowsMinusOne: UInt32 = 0

  /// How a component is stored.
  public struct Component: TableRow {
    /// The number of the component in `cmpd`, from 0.
    public var index: UInt16 = 0
    /// The number of bits, minus one.
    public var bitDepthMinusOne: UInt8 = 7
    /// The kind of number.
    public var format: UInt8 = 0
    /// The number of bytes that the component is padded to; 0 if it is not.
    public var alignSize: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("component_index", &index)
      try f("component_bit_depth_minus_one", &bitDepthMinusOne)
      try f.choice("component_format", &format, named: Self.formatNames)
      try f("component_align_size", &alignSize)
    }

    /// ISO/IEC 23001-17, table 2.
    private static let formatNames: ValueNames = [
      0: "unsigned integer", 1: "floating point", 2: "complex number", 3: "signed integer",
    ]
  }

  /// ISO/IEC 23001-17, table 3.
  private static let samplingNames: ValueNames = [
    0: "no subsampling", 1: "4:2:2", 2: "4:2:0", 3: "4:1:1",
  ]

  /// ISO/IEC 23001-17, table 4.
  private static let interleaveNames: ValueNames = [
    0: "component", 1: "pixel", 2: "mixed", 3: "row", 4: "tile-component", 5: "multi-Y",
  ]

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("profile", &profile)
    guard version == 0 else { return }
    var count = components.count
    try f.count("component_count", &count, bytes: 4)
    try f.rows("components", &components, count: count, layout: FixedLayout())
    try f.choice("sampling_type", &samplingType, named: Self.samplingNames)
    try f.choice("interleave_type", &interleaveType, named: Self.interleaveNames)
    try f("block_size", &blockSize)
    try f.bits("components_little_endian", &componentsLittleEndian, 1)
    try f.bits("block_pad_lsb", &blockPadLSB, 1)
    try f.bits("block_little_endian", &blockLittleEndian, 1)
    try f.bits("block_reversed", &blockReversed, 1)
    try f.bits("pad_unknown", &padUnknown, 1)
    try f.reservedBits(&reserved, 3)
    try f("pixel_size", &pixelSize)
    try f("row_align_size", &rowAlignSize)
    try f("tile_align_size", &tileAlignSize)
    try f("num_tile_cols_minus_one", &tileColumnsMinusOne)
    try f("num_tile_rows_minus_one", &tileRowsMinusOne)
  }
}

/// `cmpC`: how the data of a picture is compressed as a whole or in units (ISO/IEC 23001-17, 6.1).
public struct CompressionConfiguration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The method, such as `defl` (RFC 1951), `zlib` or `brot`.
  public var compressionType: FourCC = "defl"
  /// What is compressed by itself.
  public var compressedUnitType: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("compression_type", &compressionType)
    try f.choice(
      "compressed_unit_type", &compressedUnitType,
      named: [0: "item", 1: "image", 2: "tile", 3: "row", 4: "pixel"])
  }
}

/// `icef`: the compressed units of an item (ISO/IEC 23001-17, 6.2).
public struct CompressedUnits: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The width of an offset: 0 none, 1 16 bits, 2 24 bits, 3 32 bits, 4 64 bits.
  public var unitOffsetCode: UInt8 = 0
  /// The width of a size: 0 8 bits, 1 16 bits, 2 24 bits, 3 32 bits, 4 64 bits.
  public var unitSizeCode: UInt8 = 0
  var reserved: UInt8 = 0
  /// The units, in the order of the file.
  public var units = Table<Unit>(layout: UnitLayout())

  /// The widths of the numbers.
  public struct UnitLayout: Equatable, Sendable {
    /// The number of bytes of an offset; 0 if units follow one another without a gap.
    public var offsetBytes = 0
    /// The number of bytes of a size.
    public var sizeBytes = 1

    public init() {}
  }

  /// One compressed unit.
  public struct Unit: TableRow {
    /// Where the unit begins, in bytes from the start of the item's data.
    public var offset: UInt64 = 0
    /// The number of bytes.
    public var size: UInt64 = 0

    public init() {}

    public static var isVaried: Bool { true }

    public mutating func fields(_ f: inout some FieldCoder, layout: UnitLayout)
      throws(FormatError)
    {
      if layout.offsetBytes > 0 { try f("unit_offset", &offset, bytes: layout.offsetBytes) }
      try f("unit_size", &size, bytes: layout.sizeBytes)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bits("unit_offset_code", &unitOffsetCode, 3)
    try f.bits("unit_size_code", &unitSizeCode, 3)
    try f.reservedBits(&reserved, 2)
    guard unitOffsetCode <= 4, unitSizeCode <= 4 else {
      throw f.invalid("unit_offset_code", "unsupported number sizes")
    }
    var layout = UnitLayout()
    layout.offsetBytes = [0, 2, 3, 4, 8][Int(unitOffsetCode)]
    layout.sizeBytes = [1, 2, 3, 4, 8][Int(unitSizeCode)]
    var count = units.count
    try f.count("num_compressed_units", &count, bytes: 4)
    try f.rows("units", &units, count: count, layout: layout)
  }
}

/// `cloc`: where chroma is between the pixels of luma (ISO/IEC 23001-17, 6.1.4).
public struct ChromaLocation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The place, a code of ISO/IEC 23091-2 (`Chroma420SampleLocType`).
  public var location: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("chroma_location", &location)
  }
}
