// What the descriptions of sample groups hold that are about subpictures of H.266 (ISO/IEC 14496-15).

/// A description in a group `sulm`: the group of NAL units of each subpicture (ISO/IEC 14496-15,
/// `VvcSubpicLayoutMapEntry`).
struct SubpictureLayoutEntry: Record {
  /// The type of the groups that the IDs are of.
  var groupType: FourCC = "spid"
  var groupIDs = Table<UInt16>()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.code("group_ID_info_4cc", &groupType, of: .sampleGroup)
    var last = UInt16(clamping: groupIDs.count - 1)
    try f("entry_count_minus1", &last)
    try f.rows("group_IDs", &groupIDs, count: Int(last) + 1, layout: FixedLayout())
  }
}

/// The IDs of the subpictures of a picture, in a group `spid` and as a property of an item (ISO/IEC 14496-15,
/// `VvcSubpicIDEntry`).
public struct SubpictureIDs: Record {
  /// A subpicture. It has the fields that the flags say.
  public struct Subpicture: TableRow {
    /// Which of the fields there are.
    public struct Layout: Equatable, Sendable {
      /// Whether each subpicture has its ID.
      public var hasID = true
      /// Whether each subpicture has the ID of its group of NAL units.
      public var hasGroup = false
    }

    /// The ID of the subpicture.
    public var id: UInt16 = 0
    /// The ID of its group of NAL units.
    public var groupID: UInt16 = 0

    public init() {}

    public static var isVaried: Bool { true }

    public mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError) {
      if layout.hasID { try f("subpic_id", &id) }
      if layout.hasGroup { try f("group_ID", &groupID) }
    }
  }

  /// 1: each subpicture has the ID of a group of NAL units, which is a rectangular region.
  public var isRectangular: UInt8 = 0
  var reserved: UInt8 = 0
  /// 1: the IDs follow one another, and only the first one is stored.
  public var isContinuous: UInt8 = 1
  /// The ID of the first subpicture, if the IDs follow one another.
  public var firstID: UInt16 = 0
  /// The number of subpictures minus one, if `subpictures` has none. 12 bits.
  public var lastSubpicture: UInt16 = 0
  /// The subpictures, from 1 to 4096; none if only the ID of the first one is stored.
  public var subpictures = Table<Subpicture>(layout: Subpicture.Layout())

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("rect_region_flag", &isRectangular, 1)
    try f.reservedBits(&reserved, 2)
    try f.bits("continuous_id_flag", &isContinuous, 1)
    let layout = Subpicture.Layout(hasID: isContinuous == 0, hasGroup: isRectangular == 1)
    let hasRows = layout.hasID || layout.hasGroup
    if hasRows { lastSubpicture = UInt16(clamping: subpictures.count - 1) }
    try f.bits("num_subpics_minus1", &lastSubpicture, 12)
    if isContinuous == 1 { try f("subpic_id", &firstID) }
    guard hasRows else { return }
    try f.rows("subpictures", &subpictures, count: Int(lastSubpicture) + 1, layout: layout)
  }
}

/// `spid` in `ipco`: the IDs of the subpictures of a picture (ISO/IEC 23008-12, `VvcSubpicIDProperty`).
public struct SubpictureIDsProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The IDs.
  public var subpictures = SubpictureIDs()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sid_info", &subpictures)
  }
}

/// `spor` in `ipco`: the order of the subpictures of a picture (ISO/IEC 23008-12, `VvcSubpicOrderProperty`).
public struct SubpictureOrderProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The order.
  public var order = SubpictureOrderEntry()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("sor_info", &order)
  }
}

/// A description in a group `spli`: the level of a subpicture (ISO/IEC 14496-15, `SubpicLevelInfoEntry`).
struct SubpictureLevelEntry: Record {
  var levelIdc: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("level_idc", &levelIdc)
  }
}

/// A description in a group `minp`: the subpictures that need a picture parameter set which allows NAL units of
/// several types (ISO/IEC 14496-15, `VvcMixedNALUnitTypePicEntry`).
struct MixedNALUnitsEntry: Record {
  struct Pair: TableRow {
    var first: UInt16 = 0
    var second: UInt16 = 0

    mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
      try f("mix_subp_track_idx1", &first)
      try f("mix_subp_track_idx2", &second)
    }
  }

  var pairs = Table<Pair>()
  var bitPosition: UInt16 = 0
  var parameterSetID: UInt8 = 0

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    var count = pairs.count
    try f.count("num_mix_nalu_pic_idx", &count, bytes: 2)
    try f.rows("mix_nalu_pics", &pairs, count: count, layout: FixedLayout())
    try f.bits("pps_mix_nalu_types_in_pic_bit_pos", &bitPosition, 10)
    try f.bits("pps_id", &parameterSetID, 6)
  }
}
