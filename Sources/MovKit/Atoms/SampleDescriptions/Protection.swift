/// `schm`: the scheme that protects the samples (ISO/IEC 14496-12, 8.12.5).
public struct SchemeType: Record {
  public var version: UInt8 = 0
  /// Bit 0: `uri` is stored.
  public var flags: UInt32 = 0
  /// The scheme, such as `cenc` or `cbcs` of ISO/IEC 23001-7.
  public var schemeType: FourCC = "cenc"
  /// The version of the scheme. In ISO/IEC 23001-7, the major version is in the upper 16 bits and
  /// the minor version in the lower.
  public var schemeVersion: UInt32 = 0x1_0000
  /// The address of a page about the scheme, for users who lack it. It is stored only if bit 0 of
  /// `flags` is set.
  public var uri = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "hasURI"])
    try f.code("scheme_type", &schemeType, of: .scheme)
    try f("scheme_version", &schemeVersion)
    if flags & 1 != 0 { try f.terminated("scheme_uri", &uri) }
  }
}

/// `tenc`: how the samples of a track are encrypted if no sample group says otherwise (ISO/IEC
/// 23001-7, 8.2).
public struct TrackEncryption: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved = Reserved()
  /// Version 1: how many 16-byte blocks in a row are encrypted. Then `defaultSkipByteBlock` blocks
  /// are not, and the pattern repeats. 4 bits; both numbers are 0 if there is no pattern.
  public var defaultCryptByteBlock: UInt8 = 0
  /// Version 1: how many 16-byte blocks in a row are not encrypted. 4 bits.
  public var defaultSkipByteBlock: UInt8 = 0
  /// 1: the samples are encrypted. 0: they are not.
  public var defaultIsProtected: UInt8 = 1
  /// The size of the initialization vector of each sample, in bytes: 8 or 16. 0: all samples use
  /// `defaultConstantIV`.
  public var defaultPerSampleIVSize: UInt8 = 8
  /// The ID of the key, 16 bytes.
  public var defaultKID = RawBytes(bytes: [UInt8](repeating: 0, count: 16)[...])
  /// The initialization vector of all samples, at most 255 bytes. It is stored only if
  /// `defaultIsProtected` is 1 and `defaultPerSampleIVSize` is 0.
  public var defaultConstantIV = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    if version == 0 {
      try f.reserved(&reserved, 2)
    } else {
      try f.reserved(&reserved, 1)
      try f.bits("default_crypt_byte_block", &defaultCryptByteBlock, 4)
      try f.bits("default_skip_byte_block", &defaultSkipByteBlock, 4)
    }
    try f("default_is_protected", &defaultIsProtected)
    try f("default_per_sample_iv_size", &defaultPerSampleIVSize)
    try f.bytes("default_kid", &defaultKID, count: 16)
    if defaultIsProtected == 1, defaultPerSampleIVSize == 0 {
      var size = defaultConstantIV.bytes.count
      try f.count("default_constant_iv_size", &size, bytes: 1)
      try f.bytes("default_constant_iv", &defaultConstantIV, count: size)
    }
  }
}
