/// `kind` in `udta`: the role of a track, such as captions (ISO/IEC 14496-12, 8.10.4).
public struct TrackKind: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The URI of the scheme, or of the role itself if `value` is empty.
  public var schemeURI = CString()
  /// The role, a name that the scheme defines.
  public var value = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("scheme_URI", &schemeURI)
    try f.terminated("value", &value)
  }
}

/// `tsel` in `udta`: how a track differs from others among which one is chosen
/// (ISO/IEC 14496-12, 8.10.3).
public struct TrackSelection: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// Tracks of one group can be exchanged while they are played; 0 if the track is in none.
  public var switchGroup: Int32 = 0
  /// What distinguishes the track, such as `lang`.
  public var attributes = Table<TrackAttribute>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("switch_group", &switchGroup)
    try f.remainingRows("attribute_list", &attributes, layout: FixedLayout())
  }
}

/// What distinguishes a track or a sub-track from others (ISO/IEC 14496-12, 8.10.3.5).
public struct TrackAttribute: TableRow {
  /// The code of the attribute, such as `lang` or `bitr`.
  public var attribute: FourCC = "lang"

  public init() {}
  /// An attribute with this code.
  public init(_ attribute: FourCC) { self.attribute = attribute }

  public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
    try f.code("attribute", &attribute, of: .trackSelection)
  }
}

/// `stri` in `strk`: a part of a track that can be chosen like a track (ISO/IEC 14496-12, 8.14.4).
public struct SubTrackInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// As in `TrackSelection`.
  public var switchGroup: Int16 = 0
  /// Tracks and sub-tracks of one group are alternatives.
  public var alternateGroup: Int16 = 0
  /// The ID of the sub-track; 0 if it has none.
  public var subTrackID: UInt32 = 0
  /// What distinguishes the sub-track.
  public var attributes = Table<TrackAttribute>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("switch_group", &switchGroup)
    try f("alternate_group", &alternateGroup)
    try f("sub_track_ID", &subTrackID)
    try f.remainingRows("attribute_list", &attributes, layout: FixedLayout())
  }
}

/// `stsg` in `strk/strd`: the groups of samples that a sub-track consists of
/// (ISO/IEC 14496-12, 8.14.6).
public struct SubTrackSampleGroup: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The type of the groups.
  public var groupingType = FourCC(rawValue: 0)
  /// The numbers of the descriptions in `sgpd`, from 1; at most 65535.
  public var groupDescriptionIndices = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.code("grouping_type", &groupingType, of: .sampleGroup)
    var count = groupDescriptionIndices.count
    try f.count("item_count", &count, bytes: 2)
    try f.rows(
      "group_description_indices", &groupDescriptionIndices, count: count, layout: FixedLayout())
  }
}
