/// The `uuid` atom of `tfxd`: the time and the duration of a fragment ([MS-SSTR], 2.2.4.4).
public struct FragmentTime: Record {
  /// Version 1 has numbers of 64 bits, version 0 of 32.
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  /// When the fragment starts, in ticks of the track's timescale.
  public var time: UInt64 = 0
  /// How long it lasts, in ticks of the track's timescale.
  public var duration: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.time("fragment_absolute_time", &time, bytes: version == 1 ? 8 : 4, of: .media)
    try f.time("fragment_duration", &duration, bytes: version == 1 ? 8 : 4, of: .media)
  }
}

/// The `uuid` atom of `tfrf`: the times and durations of the fragments that follow ([MS-SSTR],
/// 2.2.4.5).
public struct FollowingFragments: Record {
  /// Version 1 has numbers of 64 bits, version 0 of 32.
  public var version: UInt8 = 1
  public var flags: UInt32 = 0
  /// The fragments, at most 255.
  public var fragments = Table<Row>(layout: 8)

  /// A fragment.
  public struct Row: TableRow {
    /// When the fragment starts, in ticks of the track's timescale.
    public var time: UInt64 = 0
    /// How long it lasts, in ticks of the track's timescale.
    public var duration: UInt64 = 0

    public init() {}

    /// The `layout` is the width of the numbers in bytes.
    public mutating func fields(_ f: inout some FieldCoder, layout: Int) throws(FormatError) {
      try f.time("fragment_absolute_time", &time, bytes: layout, of: .media)
      try f.time("fragment_duration", &duration, bytes: layout, of: .media)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    var count = fragments.count
    try f.count("fragment_count", &count, bytes: 1)
    try f.rows("fragments", &fragments, count: count, layout: version == 1 ? 8 : 4)
  }
}

/// The `uuid` atom that is `tenc` in files of the Protected Interoperable File Format: how the samples
/// of a track are encrypted (PIFF 1.1, 5.3.3).
public struct PIFFTrackEncryption: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 0: not encrypted. 1: AES in counter mode. 2: AES in cipher block chaining mode. 24 bits.
  public var defaultAlgorithmID: UInt32 = 1
  /// The size of the initialization vector of each sample, in bytes: 8 or 16.
  public var defaultVectorSize: UInt8 = 8
  /// The ID of the key, 16 bytes.
  public var defaultKID = RawBytes(bytes: Bytes(repeating: 0, count: 16))

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("default_algorithm_id", &defaultAlgorithmID, bytes: 3)
    try f("default_iv_size", &defaultVectorSize)
    try f.bytes("default_kid", &defaultKID, count: 16)
  }
}

/// The `uuid` atom that is `pssh` in files of the Protected Interoperable File Format: the data that a
/// protection system needs (PIFF 1.1, 5.3.1).
public struct PIFFProtectionSystem: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The UUID of the protection system.
  public var systemID = ProtectionSystemID()
  /// The data of the protection system, in a format that the system defines.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bytes("system_ID", &systemID, count: 16)
    var size = data.bytes.count
    try f.count("data_size", &size, bytes: 4)
    try f.bytes("data", &data, count: size)
  }
}

/// The `uuid` atom that is `senc` in files of the Protected Interoperable File Format: the
/// initialization vectors and encrypted ranges of samples (PIFF 1.1, 5.3.2).
public struct PIFFSampleEncryption: Record {
  public var version: UInt8 = 0
  /// Bit 0 (1): the fields up to `keyID` replace those of the track. Bit 1 (2): each sample also has a
  /// list of its clear and encrypted byte ranges.
  public var flags: UInt32 = 0
  /// As in `PIFFTrackEncryption`. It is stored only if bit 0 of `flags` is set.
  public var algorithmID: UInt32 = 1
  /// As in `PIFFTrackEncryption`. It is stored only if bit 0 of `flags` is set.
  public var vectorSize: UInt8 = 8
  /// The ID of the key, 16 bytes. It is stored only if bit 0 of `flags` is set.
  public var keyID = RawBytes(bytes: Bytes(repeating: 0, count: 16))
  /// The number of samples described in `data`.
  public var sampleCount: UInt32 = 0
  /// The initialization vector of each sample, and its byte ranges if the flag says so.
  public var data = RawBytes()

  private static let overrideTrackEncryption: UInt32 = 1
  private static let useSubsampleEncryption = SampleEncryption.useSubsampleEncryption

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(
      &version, upTo: 0, flags: &flags,
      named: [
        Self.overrideTrackEncryption: "overrideTrackEncryption",
        Self.useSubsampleEncryption: "useSubsampleEncryption",
      ])
    let isOverriding = flags & Self.overrideTrackEncryption != 0
    if isOverriding {
      try f("algorithm_id", &algorithmID, bytes: 3)
      try f("iv_size", &vectorSize)
      try f.bytes("kid", &keyID, count: 16)
    }
    try f("sample_count", &sampleCount)
    try f.encryptedSamples(
      &data, count: sampleCount,
      EncryptedSample.Form(
        version: 0, hasRanges: flags & Self.useSubsampleEncryption != 0,
        vectorSize: isOverriding ? Int(vectorSize) : nil))
  }
}
