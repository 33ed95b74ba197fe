/// `pssh`: what a protection system needs to find its keys (ISO/IEC 23001-7, 8.1).
public struct ProtectionSystemHeader: Record {
  /// 1 adds the list of keys.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var systemID = RawBytes(bytes: Bytes(repeating: 0, count: 16))
  public var keyIDs = Table<Row>()
  public var data = RawBytes()

  public struct Row: TableRow {
    /// 16 bytes.
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

/// `senc`: initialization vectors and encrypted ranges of samples (ISO/IEC 23001-7, 7.2). How long
/// a vector is, the sample description knows, so that they are not told apart here.
public struct SampleEncryption: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var sampleCount: UInt32 = 0
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [2: "useSubsampleEncryption"])
    try f("sample_count", &sampleCount)
    try f.bytes("data", &data, count: nil)
  }
}
