/// `iloc`: where the items of a `meta` are stored (ISO/IEC 14496-12, 8.11.3).
public struct ItemLocations: HoldsFileOffsets {
  /// Versions 1 and 2 add construction methods and extent indices. Version 2 has item IDs of 32
  /// bits, the others of 16.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of bytes of `Extent.extentOffset`. This size and the following three are 0, 4 or 8
  /// in the standard; any size from 0 to 8 is read. A number of no bytes is 0.
  public var offsetSize: UInt8 = 4
  /// The number of bytes of `Extent.extentLength`.
  public var lengthSize: UInt8 = 4
  /// The number of bytes of `Item.baseOffset`.
  public var baseOffsetSize: UInt8 = 0
  /// The number of bytes of `Extent.extentIndex`. Reserved in version 0.
  public var indexSize: UInt8 = 0
  /// The items, in the order they are stored.
  public var items: RecordList<Item> = []

  /// The widths of the numbers in an item.
  public struct ItemLayout: Equatable, Sendable {
    /// The atom's version.
    public var version: UInt8 = 0
    /// The number of bytes of `Extent.extentOffset`.
    public var offsetSize: UInt8 = 4
    /// The number of bytes of `Extent.extentLength`.
    public var lengthSize: UInt8 = 4
    /// The number of bytes of `Item.baseOffset`.
    public var baseOffsetSize: UInt8 = 0
    /// The number of bytes of `Extent.extentIndex`; 0 in version 0.
    public var indexSize: UInt8 = 0

    public init() {}
  }

  /// The place of one item: a base and the extents that, joined, are the item.
  public struct Item: Record {
    /// The ID of the item, which is unique in its `meta`.
    public var itemID: UInt32 = 0
    /// The upper 8 of 12 reserved bits, kept as they are. Not in version 0.
    public var reserved: UInt8 = 0
    /// The lower 4 of 12 reserved bits, kept as they are. Not in version 0.
    public var reservedBits: UInt8 = 0
    /// What the offsets are places in. 0: the file. 1: the `idat` of the `meta`. 2: another item.
    public var constructionMethod: UInt8 = 0
    /// The file that holds the item: 0 for this file, otherwise the number of an entry in `dref`,
    /// from 1.
    public var dataReferenceIndex: UInt16 = 0
    /// The value that is added to each extent's offset, in bytes.
    public var baseOffset: UInt64 = 0
    /// The parts of the item, in the order they are joined.
    public var extents = Table<Extent>(layout: ItemLayout())
    /// The layout that the atom's own fields ask for. `ItemLocations.fields` sets it.
    var layout = ItemLayout()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("item_ID", &itemID, bytes: layout.version == 2 ? 4 : 2)
      if layout.version > 0 {
        try f("reserved", &reserved)
        try f.reservedBits(&reservedBits, 4)
        try f.bits("construction_method", &constructionMethod, 4)
      }
      try f("data_reference_index", &dataReferenceIndex)
      try f.fileOffsetBase(
        "base_offset", &baseOffset, bytes: Int(layout.baseOffsetSize),
        isInFile: constructionMethod == 0 && dataReferenceIndex == 0)
      var count = extents.count
      try f.count("extent_count", &count, bytes: 2)
      try f.rows("extents", &extents, count: count, layout: layout)
    }
  }

  /// A part of an item that is stored contiguously.
  public struct Extent: TableRow {
    /// With construction method 2, the number of the reference (from 1) of type `iloc` to the item
    /// that holds the extent. If the field is absent, this is 0 and the first reference is meant.
    /// Not in version 0.
    public var extentIndex: UInt64 = 0
    /// The place of the extent, in bytes from the item's `baseOffset`.
    public var extentOffset: UInt64 = 0
    /// The number of bytes; 0 means all bytes from the offset to the end.
    public var extentLength: UInt64 = 0

    public init() {}

    public static var isVaried: Bool { true }

    public mutating func fields(_ f: inout some FieldCoder, layout: ItemLayout) throws(FormatError)
    {
      if layout.version > 0, layout.indexSize > 0 {
        try f("extent_index", &extentIndex, bytes: Int(layout.indexSize))
      }
      try f.fileExtent(
        offset: "extent_offset", &extentOffset, bytes: Int(layout.offsetSize),
        length: "extent_length", &extentLength, bytes: Int(layout.lengthSize), from: .base)
    }
  }

  public init() {}

  /// The layout of items and extents that the other fields of the atom ask for.
  public var itemLayout: ItemLayout {
    var layout = ItemLayout()
    layout.version = version
    layout.offsetSize = offsetSize
    layout.lengthSize = lengthSize
    layout.baseOffsetSize = baseOffsetSize
    layout.indexSize = version > 0 ? indexSize : 0
    return layout
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 2, flags: &flags)
    try f.bits("offset_size", &offsetSize, 4)
    try f.bits("length_size", &lengthSize, 4)
    try f.bits("base_offset_size", &baseOffsetSize, 4)
    try f.bits(version > 0 ? "index_size" : "reserved", &indexSize, 4)
    let layout = itemLayout
    for size in [layout.offsetSize, layout.lengthSize, layout.baseOffsetSize, layout.indexSize]
    where size > 8 {
      throw f.invalid("offset_size", "unsupported number size: \(counted(size, "byte"))")
    }
    var prototype = Item()
    prototype.layout = layout
    prototype.extents = Table(layout: layout)
    items.setLayout(layout, at: \.layout)
    var count = items.count
    try f.count("item_count", &count, bytes: version == 2 ? 4 : 2)
    try f.list("items", &items, count: count, like: prototype)
  }

  /// Returns a record with extents of 64 bits that count from the start of the file, so that no
  /// base needs to be within reach of all its extents.
  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    guard offsetSize != 8 || items.contains(where: \.countsFromABase) else { return nil }
    var wide = self
    wide.offsetSize = 8
    let layout = wide.itemLayout
    for index in wide.items.indices {
      let item = items[index]
      guard item.extents.count < 2 || item.hasPlaces else {
        throw FormatError(
          .notEditable("item \(item.itemID) has several extents without numbers"), path: "iloc")
      }
      let moves = item.countsFromABase
      var extents: [Extent] = []
      for var extent in item.extents {
        if moves {
          let (place, overflow) = item.baseOffset.addingReportingOverflow(extent.extentOffset)
          guard !overflow else { throw FormatError(.doesNotFit(bits: 64), path: "extent_offset") }
          extent.extentOffset = place
        }
        extents.append(extent)
      }
      if moves { wide.items[index].baseOffset = 0 }
      wide.items[index].extents = try Table(extents, layout: layout)
    }
    return (wide, nil)
  }
}

extension ItemLocations.Item {
  /// Whether the extents have bytes in the file. If not, all of them are the same.
  var hasPlaces: Bool { layout.offsetSize > 0 || layout.lengthSize > 0 || layout.indexSize > 0 }

  /// Whether the item is in this file and its extents count from a base other than 0.
  fileprivate var countsFromABase: Bool {
    constructionMethod == 0 && dataReferenceIndex == 0 && baseOffset > 0
  }
}
