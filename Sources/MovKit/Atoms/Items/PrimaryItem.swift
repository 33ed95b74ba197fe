/// `pitm` in `meta`: the item to show where one is asked for, such as the picture of a HEIF file
/// (ISO/IEC 14496-12, 8.11.4).
public struct PrimaryItem: Record {
  /// 1 makes the number 32 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var itemID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("item_ID", &itemID, bytes: version == 0 ? 2 : 4)
  }
}
