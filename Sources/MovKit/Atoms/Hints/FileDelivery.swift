/// `fiin` in `meta`: how files are divided into blocks for delivery, one `paen` for each
/// (ISO/IEC 14496-12, 8.13.2).
public struct FileDeliveryItems: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of `paen` among the child atoms, as stored.
  public var partitionCount: UInt16 = 0

  public init() {}

  public static var countedType: FourCC? { "paen" }
  public var countedChildren: UInt32? {
    get { UInt32(partitionCount) }
    set { if let newValue { partitionCount = UInt16(clamping: newValue) } }
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("entry_count", &partitionCount)
    try f.children()
  }
}

/// `fpar` in `paen`: the blocks of a file (ISO/IEC 14496-12, 8.13.3).
public struct FilePartition: Record {
  /// Version 1 has an item ID and a number of entries of 32 bits, version 0 of 16.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the item that is delivered.
  public var itemID: UInt32 = 0
  /// The most bytes of the file in a packet.
  public var packetPayloadSize: UInt16 = 0
  var reserved: UInt8 = 0
  /// The method of error correction; 0 for none (RFC 5052).
  public var fecEncodingID: UInt8 = 0
  /// A variant of the method.
  public var fecInstanceID: UInt16 = 0
  /// The most symbols in a block.
  public var maxSourceBlockLength: UInt16 = 0
  /// The size of a symbol in bytes.
  public var encodingSymbolLength: UInt16 = 0
  /// The most symbols of a block with those for error correction.
  public var maxNumberOfEncodingSymbols: UInt16 = 0
  /// What the method needs besides, in base 64.
  public var schemeSpecificInfo = CString()
  /// The runs of blocks of one size.
  public var blocks = Table<Block>()

  /// A run of blocks of one size.
  public struct Block: TableRow {
    /// The number of blocks.
    public var blockCount: UInt16 = 0
    /// The size of each in bytes.
    public var blockSize: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("block_count", &blockCount)
      try f("block_size", &blockSize)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("item_ID", &itemID, bytes: version == 0 ? 2 : 4)
    try f("packet_payload_size", &packetPayloadSize)
    try f.reservedBits(&reserved, 8)
    try f("FEC_encoding_ID", &fecEncodingID)
    try f("FEC_instance_ID", &fecInstanceID)
    try f("max_source_block_length", &maxSourceBlockLength)
    try f("encoding_symbol_length", &encodingSymbolLength)
    try f("max_number_of_encoding_symbols", &maxNumberOfEncodingSymbols)
    try f.terminated("scheme_specific_info", &schemeSpecificInfo)
    var count = blocks.count
    try f.count("entry_count", &count, bytes: version == 0 ? 2 : 4)
    try f.rows("blocks", &blocks, count: count, layout: FixedLayout())
  }
}

/// `fecr` and `fire` in `paen`: the items that hold symbols for error correction, or of the file,
/// that were prepared (ISO/IEC 14496-12, 8.13.4 and 8.13.7).
public struct SymbolReservoir: Record {
  /// Version 1 has item IDs and a number of entries of 32 bits, version 0 of 16.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The items, one for each block.
  public var entries = Table<Entry>(layout: 2)

  /// The item for a block.
  public struct Entry: TableRow {
    /// The ID of the item.
    public var itemID: UInt32 = 0
    /// The number of symbols in it.
    public var symbolCount: UInt32 = 0

    public init() {}

    /// The `layout` is the width of the item ID in bytes.
    public mutating func fields(_ f: inout some FieldCoder, layout: Int) throws(FormatError) {
      try f("item_ID", &itemID, bytes: layout)
      try f("symbol_count", &symbolCount)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    let width = version == 0 ? 2 : 4
    var count = entries.count
    try f.count("entry_count", &count, bytes: width)
    try f.rows("entries", &entries, count: count, layout: width)
  }
}

/// `segr` in `fiin`: the groups of files that are delivered together (ISO/IEC 14496-12, 8.13.5).
public struct SessionGroups: Record {
  /// The groups, at most 65535.
  public var groups: [Group] = []

  /// What is delivered in one session.
  public struct Group: Record {
    /// The groups of files, at most 255.
    public var groupIDs = Table<UInt32>()
    /// The hint tracks, one for each channel; at most 65535.
    public var hintTrackIDs = Table<UInt32>()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var groups = groupIDs.count
      try f.count("entry_count", &groups, bytes: 1)
      try f.rows("group_IDs", &groupIDs, count: groups, layout: FixedLayout())
      var tracks = hintTrackIDs.count
      try f.count("num_channels_in_session_group", &tracks, bytes: 2)
      try f.rows("hint_track_IDs", &hintTrackIDs, count: tracks, layout: FixedLayout())
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = groups.count
    try f.count("num_session_groups", &count, bytes: 2)
    try f.list("session_groups", &groups, count: count)
  }
}

/// `gitn` in `fiin`: the names of groups of files (ISO/IEC 14496-12, 8.13.6).
public struct GroupNames: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The groups, at most 65535.
  public var groups: [Group] = []

  /// A group and its name.
  public struct Group: Record {
    /// The ID of the group.
    public var groupID: UInt32 = 0
    /// The name of the group.
    public var groupName = CString()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("group_ID", &groupID)
      try f.terminated("group_name", &groupName)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = groups.count
    try f.count("entry_count", &count, bytes: 2)
    try f.list("groups", &groups, count: count)
  }
}
