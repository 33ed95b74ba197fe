/// `mean` and `name` in an item `----` of `ilst`: the domain of a name, and the name itself (iTunes
/// metadata).
public struct FreeFormName: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The domain, such as `com.apple.iTunes`, or the name.
  public var text = TextBytes(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes("text", &text, count: nil)
  }
}

/// `itif` in an item of `ilst`: the ID of the item (QuickTime File Format, "Item Information
/// Atom").
public struct MetadataItemInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number by which others refer to the item.
  public var itemID: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("item_id", &itemID)
  }
}

/// `ID32` in `meta`: an ID3 tag of version 2 ("ID3v2 in ISO files", specification of the
/// registration authority).
public struct ID3Metadata: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the tag.
  public var language = LanguageCode.undetermined
  /// The ID3v2 tag as bytes. If they are an `ID3Tag`, they are shown as its fields.
  public var tag = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("language", &language)
    try f.bytes("id3v2_data", &tag, count: nil, as: ID3Tag.self, named: "id3v2_tag")
  }
}

/// `xml ` in `meta`: metadata in XML (ISO/IEC 14496-12, 8.11.2).
public struct XMLMetadata: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The XML document.
  public var xml = AssetString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes("xml", &xml, count: nil)
  }
}

/// `bxml` in `meta`: metadata in binary XML (ISO/IEC 14496-12, 8.11.2).
public struct BinaryXMLMetadata: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The document as bytes.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes("data", &data, count: nil)
  }
}

/// `mhdr` in `meta`: the next free ID of an item (QuickTime File Format, "Metadata Header Atom").
public struct MetadataHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// An ID that no item has; all ones: a free one must be searched for.
  public var nextItemID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("next_item_id", &nextItemID)
  }
}
