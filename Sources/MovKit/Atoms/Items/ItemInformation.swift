/// `iinf`: what the items of a `meta` are, one child atom each (ISO/IEC 14496-12, 8.11.6).
public struct ItemInformation: CountsChildren {
  /// Version 1 has a number of entries of 32 bits, version 0 of 16. Version 2 is not in the standard,
  /// but some phones write it; it is like version 1.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of child atoms, as stored.
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 2, flags: &flags)
    try f("entry_count", &entryCount, bytes: version == 0 ? 2 : 4)
    try f.children()
  }
}

/// `infe`: the type and the name of an item (ISO/IEC 14496-12, 8.11.6).
public struct ItemInformationEntry: Record {
  /// Versions 2 and 3 name the type of the item; versions 0 and 1, of older files, name its MIME
  /// type instead. Version 3 has an item ID of 32 bits, the others of 16.
  public var version: UInt8 = 2
  /// Bit 0x1: the item is not meant to be shown by itself (ISO/IEC 23008-12, 6.4.2).
  public var flags: UInt32 = 0
  /// The ID of the item, which is unique in its `meta`.
  public var itemID: UInt32 = 0
  /// The entry of `ipro` that says how the item is protected, from 1; 0 if it is not.
  public var itemProtectionIndex: UInt16 = 0
  /// The type of the item, such as `hvc1`, `grid` or `mime`. Only in versions 2 and 3.
  public var itemType: FourCC = "hvc1"
  /// A name for people to read.
  public var itemName = CString()
  /// The MIME type of an item of type `mime`, and of every item in versions 0 and 1.
  public var contentType = CString()
  /// Whether `contentEncoding` is stored.
  public var hasContentEncoding = false
  /// The encoding of the content for HTTP/1.1, such as `gzip`; empty if it has none.
  public var contentEncoding = CString()
  /// The URI that is the type of an item of type `uri `.
  public var itemURIType = CString()
  /// Whether `extensionType` is stored, in version 1.
  public var hasExtension = false
  /// The type of what follows in version 1: `fdel` for `fileDelivery`.
  public var extensionType: FourCC = "fdel"
  /// How the item is delivered, in version 1 with an extension of type `fdel`.
  public var fileDelivery = FileDelivery()

  /// What FLUTE needs to deliver a file (ISO/IEC 14496-12, 8.11.6).
  public struct FileDelivery: Record {
    /// The URI of the file.
    public var contentLocation = CString()
    /// The MD5 sum of the file, in base 64; empty if it is not known.
    public var contentMD5 = CString()
    /// The size of the file without encoding, in bytes.
    public var contentLength: UInt64 = 0
    /// The size of the file as it is transferred, in bytes.
    public var transferLength: UInt64 = 0
    /// The groups of files that the file belongs to, at most 255.
    public var groupIDs = Table<UInt32>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f.terminated("content_location", &contentLocation)
      try f.terminated("content_MD5", &contentMD5)
      try f("content_length", &contentLength)
      try f("transfer_length", &transferLength)
      var count = groupIDs.count
      try f.count("entry_count", &count, bytes: 1)
      try f.rows("group_IDs", &groupIDs, count: count, layout: FixedLayout())
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 3, flags: &flags, named: [1: "hidden"])
    try f("item_ID", &itemID, bytes: version == 3 ? 4 : 2)
    try f("item_protection_index", &itemProtectionIndex)
    if version >= 2 {
      try f.code("item_type", &itemType, of: .itemType)
      try f.terminated("item_name", &itemName)
      switch itemType {
      case "mime": try content(&f)
      case "uri ": try f.terminated("item_uri_type", &itemURIType)
      default: break
      }
    } else {
      try f.terminated("item_name", &itemName)
      try content(&f)
      guard version == 1 else { return }
      try f.optional(&hasExtension, bytes: 4)
      guard hasExtension else { return }
      try f("extension_type", &extensionType)
      if extensionType == "fdel" { try f("file_delivery", &fileDelivery) }
    }
  }

  private mutating func content(_ f: inout some FieldCoder) throws(FormatError) {
    try f.terminated("content_type", &contentType)
    try f.optional(&hasContentEncoding, bytes: 1)
    if hasContentEncoding { try f.terminated("content_encoding", &contentEncoding) }
  }
}

/// `ipro`: how items are protected, one `sinf` for each way (ISO/IEC 14496-12, 8.11.5).
public struct ItemProtection: CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of child atoms, as stored.
  public var protectionCount: UInt16 = 0

  public init() {}

  var entryCount: UInt32 {
    get { UInt32(protectionCount) }
    set { protectionCount = UInt16(clamping: newValue) }
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("protection_count", &protectionCount)
    try f.children()
  }
}
