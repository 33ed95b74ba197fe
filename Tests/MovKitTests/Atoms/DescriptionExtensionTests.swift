import Testing

@testable import MovKit

@Suite struct DescriptionExtensionTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  /// The enhancement layer of Dolby Vision has the configuration of its codec, under another type.
  @Test func enhancementLayers() {
    var context = AtomContext()
    context.parent = "dvh1"
    let hevc = Schema.standard.rule(for: "hvcE", in: context)?.record
    #expect(hevc == HEVCConfiguration.self)
    let avc = Schema.standard.rule(for: "avcE", in: context)?.record
    #expect(avc == AVCConfiguration.self)
  }

  static let rows: [RecordExample] = [
    RecordExample(
      "srat", "00000000 0002ee00", "version=0 flags=0 sampling_rate=192000", SamplingRate.self
    ) { $0.samplingRate = 192_000 },
    RecordExample(
      "dmix of version 0 to two channels", "00000000 02 02 01 12 3400",
      "version=0 flags=0 target_layout=2 target_channel_count=2 in_stream=0 downmix_id=1 "
        + "rest=<123400>",
      DownMixInstructions.self
    ) {
      ($0.targetLayout, $0.targetChannelCount, $0.downmixID) = (2, 2, 1)
      $0.rest = RawBytes(bytes: [0x12, 0x34, 0])
    },
    RecordExample(
      "dmix of version 2, in the samples", "02000000 01 02 02 81",
      "version=2 flags=0 downmix_instructions_count=1 target_layout=2 target_channel_count=2 "
        + "in_stream=1 downmix_id=1 rest=<>",
      DownMixInstructions.self
    ) {
      $0.version = 2
      ($0.targetLayout, $0.targetChannelCount) = (2, 2)
      ($0.inStream, $0.downmixID) = (1, 1)
    },
    RecordExample(
      "dmix without instructions", "01000000 00",
      "version=1 flags=0 downmix_instructions_count=0 rest=<>", DownMixInstructions.self
    ) { ($0.version, $0.count) = (1, 0) },
    RecordExample(
      "chnl of loudspeakers, one of them at an angle", "00000000 01 00 00 7e ffa6 0a 03",
      "version=0 flags=0 stream_structure=1 defined_layout=0 "
        + "speakers=[speaker_position=0, speaker_position=126 azimuth=-90 elevation=10, "
        + "speaker_position=3]",
      SpeakerLayout.self
    ) {
      var angled = SpeakerLayout.Speaker(position: 126)
      angled.azimuth = -90
      angled.elevation = 10
      $0.speakers = [.init(position: 0), angled, .init(position: 3)]
    },
    RecordExample(
      "chnl of a layout and objects", "00000000 03 06 0000000000000020 02",
      "version=0 flags=0 stream_structure=3 defined_layout=6 omitted_channels_map=32 "
        + "object_count=2",
      SpeakerLayout.self
    ) {
      $0.streamStructure = 3
      $0.definedLayout = 6
      $0.omittedChannelsMap = 32
      $0.objectCount = 2
    },
    RecordExample(
      "chnl of loudspeakers and objects", "00000000 03 00 000102",
      "version=0 flags=0 stream_structure=3 defined_layout=0 positions_and_objects=<000102>",
      SpeakerLayout.self
    ) {
      $0.streamStructure = 3
      $0.positionsAndObjects = RawBytes(bytes: [0, 1, 2])
    },
    RecordExample(
      "chnl of version 1", "01000000 11 02 00 02 00 01",
      "version=1 flags=0 stream_structure=1 format_ordering=1 base_channel_count=2 "
        + "defined_layout=0 layout_channel_count=2 "
        + "speakers=[speaker_position=0, speaker_position=1]",
      SpeakerLayout.self
    ) {
      $0.version = 1
      $0.formatOrdering = 1
      $0.baseChannelCount = 2
      $0.speakers = [.init(position: 0), .init(position: 1)]
    },
    RecordExample(
      "chnl of version 1, a layout that is not whole", "01000000 11 05 06 03 0000000000000020",
      "version=1 flags=0 stream_structure=1 format_ordering=1 base_channel_count=5 "
        + "defined_layout=6 channel_order_definition=1 omitted_channels_present=1 "
        + "omitted_channels_map=32",
      SpeakerLayout.self
    ) {
      $0.version = 1
      $0.formatOrdering = 1
      $0.baseChannelCount = 5
      $0.definedLayout = 6
      $0.channelOrderDefinition = 1
      $0.omittedChannelsPresent = 1
      $0.omittedChannelsMap = 32
    },
    RecordExample(
      "avcC of the main profile",
      "01 4d 40 0d ff e1 0004 674d400d 01 0003 68ef3c",
      "configuration_version=1 avc_profile_indication=77 profile_compatibility=64 "
        + "avc_level_indication=13 length_size_minus_one=3 num_of_sequence_parameter_sets=1 "
        + "sequence_parameter_sets=[<674d400d>] num_of_picture_parameter_sets=1 "
        + "picture_parameter_sets=[<68ef3c>]",
      AVCConfiguration.self
    ) {
      $0.profileIndication = 77
      $0.profileCompatibility = 0x40
      $0.levelIndication = 13
      $0.sequenceParameterSets = [ParameterSet([0x67, 0x4D, 0x40, 0x0D])]
      $0.pictureParameterSets = [ParameterSet([0x68, 0xEF, 0x3C])]
    },
    RecordExample(
      "avcC of the high profile, 4:2:2, 10 bits",
      "01 7a 00 1e fd e0 00 fe fa fa 01 0002 6d42",
      "configuration_version=1 avc_profile_indication=122 profile_compatibility=0 "
        + "avc_level_indication=30 length_size_minus_one=1 num_of_sequence_parameter_sets=0 "
        + "sequence_parameter_sets=[] num_of_picture_parameter_sets=0 picture_parameter_sets=[] "
        + "high_profile={chroma_format=2 bit_depth_luma_minus8=2 bit_depth_chroma_minus8=2 "
        + "num_of_sequence_parameter_set_ext=1 sequence_parameter_set_extensions=[<6d42>]}",
      AVCConfiguration.self
    ) {
      $0.profileIndication = 122
      $0.levelIndication = 30
      $0.lengthSizeMinusOne = 1
      $0.hasHighProfileFields = true
      $0.highProfile.chromaFormat = 2
      $0.highProfile.bitDepthLumaMinus8 = 2
      $0.highProfile.bitDepthChromaMinus8 = 2
      $0.highProfile.sequenceParameterSetExtensions = [ParameterSet([0x6D, 0x42])]
    },
    RecordExample(
      "hvcC",
      "01 02 00000004 b00000000000 7b f000 fc fd fa fa 0000 0f 01 a2 0001 0003 44010c",
      "configuration_version=1 general_profile_space=0 general_tier_flag=0 general_profile_idc=2 "
        + "general_profile_compatibility_flags=4 "
        + "general_constraint_indicator_flags=193514046488576 general_level_idc=123 "
        + "min_spatial_segmentation_idc=0 parallelism_type=0 chroma_format=1 "
        + "bit_depth_luma_minus8=2 bit_depth_chroma_minus8=2 avg_frame_rate=0 "
        + "constant_frame_rate=0 num_temporal_layers=1 temporal_id_nested=1 "
        + "length_size_minus_one=3 num_of_arrays=1 "
        + "arrays=[array_completeness=1 nal_unit_type=34 num_nalus=1 nal_units=[<44010c>]]",
      HEVCConfiguration.self
    ) {
      $0.generalProfileIdc = 2
      $0.generalProfileCompatibilityFlags = 4
      $0.generalConstraintIndicatorFlags = 0xB000_0000_0000
      $0.generalLevelIdc = 123
      $0.bitDepthLumaMinus8 = 2
      $0.bitDepthChromaMinus8 = 2
      $0.numTemporalLayers = 1
      $0.temporalIdNested = 1
      var array = HEVCConfiguration.NALUnitArray()
      array.arrayCompleteness = 1
      array.nalUnitType = 34
      array.nalUnits = [ParameterSet([0x44, 0x01, 0x0C])]
      $0.arrays = [array]
    },
    RecordExample(
      "esds of AAC, sizes of four bytes",
      """
      00000000 03 80808022 0000 00 04 80808014 40 15 000000 0001f400 0001f400
      05 80808002 1190 06 80808001 02
      """,
      "version=0 flags=0 es_descriptor={tag=3 es_id=0 stream_dependence_flag=0 url_flag=0 "
        + "ocr_stream_flag=0 stream_priority=0 descriptors=["
        + "tag=4 object_type_indication=64 stream_type=5 up_stream=0 "
        + "buffer_size_db=0 max_bitrate=128000 avg_bitrate=128000 "
        + "descriptors=[tag=5 data=<1190>], tag=6 data=<02>]}",
      ElementaryStreamDescriptor.self
    ) {
      var info = ElementaryStreamDescriptor.OpaqueDescriptor()
      info.sizeLength = 4
      info.data = RawBytes(bytes: [0x11, 0x90])
      var decoder = ElementaryStreamDescriptor.Descriptor()
      decoder.tag = 4
      decoder.sizeLength = 4
      decoder.decoderConfig.objectTypeIndication = 0x40
      decoder.decoderConfig.streamType = 5
      decoder.decoderConfig.maxBitrate = 128000
      decoder.decoderConfig.avgBitrate = 128000
      decoder.decoderConfig.descriptors = [info]
      var sync = ElementaryStreamDescriptor.Descriptor()
      sync.sizeLength = 4
      sync.data = RawBytes(bytes: [2])
      $0.stream.sizeLength = 4
      $0.stream.descriptors = [decoder, sync]
    },
    RecordExample(
      "esds of another stream's, sizes of one byte",
      "00000000 03 0a 0007 a1 0003 0009 06 01 02",
      "version=0 flags=0 es_descriptor={tag=3 es_id=7 stream_dependence_flag=1 url_flag=0 "
        + "ocr_stream_flag=1 stream_priority=1 depends_on_es_id=3 ocr_es_id=9 "
        + "descriptors=[tag=6 data=<02>]}",
      ElementaryStreamDescriptor.self
    ) {
      var sync = ElementaryStreamDescriptor.Descriptor()
      sync.data = RawBytes(bytes: [2])
      $0.stream.id = 7
      $0.stream.priority = 1
      $0.stream.dependsOnID = 3
      $0.stream.clockID = 9
      $0.stream.descriptors = [sync]
    },
    RecordExample(
      "colr of QuickTime", "6e636c63 0001 0002 0006",
      "colour_type='nclc' colour_primaries=1 transfer_characteristics=2 matrix_coefficients=6",
      ColorInformation.self
    ) {
      $0.colourPrimaries = 1
      $0.matrixCoefficients = 6
    },
    RecordExample(
      "colr of ISO files", "6e636c78 0009 0010 0009 80",
      "colour_type='nclx' colour_primaries=9 transfer_characteristics=16 "
        + "matrix_coefficients=9 full_range_flag=1",
      ColorInformation.self
    ) {
      $0.colourType = "nclx"
      $0.colourPrimaries = 9
      $0.transferCharacteristics = 16
      $0.matrixCoefficients = 9
      $0.fullRangeFlag = 1
    },
    RecordExample(
      "colr with a profile", "70726f66 000102", "colour_type='prof' icc_profile=<000102>",
      ColorInformation.self
    ) {
      $0.colourType = "prof"
      $0.profile = RawBytes(bytes: [0, 1, 2])
    },
    RecordExample(
      "pasp of anamorphic PAL", "00000076 00000051", "h_spacing=118 v_spacing=81",
      PixelAspectRatio.self
    ) {
      $0.horizontalSpacing = 118
      $0.verticalSpacing = 81
    },
    RecordExample(
      "clap", "000000b4 00000001 00000064 00000001 ffffffe2 00000001 fffffff6 00000001",
      "clean_aperture_width_n=180 clean_aperture_width_d=1 clean_aperture_height_n=100 "
        + "clean_aperture_height_d=1 horiz_off_n=-30 horiz_off_d=1 vert_off_n=-10 vert_off_d=1",
      CleanAperture.self
    ) {
      $0.widthN = 180
      $0.heightN = 100
      $0.horizontalOffsetN = -30
      $0.verticalOffsetN = -10
    },
    RecordExample("fiel", "02 0e", "field_count=2 field_ordering=14", FieldHandling.self) {
      $0.fieldCount = 2
      $0.fieldOrdering = 14
    },
    RecordExample("gama", "00023333", "gamma=2.1999969482421875", GammaLevel.self) {
      $0.gamma = UFixed16x16(rawValue: 0x23333)
    },
    RecordExample(
      "chan of a place",
      """
      00000000 00000000 00000000 00000001 00000064 00000001 3fc00000 c1f00000 3e800000
      """,
      "version=0 flags=0 channel_layout_tag=0 channel_bitmap=0 number_channel_descriptions=1 "
        + "channel_descriptions=[channel_label=100 channel_flags=1 coordinates_0=1.5 "
        + "coordinates_1=-30.0 coordinates_2=0.25]",
      ChannelLayout.self
    ) {
      var place = ChannelLayout.Description()
      (place.label, place.flags) = (100, 1)
      place.coordinate0 = Float32Bits(1.5)
      place.coordinate1 = Float32Bits(-30)
      place.coordinate2 = Float32Bits(0.25)
      $0.descriptions = try Table([place], layout: FixedLayout())
    },
    RecordExample(
      "dOps of ambisonics by a matrix", "00 01 0138 0000bb80 0000 03 01 00 ff7f",
      "version=0 output_channel_count=1 pre_skip=312 input_sample_rate=48000 output_gain=0 "
        + "channel_mapping_family=3 stream_count=1 coupled_count=0 demixing_matrix=[32767]",
      OpusConfiguration.self
    ) {
      $0.outputChannelCount = 1
      $0.preSkip = 312
      $0.channelMappingFamily = 3
      var whole = OpusConfiguration.Coefficient()
      whole.coefficient = LittleEndian(32767)
      $0.demixingMatrix = try Table([whole], layout: FixedLayout())
    },
    RecordExample(
      "chan of stereo", "00000000 00650002 00000000 00000000",
      "version=0 flags=0 channel_layout_tag=6619138 channel_bitmap=0 "
        + "number_channel_descriptions=0 channel_descriptions=[]",
      ChannelLayout.self
    ) { $0.layoutTag = 101 << 16 | 2 },
    RecordExample(
      "vpcC", "01000000 00 0a 82 02 02 02 0000",
      "version=1 flags=0 profile=0 level=10 bit_depth=8 chroma_subsampling=1 "
        + "video_full_range_flag=0 colour_primaries=2 transfer_characteristics=2 "
        + "matrix_coefficients=2 codec_initialization_data_size=0 codec_initialization_data=<>",
      VPConfiguration.self
    ) { $0.level = 10 },
    RecordExample(
      "SmDm",
      "00000000 8000 4000 4000 c000 2000 1000 5000 5400 0003e800 00000040",
      "version=0 flags=0 primary_r_chromaticity={x=0.5 y=0.25} "
        + "primary_g_chromaticity={x=0.25 y=0.75} primary_b_chromaticity={x=0.125 y=0.0625} "
        + "white_point_chromaticity={x=0.3125 y=0.328125} luminance_max=1000 "
        + "luminance_min=0.00390625",
      VPMasteringDisplay.self
    ) {
      ($0.red.x, $0.red.y) = (UFixed0x16(0.5), UFixed0x16(0.25))
      ($0.green.x, $0.green.y) = (UFixed0x16(0.25), UFixed0x16(0.75))
      ($0.blue.x, $0.blue.y) = (UFixed0x16(0.125), UFixed0x16(0.0625))
      ($0.whitePoint.x, $0.whitePoint.y) = (UFixed0x16(0.3125), UFixed0x16(0.328125))
      $0.maxLuminance = UFixed24x8(1000)
      $0.minLuminance = UFixed18x14(0.00390625)
    },
    RecordExample(
      "CoLL", "00000000 03e8 0190", "version=0 flags=0 max_cll=1000 max_fall=400",
      VPContentLightLevel.self
    ) {
      $0.maxCLL = 1000
      $0.maxFALL = 400
    },
    RecordExample(
      "ndwt", "00000000 001ef1e0", "version=0 flags=0 diffuse_white_luminance=2028000",
      NominalDiffuseWhite.self
    ) { $0.luminance = 2_028_000 },
    RecordExample(
      "ndwt without a version", "001ef1e0", "diffuse_white_luminance=2028000",
      NominalDiffuseWhite.self
    ) { ($0.isFull, $0.luminance) = (false, 2_028_000) },
    RecordExample(
      "reve without a version", "00000064 3d13 4042 000000c8 0001 0002",
      "surround_luminance=100 surround_light_x=15635 surround_light_y=16450 "
        + "periphery_luminance=200 periphery_light_x=1 periphery_light_y=2",
      ReferenceViewingEnvironment.self
    ) {
      $0.isFull = false
      ($0.environment.surroundLuminance, $0.environment.peripheryLuminance) = (100, 200)
      ($0.environment.surroundLightX, $0.environment.surroundLightY) = (15635, 16450)
      ($0.environment.peripheryLightX, $0.environment.peripheryLightY) = (1, 2)
    },
    RecordExample(
      "reve", "00000000 00000064 3d13 4042 000000c8 0001 0002",
      "version=0 flags=0 surround_luminance=100 surround_light_x=15635 surround_light_y=16450 "
        + "periphery_luminance=200 periphery_light_x=1 periphery_light_y=2",
      ReferenceViewingEnvironment.self
    ) {
      ($0.environment.surroundLuminance, $0.environment.peripheryLuminance) = (100, 200)
      ($0.environment.surroundLightX, $0.environment.surroundLightY) = (15635, 16450)
      ($0.environment.peripheryLightX, $0.environment.peripheryLightY) = (1, 2)
    },
    RecordExample(
      "apvC with colours",
      """
      00000000 01 01 01 01 03 21 5a 02 00000f00 00000870 22 00 09 10 09 80
      """,
      "version=0 flags=0 configuration_version=1 number_of_configuration_entry=1 "
        + "configuration_entries=[pbu_type=1 number_of_frame_info=1 "
        + "frame_info=[color_description_present_flag=1 capture_time_distance_ignored=1 "
        + "profile_idc=33 level_idc=90 band_idc=2 frame_width=3840 frame_height=2160 "
        + "chroma_format_idc=2 bit_depth_minus8=2 capture_time_distance=0 color_primaries=9 "
        + "transfer_characteristics=16 matrix_coefficients=9 full_range_flag=1]]",
      APVConfiguration.self
    ) {
      var frame = APVConfiguration.Frame()
      frame.hasColorDescription = 1
      frame.captureTimeDistanceIgnored = 1
      (frame.levelIdc, frame.bandIdc, frame.width, frame.height) = (90, 2, 3840, 2160)
      (frame.colorPrimaries, frame.transferCharacteristics) = (9, 16)
      (frame.matrixCoefficients, frame.fullRangeFlag) = (9, 1)
      var entry = APVConfiguration.Entry()
      entry.frames = [frame]
      $0.entries = [entry]
    },
    RecordExample(
      "dmlp of ffmpeg, 5.1 channels at 48 kHz", "0097c00f 18fe 00000000",
      "audio_sampling_frequency=0 multichannel_type_6ch=0 multichannel_type_8ch=0 "
        + "channel_modifier_2ch=2 channel_modifier_6ch=1 channel_assignment_6ch=15 "
        + "channel_modifier_8ch=2 channel_assignment_8ch=15 peak_data_rate=3199",
      MLPConfiguration.self
    ) {
      ($0.twoChannelModifier, $0.sixChannelModifier, $0.sixChannelAssignment) = (2, 1, 15)
      ($0.eightChannelModifier, $0.eightChannelAssignment) = (2, 15)
      $0.peakDataRate = 3199
    },
    // 6 + 2 + 3 + 5 bits, the mask, 1 + 2 + 3 + 3 + 1 bits, one bit for a presentation, five of padding.
    RecordExample(
      "udts of one presentation", "05 00 0000003f 80 00",
      "decoder_profile_code=1 frame_duration_code=1 max_payload_code=0 num_presentations_code=0 "
        + "channel_mask=63 base_sampling_frequency_code=1 sample_rate_mod=0 "
        + "representation_type=0 stream_index=0 expansion_box_present=0 id_tag_present=0 "
        + "presentation_id_tags=<>",
      DTSUHDConfiguration.self
    ) {
      $0.decoderProfileCode = 1
      $0.channelMask = 0x3F
    },
    RecordExample(
      "udts of two presentations, the second with an ID, and an expansion",
      "05 01 0000003f 80 50 000102030405060708090a0b0c0d0e0f abcd",
      "decoder_profile_code=1 frame_duration_code=1 max_payload_code=0 num_presentations_code=1 "
        + "channel_mask=63 base_sampling_frequency_code=1 sample_rate_mod=0 "
        + "representation_type=0 stream_index=0 expansion_box_present=1 id_tag_present=1 "
        + "presentation_id_tags=<000102030405060708090a0b0c0d0e0f> expansion=<abcd>",
      DTSUHDConfiguration.self
    ) {
      ($0.decoderProfileCode, $0.presentationsCode, $0.channelMask) = (1, 1, 0x3F)
      ($0.expansionBoxPresent, $0.idTagPresent) = (1, 1)
      $0.idTags = RawBytes(bytes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
      $0.expansion = RawBytes(bytes: [0xAB, 0xCD])
    },
    RecordExample(
      "av1C", "81 04 1c 00 0a0e",
      "version=1 seq_profile=0 seq_level_idx_0=4 seq_tier_0=0 high_bitdepth=0 twelve_bit=0 "
        + "monochrome=1 chroma_subsampling_x=1 chroma_subsampling_y=1 chroma_sample_position=0 "
        + "initial_presentation_delay_present=0 initial_presentation_delay_minus_one=0 "
        + "config_obus=<0a0e>",
      AV1Configuration.self
    ) {
      $0.seqLevelIdx0 = 4
      $0.monochrome = 1
      $0.configOBUs = RawBytes(bytes: [0x0A, 0x0E])
    },
    RecordExample(
      "pcmC of 24 bits, the least first", "00000000 01 18",
      "version=0 flags=0 format_flags=1 PCM_sample_size=24", PCMConfiguration.self
    ) {
      $0.formatFlags = 1
      $0.sampleSize = 24
    },
    RecordExample(
      "dac3 of 5.1 channels", "0c 3d c0",
      "fscod=0 bsid=6 bsmod=0 acmod=7 lfeon=1 bit_rate_code=14", AC3Configuration.self
    ) {
      $0.bsid = 6
      $0.acmod = 7
      $0.lfeon = 1
      $0.bitRateCode = 14
    },
    RecordExample(
      "tenc with a constant vector", "01000000 00 19 01 00 \(kid) 02 abcd",
      "version=1 flags=0 default_crypt_byte_block=1 default_skip_byte_block=9 "
        + "default_is_protected=1 default_per_sample_iv_size=0 default_kid=<\(kid)> "
        + "default_constant_iv_size=2 default_constant_iv=<abcd>",
      TrackEncryption.self
    ) {
      $0.version = 1
      $0.defaultCryptByteBlock = 1
      $0.defaultSkipByteBlock = 9
      $0.defaultPerSampleIVSize = 0
      $0.defaultKID = RawBytes(bytes: hex(kid)[...])
      $0.defaultConstantIV = RawBytes(bytes: [0xAB, 0xCD])
    },
    RecordExample(
      "Enhanced AC-3 of 5.1 channels at 192 kbit/s", "0600 200f 00",
      "data_rate=192 num_ind_sub=0 independent_substreams=[fscod=0 bsid=16 asvc=0 bsmod=0 acmod=7 "
        + "lfeon=1 num_dep_sub=0]", EnhancedAC3Configuration.self
    ) {
      $0.dataRate = 192
      $0.substreams[0].acmod = 7
      $0.substreams[0].lfeon = 1
    },
    RecordExample(
      "Enhanced AC-3 with rear channels and objects", "0600 200f 0202 01 10",
      "data_rate=192 num_ind_sub=0 independent_substreams=[fscod=0 bsid=16 asvc=0 bsmod=0 acmod=7 "
        + "lfeon=1 num_dep_sub=1 chan_loc=2] flag_ec3_extension_type_a=1 "
        + "complexity_index_type_a=16", EnhancedAC3Configuration.self
    ) {
      $0.dataRate = 192
      $0.substreams[0].acmod = 7
      $0.substreams[0].lfeon = 1
      $0.substreams[0].dependentSubstreams = 1
      $0.substreams[0].channelLocations = 2
      $0.hasExtension = true
      $0.extensionTypeA = 1
      $0.complexityIndexTypeA = 16
    },
    RecordExample(
      "AC-4 at 48 kHz and 25 frames a second", "20a4 01 ab",
      "ac4_dsi_version=1 bitstream_version=2 fs_index=1 frame_rate_index=2 n_presentations=1 "
        + "presentations=<ab>", AC4Configuration.self
    ) {
      $0.frameRateIndex = 2
      $0.presentationCount = 1
      $0.rest = RawBytes(bytes: [0xAB])
    },
    RecordExample(
      "FLAC of two channels and 24 bits at 96 kHz, with a comment after it",
      "00000000 00 000022 1000 1000 000010 003000 177003700000bb80 \(String(repeating: "00", count: 16)) "
        + "84 000002 abcd",
      "version=0 flags=0 metadata_blocks=[last_metadata_block_flag=0 block_type=0 length=34 "
        + "stream_info={min_block_size=4096 max_block_size=4096 min_frame_size=16 "
        + "max_frame_size=12288 sample_rate=96000 channels_minus_one=1 "
        + "bits_per_sample_minus_one=23 total_samples=48000 "
        + "md5=<\(String(repeating: "00", count: 16))>}, "
        + "last_metadata_block_flag=1 block_type=4 length=2 data=<abcd>]", FLACConfiguration.self
    ) {
      var first = FLACConfiguration.Block()
      first.isLast = 0
      first.streamInfo.minFrameSize = 16
      first.streamInfo.maxFrameSize = 12288
      first.streamInfo.sampleRate = 96000
      first.streamInfo.bitsPerSampleMinusOne = 23
      first.streamInfo.totalSamples = 48000
      var second = FLACConfiguration.Block()
      second.type = 4
      second.data = RawBytes(bytes: [0xAB, 0xCD])
      $0.blocks = [first, second]
    },
    RecordExample(
      "AMR in all modes, as ffmpeg writes it", "46464d50 00 81ff 00 01",
      "vendor='FFMP' decoder_version=0 mode_set=33279 mode_change_period=0 frames_per_sample=1",
      AMRConfiguration.self
    ) {
      $0.vendor = "FFMP"
      $0.modeSet = 0x81FF
    },
    RecordExample(
      "MPEG-H for 5.1 channels", "01 0c 06 0002 beef",
      "configuration_version=1 mpegh3da_profile_level_indication=12 reference_channel_layout=6 "
        + "mpegh3da_config_length=2 mpegh3da_config=<beef>", MPEGHConfiguration.self
    ) {
      $0.profileLevel = 12
      $0.referenceChannelLayout = 6
      $0.config = RawBytes(bytes: [0xBE, 0xEF])
    },
    RecordExample(
      "DTS of 5.1 channels", "0000bb80 00177000 00177000 18 03 243ee0 000f 00",
      "DTS_sampling_frequency=48000 max_bitrate=1536000 avg_bitrate=1536000 pcm_sample_depth=24 "
        + "frame_duration=0 stream_construction=1 core_lfe_present=1 core_layout=9 core_size=1006 "
        + "stereo_downmix=0 representation_type=0 channel_layout=15 multi_asset_flag=0 "
        + "lbr_duration_mod=0 reserved_box_present=0", DTSConfiguration.self
    ) {
      $0.maxBitrate = 1_536_000
      $0.avgBitrate = 1_536_000
      $0.coreLFEPresent = 1
      $0.coreLayout = 9
      $0.coreSize = 1006
      $0.channelLayout = 15
    },
  ]

  private static let kid = "21b82dc2ebb24d5aa9f8631f04726650"

  /// A size that does not fit what it counts, and a size without an end, leave bytes as they are.
  @Test(
    arguments: [
      "00000000 03 21 0000 00 04 11 40 15 000000 0001f400 0001f400",
      "00000000 03 8080808080 00", "00000000 04 01 00", "00000000", "00000000 03 04 0000 00 06",
    ])
  func oddDescriptorsStayBytes(bytes: String) throws {
    let decoded = try Atom("esds", .bytes(hex(bytes)[...])).decode(ElementaryStreamDescriptor.self)
    #expect(!decoded.isStructured)
    #expect(decoded.decoderConfig == nil)
    #expect(try decoded.serialized() == hex(bytes))
  }

  @Test func whatFollowsThePictureParameterSetsIsReadWhereItCanBe() throws {
    let main = hex("01 4d 40 0d ff e0 00")
    for (rest, isThere) in [("fdf8f800", true), ("fdf8f801", false), ("00", false)] {
      let atom = Atom("avcC", .bytes((main + hex(rest))[...]))
      let decoded = try atom.decoded(AVCConfiguration.self)
      #expect(decoded.record.hasHighProfileFields == isThere)
      #expect(decoded.trailing.count == (isThere ? 0 : hex(rest).count))
    }
  }

  @Test func tooManyParameterSetsAreRefused() {
    var configuration = AVCConfiguration()
    configuration.sequenceParameterSets = Array(repeating: ParameterSet([0x67]), count: 32)
    #expect(throws: FormatError.self) { try configuration.serialized() }
  }
}
