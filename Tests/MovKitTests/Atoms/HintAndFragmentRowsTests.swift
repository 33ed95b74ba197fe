import Testing

@testable import MovKit

/// Hint tracks, delivery of files, fragments and their indexes, byte by byte.
@Suite struct HintAndFragmentRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    // 3758096384 seconds after the start of 1900, and a half.
    RecordExample(
      "prft", "00000018 00000001 e0000000 80000000 00000064",
      "version=0 flags=24 reference_track_ID=1 "
        + "ntp_timestamp=16140901066643341312(2019-02-02T11:39:44.5Z) media_time=100",
      ProducerReferenceTime.self
    ) {
      $0.flags = 0x18
      $0.ntpTimestamp = 0xE000_0000_8000_0000
      $0.mediaTime = 100
    },
    RecordExample(
      "rtp in stsd", "000000000000 0001 0001 0001 000005aa",
      "data_reference_index=1 hinttrackversion=1 highestcompatibleversion=1 maxpacketsize=1450",
      HintDescription.self
    ) { $0.maxPacketSize = 1450 },
    RecordExample(
      "fdp", "000000000000 0001 0001 0001 0002 2800",
      "data_reference_index=1 hinttrackversion=1 highestcompatibleversion=1 "
        + "partition_entry_ID=2 FEC_overhead=40",
      FileDeliveryDescription.self
    ) {
      $0.partitionEntryID = 2
      $0.fecOverhead = Fixed8x8(40)
    },
    RecordExample("tims", "00015f90", "timescale=90000", RTPTimescale.self) { _ in },
    RecordExample("tsro", "fffffffe", "offset=-2", RTPOffset.self) { $0.offset = -2 },
    RecordExample("tssy", "01", "timestamp_sync=1", RTPTimeSynchrony.self) { $0.timestampSync = 1 },
    RecordExample("rssr", "00000007", "SSRC=7", ReceivedSource.self) { $0.ssrc = 7 },
    RecordExample("sdp", "6d3d76", "sdp_text='m=v'", SessionDescription.self) {
      $0.text = TextBytes("m=v")
    },
    RecordExample(
      "rtp in hnti", "73647020 763d30", "description_format='sdp ' sdp_text='v=0'",
      MovieSessionDescription.self
    ) { $0.text = TextBytes("v=0") },
    RecordExample("totl", "0005b872", "value=374898", HintCount.self) { $0.value = 374_898 },
    RecordExample("trpy", "000000000005b872", "value=374898", LargeHintCount.self) {
      $0.value = 374_898
    },
    RecordExample("tmin", "ffffffff", "milliseconds=-1", HintTime.self) { $0.milliseconds = -1 },
    RecordExample("maxr", "000003e8 0000a75d", "period=1000 byte_count=42845", HintMaximumRate.self)
    {
      $0.bytes = 42845
    },
    RecordExample("payt", "00000060 01 78", "payload_ID=96 rtpmap_string='x'", HintPayload.self) {
      $0.payloadID = 96
      $0.rtpMap = PascalString("x")
    },
    RecordExample(
      "fiin", "00000000 0002", "version=0 flags=0 entry_count=2", FileDeliveryItems.self
    ) { $0.partitionCount = 2 },
    RecordExample(
      "fpar", "00000000 0001 0594 00 00 0000 00ff 0594 0000 00 0001 0001 000588d8",
      "version=0 flags=0 item_ID=1 packet_payload_size=1428 FEC_encoding_ID=0 "
        + "FEC_instance_ID=0 max_source_block_length=255 encoding_symbol_length=1428 "
        + "max_number_of_encoding_symbols=0 scheme_specific_info='' entry_count=1 "
        + "blocks=[block_count=1 block_size=362712]",
      FilePartition.self
    ) {
      $0.itemID = 1
      $0.packetPayloadSize = 1428
      $0.maxSourceBlockLength = 255
      $0.encodingSymbolLength = 1428
      var block = FilePartition.Block()
      block.blockCount = 1
      block.blockSize = 362_712
      $0.blocks = try Table([block])
    },
    RecordExample(
      "fecr", "00000000 0001 0002 000001a8",
      "version=0 flags=0 entry_count=1 entries=[item_ID=2 symbol_count=424]",
      SymbolReservoir.self
    ) {
      var entry = SymbolReservoir.Entry()
      entry.itemID = 2
      entry.symbolCount = 424
      $0.entries = try Table([entry], layout: 2)
    },
    RecordExample(
      "segr", "0001 01 00000009 0001 00000002",
      "num_session_groups=1 session_groups=[entry_count=1 group_IDs=[9] "
        + "num_channels_in_session_group=1 hint_track_IDs=[2]]",
      SessionGroups.self
    ) {
      var group = SessionGroups.Group()
      group.groupIDs = try Table([9])
      group.hintTrackIDs = try Table([2])
      $0.groups = [group]
    },
    RecordExample(
      "gitn", "00000000 0001 00000009 6700",
      "version=0 flags=0 entry_count=1 groups=[group_ID=9 group_name='g']", GroupNames.self
    ) {
      var group = GroupNames.Group()
      group.groupID = 9
      group.groupName = CString("g")
      $0.groups = [group]
    },
    RecordExample(
      "trep", "00000000 00000001", "version=0 flags=0 track_ID=1", TrackExtensionProperties.self
    ) { $0.trackID = 1 },
    RecordExample(
      "assp", "00000000 fffffffe", "version=0 flags=0 min_initial_alt_startup_offset=-2",
      AlternativeStartupProperties.self
    ) { $0.minInitialAltStartupOffset = -2 },
    RecordExample(
      "assp of version 1", "01000000 00000001 00000003 00000004",
      "version=1 flags=0 num_entries=1 entries=[grouping_type_parameter=3 "
        + "min_initial_alt_startup_offset=4]",
      AlternativeStartupProperties.self
    ) {
      $0.version = 1
      var entry = AlternativeStartupProperties.Entry()
      entry.groupingTypeParameter = 3
      entry.minInitialAltStartupOffset = 4
      $0.entries = try Table([entry])
    },
    RecordExample(
      "leva", "00000000 03 00000001 00 74656c65 00000001 82 00000002 04 00000007",
      "version=0 flags=0 level_count=3 levels=[track_ID=1 padding_flag=0 assignment_type=0 "
        + "grouping_type='tele', track_ID=1 padding_flag=1 assignment_type=2, track_ID=2 "
        + "padding_flag=0 assignment_type=4 sub_track_ID=7]",
      LevelAssignments.self
    ) {
      var group = LevelAssignments.Level()
      group.trackID = 1
      group.assignmentType = 0
      group.groupingType = "tele"
      var track = LevelAssignments.Level()
      track.trackID = 1
      track.paddingFlag = 1
      var part = LevelAssignments.Level()
      part.trackID = 2
      part.assignmentType = 4
      part.subTrackID = 7
      $0.levels = [group, track, part]
    },
    RecordExample(
      "trik", "00000000 41", "version=0 flags=0 samples=[pic_type=1 dependency_level=1]",
      TrickPlay.self
    ) {
      var row = TrickPlay.Row()
      row.pictureType = 1
      row.dependencyLevel = 1
      $0.samples = try Table([row])
    },
    RecordExample(
      "ssix", "00000000 00000001 00000001 01 03680d",
      "version=0 flags=0 subsegment_count=1 subsegments=[range_count=1 "
        + "ranges=[level=1 range_size=223245]]",
      SubsegmentIndex.self
    ) {
      var range = SubsegmentIndex.Range()
      range.level = 1
      range.rangeSize = 223_245
      var segment = SubsegmentIndex.Subsegment()
      segment.ranges = try Table([range])
      $0.subsegments = [segment]
    },
    RecordExample(
      "tfxd", "01000000 000000000850b37d 0000000000000010",
      "version=1 flags=0 fragment_absolute_time=139506557 fragment_duration=16",
      FragmentTime.self
    ) {
      $0.time = 139_506_557
      $0.duration = 16
    },
    RecordExample(
      "tfrf", "00000000 01 00000005 00000006",
      "version=0 flags=0 fragment_count=1 fragments=[fragment_absolute_time=5 "
        + "fragment_duration=6]",
      FollowingFragments.self
    ) {
      $0.version = 0
      var row = FollowingFragments.Row()
      row.time = 5
      row.duration = 6
      $0.fragments = try Table([row], layout: 4)
    },
    RecordExample(
      "tenc of PIFF", "00000000 000001 08 000102030405060708090a0b0c0d0e0f",
      "version=0 flags=0 default_algorithm_id=1 default_iv_size=8 "
        + "default_kid=<000102030405060708090a0b0c0d0e0f>",
      PIFFTrackEncryption.self
    ) { $0.defaultKID = RawBytes(bytes: Array(0..<16)[...]) },
    RecordExample(
      "pssh of PIFF", "00000000 9a04f07998404286ab92e65be0885f95 00000001 07",
      "version=0 flags=0 system_ID='9a04f079-9840-4286-ab92-e65be0885f95'(PlayReady) "
        + "data_size=1 data=<07>",
      PIFFProtectionSystem.self
    ) {
      $0.systemID = ProtectionSystemID(bytes: hex("9a04f07998404286ab92e65be0885f95")[...])
      $0.data = RawBytes(bytes: [7])
    },
    RecordExample(
      "senc of PIFF, with a key of its own",
      "00000001 000001 08 000102030405060708090a0b0c0d0e0f 00000001 0000000000000009",
      "version=0 flags=1 algorithm_id=1 iv_size=8 kid=<000102030405060708090a0b0c0d0e0f> "
        + "sample_count=1 samples=[initialization_vector=<0000000000000009>]",
      PIFFSampleEncryption.self
    ) {
      $0.flags = 1
      $0.keyID = RawBytes(bytes: Array(0..<16)[...])
      $0.sampleCount = 1
      $0.data = RawBytes(bytes: [0, 0, 0, 0, 0, 0, 0, 9])
    },
    RecordExample(
      "senc with ranges",
      "00000002 00000002 0000000000000009 0001 0010 00000020 000000000000000a 0000",
      "version=0 flags=2 sample_count=2 samples=[initialization_vector=<0000000000000009> "
        + "subsample_count=1 subsamples=[bytes_of_clear_data=16 bytes_of_protected_data=32], "
        + "initialization_vector=<000000000000000a> subsample_count=0 subsamples=[]]",
      SampleEncryption.self
    ) {
      $0.flags = 2
      $0.sampleCount = 2
      $0.data = RawBytes(
        bytes: hex("0000000000000009 0001 0010 00000020 000000000000000a 0000")[...])
    },
    RecordExample(
      "senc with several keys",
      "01000000 00000002 0002 0001 0000000000000009 0002 000000000000000a 00000001 0002 0010 00000020"
        + " 0000 00000000",
      "version=1 flags=0 sample_count=2 samples=[multi_iv_count=2 "
        + "vectors=[multi_subindex_iv=1 initialization_vector=<0000000000000009>, "
        + "multi_subindex_iv=2 initialization_vector=<000000000000000a>] subsample_count=1 "
        + "subsamples=[multi_subindex=2 bytes_of_clear_data=16 bytes_of_protected_data=32], "
        + "multi_iv_count=0 vectors=[] subsample_count=0 subsamples=[]]",
      SampleEncryption.self
    ) {
      $0.version = 1
      $0.sampleCount = 2
      $0.data = RawBytes(
        bytes: hex(
          "0002 0001 0000000000000009 0002 000000000000000a 00000001 0002 0010 00000020 0000 00000000"
        )[
          ...])
    },
    RecordExample(
      "senc with several keys, whose numbers have one byte",
      "01000000 00000001 0001 01 0000000000000009 00000001 0001 0010 00000020",
      "version=1 flags=0 sample_count=1 samples=[multi_iv_count=1 "
        + "vectors=[multi_subindex_iv=1 initialization_vector=<0000000000000009>] subsample_count=1 "
        + "subsamples=[multi_subindex=1 bytes_of_clear_data=16 bytes_of_protected_data=32]]",
      SampleEncryption.self
    ) {
      $0.version = 1
      $0.sampleCount = 1
      $0.data = RawBytes(bytes: hex("0001 01 0000000000000009 00000001 0001 0010 00000020")[...])
    },
    RecordExample(
      "senc of the encrypted samples alone", "02000000 00000001 0000000000000009",
      "version=2 flags=0 sample_count=1 samples=[initialization_vector=<0000000000000009>]",
      SampleEncryption.self
    ) {
      $0.version = 2
      $0.sampleCount = 1
      $0.data = RawBytes(bytes: [0, 0, 0, 0, 0, 0, 0, 9])
    },
    RecordExample(
      "senc that does not fit its number of samples", "00000000 00000002 010203",
      "version=0 flags=0 sample_count=2 data=<010203>", SampleEncryption.self
    ) {
      $0.sampleCount = 2
      $0.data = RawBytes(bytes: [1, 2, 3])
    },
    RecordExample(
      "sgpd of a key", "01000000 73656967 00000014 00000001 0000 01 08 \(kid)",
      "version=1 flags=0 grouping_type='seig' default_length=20 entry_count=1 "
        + "entries=[encryption={multi_key_flag=0 crypt_byte_block=0 skip_byte_block=0 "
        + "is_protected=1 per_sample_iv_size=8 kid=<\(kid)>}]",
      SampleGroupDescriptions.self
    ) { try groups(&$0, "seig", [hex("0000 01 08 \(kid)")]) },
    RecordExample(
      "sgpd of two keys", "01000000 73656967 00000019 00000001 8019 01 0001 00 \(kid) 02 0708",
      "version=1 flags=0 grouping_type='seig' default_length=25 entry_count=1 "
        + "entries=[encryption={multi_key_flag=1 crypt_byte_block=1 skip_byte_block=9 "
        + "is_protected=1 key_count=1 keys=[per_sample_iv_size=0 kid=<\(kid)> "
        + "constant_iv_size=2 constant_iv=<0708>]}]",
      SampleGroupDescriptions.self
    ) { try groups(&$0, "seig", [hex("8019 01 0001 00 \(kid) 02 0708")]) },
    RecordExample(
      "sgpd of levels with sizes", "01000000 74656c65 00000000 00000001 00000001 80",
      "version=1 flags=0 grouping_type='tele' default_length=0 entry_count=1 "
        + "entries=[description_length=1 temporal_level={level_independently_decodable=1}]",
      SampleGroupDescriptions.self
    ) {
      $0.groupingType = "tele"
      $0.defaultLength = 0
      var entry = SampleGroupDescriptions.SizedEntry()
      entry.description = RawBytes(bytes: [0x80])
      $0.sizedEntries = [entry]
    },
    RecordExample(
      "sgpd of a kind that is not known", "01000000 7a7a7a7a 00000002 00000001 0102",
      "version=1 flags=0 grouping_type='zzzz' default_length=2 entry_count=1 "
        + "entries=[description=<0102>]",
      SampleGroupDescriptions.self
    ) { try groups(&$0, "zzzz", [[1, 2]]) },
    RecordExample(
      "ienc", "01000000 00 19 01 00 \(kid) 01 07",
      "version=1 flags=0 crypt_byte_block=1 skip_byte_block=9 num_keys=1 "
        + "keys=[per_sample_iv_size=0 kid=<\(kid)> constant_iv_size=1 constant_iv=<07>]",
      ItemEncryption.self
    ) {
      $0.version = 1
      $0.cryptByteBlock = 1
      $0.skipByteBlock = 9
      var key = SampleEncryptionGroupEntry.Key()
      key.vectorSize = 0
      key.keyID = RawBytes(bytes: hex(kid)[...])
      key.constantVector = RawBytes(bytes: [7])
      $0.keys = [key]
    },
    RecordExample(
      "iaux", "00000000 00000000 00000001",
      "version=0 flags=0 aux_info_type=0 aux_info_type_parameter=1",
      ItemAuxiliaryInformation.self
    ) { $0.auxInfoTypeParameter = 1 },
  ]

  private static let kid = "000102030405060708090a0b0c0d0e0f"

  private static func groups(
    _ record: inout SampleGroupDescriptions, _ type: FourCC, _ descriptions: [[UInt8]]
  ) throws {
    let length = descriptions.first?.count ?? 0
    record.groupingType = type
    record.defaultLength = UInt32(length)
    record.entries = try Table(
      descriptions.map {
        var row = SampleGroupDescriptions.Row()
        row.description = RawBytes(bytes: $0[...])
        return row
      }, layout: .init(groupingType: type, length: length))
  }

  /// What each kind of description shows of bytes that are written by hand.
  @Test(
    arguments: [
      ("rap ", "82", "random_access_point={num_leading_samples_known=1 num_leading_samples=2}"),
      ("sap ", "81", "stream_access_point={dependent_flag=1 SAP_type=1}"),
      ("sync", "13", "sync_sample={NAL_unit_type=19}"),
      ("drap", "20000000", "dependent_access={DRAP_type=1}"),
      (
        "alst", "0001 0002 00000003 0004 0005",
        "alternative_startup={roll_count=1 first_output_sample=2 sample_offsets=[3] "
          + "outputs=[num_output_samples=4 num_total_samples=5]}"
      ),
      (
        "rash", "0001 0064 00000002 00000001 03",
        "rate_share={operation_point_count=1 target_rate_share=100 maximum_bitrate=2 "
          + "minimum_bitrate=1 discard_priority=3}"
      ),
      (
        "avll", "01 01 0002 0003",
        "avc_layer={layer_number=1 accurate_statistics_flag=1 avg_bit_rate=2 avg_frame_rate=3}"
      ),
      (
        "nalm", "01 01 02 0003",
        "nal_unit_map={large_size=0 rle=1 entry_count=1 "
          + "entries=[NALU_start_number=2 group_ID=3]}"
      ),
      (
        "trif", "0001 d0 0010 0020",
        "region={group_ID=1 rect_region_flag=1 independent_idc=2 full_picture=1 "
          + "filtering_disabled=0 has_dependency_list=0 region_width=16 region_height=32}"
      ),
      (
        "linf", "01 104103",
        "layer_information={num_layers_in_track=1 layers=["
          + "irap_gdr_pics_in_layer_only_flag=0 completeness_flag=1 layer_id=1 "
          + "min_TemporalId=0 max_TemporalId=1 sub_layer_presence=3]}"
      ),
      (
        "refs", "00000001 01 00000002",
        "direct_references={sample_id=1 num_direct_reference_samples=1 "
          + "direct_reference_sample_ids=[2]}"
      ),
      ("eqiv", "ffff 0100", "equivalence={time_offset=-1 timescale_multiplier=256}"),
      (
        "spor", "0001 0002",
        "subpicture_order={subpic_id_info_flag=0 num_subpic_ref_idx=1 "
          + "subp_track_ref_idx=[2]}"
      ),
      ("pasr", "00000004 00000003", "pixel_aspect_ratio={h_spacing=4 v_spacing=3}"),
    ] as [(FourCC, String, String)])
  func descriptionsOfGroups(type: FourCC, bytes: String, text: String) throws {
    var entry = SampleGroupDescriptions.SizedEntry()
    entry.groupingType = type
    entry.description = RawBytes(bytes: hex(bytes)[...])
    #expect(
      RecordExample.text(of: .fields(entry.described))
        == "description_length=\(hex(bytes).count) \(text)")
  }
}
