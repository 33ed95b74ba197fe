extension Schema {
  /// The atoms that give the place, the time and the properties of samples and items.
  static let sampleTableRules: [Rule] = [
    .leaf("stts", TimeToSample.self),
    .leaf("ctts", CompositionOffsets.self),
    .leaf("cslg", CompositionShift.self),
    .leaf("stss", SyncSamples.self),
    .leaf("stps", PartialSyncSamples.self),
    .leaf("stsh", ShadowSyncSamples.self),
    .leaf("sdtp", SampleDependencies.self),
    .leaf("stdp", DegradationPriorities.self),
    .leaf("padb", PaddingBits.self),
    .leaf("stsc", SampleToChunk.self),
    .leaf("stsz", SampleSizes.self),
    .leaf("stz2", CompactSampleSizes.self),
    .leaf("stco", ChunkOffsets.self),
    .leaf("co64", ChunkOffsets64.self),
    .leaf("sgpd", SampleGroupDescriptions.self),
    .leaf("sbgp", SampleToGroup.self),
    .leaf("csgp", CompactSampleToGroup.self),
    .leaf("subs", SubSampleInformation.self),
    .leaf("saiz", SampleAuxSizes.self),
    .leaf("saio", SampleAuxOffsets.self),
    .leaf("sdep", SampleReferences.self, .inside(["stbl"])),
    .leaf("iloc", ItemLocations.self, .inside(["meta"])),
  ]
}
