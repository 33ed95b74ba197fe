/// `sstl` in `strd`: the layers of scalable H.264 that a sub-track consists of (ISO/IEC 14496-15,
/// `SVCSubTrackLayerBox`).
public struct SubTrackLayers: Record {
  /// A layer. Each range says which layers belong besides the one that the ID names. A code of 2 bits.
  public struct Layer: TableRow {
    /// The dependency ID. 3 bits.
    public var dependencyID: UInt8 = 0
    /// The quality ID. 4 bits.
    public var qualityID: UInt8 = 0
    /// The temporal ID. 3 bits.
    public var temporalID: UInt8 = 0
    /// The priority ID. 6 bits.
    public var priorityID: UInt8 = 0
    /// The range of dependency IDs.
    public var dependencyRange: UInt8 = 0
    /// The range of quality IDs.
    public var qualityRange: UInt8 = 0
    /// The range of temporal IDs.
    public var temporalRange: UInt8 = 0
    /// The range of priority IDs.
    public var priorityRange: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.bits("dependency_id", &dependencyID, 3)
      try f.bits("quality_id", &qualityID, 4)
      try f.bits("temporal_id", &temporalID, 3)
      try f.bits("priority_id", &priorityID, 6)
      try f.bits("dependency_id_range", &dependencyRange, 2)
      try f.bits("quality_id_range", &qualityRange, 2)
      try f.bits("temporal_id_range", &temporalRange, 2)
      try f.bits("priority_id_range", &priorityRange, 2)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The layers, at most 65535.
  public var layers = Table<Layer>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = layers.count
    try f.count("item_count", &count, bytes: 2)
    try f.rows("layers", &layers, count: count, layout: FixedLayout())
  }
}

/// `mstv` in `strd`: the views that a sub-track consists of (ISO/IEC 14496-15, `MVCSubTrackViewBox`).
public struct SubTrackViews: Record {
  /// A view.
  public struct View: TableRow {
    /// The ID of the view. 10 bits.
    public var viewID: UInt16 = 0
    /// The temporal ID. 4 bits.
    public var temporalID: UInt8 = 0
    var reserved: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f.bits("view_id", &viewID, 10)
      try f.bits("temporal_id", &temporalID, 4)
      try f.reservedBits(&reserved, 2)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The views, at most 65535.
  public var views = Table<View>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = views.count
    try f.count("item_count", &count, bytes: 2)
    try f.rows("views", &views, count: count, layout: FixedLayout())
  }
}

/// `stmg` in `strd`: the groups of views that a sub-track consists of (ISO/IEC 14496-15,
/// `MVCSubTrackMultiviewGroupBox`).
public struct SubTrackViewGroups: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The IDs of the groups, which are those of `mvcg`; at most 65535.
  public var groupIDs = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = groupIDs.count
    try f.count("item_count", &count, bytes: 2)
    try f.rows("multiview_group_IDs", &groupIDs, count: count, layout: FixedLayout())
  }
}

/// `stti` in `strd`: the tiers that a sub-track consists of (ISO/IEC 14496-15, `SubTrackTierBox`).
public struct SubTrackTiers: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The IDs of the tiers, at most 65535.
  public var tierIDs = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = tierIDs.count
    try f.count("item_count", &count, bytes: 2)
    try f.rows("tier_IDs", &tierIDs, count: count, layout: FixedLayout())
  }
}

/// `tstb` in `strd`: the tiles of H.265 that a sub-track consists of (ISO/IEC 14496-15,
/// `TileSubTrackGroupBox`).
public struct SubTrackTiles: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The IDs of the groups of tiles, at most 65535.
  public var groupIDs = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = groupIDs.count
    try f.count("item_count", &count, bytes: 2)
    try f.rows("tile_group_IDs", &groupIDs, count: count, layout: FixedLayout())
  }
}

extension Schema {
  /// The atoms that say what a sub-track consists of, except groups of samples.
  static let subTrackRules: [Rule] = [
    .leaf("sstl", SubTrackLayers.self, .inside(["strd"])),
    .leaf("mstv", SubTrackViews.self, .inside(["strd"])),
    .leaf("stmg", SubTrackViewGroups.self, .inside(["strd"])),
    .leaf("stti", SubTrackTiers.self, .inside(["strd"])),
    .leaf("tstb", SubTrackTiles.self, .inside(["strd"])),
  ]
}
