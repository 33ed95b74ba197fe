/// `stsd`: the table of sample descriptions. Each child atom describes samples; its type is the
/// four-character code of their format (ISO/IEC 14496-12, 8.5.2; QuickTime File Format, "Sample
/// Description Atoms").
///
/// In version 1 of the atom, sound descriptions of version 1 have the fields of ISO/IEC 14496-12
/// and not those of QuickTime.
public struct SampleDescriptions: CountsChildren {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The number of sample descriptions as the file states it. It can be wrong; the child atoms are
  /// what there is.
  public var entryCount: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 1, flags: &flags)
    try f("entry_count", &entryCount)
    try f.children()
  }
}

extension Schema {
  private static let timecodeFormats: [FourCC] = ["tmcd", "tc64", "cn32", "cn64"]

  /// Formats of video, and below those of sound. They mean that with any handler, such as `ovrl` of an overlay.
  private static let videoFormats: [FourCC] = [
    "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "vvc1", "vvi1", "av01", "vp08", "vp09", "mp4v",
    "encv",
  ]
  private static let soundFormats: [FourCC] = [
    "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "fLaC", "alac", "enca",
  ]

  /// The rules for sample descriptions, which are the entries of `stsd`, and for the atoms inside
  /// some of them. Other lists are about the atoms inside those of video, sound and so on.
  static let sampleDescriptionRules: [Rule] =
    [.parent("stsd", SampleDescriptions.self)]
    + FourCC.freeSpace.map { .leaf($0, OpaqueData.self, .inside(["stsd"])) }
    + timecodeFormats.map { .parent($0, TimecodeDescription.self, .inside(["stsd"])) }
    + videoFormats.map { .parent($0, VideoDescription.self, .inside(["stsd"])) }
    + soundFormats.map { .parent($0, SoundDescription.self, .inside(["stsd"])) }
    + [
      .leaf("name", SourceName.self, .inside(timecodeFormats)),
      .parent("text", TextDescription.self, .inside(["stsd"])),
      .parent("CRAW", CanonRawDescription.self, .inside(["stsd"])),
      .leaf("chrm", ChromaFieldLocations.self),
      .leaf("CMP1", CanonRawParameters.self, .inside(["CRAW"])),
      .parent("CDI1", CanonImageInformation.self, .inside(["CRAW"])),
      .leaf("IAD1", CanonImageAreas.self, .inside(["CDI1"])),
      .leaf("JPEG", CanonJPEGFormat.self, .inside(["CRAW"])),
      .parent("tx3g", TimedTextDescription.self, .inside(["stsd"])),
      .leaf("ftab", FontTable.self),
      .parent("stpp", XMLSubtitleDescription.self, .inside(["stsd"])),
      .parent("metx", XMLMetadataDescription.self, .inside(["stsd"])),
      .parent("mebx", MetadataDescription.self, .inside(["stsd"])),
      .parent("keys", Container.self, .inside(["mebx"])),
      .anyParent(Container.self, .inside(["keys"])),
      .leaf("keyd", MetadataKeyDeclaration.self, .insideChild(of: "keys")),
      .leaf("dtyp", MetadataTypeDeclaration.self, .insideChild(of: "keys")),
      .leaf("loca", PlainText.self, .insideChild(of: "keys")),
      .anyParent(VideoDescription.self, .sampleDescription(handler: "vide")),
      .anyParent(VideoDescription.self, .sampleDescription(handler: "pict")),
      .anyParent(VideoDescription.self, .sampleDescription(handler: "auxv")),
      .anyParent(SoundDescription.self, .sampleDescription(handler: "soun")),
      .anyParent(GenericDescription.self, .inside(["stsd"])),
    ]
    + (["mett", "sbtt", "stxt"] as [FourCC]).map {
      .parent($0, MIMEDescription.self, .inside(["stsd"]))
    }

  static let videoExtensionRules: [Rule] = [
    .leaf("avcC", AVCConfiguration.self),
    .leaf("hvcC", HEVCConfiguration.self),
    .leaf("avcE", AVCConfiguration.self),
    .leaf("hvcE", HEVCConfiguration.self),
    .leaf("vpcC", VPConfiguration.self),
    .leaf("SmDm", VPMasteringDisplay.self),
    .leaf("CoLL", VPContentLightLevel.self),
    .leaf("apvC", APVConfiguration.self),
    .leaf("av1C", AV1Configuration.self),
    .leaf("lhvC", LayeredHEVCConfiguration.self),
    .leaf("svcC", ScalableAVCConfiguration.self),
    .leaf("mvcC", ScalableAVCConfiguration.self),
    .leaf("vvcC", VVCConfiguration.self),
    .leaf("vvnC", VVCNALUnitConfiguration.self),
    .parent("jp2h", Container.self, .inside(["mjp2"])),
    .leaf("ihdr", JPEG2000ImageHeader.self, .inside(["jp2h"])),
    .leaf("colr", JPEG2000Colour.self, .inside(["jp2h"])),
    .parent("j2kH", Container.self),
    .leaf("cdef", JPEG2000Channels.self, .inside(["jp2h", "j2kH"])),
    .leaf("colr", ColorInformation.self),
    .leaf("pasp", PixelAspectRatio.self),
    .leaf("clap", CleanAperture.self),
    .leaf("stsl", SampleScaling.self),
    .leaf("fiel", FieldHandling.self),
    .leaf("gama", GammaLevel.self),
    .leaf("btrt", BitRate.self),
    .leaf("mdcv", MasteringDisplay.self),
    .leaf("clli", ContentLightLevel.self),
    .leaf("amve", AmbientViewingEnvironment.self),
    .leaf("reve", ReferenceViewingEnvironment.self),
    .leaf("ndwt", NominalDiffuseWhite.self),
    .leaf("cclv", ContentColourVolume.self),
    .leaf("taic", TAIClockInformation.self),
    .leaf("ccst", CodingConstraints.self),
    .leaf("auxi", AuxiliaryTypeInformation.self),
    .parent("d263", H263Configuration.self),
    .leaf("bitr", H263BitRate.self, .inside(["d263"])),
    .leaf("ACLR", AvidColour.self),
    .leaf("APRG", AvidFieldMode.self),
    .leaf("ARES", AvidResolution.self),
    .leaf("ADHR", AvidDNxHR.self),
    .leaf("dvcC", DolbyVisionConfiguration.self),
    .leaf("dvvC", DolbyVisionConfiguration.self),
    .leaf("dvwC", DolbyVisionConfiguration.self),
    .leaf("glbl", OpaqueData.self),
    .leaf("cmpd", ComponentDefinitions.self, .inside(["uncv"])),
    .leaf("uncC", UncompressedConfiguration.self, .inside(["uncv"])),
    .leaf("cloc", ChromaLocation.self, .inside(["uncv"])),
    .leaf("sbpm", SensorBadPixels.self, .inside(["uncv"])),
    .leaf("cpat", ComponentPattern.self, .inside(["uncv"])),
    .leaf("lvcC", LCEVCConfiguration.self),
  ]

  static let soundExtensionRules: [Rule] = [
    .parent("wave"),
    .leaf("esds", ElementaryStreamDescriptor.self),
    .leaf("frma", OriginalFormat.self),
    .leaf("enda", Endianness.self),
    .leaf("mp4a", OpaqueData.self, .inside(["wave"])),
    .leaf("chan", ChannelLayout.self),
    .leaf("chnl", SpeakerLayout.self),
    .leaf("srat", SamplingRate.self),
    .leaf("dmix", DownMixInstructions.self),
    .leaf("alac", AppleLosslessConfiguration.self, .inside(["alac", "wave"])),
    .leaf("dOps", OpusConfiguration.self),
    .leaf("dac3", AC3Configuration.self),
    .leaf("dec3", EnhancedAC3Configuration.self),
    .leaf("dac4", AC4Configuration.self),
    .leaf("dfLa", FLACConfiguration.self),
    .leaf("damr", AMRConfiguration.self),
    .leaf("mhaC", MPEGHConfiguration.self),
    .leaf("ddts", DTSConfiguration.self),
    .leaf("udts", DTSUHDConfiguration.self),
    .leaf("dmlp", MLPConfiguration.self),
    .leaf("pcmC", PCMConfiguration.self),
    .leaf("iacb", IAMFConfiguration.self),
  ]

  static let protectionRules: [Rule] = [
    .parent("sinf"),
    .parent("rinf"),
    .parent("scrb"),
    .parent("pinf", Container.self, .inside(["mp4a"])),
    .leaf("imif", RightsInformation.self),
    .leaf("ipmc", RightsControl.self),
    .leaf("schm", SchemeType.self),
    .leaf("csch", SchemeType.self, .inside(["rinf"])),
    .parent("schi"),
    .leaf("user", FairPlayNumber.self, .inside(["schi"])),
    .leaf("key ", FairPlayNumber.self, .inside(["schi"])),
    .leaf("righ", FairPlayRights.self, .inside(["schi"])),
    .leaf("iKMS", ISMAKeyManagement.self, .inside(["schi"])),
    .leaf("iSFM", ISMASampleFormat.self, .inside(["schi"])),
    .leaf("iSLT", ISMASalt.self, .inside(["schi"])),
    .parent("stvi", StereoVideo.self, .inside(["schi"])),
    .leaf("tenc", TrackEncryption.self),
    .leaf("adrm", AudibleProtection.self),
  ]
}
