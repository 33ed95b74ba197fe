/// `schm`: how samples are protected (ISO/IEC 14496-12, 8.12.5).
public struct SchemeType: Record {
  public var version: UInt8 = 0
  /// 1: `uri` is there.
  public var flags: UInt32 = 0
  public var schemeType: FourCC = "cenc"
  public var schemeVersion: UInt32 = 0x1_0000
  public var uri = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags, named: [1: "hasURI"])
    try f("scheme_type", &schemeType)
    try f("scheme_version", &schemeVersion)
    if flags & 1 != 0 { try f.terminated("scheme_uri", &uri) }
  }
}

/// `tenc`: the key of a track's samples (ISO/IEC 23001-7, 8.2).
public struct TrackEncryption: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved = Reserved()
  /// Version 1: of a row of 16-byte blocks, how many are encrypted and then how many are not.
  public var defaultCryptByteBlock: UInt8 = 0
  public var defaultSkipByteBlock: UInt8 = 0
  public var defaultIsProtected: UInt8 = 1
  /// Bytes of each sample's vector; 0: all have `defaultConstantIV`.
  public var defaultPerSampleIVSize: UInt8 = 8
  public var defaultKID = RawBytes(bytes: [UInt8](repeating: 0, count: 16)[...])
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
