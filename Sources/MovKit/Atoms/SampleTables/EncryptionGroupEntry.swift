/// A description in a group `seig`: how some samples are encrypted (ISO/IEC 23001-7, 6).
struct SampleEncryptionGroupEntry: Record {
  /// A key, and the initialization vector of samples that have none of their own.
  struct Key: Record {
    var vectorSize: UInt8 = 8
    var keyID = RawBytes(bytes: Self.noID)
    var constantVector = RawBytes()
    /// Whether samples are encrypted at all. `SampleEncryptionGroupEntry.fields` sets it.
    var isProtected = true

    /// Made once: there can be a group in every few bytes.
    private static let noID = Bytes(repeating: 0, count: 16)

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("per_sample_iv_size", &vectorSize)
      try f.bytes("kid", &keyID, count: 16)
      guard isProtected, vectorSize == 0 else { return }
      var size = constantVector.bytes.count
      try f.count("constant_iv_size", &size, bytes: 1)
      try f.bytes("constant_iv", &constantVector, count: size)
    }
  }

  var multiKeyFlag: UInt8 = 0
  var reserved: UInt8 = 0
  var cryptByteBlock: UInt8 = 0
  var skipByteBlock: UInt8 = 0
  var isProtected: UInt8 = 1
  var key = Key()
  var keys: [Key] = []

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("multi_key_flag", &multiKeyFlag, 1)
    try f.reservedBits(&reserved, 7)
    try f.bits("crypt_byte_block", &cryptByteBlock, 4)
    try f.bits("skip_byte_block", &skipByteBlock, 4)
    try f("is_protected", &isProtected)
    guard multiKeyFlag == 1 else {
      key.isProtected = isProtected == 1
      return try key.fields(&f)
    }
    var count = keys.count
    try f.count("key_count", &count, bytes: 2)
    try f.list("keys", &keys, count: count)
  }
}

/// `ienc` in `ipco`: how an item is encrypted (ISO/IEC 23001-7, 8.4).
public struct ItemEncryption: Record {
  /// Version 1 adds the pattern.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved = Reserved()
  /// Version 1: how many 16-byte blocks in a row are encrypted. 4 bits.
  public var cryptByteBlock: UInt8 = 0
  /// Version 1: how many 16-byte blocks in a row are then not encrypted. 4 bits.
  public var skipByteBlock: UInt8 = 0
  var keys: [SampleEncryptionGroupEntry.Key] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f.reserved(&reserved, version == 0 ? 2 : 1)
    if version == 1 {
      try f.bits("crypt_byte_block", &cryptByteBlock, 4)
      try f.bits("skip_byte_block", &skipByteBlock, 4)
    }
    var count = keys.count
    try f.count("num_keys", &count, bytes: 1)
    try f.list("keys", &keys, count: count)
  }
}

/// `iaux` in `ipco`: that the item has auxiliary information, such as initialization vectors
/// (ISO/IEC 23001-7, 8.5).
public struct ItemAuxiliaryInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The kind of information.
  public var auxInfoType: UInt32 = 0
  /// Distinguishes information of one kind.
  public var auxInfoTypeParameter: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("aux_info_type", &auxInfoType)
    try f("aux_info_type_parameter", &auxInfoTypeParameter)
  }
}
