extension Schema {
  /// The atoms of the top level.
  static let fileRules: [Rule] = [
    .leaf("ftyp", FileType.self, .top),
    .leaf("styp", FileType.self, .top),
    .leaf("pnot", PreviewAtom.self, .top),
    .leaf("pdin", ProgressiveDownload.self, .top),
    .parent("etyp", Container.self, .top),
    .leaf("tyco", TypeCombination.self, .inside(["etyp"])),
    .parent("otyp", Container.self, .top),
    .leaf("ftyp", FileType.self, .inside(["otyp"])),
    .leaf("ttyp", FileType.self, .inside(["trak"])),
    .leaf("brnd", FileType.self, .inside(["ipco"])),
    .parent("etyp", Container.self, .inside(["otyp", "ipco"])),
    .parent("otyp", Container.self, .inside(["otyp"])),
    .parent("meco"),
    .leaf("mere", MetadataRelation.self, .inside(["meco"])),
    .leaf("bloc", BaseLocation.self, .top),
    .parent("ainf", AssetInformation.self, .inside(["moov"])),
  ]
}
