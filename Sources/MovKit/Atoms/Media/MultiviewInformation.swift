/// `mvci` in `minf`: groups of views that can be shown together. Its child atoms are `mvcg` and `swtc`
/// (ISO/IEC 14496-15, `MultiviewInformationBox`).
public struct MultiviewInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.children()
  }
}

/// `mvcg` in `mvci`: a group of views that are put out together. Child atoms describe it
/// (ISO/IEC 14496-15, `MultiviewGroupBox`).
public struct MultiviewGroup: Record {
  /// A track, a tier or a view of the group.
  public struct Entry: Record {
    /// What the entry names: 0 a track, 1 a tier of a track, 2 a view, 3 a run of views.
    public var entryType: UInt8 = 2
    /// The ID of the track, for types 0 and 1.
    public var trackID: UInt32 = 0
    /// The ID of the tier, for type 1.
    public var tierID: UInt16 = 0
    var reserved: UInt8 = 0
    /// The ID of the view, or of the first view, for types 2 and 3. 10 bits.
    public var viewID: UInt16 = 0
    /// The number of views, for type 3.
    public var viewCount: UInt16 = 1

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("entry_type", &entryType)
      switch entryType {
      case 0: try f("track_id", &trackID)
      case 1:
        try f("track_id", &trackID)
        try f("tier_id", &tierID)
      case 2:
        try f.reservedBits(&reserved, 6)
        try f.bits("output_view_id", &viewID, 10)
      case 3:
        try f.reservedBits(&reserved, 6)
        try f.bits("start_view_id", &viewID, 10)
        try f("view_count", &viewCount)
      default: break
      }
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group.
  public var groupID: UInt32 = 0
  var reserved = Reserved()
  /// What belongs to the group, at most 65535 entries.
  public var entries: [Entry] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("multiview_group_id", &groupID)
    var count = entries.count
    try f.count("num_entries", &count, bytes: 2)
    try f.reserved(&reserved, 1)
    try f.list("entries", &entries, count: count)
    try f.children()
  }
}

/// `swtc` in `mvci`: groups of views among which one is chosen. A child atom, `mvra`, says how they differ
/// (ISO/IEC 14496-15, `MultiviewGroupRelationBox`).
public struct MultiviewGroupRelation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The IDs of the groups.
  public var groupIDs = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = groupIDs.count
    try f.count("num_entries", &count, bytes: 4)
    try f.rows("multiview_group_ids", &groupIDs, count: count, layout: FixedLayout())
    try f.children()
  }
}

/// `mvra` in `mvcg` and `swtc`: what groups of views have in common, and in what they differ
/// (ISO/IEC 14496-15, `MultiviewRelationAttributeBox`).
public struct MultiviewAttributes: Record {
  /// An attribute that all groups have with the same value.
  public struct Common: TableRow {
    /// The code of the attribute.
    public var attribute = FourCC(rawValue: 0)
    /// Its value.
    public var value: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout)
      throws(FormatError)
    {
      try f("common_attribute", &attribute)
      try f("common_value", &value)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved = Reserved()
  /// What the groups have in common, at most 65535 attributes.
  public var common = Table<Common>()
  var reservedBeforeDifferences = Reserved()
  /// The codes of the attributes in which the groups differ, at most 65535.
  public var differentiating = Table<FourCC>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reserved(&reserved, 2)
    var commonCount = common.count
    try f.count("num_common_attributes", &commonCount, bytes: 2)
    try f.rows("common_attributes", &common, count: commonCount, layout: FixedLayout())
    try f.reserved(&reservedBeforeDifferences, 2)
    var count = differentiating.count
    try f.count("num_differentiating_attributes", &count, bytes: 2)
    try f.rows(
      "differentiating_attributes", &differentiating, count: count, layout: FixedLayout())
  }
}

/// `vwdi` in `mvcg`: the largest disparity of the views of a group (ISO/IEC 14496-15,
/// `MultiviewSceneInfoBox`).
public struct MultiviewDisparity: Record {
  /// The largest disparity between neighbouring views, in pixels.
  public var maxDisparity: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("max_disparity", &maxDisparity)
  }
}

extension Schema {
  /// The atoms of `mvci`, except those that describe tiers.
  static let multiviewInformationRules: [Rule] = [
    .parent("mvci", MultiviewInformation.self, .inside(["minf"])),
    .parent("mvcg", MultiviewGroup.self, .inside(["mvci"])),
    .parent("swtc", MultiviewGroupRelation.self, .inside(["mvci"])),
    .leaf("mvra", MultiviewAttributes.self, .inside(["mvcg", "swtc"])),
    .leaf("vwdi", MultiviewDisparity.self, .inside(["mvcg"])),
  ]
}
