/// `pssh`: the data that a protection system needs to get its keys (ISO/IEC 23001-7, 8.1).
public struct ProtectionSystemHeader: Record {
  /// Version 1 adds the list of key identifiers.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The UUID of the protection system.
  public var systemID = ProtectionSystemID()
  /// The keys that the data is about; none means all keys of the file. Only in version 1.
  public var keyIDs = Table<Row>()
  /// The data of the protection system, in a format that the system defines.
  public var data = RawBytes()

  /// The identifier of one key.
  public struct Row: TableRow {
    /// The key identifier (KID): 16 bytes.
    public var keyID = RawBytes(bytes: Bytes(repeating: 0, count: 16))

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError)
    { try f.bytes("KID", &keyID, count: 16) }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.bytes("system_ID", &systemID, count: 16)
    if version == 1 {
      var keys = keyIDs.count
      try f.count("KID_count", &keys, bytes: 4)
      try f.rows("KIDs", &keyIDs, count: keys, layout: FixedLayout())
    }
    var size = data.bytes.count
    try f.count("data_size", &size, bytes: 4)
    try f.bytes("data", &data, count: size)
  }
}

/// `senc`: the initialization vectors and encrypted ranges of samples (ISO/IEC 23001-7, 7.2). The
/// size of a vector is not given here but in `tenc` and in sample groups, so the samples are kept
/// as one run of bytes.
public struct SampleEncryption: Record {
  /// Version 1 is for samples with several keys; version 2 has only samples that are encrypted.
  public var version: UInt8 = 0
  /// Bit 1 (2): each sample also has a list of its clear and encrypted byte ranges.
  public var flags: UInt32 = 0
  /// The number of samples described in `data`.
  public var sampleCount: UInt32 = 0
  /// The initialization vector of each sample, and its byte ranges if the flag says so.
  public var data = RawBytes()

  /// The flag for the byte ranges of each sample.
  static let useSubsampleEncryption: UInt32 = 2

  /// Where the data begins, in bytes from the start of the content: after the version, the flags and the number of
  /// samples.
  static let dataOffset: UInt64 = 8

  public init() {}

  /// Whether it is written as Microsoft's PIFF allows: its own algorithm, size of vectors and key are where the number
  /// of samples is otherwise.
  var hasOwnParameters: Bool { flags & 1 != 0 }

  var hasRanges: Bool { flags & Self.useSubsampleEncryption != 0 }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(
      &version, upTo: 2, flags: &flags,
      named: [Self.useSubsampleEncryption: "useSubsampleEncryption"])
    try f("sample_count", &sampleCount)
    try f.encryptedSamples(
      &data, count: sampleCount,
      EncryptedSample.Form(version: version, hasRanges: hasRanges, vectorSize: nil))
  }
}
