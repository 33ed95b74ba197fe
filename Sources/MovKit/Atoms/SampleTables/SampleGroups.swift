/// `sbgp`: which group each sample belongs to, as runs (ISO/IEC 14496-12, 8.9.2).
public struct SampleToGroup: Record {
  /// 1 adds the parameter.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var groupingType = FourCC(rawValue: 0)
  public var groupingTypeParameter: UInt32 = 0
  public var entries = Table<Row>()

  /// Numbers of groups that a fragment describes itself begin behind this one.
  static let ownGroups: UInt32 = 0x10000

  public struct Row: TableRow {
    public var sampleCount: UInt32 = 0
    /// Counted from 1, and from 0x10001 in a fragment's own descriptions; 0 is no group.
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
    try f.version(&version, upTo: 1, flags: &flags)
    try f("grouping_type", &groupingType)
    if version == 1 { try f("grouping_type_parameter", &groupingTypeParameter) }
    try f.table("entries", &entries)
  }
}

/// `sgpd`: what the groups of one type are (ISO/IEC 14496-12, 8.9.3).
///
/// Descriptions are in `entries` where all have one size, in `sizedEntries` where each has its
/// own, and in `undivided` in version 0 of a type whose size is not known here.
public struct SampleGroupDescriptions: Record {
  /// 1 adds the size of descriptions, 2 the index of the one that holds by default.
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  public var groupingType: FourCC = "roll"
  /// Bytes of each description; 0 where each has its own size. Not in version 0.
  public var defaultLength: UInt32 = 2
  public var defaultGroupDescriptionIndex: UInt32 = 0
  public var entries = Table<Row>(layout: RowLayout(groupingType: "roll", length: 2))
  public var sizedEntries: [SizedEntry] = []
  public var undividedCount: UInt32 = 0
  public var undivided = RawBytes()

  public struct RowLayout: Equatable, Sendable {
    public var groupingType: FourCC
    /// Bytes of a description.
    public var length: Int
  }

  public struct Row: TableRow {
    /// In groups `roll` and `prol`: how many samples behind this one the decoder is right again,
    /// or, where negative, how many before it decoding must begin.
    public var rollDistance: Int16 = 0
    /// Every other description.
    public var description = RawBytes()

    public init() {}

    public static var isVaried: Bool { true }

    public mutating func fields(_ f: inout some FieldCoder, layout: RowLayout) throws(FormatError) {
      if layout.groupingType == "roll" || layout.groupingType == "prol", layout.length == 2 {
        try f("roll_distance", &rollDistance)
      } else {
        try f.bytes("description", &description, count: layout.length)
      }
    }
  }

  public struct SizedEntry: Record {
    public var description = RawBytes()

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var length = description.bytes.count
      try f.count("description_length", &length, bytes: 4)
      try f.bytes("description", &description, count: length)
    }
  }

  public init() {}

  /// Version 0 leaves the size to the type.
  private var lengthInVersion0: Int? {
    switch groupingType {
    case "roll", "prol": 2
    case "rap ", "tele": 1
    default: nil
    }
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 2, flags: &flags)
    try f("grouping_type", &groupingType)
    var length = lengthInVersion0
    if version >= 1 {
      try f("default_length", &defaultLength)
      length = Int(defaultLength)
    }
    if version == 2 { try f("default_group_description_index", &defaultGroupDescriptionIndex) }
    switch length {
    case nil:
      try f("entry_count", &undividedCount)
      try f.bytes("descriptions", &undivided, count: nil)
    case 0:
      var count = sizedEntries.count
      try f.count("entry_count", &count, bytes: 4)
      try f.list("entries", &sizedEntries, count: count)
    case let length?:
      try f.table(
        "entries", &entries, layout: RowLayout(groupingType: groupingType, length: length))
    }
  }
}
