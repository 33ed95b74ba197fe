/// `iKMS` in `schi`: where the keys of ISMA protection come from (ISMA Encryption and Authentication,
/// 9.1.2).
public struct ISMAKeyManagement: Record {
  /// Version 1 adds the ID and the version of the key management.
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the key management system. Only in version 1.
  public var kmsID: UInt32 = 0
  /// The version of the key management system. Only in version 1.
  public var kmsVersion: UInt32 = 0
  /// The URI of the key management system.
  public var kmsURI = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    if version == 1 {
      try f("kms_ID", &kmsID)
      try f("kms_version", &kmsVersion)
    }
    try f.terminated("kms_URI", &kmsURI)
  }
}

/// `iSFM` in `schi`: what precedes each sample with ISMA protection (ISMA Encryption and
/// Authentication, 9.1.2). `odaf` is the same for OMA DRM (OMA DRM Content Format 2.0).
public struct ISMASampleFormat: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 1: each sample says whether it is encrypted.
  public var selectiveEncryption: UInt8 = 0
  var reserved: UInt8 = 0
  /// The size of the key indicator, in bytes.
  public var keyIndicatorLength: UInt8 = 0
  /// The size of the initialization vector, in bytes.
  public var vectorLength: UInt8 = 8

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bits("selective_encryption", &selectiveEncryption, 1)
    try f.reservedBits(&reserved, 7)
    try f("key_indicator_length", &keyIndicatorLength)
    try f("IV_length", &vectorLength)
  }
}

/// `iSLT` in `schi`: the salt of ISMA protection (ISMA Encryption and Authentication, 9.1.2).
public struct ISMASalt: Record {
  /// The salt.
  public var salt: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("salt", &salt)
  }
}

/// `stvi` in `schi`: how the two views of stereoscopic video share a picture
/// (ISO/IEC 14496-12, 8.15.4).
public struct StereoVideo: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved = Reserved()
  var reservedBits: UInt8 = 0
  /// Which view may be shown alone: 0 none, 1 the right one, 2 the left one, 3 either.
  public var singleViewAllowed: UInt8 = 0
  /// What `stereoIndicationType` is: 1 frame packing of ISO/IEC 14496-10, 2 of ISO/IEC 13818-2, 3
  /// one or two tracks with a view each.
  public var stereoScheme: UInt32 = 1
  /// The arrangement, as the scheme defines it.
  public var stereoIndicationType = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reserved(&reserved, 3)
    try f.reservedBits(&reservedBits, 6)
    try f.bits("single_view_allowed", &singleViewAllowed, 2)
    try f("stereo_scheme", &stereoScheme)
    var length = stereoIndicationType.bytes.count
    try f.count("length", &length, bytes: 4)
    try f.bytes("stereo_indication_type", &stereoIndicationType, count: length)
    try f.children()
  }
}
