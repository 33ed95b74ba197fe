extension Schema {
  private static let sampleEntriesWithViews: [FourCC] =
    ["avc1", "avc2", "avc3", "avc4", "mvif"]
    + ["mvc", "mvd", "a3d"].flatMap { name in (1...4).compactMap { FourCC("\(name)\($0)") } }

  /// The atoms in descriptions of scalable, multiview and incomplete video.
  static let multiviewDescriptionRules: [Rule] = [
    .leaf("evcC", EVCConfiguration.self),
    .leaf("m4ds", MPEG4Extensions.self),
    .leaf("seib", ScalabilityInformation.self),
    .leaf("vsib", ScalabilityInformation.self),
    .leaf("3sib", ScalabilityInformation.self),
    .leaf("svcP", PriorityAssignment.self),
    .leaf("mvcP", PriorityAssignment.self),
    .leaf("seii", SEIInformation.self),
    .leaf("svmC", ScalableMetadataConfiguration.self, .inside(["svcM"])),
    .leaf("qlif", PriorityLayers.self, .inside(["svcM"])),
    .leaf("vwid", ViewIdentifiers.self, .inside(sampleEntriesWithViews)),
    .parent("mvdC", MultiviewDepthConfiguration.self),
    .parent("a3dC", MultiviewDepthConfiguration.self),
    .leaf("3dpr", DepthResolution.self, .inside(["mvdC", "a3dC"])),
    .parent("cinf", Container.self, .inside(["icpv"])),
  ]
}
