/// `iloc`: where the items of a `meta` are (ISO/IEC 14496-12, 8.11.3).
public struct ItemLocations: HoldsFileOffsets {
  /// 1 and 2 add construction methods and extent indices; 2 makes items' numbers 32 bits wide.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Bytes of the numbers below: 0, 4 or 8 each, and whatever can be read. A number of no bytes
  /// is 0.
  public var offsetSize: UInt8 = 4
  public var lengthSize: UInt8 = 4
  public var baseOffsetSize: UInt8 = 0
  /// Reserved in version 0.
  public var indexSize: UInt8 = 0
  public var items: [Item] = []

  /// How wide the numbers of an item are.
  public struct ItemLayout: Equatable, Sendable {
    /// The atom's version.
    public var version: UInt8 = 0
    public var offsetSize = 4
    public var lengthSize = 4
    public var baseOffsetSize = 0
    public var indexSize = 0

    public init() {}
  }

  public struct Item: Record {
    public var itemID: UInt32 = 0
    public var reserved: UInt8 = 0
    public var reservedBits: UInt8 = 0
    /// 0: offsets are in the file. 1: in `idat`. 2: in another item.
    public var constructionMethod: UInt8 = 0
    /// 0: this file. Else an entry of `dref`, counted from 1.
    public var dataReferenceIndex: UInt16 = 0
    public var baseOffset: UInt64 = 0
    public var extents = Table<Extent>(layout: ItemLayout())
    /// What the atom's own fields ask for; `fields` of the atom sees to it.
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
        "base_offset", &baseOffset, bytes: layout.baseOffsetSize,
        isInFile: constructionMethod == 0 && dataReferenceIndex == 0)
      var count = extents.count
      try f.count("extent_count", &count, bytes: 2)
      try f.rows("extents", &extents, count: count, layout: layout)
    }
  }

  public struct Extent: TableRow {
    public var extentIndex: UInt64 = 0
    /// Added to the item's `baseOffset`.
    public var extentOffset: UInt64 = 0
    /// 0: all there is.
    public var extentLength: UInt64 = 0

    public init() {}

    public static var isVaried: Bool { true }

    public mutating func fields(_ f: inout some FieldCoder, layout: ItemLayout) throws(FormatError)
    {
      if layout.version > 0, layout.indexSize > 0 {
        try f("extent_index", &extentIndex, bytes: layout.indexSize)
      }
      try f.fileExtent(
        offset: "extent_offset", &extentOffset, bytes: layout.offsetSize, length: "extent_length",
        &extentLength, bytes: layout.lengthSize, from: .base)
    }
  }

  public init() {}

  /// The layout of items and extents that the atom's own fields ask for.
  public var itemLayout: ItemLayout {
    var layout = ItemLayout()
    layout.version = version
    layout.offsetSize = Int(offsetSize)
    layout.lengthSize = Int(lengthSize)
    layout.baseOffsetSize = Int(baseOffsetSize)
    layout.indexSize = version > 0 ? Int(indexSize) : 0
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
      throw f.invalid("offset_size", "unsupported number size: \(size) bytes")
    }
    var prototype = Item()
    prototype.layout = layout
    prototype.extents = Table(layout: layout)
    for index in items.indices { items[index].layout = layout }
    var count = items.count
    try f.count("item_count", &count, bytes: version == 2 ? 4 : 2)
    try f.list("items", &items, count: count, like: prototype)
  }

  /// Extents get 64 bits and count from the start of the file, so that no base need hold what is
  /// far from it.
  public func widened() throws(FormatError) -> (record: any HoldsFileOffsets, type: FourCC?)? {
    guard offsetSize != 8 || items.contains(where: \.countsFromABase) else { return nil }
    var wide = self
    wide.offsetSize = 8
    let layout = wide.itemLayout
    for index in wide.items.indices {
      let item = items[index]
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
  fileprivate var countsFromABase: Bool {
    constructionMethod == 0 && dataReferenceIndex == 0 && baseOffset > 0
  }
}
