extension Schema {
  /// The atoms of movie fragments, segments and their indexes.
  static let fragmentRules: [Rule] = [
    .parent("mvex"),
    .leaf("mehd", MovieExtendsHeader.self),
    .leaf("trex", TrackExtends.self),
    .leaf("leva", LevelAssignments.self, .inside(["mvex"])),
    .parent("trep", TrackExtensionProperties.self, .inside(["mvex"])),
    .leaf("assp", AlternativeStartupProperties.self, .inside(["trep"])),
    .leaf("trik", TrickPlay.self, .inside(["traf", "stbl"])),
    .leaf("ssix", SubsegmentIndex.self, .top),
    .parent("moof"),
    .leaf("mfhd", MovieFragmentHeader.self),
    .parent("traf"),
    .leaf("tfhd", TrackFragmentHeader.self),
    .leaf("tfdt", TrackFragmentDecodeTime.self),
    .leaf("trun", TrackFragmentRun.self),
    .leaf("senc", SampleEncryption.self),
    .leaf("avcn", AVCConfiguration.self, .inside(["traf"])),
    .parent("mfra"),
    .leaf("tfra", TrackFragmentRandomAccess.self),
    .leaf("mfro", MovieFragmentRandomAccessOffset.self),
    .leaf("sidx", SegmentIndex.self),
    .leaf("prft", ProducerReferenceTime.self),
    .leaf("emsg", EventMessage.self),
    .leaf("pssh", ProtectionSystemHeader.self),
  ]
}
