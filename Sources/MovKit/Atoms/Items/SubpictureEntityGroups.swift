/// `acgl` in `grpl`: tracks of subpictures of H.266 that are alike, of which some are shown together
/// (ISO/IEC 14496-15, `SubpicCommonGroupBox`).
public struct CommonSubpictureGroup: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group.
  public var groupID: UInt32 = 0
  /// The IDs of the tracks.
  public var entityIDs = Table<UInt32>()
  /// 1: the level of what is shown together is stored.
  public var hasLevel: UInt8 = 0
  /// 1: the level is the same for all samples.
  public var hasStaticLevel: UInt8 = 1
  var reserved: UInt8 = 0
  /// The level.
  public var levelIdc: UInt8 = 0
  /// The place of the track whose samples say the level, if it is not the same for all.
  public var levelEntityIndex: UInt32 = 0
  /// How many of the tracks are shown together.
  public var activeTrackCount: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("group_ID", &groupID)
    var count = entityIDs.count
    try f.count("num_entities_in_group", &count, bytes: 4)
    try f.rows("entity_IDs", &entityIDs, count: count, layout: FixedLayout())
    try f.bits("level_is_present_flag", &hasLevel, 1)
    try f.bits("level_is_static_flag", &hasStaticLevel, 1)
    try f.reservedBits(&reserved, 6)
    if hasLevel == 1 { try f("level_idc", &levelIdc) }
    if hasStaticLevel == 0 { try f("level_info_entity_idx", &levelEntityIndex) }
    try f("num_active_tracks", &activeTrackCount)
  }
}

/// `swtk` in `grpl`: tracks between which a player of H.266 can switch (ISO/IEC 14496-15, `SwitchableTracks`).
public struct SwitchableTracksGroup: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group.
  public var groupID: UInt32 = 0
  /// The IDs of the tracks.
  public var entityIDs = Table<UInt32>()
  /// A number for each of the tracks, which says from which ones a player can switch to which.
  public var hierarchyIDs = Table<UInt16>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("group_ID", &groupID)
    var count = entityIDs.count
    try f.count("num_entities_in_group", &count, bytes: 4)
    try f.rows("entity_IDs", &entityIDs, count: count, layout: FixedLayout())
    try f.rows("track_switch_hierarchy_IDs", &hierarchyIDs, count: count, layout: FixedLayout())
  }
}
