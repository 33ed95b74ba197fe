extension Schema {
  /// `trak` and the atoms that describe a track as a whole.
  static let trackRules: [Rule] = [
    .parent("trak"),
    .leaf("tkhd", TrackHeader.self),
    .parent("edts"),
    .leaf("elst", EditList.self),
    .parent("tapt", Container.self, .inside(["trak"])),
    .leaf("clef", TrackApertureDimensions.self, .inside(["tapt"])),
    .leaf("prof", TrackApertureDimensions.self, .inside(["tapt"])),
    .leaf("enof", TrackApertureDimensions.self, .inside(["tapt"])),
    .parent("matt", Container.self, .inside(["trak"])),
    .leaf("kmat", CompressedMatte.self, .inside(["matt"])),
    .leaf("txas", TrackExcludeFromAutoselection.self, .inside(["trak"])),
    .leaf("load", TrackLoadSettings.self, .inside(["trak"])),
    .parent("tref", Container.self, .inside(["trak"])),
    .anyLeaf(TrackReferenceType.self, .inside(["tref"])),
    .parent("trgr", Container.self, .inside(["trak"])),
    .leaf("ster", StereoTrackGroup.self, .inside(["trgr"])),
    .anyLeaf(TrackGroupType.self, .inside(["trgr"])),
    .parent("imap", Container.self, .inside(["trak"])),
    .parent(#"\x00\x00in"#, TrackInput.self, .inside(["imap"])),
    .leaf(#"\x00\x00ty"#, TrackInputValue.self, .inside([#"\x00\x00in"#])),
    .leaf("obid", TrackInputValue.self, .inside([#"\x00\x00in"#])),
  ]
}
