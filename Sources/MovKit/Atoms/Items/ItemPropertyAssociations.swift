/// `ipma` in `iprp`: which properties in `ipco` each item has, in the order in which they apply
/// (ISO/IEC 14496-12, 8.11.14).
public struct ItemPropertyAssociations: Record {
  /// Version 1 has item IDs of 32 bits, version 0 of 16.
  public var version: UInt8 = 0
  /// Bit 0x1: the index of a property has 15 bits instead of 7.
  public var flags: UInt32 = 0
  /// The items, in the order of their IDs.
  public var items: RecordList<Item> = []

  /// What the widths of the numbers depend on.
  public struct ItemLayout: Equatable, Sendable {
    /// Whether an item ID has 32 bits instead of 16.
    public var hasLargeIDs = false
    /// Whether the index of a property has 15 bits instead of 7.
    public var hasLargeIndices = false

    public init() {}
  }

  /// The properties of one item.
  public struct Item: Record {
    /// The ID of the item.
    public var itemID: UInt32 = 0
    /// The properties, at most 255.
    public var associations = Table<Association>(layout: ItemLayout())
    /// The layout that the atom's own fields ask for. `ItemPropertyAssociations.fields` sets it.
    var layout = ItemLayout()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("item_ID", &itemID, bytes: layout.hasLargeIDs ? 4 : 2)
      var count = associations.count
      try f.count("association_count", &count, bytes: 1)
      try f.rows("associations", &associations, count: count, layout: layout)
    }
  }

  /// A property of an item.
  public struct Association: TableRow {
    /// 1: a reader that does not know the property must not show the item.
    public var essential: UInt8 = 0
    /// The number of the property in `ipco`, from 1; 0 means none.
    public var propertyIndex: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: ItemLayout) throws(FormatError)
    {
      try f.bits("essential", &essential, 1)
      try f.bits("property_index", &propertyIndex, layout.hasLargeIndices ? 15 : 7)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags, named: [1: "largeIndices"])
    var layout = ItemLayout()
    layout.hasLargeIDs = version == 1
    layout.hasLargeIndices = flags & 1 != 0
    var prototype = Item()
    prototype.layout = layout
    prototype.associations = Table(layout: layout)
    items.setLayout(layout, at: \.layout)
    var count = items.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("items", &items, count: count, like: prototype)
  }
}
