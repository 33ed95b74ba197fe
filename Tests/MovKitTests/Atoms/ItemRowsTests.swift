import Testing

@testable import MovKit

/// Items and their properties, byte by byte.
@Suite struct ItemRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "sbpm",
      """
      00000000 0002 0000 0002 80 00000001 00000000 00000002 0000000a
      00000001 00000002 00000003 00000004
      """,
      "version=0 flags=0 component_count=2 component_indices=[0, 2] correction_applied=1 "
        + "num_bad_rows=1 num_bad_columns=0 num_bad_pixels=2 bad_rows=[10] bad_columns=[] "
        + "bad_pixels=[row=1 column=2, row=3 column=4]",
      SensorBadPixels.self
    ) {
      $0.components = try Table([0, 2], layout: FixedLayout())
      $0.correctionApplied = 1
      $0.rows = try Table([10], layout: FixedLayout())
      var places = [SensorBadPixels.Place(), SensorBadPixels.Place()]
      (places[0].row, places[0].column) = (1, 2)
      (places[1].row, places[1].column) = (3, 4)
      $0.pixels = try Table(places, layout: FixedLayout())
    },
    RecordExample(
      "iinf", "00000000 0002", "version=0 flags=0 entry_count=2", ItemInformation.self
    ) { $0.entryCount = 2 },
    RecordExample(
      "iinf of 32 bits", "01000000 00010000", "version=1 flags=0 entry_count=65536",
      ItemInformation.self
    ) {
      $0.version = 1
      $0.entryCount = 65536
    },
    RecordExample(
      "infe of a hidden tile", "02000001 03e9 0000 68766331 00",
      "version=2 flags=1 item_ID=1001 item_protection_index=0 item_type='hvc1' item_name=''",
      ItemInformationEntry.self
    ) {
      $0.flags = 1
      $0.itemID = 1001
    },
    RecordExample(
      "infe of XMP", "03000000 00010001 0000 6d696d65 584d5000 612f6200",
      "version=3 flags=0 item_ID=65537 item_protection_index=0 item_type='mime' "
        + "item_name='XMP' content_type='a/b'",
      ItemInformationEntry.self
    ) {
      $0.version = 3
      $0.itemID = 65537
      $0.itemType = "mime"
      $0.itemName = CString("XMP")
      $0.contentType = CString("a/b")
    },
    RecordExample(
      "infe of a URI", "02000000 0001 0000 75726920 00 753a7800",
      "version=2 flags=0 item_ID=1 item_protection_index=0 item_type='uri ' item_name='' "
        + "item_uri_type='u:x'",
      ItemInformationEntry.self
    ) {
      $0.itemID = 1
      $0.itemType = "uri "
      $0.itemURIType = CString("u:x")
    },
    RecordExample(
      "infe of a file, version 1",
      """
      01000000 0005 0002 6100 742f7000 677a00 6664656c
      6c00 00 0000000000000010 0000000000000008 01 00000007
      """,
      "version=1 flags=0 item_ID=5 item_protection_index=2 item_name='a' content_type='t/p' "
        + "content_encoding='gz' extension_type='fdel' file_delivery={content_location='l' "
        + "content_MD5='' content_length=16 transfer_length=8 entry_count=1 group_IDs=[7]}",
      ItemInformationEntry.self
    ) {
      $0.version = 1
      $0.itemID = 5
      $0.itemProtectionIndex = 2
      $0.itemName = CString("a")
      $0.contentType = CString("t/p")
      $0.hasContentEncoding = true
      $0.contentEncoding = CString("gz")
      $0.hasExtension = true
      $0.fileDelivery.contentLocation = CString("l")
      $0.fileDelivery.contentLength = 16
      $0.fileDelivery.transferLength = 8
      $0.fileDelivery.groupIDs = try Table([7])
    },
    RecordExample(
      "ipro", "00000000 0001", "version=0 flags=0 protection_count=1", ItemProtection.self
    ) { $0.protectionCount = 1 },
    RecordExample("iref", "01000000", "version=1 flags=0", ItemReferences.self) { $0.version = 1 },
    RecordExample(
      "dimg of 16 bits", "0001 0002 0003 0004",
      "from_item_ID=1 reference_count=2 to_item_IDs=[3, 4]", ItemReference.self
    ) {
      $0.fromItemID = 1
      $0.toItemIDs = try Table([3, 4])
    },
    RecordExample(
      "thmb of 32 bits", "00000002 0001 00010001",
      "from_item_ID=2 reference_count=1 to_item_IDs=[65537]", LargeItemReference.self
    ) {
      $0.fromItemID = 2
      $0.toItemIDs = try Table([65537])
    },
    RecordExample(
      "altr", "00000000 00000009 00000002 00000001 00000005",
      "version=0 flags=0 group_ID=9 num_entities_in_group=2 entity_IDs=[1, 5]", EntityGroup.self
    ) {
      $0.groupID = 9
      $0.entityIDs = try Table([1, 5])
    },
    RecordExample(
      "acgl", "00000000 00000009 00000002 00000001 00000002 80 53 00000002 0001",
      "version=0 flags=0 group_ID=9 num_entities_in_group=2 entity_IDs=[1, 2] "
        + "level_is_present_flag=1 level_is_static_flag=0 level_idc=83 level_info_entity_idx=2 "
        + "num_active_tracks=1",
      CommonSubpictureGroup.self
    ) {
      $0.groupID = 9
      $0.entityIDs = try Table([1, 2])
      ($0.hasLevel, $0.hasStaticLevel, $0.levelIdc) = (1, 0, 83)
      $0.levelEntityIndex = 2
      $0.activeTrackCount = 1
    },
    RecordExample(
      "swtk", "00000000 00000009 00000002 00000001 00000002 0003 0004",
      "version=0 flags=0 group_ID=9 num_entities_in_group=2 entity_IDs=[1, 2] "
        + "track_switch_hierarchy_IDs=[3, 4]",
      SwitchableTracksGroup.self
    ) {
      $0.groupID = 9
      $0.entityIDs = try Table([1, 2])
      $0.hierarchyIDs = try Table([3, 4])
    },
    RecordExample(
      "aebr", "00000000 02 ff", "version=0 flags=0 exposure_step=2 exposure_numerator=-1",
      ExposureBracketProperty.self
    ) { ($0.bracket.step, $0.bracket.numerator) = (2, -1) },
    RecordExample(
      "afbr", "00000000 fd 02",
      "version=0 flags=0 flash_exposure_numerator=-3 flash_exposure_denominator=2",
      FlashBracketProperty.self
    ) { ($0.bracket.numerator, $0.bracket.denominator) = (-3, 2) },
    RecordExample(
      "dobr", "00000000 01 03", "version=0 flags=0 f_stop_numerator=1 f_stop_denominator=3",
      ApertureBracketProperty.self
    ) { ($0.bracket.numerator, $0.bracket.denominator) = (1, 3) },
    RecordExample(
      "fobr at infinity", "00000000 0000 0000",
      "version=0 flags=0 focus_distance_numerator=0 focus_distance_denominator=0",
      FocusBracketProperty.self
    ) { $0.bracket.denominator = 0 },
    RecordExample(
      "wbbr", "00000000 1388 f6", "version=0 flags=0 blue_amber=5000 green_magenta=-10",
      WhiteBalanceBracketProperty.self
    ) { ($0.bracket.blueAmber, $0.bracket.greenMagenta) = (5000, -10) },
    RecordExample(
      "spid", "00000000 1001 0007",
      "version=0 flags=0 sid_info={rect_region_flag=0 continuous_id_flag=1 num_subpics_minus1=1 "
        + "subpic_id=7}",
      SubpictureIDsProperty.self
    ) { ($0.subpictures.lastSubpicture, $0.subpictures.firstID) = (1, 7) },
    RecordExample(
      "pymd", "00000000 00000009 00000001 00000001 0200 0100 0004 0007 0003",
      "version=0 flags=0 group_ID=9 num_entities_in_group=1 entity_IDs=[1] tile_size_x=512 "
        + "tile_size_y=256 layers=[layer_binning=4 tiles_in_layer_row_minus1=7 "
        + "tiles_in_layer_column_minus1=3]",
      ImagePyramid.self
    ) {
      $0.groupID = 9
      $0.entityIDs = try Table([1])
      $0.tileSizeX = 512
      $0.tileSizeY = 256
      var layer = ImagePyramid.Layer()
      layer.layerBinning = 4
      layer.tilesInLayerRowMinus1 = 7
      layer.tilesInLayerColumnMinus1 = 3
      $0.layers = try Table([layer])
    },
    RecordExample(
      "ipma", "00000000 00000001 0001 02 81 02",
      "version=0 flags=0 entry_count=1 items=[item_ID=1 association_count=2 "
        + "associations=[essential=1 property_index=1, essential=0 property_index=2]]",
      ItemPropertyAssociations.self
    ) { $0.items = [try associations(of: 1, [(1, 1), (0, 2)], ids: false, indices: false)] },
    RecordExample(
      "ipma with large numbers", "01000001 00000001 00010000 01 8080",
      "version=1 flags=1 entry_count=1 items=[item_ID=65536 association_count=1 "
        + "associations=[essential=1 property_index=128]]",
      ItemPropertyAssociations.self
    ) {
      $0.version = 1
      $0.flags = 1
      $0.items = [try associations(of: 65536, [(1, 128)], ids: true, indices: true)]
    },
    RecordExample(
      "ispe", "00000000 00000fc0 00000bd0", "version=0 flags=0 image_width=4032 image_height=3024",
      ImageSpatialExtents.self
    ) {
      $0.imageWidth = 4032
      $0.imageHeight = 3024
    },
    RecordExample(
      "pixi", "00000000 03 08080a",
      "version=0 flags=0 num_channels=3 bits_per_channel=[8, 8, 10]", PixelInformation.self
    ) { $0.bitsPerChannel = try Table([8, 8, 10]) },
    RecordExample("irot", "03", "angle=3", ImageRotation.self) { $0.angle = 3 },
    RecordExample("imir", "01", "axis=1", ImageMirror.self) { $0.axis = 1 },
    RecordExample(
      "iscl", "00000000 0001 0002 0003 0004",
      "version=0 flags=0 target_width_numerator=1 target_width_denominator=2 "
        + "target_height_numerator=3 target_height_denominator=4",
      ImageScaling.self
    ) {
      $0.targetWidthDenominator = 2
      $0.targetHeightNumerator = 3
      $0.targetHeightDenominator = 4
    },
    RecordExample(
      "rloc", "00000000 00000010 00000020",
      "version=0 flags=0 horizontal_offset=16 vertical_offset=32", RelativeLocation.self
    ) {
      $0.horizontalOffset = 16
      $0.verticalOffset = 32
    },
    RecordExample(
      "auxC", "00000000 75726e3a6100 0102",
      "version=0 flags=0 aux_type='urn:a' aux_subtype=<0102>", AuxiliaryType.self
    ) {
      $0.auxType = CString("urn:a")
      $0.auxSubtype = RawBytes(bytes: [1, 2])
    },
    RecordExample(
      "rref", "00000000 01 74626173",
      "version=0 flags=0 reference_type_count=1 reference_types=['tbas']",
      RequiredReferenceTypes.self
    ) { $0.referenceTypes = try Table(["tbas"]) },
    RecordExample(
      "mskC", "00000000 08", "version=0 flags=0 bits_per_pixel=8", MaskConfiguration.self
    ) { $0.bitsPerPixel = 8 },
    RecordExample("jpgC", "ffd8", "jpeg_prefix=<ffd8>", JPEGConfiguration.self) {
      $0.prefix = RawBytes(bytes: [0xFF, 0xD8])
    },
    RecordExample(
      "udes", "00000000 656e00 6e00 6400 742c7500",
      "version=0 flags=0 lang='en' name='n' description='d' tags='t,u'", UserDescription.self
    ) {
      $0.language = CString("en")
      $0.name = CString("n")
      $0.description = CString("d")
      $0.tags = CString("t,u")
    },
    RecordExample(
      "altt", "00000000 6100 656e00", "version=0 flags=0 alt_text='a' alt_lang='en'",
      AccessibilityText.self
    ) {
      $0.text = CString("a")
      $0.language = CString("en")
    },
    RecordExample(
      "crtt", "00000000 0000000000000401", "version=0 flags=0 time=1025", ItemTime.self
    ) { $0.microseconds = 1025 },
    RecordExample(
      "wipe", "00000000 02", "version=0 flags=0 transition_direction=2", TransitionDirection.self
    ) { $0.direction = 2 },
    RecordExample(
      "zoom", "00000000 82", "version=0 flags=0 transition_direction=1 transition_shape=2",
      ZoomTransition.self
    ) {
      $0.direction = 1
      $0.shape = 2
    },
    RecordExample(
      "stpe", "00000000 05", "version=0 flags=0 transition_period=5", TransitionPeriod.self
    ) { $0.period = 5 },
    RecordExample(
      "ssld", "00000000 0100", "version=0 flags=0 duration=256", DisplayDuration.self
    ) { $0.duration = 256 },
    RecordExample("lsel", "0001", "layer_id=1", LayerSelector.self) { $0.layerID = 1 },
    RecordExample(
      "tols", "00000000 0002", "version=0 flags=0 target_ols_idx=2", TargetOutputLayerSet.self
    ) { $0.targetOLSIndex = 2 },
    RecordExample(
      "oinf of two views",
      """
      00000000 2000 01 01 80000000 f88000000000 5a 0001
      0001 00 01 01 06 0200 0100 0200 0100 40
      01 01 01 00 01
      """,
      "version=0 flags=0 op_info={scalability_mask=8192 num_profile_tier_level=1 "
        + "profile_tier_levels=[general_profile_space=0 general_tier_flag=0 "
        + "general_profile_idc=1 general_profile_compatibility_flags=2147483648 "
        + "general_constraint_indicator_flags=273228639502336 general_level_idc=90] "
        + "num_operating_points=1 operating_points=[output_layer_set_idx=1 max_temporal_id=0 "
        + "layer_count=1 layers=[ptl_idx=1 layer_id=1 is_outputlayer=1 "
        + "is_alternate_outputlayer=0] min_pic_width=512 min_pic_height=256 max_pic_width=512 "
        + "max_pic_height=256 max_chroma_format=1 max_bit_depth_minus8=0 "
        + "frame_rate_info_flag=0 bit_rate_info_flag=0] max_layer_count=1 "
        + "layer_dependencies=[dependent_layer_id=1 num_layers_dependent_on=1 "
        + "dependent_on_layer_ids=[0] dimension_identifiers=[1]]}",
      OperatingPointsProperty.self
    ) {
      $0.points.scalabilityMask = 0x2000
      var profile = OperatingPoints.Profile()
      profile.profileIdc = 1
      profile.compatibilityFlags = 0x8000_0000
      profile.constraintFlags = 0xF880_0000_0000
      profile.levelIdc = 90
      $0.points.profiles = try Table([profile])
      var pointLayer = OperatingPoints.PointLayer()
      pointLayer.profileIndex = 1
      pointLayer.layerID = 1
      pointLayer.isOutputLayer = 1
      var point = OperatingPoints.Point()
      point.outputLayerSetIndex = 1
      point.layers = try Table([pointLayer])
      (point.minPicWidth, point.maxPicWidth) = (512, 512)
      (point.minPicHeight, point.maxPicHeight) = (256, 256)
      $0.points.points = [point]
      var dependency = OperatingPoints.Dependency()
      dependency.layerID = 1
      dependency.dependsOn = try Table([0])
      dependency.dimensions = try Table([1])
      dependency.dimensionCount = 1
      $0.points.dependencies = [dependency]
    },
    RecordExample("a1op", "01", "op_index=1", AV1OperatingPoint.self) { $0.opIndex = 1 },
    RecordExample(
      "a1lx", "00 0010 0020 0000", "large_size=0 layer_sizes=[16, 32, 0]",
      AV1LayeredImageIndexing.self
    ) { $0.layerSizes = try Table([layer(16), layer(32), layer(0)], layout: 2) },
    RecordExample(
      "a1lx of 32 bits", "01 00010000 00000001 00000000",
      "large_size=1 layer_sizes=[65536, 1, 0]", AV1LayeredImageIndexing.self
    ) {
      $0.largeSize = 1
      $0.layerSizes = try Table([layer(65536), layer(1), layer(0)], layout: 4)
    },
    RecordExample(
      "cmpd", "00000002 0004 8000 753a7800",
      "component_count=2 components=[component_type=4, component_type=32768 "
        + "component_type_uri='u:x']",
      ComponentDefinitions.self
    ) {
      var red = ComponentDefinitions.Component()
      red.type = 4
      var other = ComponentDefinitions.Component()
      other.type = 0x8000
      other.typeURI = CString("u:x")
      $0.components = [red, other]
    },
    RecordExample(
      "uncC",
      """
      00000000 72676233 00000001 0001 07 00 00 00 01 00 88 00000003 00000004 00000005 00000001
      00000002
      """,
      "version=0 flags=0 profile='rgb3' component_count=1 components=[component_index=1 "
        + "component_bit_depth_minus_one=7 component_format=0 component_align_size=0] "
        + "sampling_type=0 interleave_type=1 block_size=0 components_little_endian=1 "
        + "block_pad_lsb=0 block_little_endian=0 block_reversed=0 pad_unknown=1 pixel_size=3 "
        + "row_align_size=4 tile_align_size=5 num_tile_cols_minus_one=1 "
        + "num_tile_rows_minus_one=2",
      UncompressedConfiguration.self
    ) {
      $0.profile = "rgb3"
      var component = UncompressedConfiguration.Component()
      component.index = 1
      $0.components = try Table([component])
      $0.interleaveType = 1
      $0.componentsLittleEndian = 1
      $0.padUnknown = 1
      $0.pixelSize = 3
      $0.rowAlignSize = 4
      $0.tileAlignSize = 5
      $0.tileColumnsMinusOne = 1
      $0.tileRowsMinusOne = 2
    },
    RecordExample(
      "uncC of version 1", "01000000 72676261", "version=1 flags=0 profile='rgba'",
      UncompressedConfiguration.self
    ) {
      $0.version = 1
      $0.profile = "rgba"
    },
    RecordExample(
      "cmpC", "00000000 7a6c6962 02",
      "version=0 flags=0 compression_type='zlib' compressed_unit_type=2",
      CompressionConfiguration.self
    ) {
      $0.compressionType = "zlib"
      $0.compressedUnitType = 2
    },
    RecordExample(
      "icef", "00000000 24 00000001 0100 0200",
      "version=0 flags=0 unit_offset_code=1 unit_size_code=1 num_compressed_units=1 "
        + "units=[unit_offset=256 unit_size=512]",
      CompressedUnits.self
    ) {
      $0.unitOffsetCode = 1
      $0.unitSizeCode = 1
      var layout = CompressedUnits.UnitLayout()
      layout.offsetBytes = 2
      layout.sizeBytes = 2
      var unit = CompressedUnits.Unit()
      unit.offset = 256
      unit.size = 512
      $0.units = try Table([unit], layout: layout)
    },
    RecordExample(
      "cloc", "00000000 02", "version=0 flags=0 chroma_location=2", ChromaLocation.self
    ) { $0.location = 2 },
    RecordExample(
      "cpat of two pixels", "00000000 0002 0001 00000000 3f800000 00000001 40000000",
      "version=0 flags=0 pattern_width=2 pattern_height=1 "
        + "pixels=[component_index=0 component_gain=1.0, component_index=1 component_gain=2.0]",
      ComponentPattern.self
    ) {
      $0.patternWidth = 2
      $0.patternHeight = 1
      var pixels = [ComponentPattern.Pixel(), ComponentPattern.Pixel()]
      pixels[1].componentIndex = 1
      pixels[1].componentGain = Float32Bits(2)
      $0.pixels = try Table(pixels, layout: FixedLayout())
    },
  ]

  @Test(arguments: cameraRows) func cameras(row: RecordExample) throws { try row.check() }

  static let cameraRows: [RecordExample] = [
    RecordExample(
      "cmin in parts of 2^16", "00001000 00008000 00008000 00006000",
      "version=0 flags=4096 focal_length_x=32768 principal_point_x=32768 principal_point_y=24576",
      CameraIntrinsics.self
    ) {
      $0.flags = 0x1000
      $0.focalLengthX = 32768
      $0.principalPointX = 32768
      $0.principalPointY = 24576
    },
    RecordExample(
      "cmin with a skew", "00021001 00000001 00000002 00000003 00000004 ffffffff",
      "version=0 flags=135169 focal_length_x=1 principal_point_x=2 principal_point_y=3 "
        + "focal_length_y=4 skew_factor=-1",
      CameraIntrinsics.self
    ) {
      $0.flags = 0x2_1001
      ($0.focalLengthX, $0.principalPointX, $0.principalPointY) = (1, 2, 3)
      ($0.focalLengthY, $0.skewFactor) = (4, -1)
    },
    RecordExample(
      "cmex of the right eye", "00000001 00004b28", "version=0 flags=1 pos_x=19240",
      CameraExtrinsics.self
    ) {
      $0.flags = 1
      $0.positionX = 19240
    },
    RecordExample(
      "cmex with a rotation of 16 bits", "0000002e ffffffff 00000002 4000 0000 c000 00000007",
      "version=0 flags=46 pos_y=-1 pos_z=2 quat_x=16384 quat_y=0 quat_z=-16384 "
        + "world_coordinate_system_ID=7",
      CameraExtrinsics.self
    ) {
      $0.flags = 0x2E
      ($0.positionY, $0.positionZ) = (-1, 2)
      ($0.quaternionX, $0.quaternionZ) = (0x4000, -0x4000)
      $0.worldCoordinateSystemID = 7
    },
    RecordExample(
      "cmex with a rotation of 32 bits", "00000018 40000000 00000000 c0000000",
      "version=0 flags=24 quat_x=1073741824 quat_y=0 quat_z=-1073741824", CameraExtrinsics.self
    ) {
      $0.flags = 0x18
      ($0.quaternionX, $0.quaternionZ) = (0x4000_0000, -0x4000_0000)
    },
    RecordExample(
      "taic", "00000000 ffffffffffffffff 000f4240 7fffffff 80",
      "version=0 flags=0 time_uncertainty=18446744073709551615 clock_resolution=1000000 "
        + "clock_drift_rate=2147483647 clock_type=2",
      TAIClockInformation.self
    ) {
      $0.clockResolution = 1_000_000
      $0.clockType = 2
    },
    RecordExample(
      "itai", "00000000 0000000100000002 a0",
      "version=0 flags=0 TAI_timestamp=4294967298 synchronization_state=1 "
        + "timestamp_generation_failure=0 timestamp_is_modified=1",
      TAITimestamp.self
    ) {
      $0.nanoseconds = 0x1_0000_0002
      $0.synchronizationState = 1
      $0.timestampIsModified = 1
    },
    RecordExample(
      "pano", "00000000 0003", "version=0 flags=0 frame_number=3", PanoramaProperty.self
    ) { $0.frameNumber = 3 },
    RecordExample(
      "spor", "00000000 0002 0001 0003",
      "version=0 flags=0 sor_info={subpic_id_info_flag=0 num_subpic_ref_idx=2 "
        + "subp_track_ref_idx=[1, 3]}",
      SubpictureOrderProperty.self
    ) { $0.order.references = try Table([1, 3], layout: FixedLayout()) },
  ]

  @Test(
    arguments: [
      "pano", "spor", "cmin", "cmex", "taic", "itai", "cpat", "reve", "ndwt", "j2kH",
    ] as [FourCC])
  func isDeclaredAsProperty(type: FourCC) {
    var context = AtomContext()
    context.parent = "ipco"
    #expect(Schema.standard.rule(for: type, in: context) != nil)
  }

  /// The flags of `cmin` say what its numbers are divided by.
  @Test func denominators() {
    var camera = CameraIntrinsics()
    camera.flags = 0x2_1001
    #expect(camera.denominator == 65536)
    #expect(camera.skewDenominator == 4)
  }

  /// The names of values that the numbers do not explain.
  @Test func turnedAndMirrored() throws {
    var rotation = ImageRotation()
    rotation.angle = 1
    #expect(rotation.described.first?.value.remark == "90° anticlockwise")
    rotation.angle = 3
    #expect(rotation.described.first?.value.remark == "90° clockwise")
    #expect(ImageMirror().described.first?.value.remark == "top and bottom exchanged")
    var order = FieldHandling()
    order.fieldOrdering = 14
    #expect(
      order.described.last?.value.remark == "top field shown first, bottom field stored first")
  }

  private static func layer(_ size: UInt32) -> AV1LayeredImageIndexing.Row {
    var row = AV1LayeredImageIndexing.Row()
    row.layerSize = size
    return row
  }

  private static func associations(
    of item: UInt32, _ properties: [(UInt8, UInt16)], ids: Bool, indices: Bool
  ) throws -> ItemPropertyAssociations.Item {
    var layout = ItemPropertyAssociations.ItemLayout()
    layout.hasLargeIDs = ids
    layout.hasLargeIndices = indices
    var result = ItemPropertyAssociations.Item()
    result.itemID = item
    result.layout = layout
    result.associations = try Table(
      properties.map {
        var row = ItemPropertyAssociations.Association()
        (row.essential, row.propertyIndex) = $0
        return row
      }, layout: layout)
    return result
  }

  /// The width of the IDs in a reference is said by the atom that contains it.
  @Test(arguments: [(0, "0001 0001 0002"), (1, "00000001 0001 00000002")] as [(UInt8, String)])
  func referencesAreAsWideAsTheirParentSays(version: UInt8, bytes: String) throws {
    let references = atom("iref", [version, 0, 0, 0], atom("cdsc", hex(bytes)))
    let file = try AtomFile(
      from: MemorySource(fileType + atom("meta", zeros(4), handler("pict"), references)))
    let node = try #require(AtomWalk(file).first { $0.atom.type == "cdsc" })
    var describer = AtomDescriber()
    let description = describer.describe(node)
    #expect(description.diagnostics.isEmpty)
    #expect(
      RecordExample.text(of: .fields(description.fields))
        == "from_item_ID=1 reference_count=1 to_item_IDs=[2]")
  }
}
