/// `pdin`: how long to wait before playing, by the rate at which the file arrives
/// (ISO/IEC 14496-12, 8.1.3).
public struct ProgressiveDownload: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Pairs of a rate and a delay.
  public var entries = Table<Row>()

  /// The delay for a rate.
  public struct Row: TableRow {
    /// The rate in bytes per second.
    public var rate: UInt32 = 0
    /// The delay in milliseconds.
    public var initialDelay: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("rate", &rate)
      try f("initial_delay", &initialDelay)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("entries", &entries, layout: FixedLayout())
  }
}

/// `tyco` in `etyp`: brands that a reader must all support (ISO/IEC 14496-12, 4.4).
public struct TypeCombination: Record {
  /// The brands.
  public var compatibleBrands = Table<Brand>()

  /// A brand.
  public struct Brand: TableRow {
    /// The code of the brand.
    public var code: FourCC = "isom"

    public init() {}
    /// A brand with this code.
    public init(_ code: FourCC) { self.code = code }

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    { try f.code("brand", &code, of: .brand) }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.remainingRows("compatible_brands", &compatibleBrands, layout: FixedLayout())
  }
}

/// `mere` in `meco`: how two `meta` are related (ISO/IEC 14496-12, 8.11.8).
public struct MetadataRelation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The handler of one `meta`.
  public var firstHandler: FourCC = "mp7t"
  /// The handler of the other.
  public var secondHandler: FourCC = "mp7t"
  /// How they are related: 1 not known, 2 different subjects, 3 complementary, 4 overlapping, 5
  /// equivalent.
  public var relation: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.code("first_metabox_handler_type", &firstHandler, of: .handler)
    try f.code("second_metabox_handler_type", &secondHandler, of: .handler)
    try f("metabox_relation", &relation)
  }
}

/// `bloc`: where a file of UltraViolet can be bought (Common File Format and Media Formats
/// Specification, 2.2.5).
public struct BaseLocation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The domain of the shop, padded with zeros to 256 bytes.
  public var baseLocation = AssetString(bytes: Bytes(repeating: 0, count: 256))
  /// The domain under which it was bought, padded with zeros to 256 bytes.
  public var purchaseLocation = AssetString(bytes: Bytes(repeating: 0, count: 256))
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes("base_location", &baseLocation, count: 256)
    try f.bytes("purchase_location", &purchaseLocation, count: 256)
    try f.reserved(&reserved, 512)
  }
}

/// `ainf` in `moov`: the identity of a file of UltraViolet (Common File Format and Media Formats
/// Specification, 2.2.4).
public struct AssetInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The media profile, as four characters.
  public var profileVersion: FourCC = "hd00"
  /// The URN of the asset.
  public var assetID = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("profile_version", &profileVersion)
    try f.terminated("APID", &assetID)
    try f.children()
  }
}
