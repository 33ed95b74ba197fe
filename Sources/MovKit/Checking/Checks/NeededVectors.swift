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
      entry.usesCommonEncryption && (entry.trackEncryption?.needsVectors ?? false)
    }
    guard descriptions.contains(true) else { return nil }
  }
}

extension Atom {
  /// In a `stbl` or a `traf`: whether groups of samples (`seig`) say how these are encrypted.
  var hasEncryptionGroups: Bool {
    children.contains { ["sgpd", "sbgp", "csgp"].contains($0.type) && $0.groupingType == "seig" }
  }
}
