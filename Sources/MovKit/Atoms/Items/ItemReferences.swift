/// `iref`: which items refer to which others, one child atom for each item that does and each kind
/// of reference (ISO/IEC 14496-12, 8.11.12).
public struct ItemReferences: Record {
  /// Version 1 has item IDs of 32 bits in the child atoms, version 0 of 16.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.children()
  }
}

/// Any atom in an `iref` of version 0: the items that an item refers to. The atom's type says how,
/// such as `dimg` for the pictures that a grid is made of, or `thmb` from a thumbnail to its picture
/// (ISO/IEC 14496-12, 8.11.12).
public struct ItemReference: Record {
  /// The ID of the item that refers to others.
  public var fromItemID: UInt16 = 0
  /// The IDs of the items that it refers to, at most 65535.
  public var toItemIDs = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("from_item_ID", &fromItemID)
    var count = toItemIDs.count
    try f.count("reference_count", &count, bytes: 2)
    try f.rows("to_item_IDs", &toItemIDs, count: count, layout: FixedLayout())
  }
}

/// Any atom in an `iref` of version 1: like `ItemReference`, with item IDs of 32 bits
/// (ISO/IEC 14496-12, 8.11.12).
public struct LargeItemReference: Record {
  /// The ID of the item that refers to others.
  public var fromItemID: UInt32 = 0
  /// The IDs of the items that it refers to, at most 65535.
  public var toItemIDs = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("from_item_ID", &fromItemID)
    var count = toItemIDs.count
    try f.count("reference_count", &count, bytes: 2)
    try f.rows("to_item_IDs", &toItemIDs, count: count, layout: FixedLayout())
  }
}
