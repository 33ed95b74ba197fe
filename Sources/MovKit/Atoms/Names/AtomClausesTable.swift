// Made by Docs/Clauses/generate.py of the documentation of the records.
// swift-format-ignore-file

extension AtomClauses {
  static let textOfRecords = """
    AC3Configuration: ETSI TS 102 366, F.4
    AC4Configuration: ETSI TS 103 190-2, E.5
    AMRConfiguration: 3GPP TS 26.244, 6.7
    APVConfiguration: APV Codec ISO Media File Format Binding; RFC 9924
    AV1Configuration: AV1 Codec ISO Media File Format Binding, 2.3
    AV1LayeredImageIndexing: AV1 Image File Format, 2.3.2.3
    AV1OperatingPoint: AV1 Image File Format, 2.3.2.1
    AVCConfiguration: ISO/IEC 14496-15, 5.3.3.1
    AVCLayerEntry: ISO/IEC 14496-15, 5.5.3
    AccessUnitDelimiterEntry: ISO/IEC 14496-15, AUDSampleEntry
    AccessibilityText: ISO/IEC 23008-12, 6.5.21
    AliasDataReference: QuickTime File Format, “Data Reference Atoms”
    AliasRecord: QuickTime File Format, “Data Reference Atoms”; Inside Macintosh: Files, “Alias Manager”
    AlternativeStartupEntry: ISO/IEC 14496-12, 10.3
    AlternativeStartupProperties: ISO/IEC 14496-12, 8.8.16
    AmbientViewingEnvironment: ISO/IEC 14496-12, 12.1.10
    ApertureBracket: ISO/IEC 23008-12, 6.8.6.6
    ApertureBracketProperty: ISO/IEC 23008-12, 6.5.26
    AppleLosslessConfiguration: Apple Lossless Format, “ALACSpecificConfig”
    AssetAlbum: 3GPP TS 26.244, clause 8
    AssetClassification: 3GPP TS 26.244, clause 8
    AssetInformation: Common File Format and Media Formats Specification, 2.2.4
    AssetKeywords: 3GPP TS 26.244, clause 8
    AssetLocation: 3GPP TS 26.244, clause 8
    AssetRating: 3GPP TS 26.244, clause 8
    AssetString: 3GPP TS 26.244, clause 8
    AssetText: 3GPP TS 26.244, clause 8; ISO/IEC 14496-12, 8.10.2
    AssetYear: 3GPP TS 26.244, clause 8
    Atom: ISO: box
    AtomHeader: ISO/IEC 14496-12, 4.2; QuickTime File Format, “Atoms”
    AuxiliaryType: ISO/IEC 23008-12, 6.5.8
    AuxiliaryTypeInformation: ISO/IEC 23008-12, 7.5.3.2
    BaseLocation: Common File Format and Media Formats Specification, 2.2.5
    BaseMediaInformation: QuickTime File Format, “Base Media Info Atoms”
    BinaryXMLMetadata: ISO/IEC 14496-12, 8.11.2
    BitRate: ISO/IEC 14496-12, 8.5.2
    CameraExtrinsics: ISO/IEC 23008-12, CameraExtrinsicMatrixProperty
    CameraIntrinsics: ISO/IEC 23008-12, CameraIntrinsicMatrixProperty
    CameraName: Apple; registered with the MP4 Registration Authority
    ChannelLayout: QuickTime File Format, “Audio Channel Layout Atom”
    ChromaLocation: ISO/IEC 23001-17, 6.1.4
    ChunkOffsets: ISO/IEC 14496-12, 8.7.5; QuickTime File Format, “Chunk Offset Atoms”
    ChunkOffsets64: ISO/IEC 14496-12, 8.7.5; QuickTime File Format, “64-bit chunk offset atoms”
    CleanAperture: ISO/IEC 14496-12, 12.1.4; QuickTime File Format, “Clean Aperture”
    ClippingRegion: QuickTime File Format, “Clipping Region Atoms”
    CodingConstraints: ISO/IEC 23008-12, 7.2.3.2
    ColorInformation: ISO/IEC 14496-12, 12.1.5; QuickTime File Format, “Color Parameter Atoms”
    ColorTable: QuickTime File Format, “Color Table Atoms”
    CommonSubpictureGroup: ISO/IEC 14496-15, SubpicCommonGroupBox
    CompactSampleSizes: ISO/IEC 14496-12, 8.7.3.3
    CompactSampleToGroup: ISO/IEC 14496-12, 8.9.5
    ComponentDefinitions: ISO/IEC 23001-17, 5.1.3
    ComponentPattern: ISO/IEC 23001-17, 6.1.3
    CompositionOffsets: ISO/IEC 14496-12, 8.6.1.3; QuickTime File Format, “Composition Offset Atom”
    CompositionShift: ISO/IEC 14496-12, 8.6.1.4; QuickTime File Format, “Composition Shift Least Greatest Atom”
    CompressedBox: ISO/IEC 14496-12, 8.19
    CompressedMatte: QuickTime File Format, “Compressed Matte Atoms”
    CompressedMovieData: QuickTime File Format, “Compressed Movie Resources”
    CompressedUnits: ISO/IEC 23001-17, 6.2
    CompressionConfiguration: ISO/IEC 23001-17, 6.1
    ContentColourVolume: ISO/IEC 14496-12, 12.1.8
    ContentLightLevel: ISO/IEC 14496-12, 12.1.6
    ContentProvenance: C2PA Technical Specification, “Embedding manifests into BMFF-based assets”
    ControllerType: QuickTime API Reference, kUserDataMovieControllerType
    ConverterQuality: kAudioConverterSampleRateConverterQuality of Apple's Audio Toolbox
    CountryCode: QuickTime File Format, “Country Indicator”
    CountryLists: QuickTime File Format, “Country List Atom”
    CubemapProjection: Spherical Video V2 RFC
    DTSConfiguration: ETSI TS 102 114, E.2.2.3
    DTSUHDConfiguration: ETSI TS 103 491, B.2.2.3
    DataCompression: QuickTime File Format, “Compressed Movie Resources”
    DataReferences: ISO/IEC 14496-12, 8.7.2; QuickTime File Format, “Data Reference Atoms”
    DecodeRetimingEntry: ISO/IEC 14496-15, DecodeRetimingEntry
    DecodeTimeHintEntry: ISO/IEC 14496-15, OperatingPointDecodeTimeHint
    DecodingCapabilityEntry: ISO/IEC 14496-15, DecodingCapabilityInformation
    DegradationPriorities: ISO/IEC 14496-12, 8.5.3
    DependentRandomAccessEntry: ISO/IEC 14496-12, 10.8
    DepthResolution: ISO/IEC 14496-15, MVDDepthResolutionBox
    DirectReferencesEntry: ISO/IEC 23008-12, 7.4
    DisparityAdjustment: Apple HEVC Stereo Video
    DisplayDuration: ISO/IEC 23008-12, 6.5.32
    DolbyVisionConfiguration: Dolby Vision Streams within the ISO Base Media File Format, “Dolby Vision Configuration Box”
    DownMixInstructions: ISO/IEC 14496-12, 12.2.5
    EVCConfiguration: ISO/IEC 14496-15, 12.3.3.2
    EditList: ISO/IEC 14496-12, 8.6.6; QuickTime File Format, “Edit List Atoms”
    ElementaryStreamDescriptor: ISO/IEC 14496-14, 5.6; the descriptors are those of ISO/IEC 14496-1, 7.2.6
    EmbeddedFileDescription: ISO/IEC 19566-5, “Embedded File Description box”
    EndOfBitstreamEntry: ISO/IEC 14496-15, EndOfBitstreamSampleEntry
    EndOfSequenceEntry: ISO/IEC 14496-15, EndOfSequenceSampleEntry
    Endianness: QuickTime File Format
    EnhancedAC3Configuration: ETSI TS 102 366, F.6
    EntityGroup: ISO/IEC 14496-12, 8.18.3
    EquirectangularProjection: Spherical Video V2 RFC
    EquivalenceEntry: ISO/IEC 23008-12, 6.8.1
    EventMessage: ISO/IEC 23009-1, 5.10.3.3
    ExposureBracket: ISO/IEC 23008-12, 6.8.6.2
    ExposureBracketProperty: ISO/IEC 23008-12, 6.5.22
    ExtendedLanguage: ISO/IEC 14496-12, 8.4.6
    ExternalBaseLayerEntry: ISO/IEC 14496-15, LhvcExternalBaseLayerInfo
    FLACConfiguration: Encapsulation of FLAC in ISO Base Media File Format, 3.3.2
    FieldHandling: QuickTime File Format, “Field Handling”
    FileDeliveryDescription: ISO/IEC 14496-12, 9.2.2
    FileDeliveryItems: ISO/IEC 14496-12, 8.13.2
    FilePartition: ISO/IEC 14496-12, 8.13.3
    FileType: ISO/IEC 14496-12, 4.3 and 8.16.2; QuickTime File Format, “File Type Compatibility Atom”
    FlashBracket: ISO/IEC 23008-12, 6.8.6.5
    FlashBracketProperty: ISO/IEC 23008-12, 6.5.25
    FocusBracket: ISO/IEC 23008-12, 6.8.6.4
    FocusBracketProperty: ISO/IEC 23008-12, 6.5.24
    FontTable: 3GPP TS 26.245, 5.16
    GammaLevel: QuickTime File Format, “Gamma”
    GenericDescription: ISO/IEC 14496-12, 8.5.2, SampleEntry
    GoProMetadata: “GPMF Introduction”, GoPro
    GroupNames: ISO/IEC 14496-12, 8.13.6
    H263BitRate: 3GPP TS 26.244, 6.8
    H263Configuration: 3GPP TS 26.244, 6.8
    HEVCConfiguration: ISO/IEC 14496-15, 8.3.3.1
    HandlerReference: ISO/IEC 14496-12, 8.4.3; QuickTime File Format, “Handler Reference Atoms”
    HeroStereoEye: Apple HEVC Stereo Video
    HighlightTimes: GoPro
    HintCount: ISO/IEC 14496-12, 9.1.5
    HintDescription: ISO/IEC 14496-12, 9.1.2 and 9.4.1.2
    HintMaximumRate: ISO/IEC 14496-12, 9.1.5
    HintMediaHeader: ISO/IEC 14496-12, 12.4.2
    HintPayload: ISO/IEC 14496-12, 9.1.5
    HintTime: ISO/IEC 14496-12, 9.1.5
    HorizontalFieldOfView: Apple HEVC Stereo Video
    IAMFConfiguration: Immersive Audio Model and Formats, AOM, “IA Configuration Box”
    ID3Metadata: “ID3v2 in ISO files”, specification of the registration authority
    ID3Tag: “ID3 tag version 2.4.0”, id3.org
    IdentifiedDataReference: ISO/IEC 14496-12, 8.7.2, DataEntryImdaBox
    ImageGrid: ISO/IEC 23008-12, 6.6.2.3
    ImageMirror: ISO/IEC 23008-12, 6.5.12
    ImagePyramid: ISO/IEC 23008-12, 6.8.11
    ImageRotation: ISO/IEC 23008-12, 6.5.10
    ImageScaling: ISO/IEC 23008-12, 6.5.13
    ImageSpatialExtents: ISO/IEC 23008-12, 6.5.3
    InitialObjectDescriptor: ISO/IEC 14496-1, 7.2.6.3 and 7.2.6.4; ISO/IEC 14496-14, 3.1
    IntegrityCheck: ISO/IEC 23008-12, MD5IntegrityBox
    InternationalText: QuickTime File Format, “User Data Text Strings and Language Codes”
    ItemAuxiliaryInformation: ISO/IEC 23001-7, 8.5
    ItemEncryption: ISO/IEC 23001-7, 8.4
    ItemInformation: ISO/IEC 14496-12, 8.11.6
    ItemInformationEntry: ISO/IEC 14496-12, 8.11.6
    ItemLocations: ISO/IEC 14496-12, 8.11.3
    ItemPropertyAssociations: ISO/IEC 14496-12, 8.11.14
    ItemProtection: ISO/IEC 14496-12, 8.11.5
    ItemReference: ISO/IEC 14496-12, 8.11.12
    ItemReferences: ISO/IEC 14496-12, 8.11.12
    ItemTime: ISO/IEC 23008-12, 6.5.18 and 6.5.19
    JPEG2000Channels: ISO/IEC 15444-1, I.5.3.6
    JPEG2000Colour: ISO/IEC 15444-1, I.5.3.3
    JPEG2000ImageHeader: ISO/IEC 15444-1, I.5.3.1
    JPEG2000OriginalFormat: ISO/IEC 15444-3
    JPEG2000Profile: ISO/IEC 15444-3
    JPEG2000ReaderRequirements: ISO/IEC 15444-2, M.11.1
    JPEG2000Signature: ISO/IEC 15444-1, I.5.1
    JPEG2000Subsampling: ISO/IEC 15444-3
    JPEGConfiguration: ISO/IEC 23008-12, H.2.4
    JUMBFDescription: ISO/IEC 19566-5, “Description box”
    KeyList: QuickTime File Format, “Metadata Item Keys Atom”
    LCEVCConfiguration: ISO/IEC 14496-15:2024
    LanguageLists: QuickTime File Format, “Language List Atom”
    LargeHintCount: ISO/IEC 14496-12, 9.1.5
    LargeItemReference: ISO/IEC 14496-12, 8.11.12
    LayerInformationEntry: ISO/IEC 14496-15, 9.8.2
    LayerRange: ISO/IEC 14496-15, SVCDependencyRangeBox
    LayerSelector: ISO/IEC 23008-12, 6.5.11
    LayeredHEVCConfiguration: ISO/IEC 14496-15, 9.4.3
    LevelAssignments: ISO/IEC 14496-12, 8.8.13
    Looping: QuickTime File Format, “User Data Atoms”
    Loudness: ISO/IEC 14496-12, 12.2.7
    MIMEDescription: ISO/IEC 14496-12, 12.3.3, 12.6.3 and 12.5.3
    MLPConfiguration: Dolby TrueHD (MLP) bitstreams within the ISO base media file format
    MPEG4Extensions: ISO/IEC 14496-15, MPEG4ExtensionDescriptorsBox; the descriptors are those of ISO/IEC 14496-1, 7.2.6
    MPEGHConfiguration: ISO/IEC 23008-3, 20.5
    MPEGHProfiles: ISO/IEC 23008-3, 20.5.2
    MaskConfiguration: ISO/IEC 23008-12, 6.10.2
    MasteringDisplay: ISO/IEC 14496-12, 12.1.7
    MediaHeader: ISO/IEC 14496-12, 8.4.2; QuickTime File Format, “Media Header Atoms”
    MetadataContainer: ISO/IEC 14496-12, 8.11.1; QuickTime File Format, “Metadata Atoms”
    MetadataDescription: QuickTime File Format, “Timed Metadata Media”
    MetadataHeader: QuickTime File Format, “Metadata Header Atom”
    MetadataItemInformation: QuickTime File Format, “Item Information Atom”
    MetadataKeyDeclaration: QuickTime File Format, “Timed Metadata Media”
    MetadataRelation: ISO/IEC 14496-12, 8.11.8
    MetadataTypeDeclaration: QuickTime File Format, “Timed Metadata Media”
    MetadataURI: ISO/IEC 14496-12, 12.3.3
    MetadataURIInitialization: ISO/IEC 14496-12, 12.3.3
    MetadataValue: QuickTime File Format, “Metadata Value Atom” and “Well-Known Types”
    MinimizedImage: ISO/IEC 23008-12, Amendment 2, “Low-overhead image file format”
    MixedNALUnitsEntry: ISO/IEC 14496-15, VvcMixedNALUnitTypePicEntry
    MovieExtendsHeader: ISO/IEC 14496-12, 8.8.2
    MovieFragmentHeader: ISO/IEC 14496-12, 8.8.5
    MovieFragmentRandomAccessOffset: ISO/IEC 14496-12, 8.8.11
    MovieHeader: ISO/IEC 14496-12, 8.2.2; QuickTime File Format, “Movie Header Atoms”
    MovieSessionDescription: ISO/IEC 14496-12, 9.1.4
    MultiviewAttributes: ISO/IEC 14496-15, MultiviewRelationAttributeBox
    MultiviewDepthConfiguration: ISO/IEC 14496-15, MVCDConfigurationBox, A3DConfigurationBox
    MultiviewDisparity: ISO/IEC 14496-15, MultiviewSceneInfoBox
    MultiviewGroup: ISO/IEC 14496-15, MultiviewGroupBox
    MultiviewGroupRelation: ISO/IEC 14496-15, MultiviewGroupRelationBox
    MultiviewInformation: ISO/IEC 14496-15, MultiviewInformationBox
    MultiviewTierEntry: ISO/IEC 14496-15, MultiviewGroupEntry
    NALUnitMapEntry: ISO/IEC 14496-15, 5.8.3
    NominalDiffuseWhite: ISO/IEC 14496-12, NominalDiffuseWhite
    NullMediaHeader: ISO/IEC 14496-12, 8.4.5.2 and 12.6.2
    ObjectDescriptor: ISO/IEC 14496-14, 5.5
    OperatingPoints: ISO/IEC 14496-15, 9.6.2
    OperatingPointsProperty: ISO/IEC 23008-12, 6.5.13
    OpusConfiguration: Encapsulation of Opus in ISO Base Media File Format, 4.3.2
    OriginalFormat: ISO/IEC 14496-12, 8.12.2; QuickTime File Format, “Format Atom”
    PCMConfiguration: ISO/IEC 23003-5, 5.1
    PIFFProtectionSystem: PIFF 1.1, 5.3.1
    PIFFSampleEncryption: PIFF 1.1, 5.3.2
    PIFFTrackEncryption: PIFF 1.1, 5.3.3
    PaddingBits: ISO/IEC 14496-12, 8.7.6
    PanoramaEntry: ISO/IEC 23008-12, PanoramaEntry
    PanoramaProperty: ISO/IEC 23008-12, PanoramaProperty
    ParameterSetEntry: ISO/IEC 14496-15, ParameterSetNALUEntry
    ParameterSetsInBandEntry: ISO/IEC 14496-15, PSSampleGroupEntry
    PartialSyncSamples: QuickTime File Format, “Partial Sync Sample Atom”
    PixelAspectRatio: ISO/IEC 14496-12, 12.1.4; QuickTime File Format, “Pixel Aspect Ratio”
    PixelInformation: ISO/IEC 23008-12, 6.5.6
    PlayingOption: QuickTime File Format, “User Data Atoms”
    PreviewAtom: QuickTime File Format, “Preview Atoms”
    PrimaryItem: ISO/IEC 14496-12, 8.11.4
    PrintToVideo: QuickTime File Format, “User Data Atoms”
    PriorityAssignment: ISO/IEC 14496-15, SVCPriorityAssignmentBox, MVCViewPriorityAssignmentBox
    PriorityLayers: ISO/IEC 14496-15, SVCPriorityLayerInfoBox
    PriorityRange: ISO/IEC 14496-15, PriorityRangeBox
    ProducerReferenceTime: ISO/IEC 14496-12, 8.16.5
    Profile: QuickTime File Format, “Profile atom guidelines”
    ProgressiveDownload: ISO/IEC 14496-12, 8.1.3
    ProjectionHeader: Spherical Video V2 RFC
    ProjectionKind: Apple HEVC Stereo Video
    ProtectionSystemHeader: ISO/IEC 23001-7, 8.1
    QTAtomHead: QuickTime File Format, “QT Atoms and Atom Containers”
    RGBColor: QuickTime's RGBColor
    RTPOffset: ISO/IEC 14496-12, 9.1.2
    RTPTimeSynchrony: ISO/IEC 14496-12, 9.4.1.2
    RTPTimescale: ISO/IEC 14496-12, 9.1.2
    RandomAccessPointEntry: ISO/IEC 14496-12, 10.4
    RateShareEntry: ISO/IEC 14496-12, 10.2
    ReceivedSource: ISO/IEC 14496-12, 9.4.1.2
    RectangularRegionEntry: ISO/IEC 14496-15, 10.2
    ReferenceMovie: QuickTime File Format, “Data Reference Atom” of reference movies
    ReferenceMovieComponent: QuickTime File Format, “Component Detect Atom”
    ReferenceMovieLanguage: QuickTime's MoviesFormat.h, QTAltLanguageRecord
    ReferenceMovieNeed: QuickTime File Format, “Data Rate Atom”
    ReferenceMovieQuality: QuickTime File Format, “Quality Atom”
    ReferenceMovieSpeed: QuickTime File Format, “CPU Speed Atom”; QuickTime's MoviesFormat.h, QTAltCPURatingRecord
    ReferenceMovieVersion: QuickTime File Format, “Version Check Atom”
    ReferenceViewingEnvironment: ISO/IEC 14496-12, ReferenceViewingEnvironment
    RegionsOfInterest: ISO/IEC 14496-15, IroiInfoBox
    RelativeLocation: ISO/IEC 23008-12, 6.5.7
    RequiredBoxTypes: Apple HEVC Stereo Video
    RequiredReferenceTypes: ISO/IEC 23008-12, 6.5.17
    RightsControl: ISO/IEC 14496-12, IPMPControlBox; the descriptors are those of ISO/IEC 14496-1, 7.2.6.14
    RightsInformation: ISO/IEC 14496-12, IPMPInfoBox; the descriptors are those of ISO/IEC 14496-1, 7.2.6.14
    SEIInformation: ISO/IEC 14496-15, SeiInformationBox
    SRTPProcess: ISO/IEC 14496-12, SRTPProcessBox
    SampleAuxOffsets: ISO/IEC 14496-12, 8.7.9
    SampleAuxSizes: ISO/IEC 14496-12, 8.7.8
    SampleDependencies: ISO/IEC 14496-12, 8.6.4; QuickTime File Format, “Sample Dependency Flags Atom”
    SampleDescriptions: ISO/IEC 14496-12, 8.5.2; QuickTime File Format, “Sample Description Atoms”
    SampleEncryption: ISO/IEC 23001-7, 7.2
    SampleEncryptionGroupEntry: ISO/IEC 23001-7, 6
    SampleFlags: ISO/IEC 14496-12, 8.8.3.1
    SampleGroupDescriptions: ISO/IEC 14496-12, 8.9.3
    SampleMetadataItemsEntry: ISO/IEC 14496-12, SampleToMetadataItemEntry
    SampleReferences: ISO/IEC 14496-15, SampleDependencyBox
    SampleScaling: ISO/IEC 14496-12:2005, 8.35
    SampleSizes: ISO/IEC 14496-12, 8.7.3.2; QuickTime File Format, “Sample Size Atoms”
    SampleToChunk: ISO/IEC 14496-12, 8.7.4; QuickTime File Format, “Sample-to-Chunk Atoms”
    SampleToGroup: ISO/IEC 14496-12, 8.9.2
    SamplingRate: ISO/IEC 14496-12, 12.2.3
    ScalabilityInformation: ISO/IEC 14496-15, ScalabilityInformationSEIBox, ViewScalabilityInformationSEIBox, MVDScalabilityInformationSEIBox
    ScalableAVCConfiguration: ISO/IEC 14496-15, 6.5.3.1 and 7.5.3.1
    ScalableMetadataConfiguration: ISO/IEC 14496-15, SVCMetadataSampleConfigBox
    ScalableNALUnitMapEntry: ISO/IEC 14496-15, ScalableNALUMapEntry
    ScalableTierEntry: ISO/IEC 14496-15, ScalableGroupEntry
    SchemeType: ISO/IEC 14496-12, 8.12.5
    SegmentIndex: ISO/IEC 14496-12, 8.16.3
    SensorBadPixels: ISO/IEC 23001-17, 6.1.7
    SequenceDataReference: ISO/IEC 14496-12, 8.7.2, DataEntrySeqNumImdaBox
    SessionDescription: ISO/IEC 14496-12, 9.1.4
    SessionGroups: ISO/IEC 14496-12, 8.13.5
    ShadowSyncSamples: ISO/IEC 14496-12, 8.6.3; QuickTime File Format, “Shadow Sync Atom”
    SoundDescription: ISO/IEC 14496-12, 12.2.3; QuickTime File Format, “Sound Sample Description”, versions 0 to 2
    SoundMediaHeader: ISO/IEC 14496-12, 12.2.2; QuickTime File Format, “Sound Media Information Header Atoms”
    SourceName: QuickTime File Format, “Timecode Sample Description”, source reference
    SpatialAudio: Spatial Audio RFC
    SpeakerLayout: ISO/IEC 14496-12, 12.2.4
    SphericalVideoHeader: Spherical Video V2 RFC
    StereoBaseline: Apple HEVC Stereo Video
    StereoTrackGroup: ISO/IEC 14496-12, 8.3.4.4
    StereoVideo: ISO/IEC 14496-12, 8.15.4
    StereoViewInformation: Apple HEVC Stereo Video, ISO Base Media File Format extensions
    StereoscopicLayout: Spherical Video V2 RFC
    StreamAccessPointEntry: ISO/IEC 14496-12, 10.6
    SubSampleInformation: ISO/IEC 14496-12, 8.7.7
    SubSequenceEntry: ISO/IEC 14496-15, AVCSubSequenceEntry
    SubTrackInformation: ISO/IEC 14496-12, 8.14.4
    SubTrackLayers: ISO/IEC 14496-15, SVCSubTrackLayerBox
    SubTrackSampleGroup: ISO/IEC 14496-12, 8.14.6
    SubTrackTiers: ISO/IEC 14496-15, SubTrackTierBox
    SubTrackTiles: ISO/IEC 14496-15, TileSubTrackGroupBox
    SubTrackViewGroups: ISO/IEC 14496-15, MVCSubTrackMultiviewGroupBox
    SubTrackViews: ISO/IEC 14496-15, MVCSubTrackViewBox
    SubpictureIDs: ISO/IEC 14496-15, VvcSubpicIDEntry
    SubpictureIDsProperty: ISO/IEC 23008-12, VvcSubpicIDProperty
    SubpictureLayoutEntry: ISO/IEC 14496-15, VvcSubpicLayoutMapEntry
    SubpictureLevelEntry: ISO/IEC 14496-15, SubpicLevelInfoEntry
    SubpictureOrderEntry: ISO/IEC 14496-15, 11.7.3
    SubpictureOrderProperty: ISO/IEC 23008-12, VvcSubpicOrderProperty
    SubsegmentIndex: ISO/IEC 14496-12, 8.16.4
    SwitchableTracksGroup: ISO/IEC 14496-15, SwitchableTracks
    SymbolReservoir: ISO/IEC 14496-12, 8.13.4 and 8.13.7
    SyncSampleEntry: ISO/IEC 14496-15, 8.4.4
    SyncSamples: ISO/IEC 14496-12, 8.6.2; QuickTime File Format, “Sync Sample Atoms”
    TAIClockInformation: ISO/IEC 23001-17, TAIClockInfoBox
    TAITimestamp: ISO/IEC 23001-17, TAITimestampBox
    TargetOutputLayerSet: ISO/IEC 23008-12, 6.5.14
    TemporalLayerEntry: ISO/IEC 14496-15, 8.4.3
    TemporalLevelEntry: ISO/IEC 14496-12, 10.5
    TextConfiguration: ISO/IEC 14496-12, 12.3.3
    TextDescription: QuickTime File Format, “Text Sample Description”
    TextMediaInformation: QuickTime File Format, “Text Media Information Atom”
    Thumbnail: 3GPP TS 26.244, clause 8
    TierBitRates: ISO/IEC 14496-15, TierBitRateBox
    TierBuffering: ISO/IEC 14496-15, BufferingBox
    TierDependencies: ISO/IEC 14496-15, TierDependencyBox
    TierInformation: ISO/IEC 14496-15, TierInfoBox
    TierParameterSets: ISO/IEC 14496-15, InitialParameterSetBox
    TierRegion: ISO/IEC 14496-15, RectRegionBox
    TierTranscoding: ISO/IEC 14496-15, TranscodingInfoBox
    TimeToSample: ISO/IEC 14496-12, 8.6.1.2; QuickTime File Format, “Time-to-Sample Atoms”
    TimecodeDescription: QuickTime File Format, “Timecode Sample Description”; TN2310
    TimecodeMediaInformation: QuickTime File Format, “Timecode Media Information Atom”
    TimedTextDescription: 3GPP TS 26.245, 5.16; ISO/IEC 14496-17
    TrackApertureDimensions: QuickTime File Format, “Track Aperture Mode Dimensions Atom”
    TrackAttribute: ISO/IEC 14496-12, 8.10.3.5
    TrackEncryption: ISO/IEC 23001-7, 8.2
    TrackExcludeFromAutoselection: QuickTime File Format, “Track Exclude from Autoselection Atoms”
    TrackExtends: ISO/IEC 14496-12, 8.8.3
    TrackExtensionProperties: ISO/IEC 14496-12, 8.8.15
    TrackFragmentDecodeTime: ISO/IEC 14496-12, 8.8.12
    TrackFragmentHeader: ISO/IEC 14496-12, 8.8.7
    TrackFragmentRandomAccess: ISO/IEC 14496-12, 8.8.10
    TrackFragmentRun: ISO/IEC 14496-12, 8.8.8
    TrackGroupType: ISO/IEC 14496-12, 8.3.4
    TrackHeader: ISO/IEC 14496-12, 8.3.2; QuickTime File Format, “Track Header Atoms”
    TrackInput: QuickTime File Format, “Track Input Map Atoms”
    TrackInputValue: QuickTime File Format, “Track Input Map Atoms”
    TrackKind: ISO/IEC 14496-12, 8.10.4
    TrackLoadSettings: QuickTime File Format, “Track Load Settings Atoms”
    TrackReferenceType: ISO/IEC 14496-12, 8.3.3; QuickTime File Format, “Track Reference Atoms”
    TrackSelection: ISO/IEC 14496-12, 8.10.3
    TransitionDirection: ISO/IEC 23008-12, 6.5.27 to 6.5.30
    TransitionPeriod: ISO/IEC 23008-12, 6.5.31
    TrickPlay: Common File Format and Media Formats Specification, 2.2.7
    TypeCombination: ISO/IEC 14496-12, 4.4
    URLDataReference: ISO/IEC 14496-12, 8.7.2
    URNDataReference: ISO/IEC 14496-12, 8.7.2
    UncompressedConfiguration: ISO/IEC 23001-17, 5.2.1
    UserDescription: ISO/IEC 23008-12, 6.5.20
    UserMetadata: Sony, and the Memory Stick Video Format
    VPConfiguration: VP Codec ISO Media File Format Binding
    VPContentLightLevel: VP Codec ISO Media File Format Binding; CTA-861.3
    VPMasteringDisplay: VP Codec ISO Media File Format Binding; SMPTE ST 2086
    VRDescription: QuickTime File Format, “QuickTime VR Sample Description Structure”
    VRNodeLocation: QuickTime File Format, “Node Location Atom Structure”
    VRPanoramaImaging: QuickTime File Format, “Panorama-Imaging Atom Structure”
    VRParent: QuickTime File Format, “VR World Atom Container”
    VRString: QuickTime File Format, “String Atom Structure”
    VRWorldHeader: QuickTime File Format, “VR World Header Atom Structure”
    VVCConfiguration: ISO/IEC 14496-15, 11.2.4.2
    VVCNALUnitConfiguration: ISO/IEC 14496-15, 11.2.4.3
    VVCOperatingPoints: ISO/IEC 14496-15, VvcOperatingPointsRecord
    VideoDescription: ISO/IEC 14496-12, 12.1.3; QuickTime File Format, “Video Sample Description”
    VideoMediaHeader: ISO/IEC 14496-12, 12.1.2; QuickTime File Format, “Video Media Information Header Atoms”
    ViewIdentifiers: ISO/IEC 14496-15, ViewIdentifierBox
    ViewPriorityEntry: ISO/IEC 14496-15, ViewPriorityEntry
    WaveFormat: PIFF
    WebVTTConfiguration: ISO/IEC 14496-30, 7.5
    WebVTTSourceLabel: ISO/IEC 14496-30, 7.5
    WhiteBalanceBracket: ISO/IEC 23008-12, 6.8.6.3
    WhiteBalanceBracketProperty: ISO/IEC 23008-12, 6.5.23
    WindowLocation: QuickTime File Format, “User Data Atoms”
    XMLMetadata: ISO/IEC 14496-12, 8.11.2
    XMLMetadataDescription: ISO/IEC 14496-12, 12.3.3
    XMLSubtitleDescription: ISO/IEC 14496-12, 12.6.3
    ZoomTransition: ISO/IEC 23008-12, 6.5.28
    """

  static let ofContainers: [FourCC: String] = [
    "dinf": "ISO/IEC 14496-12, 8.7.1",
    "edts": "ISO/IEC 14496-12, 8.6.5",
    "free": "ISO/IEC 14496-12, 8.1.2",
    "idat": "ISO/IEC 14496-12, 8.11.11",
    "ipco": "ISO/IEC 14496-12, 8.11.14",
    "iprp": "ISO/IEC 14496-12, 8.11.14",
    "mdat": "ISO/IEC 14496-12, 8.1.1",
    "mdia": "ISO/IEC 14496-12, 8.4.1",
    "meco": "ISO/IEC 14496-12, 8.11.7",
    "mfra": "ISO/IEC 14496-12, 8.8.9",
    "minf": "ISO/IEC 14496-12, 8.4.4",
    "moof": "ISO/IEC 14496-12, 8.8.4",
    "moov": "ISO/IEC 14496-12, 8.2.1",
    "mvex": "ISO/IEC 14496-12, 8.8.1",
    "schi": "ISO/IEC 14496-12, 8.12.6",
    "sinf": "ISO/IEC 14496-12, 8.12.1",
    "skip": "ISO/IEC 14496-12, 8.1.2",
    "stbl": "ISO/IEC 14496-12, 8.5.1",
    "strk": "ISO/IEC 14496-12, 8.14.3",
    "stsd": "ISO/IEC 14496-12, 8.5.2",
    "traf": "ISO/IEC 14496-12, 8.8.6",
    "trak": "ISO/IEC 14496-12, 8.3.1",
    "tref": "ISO/IEC 14496-12, 8.3.3",
    "trgr": "ISO/IEC 14496-12, 8.3.4",
    "udta": "ISO/IEC 14496-12, 8.10.1",
  ]
}
