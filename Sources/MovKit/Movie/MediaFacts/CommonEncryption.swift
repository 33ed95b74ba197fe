extension Atom {
  /// The schemes of ISO/IEC 23001-7, clause 10.
  static let commonSchemes: Set<FourCC> = ["cenc", "cbc1", "cens", "cbcs"]

  /// Types of sample entries that only encrypted samples have (ISO/IEC 14496-12, 8.12).
  static let encryptedEntries: Set<FourCC> = [
    "encv", "enca", "enct", "encs", "encm", "encf", "encu", "enc3", "encp",
  ]

  /// In an entry of `stsd`: whether its samples are encrypted by a scheme of ISO/IEC 23001-7.
  var usesCommonEncryption: Bool {
    guard Self.encryptedEntries.contains(type), let scheme = encryptionScheme else { return false }
    return Self.commonSchemes.contains(scheme)
  }

  /// In an entry of `stsd`: the scheme by which its samples are encrypted; nil if it has none.
  var encryptionScheme: FourCC? {
    try? first("sinf")?.first("schm")?.decode(SchemeType.self).schemeType
  }

  /// In an entry of `stsd`: how samples are encrypted; nil if it does not say.
  var trackEncryption: TrackEncryption? {
    try? first("sinf")?.descendant("schi", "tenc")?.decode(TrackEncryption.self)
  }

  /// In a `traf`: whether the atom is that of PIFF, the predecessor of `senc`, which has the same information in a
  /// `uuid` atom.
  var isPIFFSampleEncryption: Bool {
    type == "uuid" && Array(userType) == UserTypes.piffSampleEncryption
  }
}

extension TrackEncryption {
  /// Whether each sample is decrypted with an initialization vector of its own.
  var needsVectors: Bool { defaultIsProtected == 1 && defaultPerSampleIVSize > 0 }
}
