extension Schema {
  /// `mdia` and the atoms that describe a media as a whole.
  static let mediaRules: [Rule] = [
    .parent("mdia"),
    .leaf("mdhd", MediaHeader.self),
    .leaf("elng", ExtendedLanguage.self),
    .leaf("hdlr", HandlerReference.self),
    .parent("minf"),
    .leaf("vmhd", VideoMediaHeader.self),
    .leaf("smhd", SoundMediaHeader.self),
    .leaf("hmhd", HintMediaHeader.self),
    .leaf("nmhd", NullMediaHeader.self),
    .leaf("sthd", NullMediaHeader.self),
    .parent("gmhd", Container.self, .inside(["minf"])),
    .leaf("gmin", BaseMediaInformation.self, .inside(["gmhd"])),
    .leaf("text", TextMediaInformation.self, .inside(["gmhd"])),
    .parent("tmcd", Container.self, .inside(["gmhd"])),
    .leaf("tcmi", TimecodeMediaInformation.self, .inside(["tmcd"])),
    .parent("dinf"),
    .parent("dref", DataReferences.self),
    .leaf("url ", URLDataReference.self, .inside(["dref"])),
    .leaf("urn ", URNDataReference.self, .inside(["dref"])),
    .leaf("alis", AliasDataReference.self, .inside(["dref"])),
    .leaf("rsrc", AliasDataReference.self, .inside(["dref"])),
    .leaf("imdt", IdentifiedDataReference.self, .inside(["dref"])),
    .leaf("snim", SequenceDataReference.self, .inside(["dref"])),
    .parent("stbl"),
  ]
}
