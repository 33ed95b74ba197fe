/// `csgp`: which group each sample belongs to, as patterns that repeat (ISO/IEC 14496-12, 8.9.5).
///
/// A sample can be in one pattern at most: those after the last one are in no group, or in the one
/// that holds by default.
public struct CompactSampleToGroup: Record {
  public var version: UInt8 = 0
  /// How wide the numbers are, and what else there is.
  public var flags: UInt32 = 0x3F
  public var groupingType = FourCC(rawValue: 0)
  /// Where a flag asks for it.
  public var groupingTypeParameter: UInt32 = 0
  public var patterns = Table<Pattern>(layout: Pattern.Widths(length: 32, count: 32))
  /// The groups of all patterns, one pattern after the other.
  public var groupDescriptionIndexes = Table<Index>(layout: 32)

  public static let hasGroupingTypeParameter: UInt32 = 0x40
  /// In a fragment: the highest bit of an index says that the fragment describes the group.
  public static let highestBitMeansFragment: UInt32 = 0x80

  private static let flagNames: FlagNames = [
    hasGroupingTypeParameter: "hasGroupingTypeParameter",
    highestBitMeansFragment: "highestBitMeansFragment",
  ]

  public struct Pattern: TableRow {
    /// How many indexes it has.
    public var length: UInt32 = 0
    /// How many samples it is for: it begins again when it comes to its end.
    public var sampleCount: UInt32 = 0

    /// Bits of the fields.
    public struct Widths: Equatable, Sendable {
      public var length: Int
      public var count: Int
    }

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: Widths) throws(FormatError) {
      try f.bits("pattern_length", &length, layout.length)
      try f.bits("sample_count", &sampleCount, layout.count)
    }
  }

  public struct Index: TableRow {
    /// Counted from 1; 0 is no group.
    public var groupDescriptionIndex: UInt32 = 0

    public init() {}

    /// `layout` is the number of bits.
    public mutating func fields(_ f: inout some FieldCoder, layout: Int) throws(FormatError) {
      try f.bits("group_description_index", &groupDescriptionIndex, layout)
    }
  }

  public init() {}

  /// Bits of a number whose width the flags give in the two bits from `place` on.
  private func width(at place: UInt32) -> Int { 4 << Int(flags >> place & 3) }

  /// Bits of an index.
  var indexWidth: Int { width(at: 0) }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f("grouping_type", &groupingType)
    if flags & Self.hasGroupingTypeParameter != 0 {
      try f("grouping_type_parameter", &groupingTypeParameter)
    }
    let widths = Pattern.Widths(length: width(at: 4), count: width(at: 2))
    // Half a byte more would put all that follows between bytes.
    guard (widths.length == 4) == (widths.count == 4) else {
      throw f.invalid(
        "patterns", "unsupported field sizes: \(widths.length) and \(widths.count) bits")
    }
    var count = patterns.count
    try f.count("pattern_count", &count, bytes: 4)
    try f.rows("patterns", &patterns, count: count, layout: widths)
    var indexes = 0
    for pattern in patterns {
      let (sum, overflow) = indexes.addingReportingOverflow(Int(pattern.length))
      guard !overflow else { throw f.invalid("patterns", "the patterns are too long") }
      indexes = sum
    }
    try f.rows(
      "group_description_indexes", &groupDescriptionIndexes, count: indexes, layout: indexWidth)
  }
}
