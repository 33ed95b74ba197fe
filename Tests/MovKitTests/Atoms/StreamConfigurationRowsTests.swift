import Testing

@testable import MovKit

/// Configurations of codecs and other atoms in sample descriptions, byte by byte.
@Suite struct StreamConfigurationRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "ccst of intra pictures", "00000000 84000000",
      "version=0 flags=0 all_ref_pics_intra=1 intra_pred_used=0 max_ref_per_pic=1",
      CodingConstraints.self
    ) {
      $0.allRefPicsIntra = 1
      $0.maxRefPerPic = 1
    },
    RecordExample(
      "iacb", "01 08 f8 06 69616d66 0101",
      "configuration_version=1 config_obus={units=[obu_type=31 obu_redundant_copy=0 "
        + "obu_trimming_status_flag=0 obu_extension_flag=0 data=<69616d660101>]}",
      IAMFConfiguration.self
    ) { $0.data = RawBytes(bytes: hex("f8 06 69616d66 0101")[...]) },
    // LEB128 begins with the lowest seven bits: 0x85 0x01 are 5 and 1 times 128.
    RecordExample(
      "iacb of 133 bytes", "01 8501 00 8201 " + String(repeating: "00", count: 130),
      "configuration_version=1 config_obus={units=[obu_type=0 obu_redundant_copy=0 "
        + "obu_trimming_status_flag=0 obu_extension_flag=0 "
        + "data=<\(String(repeating: "00", count: 130))>]}",
      IAMFConfiguration.self
    ) {
      $0.sizeLength = 2
      $0.data = RawBytes(bytes: (hex("00 8201") + zeros(130))[...])
    },
    RecordExample(
      "iacb with a size in more bytes than it needs, of a unit that is cut off", "01 828000 f8 06",
      "configuration_version=1 data=<f806>", IAMFConfiguration.self
    ) {
      $0.sizeLength = 3
      $0.data = RawBytes(bytes: [0xF8, 6])
    },
    RecordExample(
      "stsl", "00000000 01 03 fffe 0004",
      "version=0 flags=0 constraint_flag=1 scale_method=3 display_center_x=-2 display_center_y=4",
      SampleScaling.self
    ) {
      $0.constraintFlag = 1
      $0.scaleMethod = 3
      ($0.displayCenterX, $0.displayCenterY) = (-2, 4)
    },
    RecordExample(
      "imif", "00000000 0b 02 0102",
      "version=0 flags=0 ipmp_descriptors=[tag=11 data=<0102>]", RightsInformation.self
    ) {
      var descriptor = ElementaryStreamDescriptor.OpaqueDescriptor()
      descriptor.tag = 11
      descriptor.data = RawBytes(bytes: [1, 2])
      $0.descriptors = [descriptor]
    },
    RecordExample(
      "ipmc", "00000000 60 01 07 01 0b 00",
      "version=0 flags=0 tool_list={tag=96 data=<07>} no_of_ipmp_descriptors=1 "
        + "ipmp_descriptors=[tag=11 data=<>]",
      RightsControl.self
    ) {
      $0.toolList.data = RawBytes(bytes: [7])
      var descriptor = ElementaryStreamDescriptor.OpaqueDescriptor()
      descriptor.tag = 11
      $0.descriptors = [descriptor]
    },
    RecordExample(
      "ster", "00000000 00000009 80000000",
      "version=0 flags=0 track_group_ID=9 left_view_flag=1", StereoTrackGroup.self
    ) {
      $0.trackGroupID = 9
      $0.leftViewFlag = 1
    },
    RecordExample(
      "auxi", "00000000 75726e3a6100", "version=0 flags=0 aux_track_type='urn:a'",
      AuxiliaryTypeInformation.self
    ) { $0.auxTrackType = CString("urn:a") },
    RecordExample(
      "amve", "00000064 3d13 4042",
      "ambient_illuminance=100 ambient_light_x=15635 ambient_light_y=16450",
      AmbientViewingEnvironment.self
    ) {
      $0.ambientIlluminance = 100
      $0.ambientLightX = 15635
      $0.ambientLightY = 16450
    },
    RecordExample(
      "cclv of primaries and a maximum",
      "28 00000001 fffffffe 00000003 00000004 00000005 00000006 00000100",
      "ccv_primaries_present_flag=1 ccv_min_luminance_value_present_flag=0 "
        + "ccv_max_luminance_value_present_flag=1 ccv_avg_luminance_value_present_flag=0 "
        + "ccv_primaries=[x=1 y=-2, x=3 y=4, x=5 y=6] ccv_max_luminance_value=256",
      ContentColourVolume.self
    ) {
      $0.primaries = try Table(
        [(1, -2), (3, 4), (5, 6)].map { (x: Int32, y: Int32) in
          var point = ContentColourVolume.Point()
          point.x = x
          point.y = y
          return point
        })
      $0.maxLuminance = 256
    },
    RecordExample(
      "d263", "46464d50 00 0a 00", "vendor='FFMP' decoder_version=0 h263_level=10 h263_profile=0",
      H263Configuration.self
    ) { $0.vendor = "FFMP" },
    RecordExample("bitr", "00000001 00000002", "avg_bitrate=1 max_bitrate=2", H263BitRate.self) {
      $0.avgBitrate = 1
      $0.maxBitrate = 2
    },
    RecordExample(
      "ACLR", "41434c52 30303031 00000002 00000000",
      "tag='ACLR' tag_version='0001' yuv_range=2", AvidColour.self
    ) { $0.range = 2 },
    RecordExample(
      "lhvC", "01 f000 fc cb 01 a2 0001 0003 440948",
      "configuration_version=1 min_spatial_segmentation_idc=0 parallelism_type=0 "
        + "num_temporal_layers=1 temporal_id_nested=0 length_size_minus_one=3 num_of_arrays=1 "
        + "arrays=[array_completeness=1 nal_unit_type=34 num_nalus=1 nal_units=[<440948>]]",
      LayeredHEVCConfiguration.self
    ) {
      $0.numTemporalLayers = 1
      var array = HEVCConfiguration.NALUnitArray()
      array.arrayCompleteness = 1
      array.nalUnitType = 34
      array.nalUnits = [ParameterSet([0x44, 0x09, 0x48])]
      $0.arrays = [array]
    },
    RecordExample(
      "mvcC", "01 76 00 2a bf 01 0002 6f76 01 0001 68",
      "configuration_version=1 avc_profile_indication=118 profile_compatibility=0 "
        + "avc_level_indication=42 complete_representation=1 explicit_au_track=0 "
        + "length_size_minus_one=3 num_of_sequence_parameter_sets=1 "
        + "sequence_parameter_sets=[<6f76>] num_of_picture_parameter_sets=1 "
        + "picture_parameter_sets=[<68>]",
      ScalableAVCConfiguration.self
    ) {
      $0.profileIndication = 118
      $0.levelIndication = 42
      $0.completeRepresentation = 1
      $0.sequenceParameterSets = [ParameterSet([0x6F, 0x76])]
      $0.pictureParameterSets = [ParameterSet([0x68])]
    },
    RecordExample(
      "vvcC of two sublayers",
      """
      00000000 ff 0025 5f 01 02 33 80 80 22 01 00000007 0500 02d0 0000 02 8f 0001 0002 0079
      0d 0001 68
      """,
      "version=0 flags=0 length_size_minus_one=3 ptl_present_flag=1 ols_idx=0 num_sublayers=2 "
        + "constant_frame_rate=1 chroma_format_idc=1 bit_depth_minus8=2 native_ptl="
        + "{num_bytes_constraint_info=1 general_profile_idc=1 general_tier_flag=0 "
        + "general_level_idc=51 ptl_frame_only_constraint_flag=1 "
        + "ptl_multi_layer_enabled_flag=0 general_constraint_bits=0 general_constraint_info=<> "
        + "ptl_sublayer_level_present=128 sublayer_level_idc=[34] ptl_num_sub_profiles=1 "
        + "general_sub_profile_idc=[7]} max_picture_width=1280 max_picture_height=720 "
        + "avg_frame_rate=0 num_of_arrays=2 arrays=[array_completeness=1 nal_unit_type=15 "
        + "num_nalus=1 nal_units=[<0079>], array_completeness=0 nal_unit_type=13 "
        + "nal_unit=<68>]",
      VVCConfiguration.self
    ) {
      $0.numSublayers = 2
      $0.constantFrameRate = 1
      $0.bitDepthMinus8 = 2
      $0.profile.sublayers = 2
      $0.profile.generalLevelIdc = 51
      $0.profile.frameOnlyConstraint = 1
      $0.profile.sublayerLevelsPresent = 0x80
      $0.profile.sublayerLevels = try Table([34])
      $0.profile.subProfiles = try Table([7])
      $0.maxPictureWidth = 1280
      $0.maxPictureHeight = 720
      var sequence = VVCConfiguration.NALUnitArray()
      sequence.arrayCompleteness = 1
      sequence.nalUnits = [ParameterSet([0x00, 0x79])]
      var capability = VVCConfiguration.NALUnitArray()
      capability.nalUnitType = 13
      capability.nalUnits = [ParameterSet([0x68])]
      $0.arrays = [sequence, capability]
    },
    RecordExample(
      "vvcC without a profile", "00000000 fe 00",
      "version=0 flags=0 length_size_minus_one=3 ptl_present_flag=0 num_of_arrays=0 arrays=[]",
      VVCConfiguration.self
    ) { $0.isProfilePresent = 0 },
    RecordExample(
      "lvcC", "01 00 04 52 ff 00000500 000002d0 df 01 1b 0001 0003 7b0102",
      "configuration_version=1 lcevc_profile_indication=0 lcevc_level_indication=4 "
        + "chroma_format_idc=1 bit_depth_luma_minus8=2 bit_depth_chroma_minus8=2 "
        + "length_size_minus_one=3 pic_width_in_luma_samples=1280 pic_height_in_luma_samples=720 "
        + "sc_in_stream=1 gc_in_stream=1 ai_in_stream=0 num_of_arrays=1 "
        + "arrays=[nal_unit_type=27 num_nalus=1 nal_units=[<7b0102>]]",
      LCEVCConfiguration.self
    ) {
      ($0.level, $0.bitDepthLumaMinus8, $0.bitDepthChromaMinus8) = (4, 2, 2)
      ($0.width, $0.height) = (1280, 720)
      $0.additionalInformationInStream = 0
      var array = LCEVCConfiguration.NALUnitArray()
      array.nalUnitType = 27
      array.nalUnits = [ParameterSet([0x7B, 1, 2])]
      $0.arrays = [array]
    },
    RecordExample(
      "vvnC", "00000000 03", "version=0 flags=0 length_size_minus_one=3",
      VVCNALUnitConfiguration.self
    ) { $0.lengthSizeMinusOne = 3 },
    RecordExample(
      "stri of video", "00000000 03",
      "version=0 flags=0 eye_views_reversed=0 has_additional_views=0 has_right_eye_view=1 "
        + "has_left_eye_view=1",
      StereoViewInformation.self
    ) { _ in },
    RecordExample(
      "hero", "00000000 01", "version=0 flags=0 hero_eye_indicator=1", HeroStereoEye.self
    ) { $0.heroEye = 1 },
    RecordExample(
      "blin", "00000000 00004b28", "version=0 flags=0 baseline_value=19240", StereoBaseline.self
    ) { $0.baseline = 19240 },
    RecordExample(
      "dadj", "00000000 ffffff38", "version=0 flags=0 disparity_adjustment=-200",
      DisparityAdjustment.self
    ) { $0.disparityAdjustment = -200 },
    RecordExample(
      "must", "00000000 65796573", "version=0 flags=0 required_box_types=['eyes']",
      RequiredBoxTypes.self
    ) { $0.types = try Table(["eyes"]) },
    RecordExample(
      "prji", "00000000 68657175", "version=0 flags=0 kind='hequ'", ProjectionKind.self
    ) { $0.kind = "hequ" },
    RecordExample("hfov", "0000f7a8", "field_of_view=63400", HorizontalFieldOfView.self) {
      $0.fieldOfView = 63400
    },
    RecordExample(
      "st3d", "00000000 02", "version=0 flags=0 stereo_mode=2", StereoscopicLayout.self
    ) { $0.stereoMode = 2 },
    RecordExample(
      "svhd", "00000000 6100", "version=0 flags=0 metadata_source='a'", SphericalVideoHeader.self
    ) { $0.metadataSource = CString("a") },
    RecordExample(
      "prhd", "00000000 005a0000 ffd30000 00008000",
      "version=0 flags=0 pose_yaw_degrees=90 pose_pitch_degrees=-45 pose_roll_degrees=0.5",
      ProjectionHeader.self
    ) {
      $0.yaw = Fixed16x16(90)
      $0.pitch = Fixed16x16(-45)
      $0.roll = Fixed16x16(0.5)
    },
    RecordExample(
      "equi", "00000000 00000001 00000002 00000003 00000004",
      "version=0 flags=0 projection_bounds_top=1 projection_bounds_bottom=2 "
        + "projection_bounds_left=3 projection_bounds_right=4",
      EquirectangularProjection.self
    ) { ($0.top, $0.bottom, $0.left, $0.right) = (1, 2, 3, 4) },
    RecordExample(
      "cbmp", "00000000 00000000 00000010", "version=0 flags=0 layout=0 padding=16",
      CubemapProjection.self
    ) { $0.padding = 16 },
    RecordExample(
      "SA3D", "00 00 00000001 00 00 00000002 00000000 00000002",
      "version=0 head_locked_stereo=0 ambisonic_type=0 ambisonic_order=1 "
        + "ambisonic_channel_ordering=0 ambisonic_normalization=0 num_channels=2 channel_map=[0, 2]",
      SpatialAudio.self
    ) { $0.channelMap = try Table([0, 2]) },
    RecordExample(
      "SA3D with a stereo pair", "00 81 00000001 00 00 00000000",
      "version=0 head_locked_stereo=1 ambisonic_type=1 ambisonic_order=1 "
        + "ambisonic_channel_ordering=0 ambisonic_normalization=0 num_channels=0 channel_map=[]",
      SpatialAudio.self
    ) {
      $0.headLockedStereo = 1
      $0.ambisonicType = 1
    },
    RecordExample("vttC", "574542565454", "config='WEBVTT'", WebVTTConfiguration.self) {
      $0.config = TextBytes("WEBVTT")
    },
    RecordExample("vlab", "6c6162", "source_label='lab'", WebVTTSourceLabel.self) {
      $0.sourceLabel = TextBytes("lab")
    },
    RecordExample(
      "txtC", "00000000 6100", "version=0 flags=0 text_config='a'", TextConfiguration.self
    ) { $0.config = CString("a") },
    RecordExample("uri", "00000000 753a00", "version=0 flags=0 the_URI='u:'", MetadataURI.self) {
      $0.uri = CString("u:")
    },
    RecordExample(
      "uriI", "00000000 0102", "version=0 flags=0 uri_initialization_data=<0102>",
      MetadataURIInitialization.self
    ) { $0.data = RawBytes(bytes: [1, 2]) },
    RecordExample(
      "mhaP", "01 10", "num_compatible_sets=1 compatible_set_indications=[16]",
      MPEGHProfiles.self
    ) { $0.compatibleSets = try Table([16]) },
    RecordExample(
      "iKMS", "01000000 6b6d7331 00000002 6800",
      "version=1 flags=0 kms_ID=1802335025 kms_version=2 kms_URI='h'", ISMAKeyManagement.self
    ) {
      $0.version = 1
      $0.kmsID = 0x6B6D_7331
      $0.kmsVersion = 2
      $0.kmsURI = CString("h")
    },
    RecordExample(
      "iSFM", "00000000 80 00 04",
      "version=0 flags=0 selective_encryption=1 key_indicator_length=0 IV_length=4",
      ISMASampleFormat.self
    ) {
      $0.selectiveEncryption = 1
      $0.vectorLength = 4
    },
    RecordExample("iSLT", "0000000000000007", "salt=7", ISMASalt.self) { $0.salt = 7 },
    RecordExample(
      "stvi", "00000000 00000003 00000001 00000004 00000003",
      "version=0 flags=0 single_view_allowed=3 stereo_scheme=1 length=4 "
        + "stereo_indication_type=<00000003>",
      StereoVideo.self
    ) {
      $0.singleViewAllowed = 3
      $0.stereoIndicationType = RawBytes(bytes: [0, 0, 0, 3])
    },
    RecordExample(
      "ihdr", "000000f0 00000140 0004 07 07 01 00",
      "height=240 width=320 num_components=4 bits_per_component=7 compression_type=7 "
        + "unknown_colourspace=1 intellectual_property=0",
      JPEG2000ImageHeader.self
    ) {
      $0.height = 240
      $0.width = 320
      $0.components = 4
      $0.unknownColourspace = 1
    },
    RecordExample(
      "colr of JPEG 2000", "01 00 00 00000010",
      "method=1 precedence=0 approximation=0 enumerated_colourspace=16", JPEG2000Colour.self
    ) { $0.enumeratedColourspace = 16 },
    RecordExample(
      "colr of JPEG 2000 with a profile", "02 ff 01 0102",
      "method=2 precedence=-1 approximation=1 icc_profile=<0102>", JPEG2000Colour.self
    ) {
      $0.method = 2
      $0.precedence = -1
      $0.approximation = 1
      $0.profile = RawBytes(bytes: [1, 2])
    },
    RecordExample(
      "cdef", "0001 0000 0001 0002",
      "num_channel_descriptions=1 channels=[channel=0 type=1 association=2]",
      JPEG2000Channels.self
    ) {
      var channel = JPEG2000Channels.Channel()
      channel.type = 1
      channel.association = 2
      $0.channels = try Table([channel])
    },
  ]
}
