/// `csgp`: the group of each sample, as patterns of group numbers that repeat
/// (ISO/IEC 14496-12, 8.9.5).
///
/// The patterns cover the samples in order, one pattern after another. Samples after the last
/// pattern are in no group, or in the default group that `sgpd` names.
public struct CompactSampleToGroup: Record {
  public var version: UInt8 = 0
  /// The widths of the numbers, and which optional parts are present. Bits 0 and 1 give the width
  /// of an index, bits 2 and 3 that of a sample count, bits 4 and 5 that of a pattern length. The
  /// codes 0 to 3 mean 4, 8, 16 and 32 bits. The other bits are `hasGroupingTypeParameter` and
  /// `highestBitMeansFragment`.
  public var flags: UInt32 = 0x3F
  /// The type of the grouping. The `sgpd` of the same type describes the groups.
  public var groupingType = FourCC(rawValue: 0)
  /// Distinguishes groupings of one type. Present if `flags` has `hasGroupingTypeParameter`.
  public var groupingTypeParameter: UInt32 = 0
  /// The patterns, in the order of the samples they cover.
  public var patterns = Table<Pattern>(layout: Pattern.Widths(length: 32, count: 32))
  /// The group numbers of all patterns, one pattern after another.
  public var groupDescriptionIndexes = Table<Index>(layout: 32)

  /// The flag for `groupingTypeParameter`.
  public static let hasGroupingTypeParameter: UInt32 = 0x40
  /// The flag, in a fragment, that gives the highest bit of an index a meaning: if that bit is set,
  /// the `sgpd` of the fragment describes the group.
  public static let highestBitMeansFragment: UInt32 = 0x80

  private static let flagNames: FlagNames = [
    hasGroupingTypeParameter: "hasGroupingTypeParameter",
    highestBitMeansFragment: "highestBitMeansFragment",
  ]

  /// One pattern and the number of samples it covers.
  public struct Pattern: TableRow {
    /// The number of indexes in the pattern.
    public var length: UInt32 = 0
    /// The number of samples the pattern covers. After its last index the pattern starts again; it
    /// may be cut short at the last sample.
    public var sampleCount: UInt32 = 0

    /// The widths of a pattern's fields in bits: 4, 8, 16 or 32.
    public struct Widths: Equatable, Sendable {
      /// The width of `Pattern.length` in bits.
      public var length: Int
      /// The width of `Pattern.sampleCount` in bits.
      public var count: Int
    }

    public init() {}

    /// The `layout` is the widths of the two fields.
    public mutating func fields(_ f: inout some FieldCoder, layout: Widths) throws(FormatError) {
      try f.bits("pattern_length", &length, layout.length)
      try f.bits("sample_count", &sampleCount, layout.count)
    }
  }

  /// The group of one sample in a pattern.
  public struct Index: TableRow {
    /// The number of a description in `sgpd`, from 1; 0 means no group. With the flag
    /// `highestBitMeansFragment` the highest bit is not part of the number.
    public var groupDescriptionIndex: UInt32 = 0

    public init() {}

    /// The `layout` is the width of the index in bits.
    public mutating func fields(_ f: inout some FieldCoder, layout: Int) throws(FormatError) {
      try f.bits("group_description_index", &groupDescriptionIndex, layout)
    }
  }

  public init() {}

  /// Returns the width in bits that two bits of `flags`, from bit `place` up, stand for.
  private func width(at place: UInt32) -> Int { 4 << Int(flags >> place & 3) }

  /// The width of an index in bits.
  var indexWidth: Int { width(at: 0) }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.groupingHead(&version, upTo: 0, flags: &flags, named: Self.flagNames, &groupingType)
    if flags & Self.hasGroupingTypeParameter != 0 {
      try f("grouping_type_parameter", &groupingTypeParameter)
    }
    let widths = Pattern.Widths(length: width(at: 4), count: width(at: 2))
    // If only one of the two fields were 4 bits wide, everything after it would not start on a
    // byte.
    guard (widths.length == 4) == (widths.count == 4) else {
      throw f.invalid(
        "patterns", "unsupported field sizes: \(widths.length) and \(widths.count) bits")
    }
    var count = patterns.count
    try f.count("pattern_count", &count, bytes: 4)
    try f.rows("patterns", &patterns, count: count, layout: widths)
    guard let indexes = patterns.indexCount else {
      throw f.invalid("patterns", "the patterns are too long")
    }
    try f.rows(
      "group_description_indexes", &groupDescriptionIndexes, count: indexes, layout: indexWidth)
  }
}

extension Table<CompactSampleToGroup.Pattern> {
  /// The number of indexes of all patterns; nil if it needs more than 63 bits.
  fileprivate var indexCount: Int? {
    var sum: Int? = 0
    forEachRow { pattern in
      let (next, overflow) = (sum ?? 0).addingReportingOverflow(Int(pattern.length))
      sum = overflow ? nil : next
      return !overflow
    }
    return sum
  }
}
