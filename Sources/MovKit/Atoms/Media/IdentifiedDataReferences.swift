/// `imdt` in `dref`: samples in the `imda` with an ID, in the same file (ISO/IEC 14496-12, 8.7.2,
/// `DataEntryImdaBox`).
public struct IdentifiedDataReference: DataReference {
  public var version: UInt8 = 0
  /// Bit 0x1: the samples are in the file that contains the reference.
  public var flags: UInt32 = 0
  /// The ID of the `imda`.
  public var identifier: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
    try f("imda_ref_identifier", &identifier)
  }
}

/// `snim` in `dref`: samples in the `imda` whose ID is the sequence number of the movie fragment
/// (ISO/IEC 14496-12, 8.7.2, `DataEntrySeqNumImdaBox`).
public struct SequenceDataReference: DataReference {
  public var version: UInt8 = 0
  /// Bit 0x1: the samples are in the file that contains the reference.
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: Self.flagNames)
  }
}
