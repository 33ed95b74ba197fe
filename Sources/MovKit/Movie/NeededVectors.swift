/// Which samples of a track cannot be decrypted without an initialization vector of their own (ISO/IEC 23001-7, 8.2).
struct NeededVectors {
  /// For each sample description, whether its samples need one.
  let descriptions: [Bool]

  /// Nil if no sample of a `trak` needs one by its description, or groups of samples may say otherwise.
  init?(_ trak: Atom) {
    guard let stbl = trak.descendant("mdia", "minf", "stbl"), !stbl.hasEncryptionGroups else {
      return nil
    }
    descriptions = (stbl.first("stsd")?.entries ?? []).map { entry in
      guard entry.usesCommonEncryption else { return false }
      return entry.trackEncryption.map {
        $0.defaultIsProtected == 1 && $0.defaultPerSampleIVSize > 0
      } ?? false
    }
    guard descriptions.contains(true) else { return nil }
  }
}

extension Atom {
  /// In a `stbl` or a `traf`: whether groups of samples (`seig`) say how these are encrypted.
  var hasEncryptionGroups: Bool {
    children.contains { ["sgpd", "sbgp", "csgp"].contains($0.type) && $0.groupingType == "seig" }
  }

  /// In an entry of `stsd`: whether its samples are encrypted by a scheme of ISO/IEC 23001-7.
  var usesCommonEncryption: Bool {
    guard Self.encryptedEntries.contains(type), let scheme = encryptionScheme else { return false }
    return Self.commonSchemes.contains(scheme)
  }

  /// Types of sample entries that only encrypted samples have (ISO/IEC 14496-12, 8.12).
  static let encryptedEntries: Set<FourCC> = [
    "encv", "enca", "enct", "encs", "encm", "encf", "encu", "enc3", "encp",
  ]

  /// In an entry of `stsd`: the scheme by which its samples are encrypted; nil if it has none.
  var encryptionScheme: FourCC? {
    try? first("sinf")?.first("schm")?.decode(SchemeType.self).schemeType
  }

  /// In an entry of `stsd`: how samples are encrypted; nil if it does not say.
  var trackEncryption: TrackEncryption? {
    try? first("sinf")?.descendant("schi", "tenc")?.decode(TrackEncryption.self)
  }

  /// The schemes of ISO/IEC 23001-7, clause 10.
  static let commonSchemes: Set<FourCC> = ["cenc", "cbc1", "cens", "cbcs"]
}
