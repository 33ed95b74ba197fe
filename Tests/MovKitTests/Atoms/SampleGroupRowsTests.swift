import Testing

@testable import MovKit

/// What the descriptions of sample groups show of bytes that are written by hand, by the kind of the group.
@Suite struct SampleGroupRowsTests {
  /// A description of a kind of group.
  private func entry(_ type: FourCC, _ bytes: [UInt8]) -> SampleGroupDescriptions.SizedEntry {
    var entry = SampleGroupDescriptions.SizedEntry()
    entry.groupingType = type
    entry.description = RawBytes(bytes: bytes[...])
    return entry
  }

  private func text(_ entry: SampleGroupDescriptions.SizedEntry) -> String {
    RecordExample.text(of: .fields(entry.described))
  }

  @Test(arguments: streams + layers + subpictures + pictures)
  func bytesAndText(row: Row) throws {
    let bytes = hex(row.bytes)
    let whole = entry(row.type, bytes)
    #expect(text(whole) == "description_length=\(bytes.count) \(row.text)")
    // Bytes that end too early stay bytes, and come back.
    for length in bytes.indices {
      let part = entry(row.type, Array(bytes.prefix(length)))
      let shown = RecordExample.text(of: .bytes(bytes[..<length]))
      let shorter = Self.withoutBoxes[row.type].flatMap { $0.length == length ? $0.text : nil }
      #expect(text(part) == "description_length=\(length) \(shorter ?? "description=\(shown)")")
      let wire = try part.serialized()
      let read = try Atom("test", .bytes(wire[...])).decoded(
        SampleGroupDescriptions.SizedEntry.self)
      #expect(read.record == part)
      #expect(read.trailing.isEmpty)
    }
  }

  /// What bytes are that end before the boxes of a description, which can have none.
  private static let withoutBoxes: [FourCC: (length: Int, text: String)] = [
    "mvif": (
      4,
      "multiview_tier={group_ID=1 primary_group_ID=1 is_tl_switching_point=1 tl_switching_distance=4 boxes=[]}"
    ),
    "vipr": (0, "view_priority={boxes=[]}"),
  ]

  /// In a whole atom, descriptions of one size are rows.
  @Test func rowsOfOneSize() throws {
    let wire = hex("01000000 6f707468 00000004 00000002 fffffffe 00000003")
    let record = try Atom("sgpd", .bytes(wire[...])).decode(SampleGroupDescriptions.self)
    #expect(
      RecordExample.text(of: .fields(record.described))
        == "version=1 flags=0 grouping_type='opth' default_length=4 entry_count=2 "
        + "entries=[decode_time_hint={delta_time=-2}, decode_time_hint={delta_time=3}]")
    #expect(try record.serialized() == wire)
  }

  /// Version 0 has no sizes: its descriptions are divided if all have the size that their type mostly has.
  @Test(
    arguments: [
      ("seig", "00000108 000102030405060708090a0b0c0d0e0f", 20), ("sync", "13", 1),
      ("sap ", "01", 1),
      ("drap", "40000000", 4), ("avll", "0100 0064 1900", 6),
      ("tscl", "01 41 40000000 900000000000 5d 0064 0050 01 0019", 20),
    ] as [(FourCC, String, Int)])
  func dividedWithoutSizes(type: FourCC, entry: String, length: Int) throws {
    let one = hex(entry)
    #expect(one.count == length)
    let head = hex("00000000") + Array("\(type)".utf8) + [0, 0, 0, 2]
    let record = try Atom("sgpd", .bytes((head + one + one)[...])).decode(
      SampleGroupDescriptions.self)
    #expect(record.entries.count == 2)
    #expect(record.undividedCount == 0)
    #expect(record.entries.layout.length == length)
    #expect(try record.serialized() == head + one + one)
  }

  /// The same descriptions, made here.
  @Test func madeWithoutSizes() throws {
    let wire = hex("00000000 73656967 00000001 00000108 000102030405060708090a0b0c0d0e0f")
    var row = SampleGroupDescriptions.Row()
    row.description = RawBytes(bytes: wire.dropFirst(12))
    var record = SampleGroupDescriptions()
    (record.version, record.groupingType) = (0, "seig")
    record.entries = try Table([row], layout: .init(groupingType: "seig", length: 20))
    #expect(try record.serialized() == wire)
    let shown = RecordExample.text(of: .fields(record.described))
    #expect(shown.contains("entry_count=1 entries=[encryption={"))
    // Undivided ones are written instead, if there are any.
    (record.undividedCount, record.undivided) = (1, RawBytes(bytes: [1, 2]))
    #expect(try record.serialized() == hex("00000000 73656967 00000001 0102"))
  }

  /// Descriptions of version 0 of other sizes, here with a constant initialization vector, stay bytes.
  @Test func undividedWithoutSizes() throws {
    let wire = hex("00000000 73656967 00000001 00000100 000102030405060708090a0b0c0d0e0f 02 abcd")
    let record = try Atom("sgpd", .bytes(wire[...])).decode(SampleGroupDescriptions.self)
    #expect(record.undividedCount == 1)
    #expect(record.undivided.bytes.count == 23)
    #expect(record.entries.count == 0)
    #expect(try record.serialized() == wire)
  }

  /// A count that the bytes do not have is no description.
  @Test(
    arguments: [
      ("eos ", "ff 4a01"), ("scnm", "00 ff 01"), ("dtrt", "ff 0002 ffff"),
      ("sulm", "74726966 ffff 0002"), ("spid", "0fff 0007"), ("minp", "ffff 0002 0003 0105"),
      ("stmi", "6d647461 ffffffff 00000009"),
      ("avss", "0102 03 00 ff 00 02 0007"), ("pase", "ffff 68"), ("vopi", "ff 00 01 02 53 80 00"),
      ("vipr", "ffffffff 76697072 01"), ("vipr", "00000007 76697072"),
    ] as [(FourCC, String)])
  func countsBeyondTheBytes(type: FourCC, bytes: String) {
    let bytes = hex(bytes)
    let shown = RecordExample.text(of: .bytes(bytes[...]))
    #expect(text(entry(type, bytes)) == "description_length=\(bytes.count) description=\(shown)")
  }

  /// The bytes of a description and what is shown of them.
  struct Row: Sendable, CustomTestStringConvertible {
    let type: FourCC
    let bytes: String
    let text: String

    init(_ type: FourCC, _ bytes: String, _ text: String) {
      self.type = type
      self.bytes = bytes
      self.text = text
    }

    var testDescription: String { "\(type) \(bytes)" }
  }

  static let streams: [Row] = [
    Row("aud ", "460150", "access_unit_delimiter={aud_nal_unit=<460150>}"),
    Row("eos ", "00 4a01", "end_of_sequence={num_eos_nal_unit_minus1=0 eos_nal_units=[18945]}"),
    Row("eob ", "4c01", "end_of_bitstream={eob_nal_unit=19457}"),
    Row("pss1", "a0", "parameter_sets={sps_present=1 pps_present=0 aps_present=1}"),
    Row("pase", "0002 6801", "parameter_set={ps_nalu_length=2 ps_nal_unit=<6801>}"),
    Row("dcfi", "0003 006900", "decoding_capability={dci_nal_unit_length=3 dci_nal_unit=<006900>}"),
    Row("scnm", "00 02 01 05", "nal_unit_groups={NALU_count=2 group_IDs=[1, 5]}"),
    Row("dtrt", "01 0002 ffff", "decode_retiming={tier_count=1 tiers=[tier_ID=2 delta=-1]}"),
    Row("opth", "fffffffe", "decode_time_hint={delta_time=-2}"),
    Row(
      "lbli", "d3 ff",
      "external_base_layer={bl_irap_pic_flag=1 bl_irap_nal_unit_type=19 sample_offset=-1}"),
    Row(
      "avss", "0102 03 c0 00000004 01 0005 0006 01 00 02 0007",
      """
      sub_sequence={sub_sequence_identifier=258 layer_number=3 duration_flag=1 avg_rate_flag=1 \
      duration=4 accurate_statistics_flag=1 avg_bit_rate=5 avg_frame_rate=6 num_references=1 \
      dependencies=[sub_seq_direction_flag=0 layer_number=2 sub_sequence_identifier=7]}
      """),
  ]

  static let layers: [Row] = [
    Row(
      "scif", "01 02 88 04",
      """
      scalable_tier={group_ID=1 primary_group_ID=2 is_tier_IDR=1 no_inter_layer_pred_flag=0 \
      use_ref_base_pic_flag=0 store_base_rep_flag=0 is_tl_switching_point=1 \
      tl_switching_distance=4 boxes=[]}
      """),
    Row(
      "mvif", "01 01 08 04 0000000a 73767072 0001",
      """
      multiview_tier={group_ID=1 primary_group_ID=1 is_tl_switching_point=1 \
      tl_switching_distance=4 boxes=[size=10 type='svpr' data=<0001>]}
      """),
    Row(
      "vipr", "0000000a 76697072 0102",
      "view_priority={boxes=[size=10 type='vipr' data=<0102>]}"),
    Row(
      "vopi", "00 00 01 02 53 80 00 80 80 0001 0002 00 00 01 06 02 1900 01 01 01 01 00 07",
      """
      vvc_operating_points={num_profile_tier_level_minus1=0 \
      profile_tier_levels=[ptl_max_temporal_id=0 ptl={num_bytes_constraint_info=1 \
      general_profile_idc=1 general_tier_flag=0 general_level_idc=83 \
      ptl_frame_only_constraint_flag=1 ptl_multi_layer_enabled_flag=0 general_constraint_bits=0 \
      general_constraint_info=<> sublayer_level_idc=[] ptl_num_sub_profiles=0 \
      general_sub_profile_idc=[]}] all_independent_layers_flag=1 each_layer_is_an_ols_flag=1 \
      num_operating_points=1 operating_points=[output_layer_set_idx=2 ptl_idx=0 \
      max_temporal_id=0 layer_count=1 layers=[layer_id=1 is_outputlayer=1] \
      frame_rate_info_flag=1 bit_rate_info_flag=0 avg_frame_rate=6400 constant_frame_rate=1] \
      max_layer_count=1 layers=[layer_id=1 num_direct_ref_layers=1 direct_ref_layer_ids=[0] \
      max_tid_il_ref_pics_plus1=7]}
      """),
  ]

  static let subpictures: [Row] = [
    Row(
      "sulm", "74726966 0001 0002 0003",
      "subpicture_layout={group_ID_info_4cc='trif' entry_count_minus1=1 group_IDs=[2, 3]}"),
    Row(
      "spid", "1001 0007",
      """
      subpicture_ids={rect_region_flag=0 continuous_id_flag=1 num_subpics_minus1=1 subpic_id=7}
      """),
    Row(
      "spid", "8001 0007 0008 0009 000a",
      """
      subpicture_ids={rect_region_flag=1 continuous_id_flag=0 num_subpics_minus1=1 \
      subpictures=[subpic_id=7 group_ID=8, subpic_id=9 group_ID=10]}
      """),
    Row(
      "spid", "9001 0007 0008 0009",
      """
      subpicture_ids={rect_region_flag=1 continuous_id_flag=1 num_subpics_minus1=1 subpic_id=7 \
      subpictures=[group_ID=8, group_ID=9]}
      """),
    Row("spli", "53", "subpicture_level={level_idc=83}"),
    Row(
      "minp", "0001 0002 0003 0105",
      """
      mixed_nal_units={num_mix_nalu_pic_idx=1 \
      mix_nalu_pics=[mix_subp_track_idx1=2 mix_subp_track_idx2=3] \
      pps_mix_nalu_types_in_pic_bit_pos=4 pps_id=5}
      """),
  ]

  static let pictures: [Row] = [
    Row("aebr", "03 ff", "exposure_bracket={exposure_step=3 exposure_numerator=-1}"),
    Row(
      "afbr", "fe 03", "flash_bracket={flash_exposure_numerator=-2 flash_exposure_denominator=3}"),
    Row("dobr", "01 02", "aperture_bracket={f_stop_numerator=1 f_stop_denominator=2}"),
    Row(
      "fobr", "0003 0002",
      "focus_bracket={focus_distance_numerator=3 focus_distance_denominator=2}"),
    Row("wbbr", "1388 f6", "white_balance_bracket={blue_amber=5000 green_magenta=-10}"),
    Row("pano", "0003", "panorama={frame_number=3}"),
    Row(
      "stmi", "6d647461 00000001 00000009",
      "metadata_items={meta_box_handler_type='mdta' num_items=1 item_IDs=[9]}"),
  ]
}
