/// `md5i` in `meta`: the MD5 sum of an atom, which shows whether it was changed (ISO/IEC 23008-12,
/// `MD5IntegrityBox`).
public struct IntegrityCheck: Record {
  private static let hasParameter: UInt32 = 1

  public var version: UInt8 = 0
  /// Bit 0x1: `groupingTypeParameter` is stored.
  public var flags: UInt32 = 0
  /// The sum, 16 bytes.
  public var sum = RawBytes(bytes: Bytes(repeating: 0, count: 16))
  /// The type of the atom that was summed. The following fields are stored only if it is `sgpd`.
  public var input = FourCC(rawValue: 0)
  /// The type of the groups of samples.
  public var groupingType = FourCC(rawValue: 0)
  /// The parameter of that type.
  public var groupingTypeParameter: UInt32 = 0
  /// The numbers of the descriptions that were summed.
  public var groupDescriptionIndices = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(
      &version, upTo: 0, flags: &flags, named: [Self.hasParameter: "hasGroupingTypeParameter"])
    try f.bytes("input_MD5", &sum, count: 16)
    try f("input_4cc", &input)
    guard input == "sgpd" else { return }
    try f.code("grouping_type", &groupingType, of: .sampleGroup)
    if flags & Self.hasParameter != 0 {
      try f("grouping_type_parameter", &groupingTypeParameter)
    }
    var count = groupDescriptionIndices.count
    try f.count("num_entries", &count, bytes: 4)
    try f.rows(
      "group_description_indices", &groupDescriptionIndices, count: count, layout: FixedLayout())
  }
}
