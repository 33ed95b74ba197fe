/// Any atom in `grpl`: items, or tracks, that belong together. The atom's type says how, such as
/// `altr` for alternatives, of which a player shows one (ISO/IEC 14496-12, 8.18.3).
public struct EntityGroup: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group, which differs from those of all other groups, items and tracks.
  public var groupID: UInt32 = 0
  /// The IDs of the items or tracks.
  public var entityIDs = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: .max, flags: &flags)
    try f("group_ID", &groupID)
    var count = entityIDs.count
    try f.count("num_entities_in_group", &count, bytes: 4)
    try f.rows("entity_IDs", &entityIDs, count: count, layout: FixedLayout())
  }
}

/// `pymd` in `grpl`: the layers of an image pyramid, which show the same picture in several
/// resolutions (ISO/IEC 23008-12, 6.8.11).
public struct ImagePyramid: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group.
  public var groupID: UInt32 = 0
  /// The IDs of the items, from the layer of the lowest resolution on.
  public var entityIDs = Table<UInt32>()
  /// The width of a tile in pixels.
  public var tileSizeX: UInt16 = 0
  /// The height of a tile in pixels.
  public var tileSizeY: UInt16 = 0
  /// A row for each of the items.
  public var layers = Table<Layer>()

  /// A layer of the pyramid.
  public struct Layer: TableRow {
    /// How much smaller the layer is than that of the highest resolution.
    public var layerBinning: UInt16 = 0
    /// The number of tiles above one another, minus one.
    public var tilesInLayerRowMinus1: UInt16 = 0
    /// The number of tiles beside one another, minus one.
    public var tilesInLayerColumnMinus1: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("layer_binning", &layerBinning)
      try f("tiles_in_layer_row_minus1", &tilesInLayerRowMinus1)
      try f("tiles_in_layer_column_minus1", &tilesInLayerColumnMinus1)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("group_ID", &groupID)
    var count = entityIDs.count
    try f.count("num_entities_in_group", &count, bytes: 4)
    try f.rows("entity_IDs", &entityIDs, count: count, layout: FixedLayout())
    try f("tile_size_x", &tileSizeX)
    try f("tile_size_y", &tileSizeY)
    try f.rows("layers", &layers, count: count, layout: FixedLayout())
  }
}
