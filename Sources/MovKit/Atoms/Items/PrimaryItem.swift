/// `pitm`: the main item of a `meta`, such as the picture to show of a HEIF file
/// (ISO/IEC 14496-12, 8.11.4).
public struct PrimaryItem: Record {
  /// Version 1 has an item ID of 32 bits, version 0 of 16.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the item.
  public var itemID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("item_ID", &itemID, bytes: version == 0 ? 2 : 4)
  }
}
