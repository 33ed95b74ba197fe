/// How `sbgp`, `csgp` and `sgpd` begin: which groups they are about is found without reading their rows.
struct SampleGroupHead: Record {
  var version: UInt8 = 0
  var flags: UInt32 = 0
  var groupingType = FourCC(rawValue: 0)

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.groupingHead(&version, upTo: .max, flags: &flags, &groupingType)
  }
}

extension FieldCoder {
  /// Codes the first fields of an atom about groups of samples (ISO/IEC 14496-12, 8.9).
  mutating func groupingHead(
    _ version: inout UInt8, upTo newest: UInt8, flags: inout UInt32, named names: FlagNames = [:],
    _ groupingType: inout FourCC
  ) throws(FormatError) {
    try self.version(&version, upTo: newest, flags: &flags, named: names)
    try code("grouping_type", &groupingType, of: .sampleGroup)
  }
}

/// `sbgp`: the group of each sample, as runs of samples in one group (ISO/IEC 14496-12, 8.9.2).
public struct SampleToGroup: Record {
  /// Version 1 adds `groupingTypeParameter`.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The type of the grouping. The `sgpd` of the same type describes the groups.
  public var groupingType = FourCC(rawValue: 0)
  /// Distinguishes groupings of one type. Only in version 1.
  public var groupingTypeParameter: UInt32 = 0
  /// The runs in the order of their samples. Samples after the last run are in no group, or in the
  /// default group that `sgpd` names.
  public var entries = Table<Row>()

  /// The groups that a fragment's own `sgpd` describes are numbered from this value plus 1.
  static let ownGroups: UInt32 = 0x10000

  /// A run of samples that are in the same group.
  public struct Row: TableRow {
    /// The number of samples in the run.
    public var sampleCount: UInt32 = 0
    /// The number of a description in `sgpd`, from 1, or from 0x10001 for the fragment's own
    /// descriptions; 0 means no group.
    public var groupDescriptionIndex: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    {
      try f("sample_count", &sampleCount)
      try f("group_description_index", &groupDescriptionIndex)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.groupingHead(&version, upTo: 1, flags: &flags, &groupingType)
    if version == 1 { try f("grouping_type_parameter", &groupingTypeParameter) }
    try f.table("entries", &entries)
  }
}

/// `sgpd`: the descriptions of the groups of one type (ISO/IEC 14496-12, 8.9.3).
///
/// The descriptions are in `entries` if all have one size, in `sizedEntries` if each has its own
/// size, and in `undivided` in version 0 of a type whose size is not known here. Version 0 has no sizes: a type whose
/// descriptions mostly have one size is divided by it if that leaves no bytes.
public struct SampleGroupDescriptions: Record {
  /// Version 1 adds the size of the descriptions. Version 2 also adds the number of the default
  /// one.
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  /// The type of the grouping, such as `roll` or `rap `.
  public var groupingType: FourCC = "roll"
  /// The size of each description in bytes, or 0 if each has its own size. Not in version 0.
  public var defaultLength: UInt32 = 2
  /// The number of the description, from 1, for samples that no `sbgp` or `csgp` puts in a group; 0
  /// means none. Only in version 2.
  public var defaultGroupDescriptionIndex: UInt32 = 0
  /// The descriptions if all have the same size; otherwise empty.
  public var entries = Table<Row>(layout: RowLayout(groupingType: "roll", length: 2))
  /// The descriptions if each has its own size, that is if `defaultLength` is 0.
  public var sizedEntries: RecordList<SizedEntry> = []
  /// The number of descriptions in `undivided`.
  public var undividedCount: UInt32 = 0
  /// The bytes of all descriptions together, in version 0 of a type whose size is not known here.
  public var undivided = RawBytes()

  /// What the fields of a description depend on.
  public struct RowLayout: Equatable, Sendable {
    /// The type of the grouping.
    public var groupingType: FourCC
    /// The size of a description in bytes.
    public var length: Int
  }

  /// A description in a table of descriptions of one size.
  public struct Row: TableRow {
    /// In groups `roll` and `prol` (ISO/IEC 14496-12, 10.1), the distance in samples to the point
    /// where decoding is correct. If positive, the output is correct this number of samples after
    /// this one. If negative, decoding must start this number of samples earlier.
    public var rollDistance: Int16 = 0
    /// The description in every other type of group.
    public var description = RawBytes()

    public init() {}

    public static var isVaried: Bool { true }

    /// The `layout` says whether the description is a `rollDistance`, and how many bytes it has.
    public mutating func fields(_ f: inout some FieldCoder, layout: RowLayout) throws(FormatError) {
      if layout.groupingType == "roll" || layout.groupingType == "prol", layout.length == 2 {
        try f("roll_distance", &rollDistance)
      } else {
        try f.groupDescription(&description, of: layout.groupingType, count: layout.length)
      }
    }
  }

  /// A description that is stored after its own size.
  public struct SizedEntry: Record {
    /// The bytes of the description.
    public var description = RawBytes()
    /// The type of the grouping, which decides how the description is shown.
    /// `SampleGroupDescriptions.fields` sets it.
    var groupingType = FourCC(rawValue: 0)

    public init() {}

    public static func == (a: Self, b: Self) -> Bool { a.description == b.description }

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var length = description.bytes.count
      try f.count("description_length", &length, bytes: 4)
      try f.groupDescription(&description, of: groupingType, count: length)
    }
  }

  public init() {}

  /// The number of descriptions, in whichever form they are.
  public var descriptionCount: Int {
    entries.count + sizedEntries.count + Int(clamping: undividedCount)
  }

  /// Whether the descriptions of version 0 are in `entries`, although their type allows other sizes than the usual one.
  var isDivided = false

  /// The size of a description in version 0, which depends on the type; nil if it is not known.
  private var lengthInVersion0: Int? {
    switch groupingType {
    case "roll", "prol": 2
    case "rap ", "tele": 1
    default: nil
    }
  }

  /// The size that a description of the type mostly has: that of `seig` without a constant initialization vector, for
  /// example. Version 0 does not say whether all have it.
  private var usualLength: Int? {
    switch groupingType {
    case "sap ", "sync": 1
    case "drap": 4
    case "avll": 6
    case "seig", "tscl": 20
    default: nil
    }
  }

  /// Whether the bytes are a count and as many descriptions of `length` bytes, and no more.
  private static func divides(_ length: Int, _ bytes: Bytes) -> Bool {
    guard bytes.count >= 4 else { return false }
    let count = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let (size, overflow) = count.multipliedReportingOverflow(by: length)
    return !overflow && size == bytes.count - 4
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.groupingHead(
      &version, upTo: 2, flags: &flags,
      named: [1: "staticGroupDescription", 2: "staticMapping"], &groupingType)
    var length = lengthInVersion0
    if version >= 1 {
      try f("default_length", &defaultLength)
      length = Int(defaultLength)
    }
    if version == 2 { try f("default_group_description_index", &defaultGroupDescriptionIndex) }
    if version == 0, let usual = usualLength {
      // Descriptions that are given as bytes take the place of those that another version had.
      if !isDivided, f.isGivenAny(of: "descriptions") { entries = Table(layout: entries.layout) }
      if !entries.isEmpty, undividedCount == 0, entries.layout.length == usual { isDivided = true }
      try f.optional(&isDivided, bytes: 4 + usual) { Self.divides(usual, $0) }
      if isDivided { length = usual }
    }
    switch length {
    case nil:
      try f("entry_count", &undividedCount)
      try f.bytes("descriptions", &undivided, count: nil)
    case 0:
      var count = sizedEntries.count
      try f.count("entry_count", &count, bytes: 4)
      var prototype = SizedEntry()
      prototype.groupingType = groupingType
      sizedEntries.setLayout(groupingType, at: \.groupingType)
      try f.list("entries", &sizedEntries, count: count, like: prototype)
    case let length?:
      try f.table(
        "entries", &entries, layout: RowLayout(groupingType: groupingType, length: length))
    }
  }
}

extension FieldCoder {
  /// Codes the description of a group, which is shown as the fields of its type.
  fileprivate mutating func groupDescription(
    _ value: inout RawBytes, of type: FourCC, count: Int
  ) throws(FormatError) {
    switch type {
    case "rap ": try group(&value, RandomAccessPointEntry.self, "random_access_point", count)
    case "tele": try group(&value, TemporalLevelEntry.self, "temporal_level", count)
    case "sap ": try group(&value, StreamAccessPointEntry.self, "stream_access_point", count)
    case "sync": try group(&value, SyncSampleEntry.self, "sync_sample", count)
    case "drap": try group(&value, DependentRandomAccessEntry.self, "dependent_access", count)
    case "alst": try group(&value, AlternativeStartupEntry.self, "alternative_startup", count)
    case "rash": try group(&value, RateShareEntry.self, "rate_share", count)
    case "seig": try group(&value, SampleEncryptionGroupEntry.self, "encryption", count)
    case "tscl": try group(&value, TemporalLayerEntry.self, "temporal_layer", count)
    case "avll": try group(&value, AVCLayerEntry.self, "avc_layer", count)
    case "nalm": try group(&value, NALUnitMapEntry.self, "nal_unit_map", count)
    case "trif": try group(&value, RectangularRegionEntry.self, "region", count)
    case "linf": try group(&value, LayerInformationEntry.self, "layer_information", count)
    case "oinf": try group(&value, OperatingPoints.self, "operating_points", count)
    case "refs": try group(&value, DirectReferencesEntry.self, "direct_references", count)
    case "eqiv": try group(&value, EquivalenceEntry.self, "equivalence", count)
    case "spor": try group(&value, SubpictureOrderEntry.self, "subpicture_order", count)
    case "pasr": try group(&value, PixelAspectRatio.self, "pixel_aspect_ratio", count)
    case "casg": try group(&value, CleanAperture.self, "clean_aperture", count)
    default: try pictureGroupDescription(&value, of: type, count: count)
    }
  }

  private mutating func pictureGroupDescription(
    _ value: inout RawBytes, of type: FourCC, count: Int
  ) throws(FormatError) {
    switch type {
    case "aebr": try group(&value, ExposureBracket.self, "exposure_bracket", count)
    case "afbr": try group(&value, FlashBracket.self, "flash_bracket", count)
    case "dobr": try group(&value, ApertureBracket.self, "aperture_bracket", count)
    case "fobr": try group(&value, FocusBracket.self, "focus_bracket", count)
    case "wbbr": try group(&value, WhiteBalanceBracket.self, "white_balance_bracket", count)
    case "pano": try group(&value, PanoramaEntry.self, "panorama", count)
    case "stmi": try group(&value, SampleMetadataItemsEntry.self, "metadata_items", count)
    default: try streamGroupDescription(&value, of: type, count: count)
    }
  }

  private mutating func streamGroupDescription(
    _ value: inout RawBytes, of type: FourCC, count: Int
  ) throws(FormatError) {
    switch type {
    case "aud ": try group(&value, AccessUnitDelimiterEntry.self, "access_unit_delimiter", count)
    case "eos ": try group(&value, EndOfSequenceEntry.self, "end_of_sequence", count)
    case "eob ": try group(&value, EndOfBitstreamEntry.self, "end_of_bitstream", count)
    case "pss1": try group(&value, ParameterSetsInBandEntry.self, "parameter_sets", count)
    case "pase": try group(&value, ParameterSetEntry.self, "parameter_set", count)
    case "dcfi": try group(&value, DecodingCapabilityEntry.self, "decoding_capability", count)
    case "scnm": try group(&value, ScalableNALUnitMapEntry.self, "nal_unit_groups", count)
    case "dtrt": try group(&value, DecodeRetimingEntry.self, "decode_retiming", count)
    case "opth": try group(&value, DecodeTimeHintEntry.self, "decode_time_hint", count)
    case "lbli": try group(&value, ExternalBaseLayerEntry.self, "external_base_layer", count)
    case "avss": try group(&value, SubSequenceEntry.self, "sub_sequence", count)
    case "scif": try group(&value, ScalableTierEntry.self, "scalable_tier", count)
    case "mvif": try group(&value, MultiviewTierEntry.self, "multiview_tier", count)
    case "vipr": try group(&value, ViewPriorityEntry.self, "view_priority", count)
    case "sulm": try group(&value, SubpictureLayoutEntry.self, "subpicture_layout", count)
    case "spid": try group(&value, SubpictureIDs.self, "subpicture_ids", count)
    case "spli": try group(&value, SubpictureLevelEntry.self, "subpicture_level", count)
    case "minp": try group(&value, MixedNALUnitsEntry.self, "mixed_nal_units", count)
    case "vopi": try group(&value, VVCOperatingPoints.self, "vvc_operating_points", count)
    default: try bytes("description", &value, count: count)
    }
  }

  private mutating func group<R: Record>(
    _ value: inout RawBytes, _: R.Type, _ name: String, _ count: Int
  ) throws(FormatError) {
    try bytes("description", &value, count: count, as: R.self, named: name)
  }
}
