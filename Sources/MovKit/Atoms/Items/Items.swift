extension Schema {
  /// The items of a `meta`, such as the pictures of a HEIF file, and their properties.
  static let itemRules: [Rule] =
    [
      .leaf("mini", MinimizedImage.self, .top),
      .leaf("pitm", PrimaryItem.self, .inside(["meta"])),
      .leaf("idat", OpaqueData.self, .inside(["meta"])),
      .parent("iinf", ItemInformation.self, .inside(["meta"])),
      .leaf("infe", ItemInformationEntry.self, .inside(["iinf"])),
      .parent("ipro", ItemProtection.self, .inside(["meta"])),
      .parent("iref", ItemReferences.self, .inside(["meta"])),
      .anyLeaf(ItemReference.self, .insideVersion(0, of: "iref")),
      .anyLeaf(LargeItemReference.self, .insideVersion(1, of: "iref")),
      .leaf("md5i", IntegrityCheck.self, .inside(["meta"])),
      .parent("grpl", Container.self, .inside(["meta"])),
      .leaf("pymd", ImagePyramid.self, .inside(["grpl"])),
      .leaf("acgl", CommonSubpictureGroup.self, .inside(["grpl"])),
      .leaf("swtk", SwitchableTracksGroup.self, .inside(["grpl"])),
      .anyLeaf(EntityGroup.self, .inside(["grpl"])),
      .parent("iprp", Container.self, .inside(["meta"])),
      .parent("ipco", Container.self, .inside(["iprp"])),
      .leaf("ipma", ItemPropertyAssociations.self, .inside(["iprp"])),
    ]
    + [
      pictureProperties, bracketingProperties, textProperties, transitionProperties,
      layerProperties, uncompressedProperties,
    ].joined().map { property in
      var rule = property
      rule.place = .inside(["ipco"])
      return rule
    }

  private static let pictureProperties: [Rule] = [
    .leaf("ispe", ImageSpatialExtents.self),
    .leaf("pixi", PixelInformation.self),
    .leaf("irot", ImageRotation.self),
    .leaf("imir", ImageMirror.self),
    .leaf("iscl", ImageScaling.self),
    .leaf("rloc", RelativeLocation.self),
    .leaf("auxC", AuxiliaryType.self),
    .leaf("rref", RequiredReferenceTypes.self),
    .leaf("mskC", MaskConfiguration.self),
    .leaf("jpgC", JPEGConfiguration.self),
    .leaf("ienc", ItemEncryption.self),
    .leaf("iaux", ItemAuxiliaryInformation.self),
    .leaf("pano", PanoramaProperty.self),
    .leaf("cmin", CameraIntrinsics.self),
    .leaf("cmex", CameraExtrinsics.self),
    .leaf("itai", TAITimestamp.self),
  ]

  private static let bracketingProperties: [Rule] = [
    .leaf("aebr", ExposureBracketProperty.self),
    .leaf("afbr", FlashBracketProperty.self),
    .leaf("dobr", ApertureBracketProperty.self),
    .leaf("fobr", FocusBracketProperty.self),
    .leaf("wbbr", WhiteBalanceBracketProperty.self),
  ]

  private static let textProperties: [Rule] = [
    .leaf("udes", UserDescription.self),
    .leaf("altt", AccessibilityText.self),
    .leaf("crtt", ItemTime.self),
    .leaf("mdft", ItemTime.self),
  ]

  private static let transitionProperties: [Rule] = [
    .leaf("wipe", TransitionDirection.self),
    .leaf("fade", TransitionDirection.self),
    .leaf("splt", TransitionDirection.self),
    .leaf("zoom", ZoomTransition.self),
    .leaf("stpe", TransitionPeriod.self),
    .leaf("ssld", DisplayDuration.self),
  ]

  private static let layerProperties: [Rule] = [
    .leaf("lsel", LayerSelector.self),
    .leaf("tols", TargetOutputLayerSet.self),
    .leaf("oinf", OperatingPointsProperty.self),
    .leaf("spid", SubpictureIDsProperty.self),
    .leaf("spor", SubpictureOrderProperty.self),
    .leaf("a1op", AV1OperatingPoint.self),
    .leaf("a1lx", AV1LayeredImageIndexing.self),
  ]

  private static let uncompressedProperties: [Rule] = [
    .leaf("cmpd", ComponentDefinitions.self),
    .leaf("uncC", UncompressedConfiguration.self),
    .leaf("cmpC", CompressionConfiguration.self),
    .leaf("icef", CompressedUnits.self),
    .leaf("cloc", ChromaLocation.self),
    .leaf("sbpm", SensorBadPixels.self),
    .leaf("cpat", ComponentPattern.self),
  ]
}
