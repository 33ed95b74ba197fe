// Descriptions of sample groups that say which items of metadata samples have, and where in a panorama they are.

/// A description in a group `stmi`: the items of metadata that samples have (ISO/IEC 14496-12,
/// `SampleToMetadataItemEntry`).
struct SampleMetadataItemsEntry: Record {
  /// The kind of the `meta` that has the items.
  var handlerType = FourCC(rawValue: 0)
  var itemIDs = Table<UInt32>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.code("meta_box_handler_type", &handlerType, of: .handler)
    var count = itemIDs.count
    try f.count("num_items", &count, bytes: 4)
    try f.rows("item_IDs", &itemIDs, count: count, layout: FixedLayout())
  }
}

/// A description in a group `pano`, and what the property of this name holds: the place of a picture in a panorama
/// (ISO/IEC 23008-12, `PanoramaEntry`).
struct PanoramaEntry: Record {
  var frameNumber: UInt16 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("frame_number", &frameNumber)
  }
}

/// `pano` in `ipco`: the place of the item in a panorama (ISO/IEC 23008-12, `PanoramaProperty`).
public struct PanoramaProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var entry = PanoramaEntry()

  /// The number of the picture in the panorama.
  public var frameNumber: UInt16 {
    get { entry.frameNumber }
    set { entry.frameNumber = newValue }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try entry.fields(&f)
  }
}
