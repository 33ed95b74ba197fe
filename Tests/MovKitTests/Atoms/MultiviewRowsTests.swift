import Testing

@testable import MovKit

/// Atoms of scalable and multiview video and of EVC in sample descriptions and media, byte by byte.
@Suite struct MultiviewRowsTests {
  @Test(arguments: descriptions + media) func valueBytesText(row: RecordExample) throws {
    try row.check()
  }

  static let descriptions: [RecordExample] = [
    RecordExample(
      "evcC", "01 01 99 80000001 00000002 4a 0780 0438 03 01 18 0001 0002 3200",
      "configuration_version=1 profile_idc=1 level_idc=153 toolset_idc_h=2147483649 "
        + "toolset_idc_l=2 chroma_format_idc=1 bit_depth_luma_minus8=1 bit_depth_chroma_minus8=2 "
        + "pic_width_in_luma_samples=1920 pic_height_in_luma_samples=1080 "
        + "length_size_minus_one=3 num_of_arrays=1 arrays=[array_completeness=0 "
        + "nal_unit_type=24 num_nalus=1 nal_units=[<3200>]]",
      EVCConfiguration.self
    ) {
      $0.profileIdc = 1
      $0.levelIdc = 153
      $0.toolsetIdcH = 0x8000_0001
      $0.toolsetIdcL = 2
      $0.bitDepthLumaMinus8 = 1
      $0.bitDepthChromaMinus8 = 2
      $0.pictureWidth = 1920
      $0.pictureHeight = 1080
      var array = HEVCConfiguration.NALUnitArray()
      array.nalUnitType = 24
      array.nalUnits = [ParameterSet([0x32, 0x00])]
      $0.arrays = [array]
    },
    RecordExample(
      "m4ds of two descriptors", "43 03 656e67 0a 00",
      "descriptors=[tag=67 data=<656e67>, tag=10 data=<>]", MPEG4Extensions.self
    ) {
      var language = ElementaryStreamDescriptor.OpaqueDescriptor()
      language.tag = 0x43
      language.data = RawBytes(bytes: [0x65, 0x6E, 0x67])
      var empty = ElementaryStreamDescriptor.OpaqueDescriptor()
      empty.tag = 10
      $0.descriptors = [language, empty]
    },
    RecordExample(
      "seib", "0605 80", "scalability_information_sei=<060580>", ScalabilityInformation.self
    ) { $0.message = RawBytes(bytes: [6, 5, 0x80]) },
    RecordExample(
      "svcP of two methods", "02 7500 753a6100",
      "method_count=2 methods=[priority_assignment_URI='u', priority_assignment_URI='u:a']",
      PriorityAssignment.self
    ) {
      $0.methods = ["u", "u:a"].map {
        var method = PriorityAssignment.Method()
        method.uri = CString($0)
        return method
      }
    },
    RecordExample(
      "seii", "0001 0003 0002 0004 0101",
      "num_required_SEIs=1 required_SEI_IDs=[3] num_not_required_SEIs=2 "
        + "not_required_SEI_IDs=[4, 257]",
      SEIInformation.self
    ) {
      $0.required = try Table([3])
      $0.notRequired = try Table([4, 257])
    },
    RecordExample(
      "svmC", "00000000 01 02 03 01 81 7500",
      "version=0 flags=0 sample_statement_type=1 default_statement_type=2 "
        + "default_statement_length=3 entry_count=1 entries=[statement_type=129 "
        + "statement_namespace='u']",
      ScalableMetadataConfiguration.self
    ) {
      $0.sampleStatementType = 1
      $0.defaultStatementType = 2
      $0.defaultStatementLength = 3
      var entry = ScalableMetadataConfiguration.Extension()
      entry.statementType = 129
      entry.namespace = CString("u")
      $0.extensions = [entry]
    },
    RecordExample(
      "qlif", "01 02 530129 000003e8 000001f4",
      "pr_layer_num=1 layers=[pr_layer=2 profile_level_idc=5439785 max_bitrate=1000 "
        + "avg_bitrate=500]",
      PriorityLayers.self
    ) {
      var layer = PriorityLayers.Layer()
      layer.number = 2
      layer.profileLevel = 0x53_0129
      layer.maxBitRate = 1000
      layer.avgBitRate = 500
      $0.layers = try Table([layer])
    },
    RecordExample(
      "vwid of a view that needs another", "00000000 13 0001 0102 0001 e401 0900",
      "version=0 flags=0 min_temporal_id=2 max_temporal_id=3 num_views=1 views=[view_id=258 "
        + "view_order_index=1 texture_in_stream=1 texture_in_track=1 depth_in_stream=1 "
        + "depth_in_track=0 base_view_type=1 num_ref_views=1 ref_views=["
        + "dependent_component_idc=2 ref_view_id=256]]",
      ViewIdentifiers.self
    ) {
      $0.minTemporalID = 2
      $0.maxTemporalID = 3
      var view = ViewIdentifiers.View()
      view.viewID = 258
      view.viewOrderIndex = 1
      view.depthInStream = 1
      view.baseViewType = 1
      var reference = ViewIdentifiers.Reference()
      reference.dependentComponent = 2
      reference.viewID = 256
      view.references = try Table([reference])
      $0.views = [view]
    },
    RecordExample(
      "mvdC", "01 8a 00 2a bf 01 0001 6f 00",
      "configuration_version=1 avc_profile_indication=138 profile_compatibility=0 "
        + "avc_level_indication=42 complete_representation=1 explicit_au_track=0 "
        + "length_size_minus_one=3 num_of_sequence_parameter_sets=1 "
        + "sequence_parameter_sets=[<6f>] num_of_picture_parameter_sets=0 "
        + "picture_parameter_sets=[]",
      MultiviewDepthConfiguration.self
    ) {
      $0.configuration.profileIndication = 138
      $0.configuration.levelIndication = 42
      $0.configuration.completeRepresentation = 1
      $0.configuration.sequenceParameterSets = [ParameterSet([0x6F])]
    },
    RecordExample(
      "3dpr without places", "0200 0180", "depth_width=512 depth_height=384", DepthResolution.self
    ) { ($0.width, $0.height) = (512, 384) },
    RecordExample(
      "3dpr with places", "0200 0180 0001 0002 34 0001 0005 fffe 0007",
      "depth_width=512 depth_height=384 mapping={depth_hor_mult_minus1=1 "
        + "depth_ver_mult_minus1=2 depth_hor_rsh=3 depth_ver_rsh=4 grid_pos_num_views=1 "
        + "grid_positions=[grid_pos_view_id=5 grid_pos_x=-2 grid_pos_y=7]}",
      DepthResolution.self
    ) {
      ($0.width, $0.height) = (512, 384)
      $0.hasMapping = true
      $0.mapping.horizontalFactorMinus1 = 1
      $0.mapping.verticalFactorMinus1 = 2
      $0.mapping.horizontalShift = 3
      $0.mapping.verticalShift = 4
      var position = DepthResolution.Position()
      position.viewID = 5
      (position.x, position.y) = (-2, 7)
      $0.mapping.positions = try Table([position])
    },
  ]

  static let media: [RecordExample] = [
    RecordExample("mvci", "00000000", "version=0 flags=0", MultiviewInformation.self) { _ in },
    RecordExample(
      "mvcg of a track, a tier, a view and three views",
      "00000000 00000007 0004 00 00 00000001 01 00000002 0003 02 0104 03 0005 0003",
      "version=0 flags=0 multiview_group_id=7 num_entries=4 entries=[entry_type=0 track_id=1, "
        + "entry_type=1 track_id=2 tier_id=3, entry_type=2 output_view_id=260, "
        + "entry_type=3 start_view_id=5 view_count=3]",
      MultiviewGroup.self
    ) {
      $0.groupID = 7
      var track = MultiviewGroup.Entry()
      track.entryType = 0
      track.trackID = 1
      var tier = MultiviewGroup.Entry()
      tier.entryType = 1
      (tier.trackID, tier.tierID) = (2, 3)
      var view = MultiviewGroup.Entry()
      view.viewID = 260
      var views = MultiviewGroup.Entry()
      views.entryType = 3
      (views.viewID, views.viewCount) = (5, 3)
      $0.entries = [track, tier, view, views]
    },
    RecordExample(
      "swtc", "00000000 00000002 00000007 00000008",
      "version=0 flags=0 num_entries=2 multiview_group_ids=[7, 8]", MultiviewGroupRelation.self
    ) { $0.groupIDs = try Table([7, 8]) },
    RecordExample(
      "mvra", "00000000 0000 0001 6e767773 00000002 0000 0001 62697472",
      "version=0 flags=0 num_common_attributes=1 common_attributes=[common_attribute='nvws' "
        + "common_value=2] num_differentiating_attributes=1 differentiating_attributes=['bitr']",
      MultiviewAttributes.self
    ) {
      var common = MultiviewAttributes.Common()
      common.attribute = "nvws"
      common.value = 2
      $0.common = try Table([common])
      $0.differentiating = try Table(["bitr"])
    },
    RecordExample("vwdi", "0c", "max_disparity=12", MultiviewDisparity.self) {
      $0.maxDisparity = 12
    },
    RecordExample(
      "imdt", "00000000 00000005", "version=0 flags=0 imda_ref_identifier=5",
      IdentifiedDataReference.self
    ) { $0.identifier = 5 },
    RecordExample("snim", "00000001", "version=0 flags=1", SequenceDataReference.self) {
      $0.flags = 1
    },
    RecordExample(
      "sdep of three samples", "00000000 0000 0001 ffff 0002 fffe 0001",
      "version=0 flags=0 samples=[dependency_count=0 relative_sample_numbers=[], "
        + "dependency_count=1 relative_sample_numbers=[-1], "
        + "dependency_count=2 relative_sample_numbers=[-2, 1]]",
      SampleReferences.self
    ) {
      for numbers in [[], [-1], [-2, 1]] as [[Int16]] {
        var sample = SampleReferences.Sample()
        sample.relativeNumbers = try Table(numbers)
        $0.samples.append(sample)
      }
    },
    RecordExample(
      "srpp", "00000000 41434d31 20202020 53484d32 414e554c",
      "version=0 flags=0 encryption_algorithm_rtp='ACM1' encryption_algorithm_rtcp='    ' "
        + "integrity_algorithm_rtp='SHM2' integrity_algorithm_rtcp='ANUL'",
      SRTPProcess.self
    ) {
      $0.rtpEncryption = "ACM1"
      $0.rtpIntegrity = "SHM2"
      $0.rtcpIntegrity = "ANUL"
    },
    RecordExample(
      "md5i of an atom", "00000000 000102030405060708090a0b0c0d0e0f 73747473",
      "version=0 flags=0 input_MD5=<000102030405060708090a0b0c0d0e0f> input_4cc='stts'",
      IntegrityCheck.self
    ) {
      $0.sum = RawBytes(bytes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
      $0.input = "stts"
    },
    RecordExample(
      "md5i of groups of samples",
      """
      00000001 00000000000000000000000000000000 73677064 72617020 00000009
      00000002 00000001 00000003
      """,
      "version=0 flags=1 input_MD5=<00000000000000000000000000000000> input_4cc='sgpd' "
        + "grouping_type='rap ' grouping_type_parameter=9 num_entries=2 "
        + "group_description_indices=[1, 3]",
      IntegrityCheck.self
    ) {
      $0.flags = 1
      $0.input = "sgpd"
      $0.groupingType = "rap "
      $0.groupingTypeParameter = 9
      $0.groupDescriptionIndices = try Table([1, 3])
    },
  ]
}
