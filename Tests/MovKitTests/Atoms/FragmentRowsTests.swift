import Testing

@testable import MovKit

/// Movie fragments and their indexes, byte by byte.
@Suite struct FragmentRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "tfhd without defaults", "00 020000 00000002", "version=0 flags=131072 track_ID=2",
      TrackFragmentHeader.self
    ) { $0.trackID = 2 },
    RecordExample(
      "tfhd with all fields",
      "00 01003B 00000001  0000000100000000 00000001 000003E9 00000004 01010000",
      """
      version=0 flags=65595 track_ID=1 base_data_offset=4294967296 \
      sample_description_index=1 default_sample_duration=1001 default_sample_size=4 \
      default_sample_flags=16842752
      """,
      TrackFragmentHeader.self
    ) {
      $0.flags = 0x1_003B
      $0.baseDataOffset = 1 << 32
      $0.sampleDescriptionIndex = 1
      $0.defaultSampleDuration = 1001
      $0.defaultSampleSize = 4
      $0.defaultSampleFlags = SampleFlags(rawValue: 0x0101_0000)
    },
    RecordExample(
      "trun", "01 000A05 00000001 FFFFFFF8 02000000  00000064 FFFFFFFE",
      """
      version=1 flags=2565 sample_count=1 data_offset=-8 first_sample_flags=33554432 \
      samples=[sample_size=100 sample_composition_time_offset=-2]
      """,
      TrackFragmentRun.self
    ) {
      var row = TrackFragmentRun.Row()
      row.sampleSize = 100
      row.sampleCompositionTimeOffset = -2
      $0.version = 1
      $0.flags = 0xA05
      $0.dataOffset = -8
      $0.firstSampleFlags = SampleFlags(rawValue: 0x0200_0000)
      $0.samples = try Table([row], layout: $0.rowLayout)
    },
    RecordExample(
      "tfdt", "00 000000 00000005", "version=0 flags=0 base_media_decode_time=5",
      TrackFragmentDecodeTime.self
    ) { $0.baseMediaDecodeTime = 5 },
    RecordExample(
      "tfdt of version 1", "01 000000 0000000100000000",
      "version=1 flags=0 base_media_decode_time=4294967296", TrackFragmentDecodeTime.self
    ) {
      $0.version = 1
      $0.baseMediaDecodeTime = 1 << 32
    },
    RecordExample(
      "sidx",
      """
      00 000000 00000001 000003E8 00000000 00000010 0000 0002
      7FFFFFFF 00000FA4 A0000003  80000000 00000000 00000000
      """,
      """
      version=0 flags=0 reference_ID=1 timescale=1000 earliest_presentation_time=0 \
      first_offset=16 reference_count=2 references=[reference_type=0 \
      referenced_size=2147483647 subsegment_duration=4004 starts_with_SAP=1 SAP_type=2 \
      SAP_delta_time=3, reference_type=1 referenced_size=0 subsegment_duration=0 \
      starts_with_SAP=0 SAP_type=0 SAP_delta_time=0]
      """,
      SegmentIndex.self
    ) {
      var media = SegmentIndex.Row()
      media.referencedSize = 0x7FFF_FFFF
      media.subsegmentDuration = 4004
      media.startsWithSAP = 1
      media.sapType = 2
      media.sapDeltaTime = 3
      var index = SegmentIndex.Row()
      index.referenceType = 1
      $0.timescale = 1000
      $0.firstOffset = 16
      $0.references = try Table([media, index])
    },
    RecordExample(
      "sidx of version 1",
      "01 000000 00000001 00000001 FFFFFFFFFFFFFFFF 0000000000000000 0000 0000",
      """
      version=1 flags=0 reference_ID=1 timescale=1 \
      earliest_presentation_time=18446744073709551615 first_offset=0 reference_count=0 \
      references=[]
      """,
      SegmentIndex.self
    ) {
      $0.version = 1
      $0.timescale = 1
      $0.earliestPresentationTime = .max
    },
    RecordExample(
      "tfra", "00 000000 00000001 00000006 00000001  00000009 00000400 01 0102 010203",
      """
      version=0 flags=0 track_ID=1 length_size_of_traf_num=0 length_size_of_trun_num=1 \
      length_size_of_sample_num=2 number_of_entry=1 entries=[time=9 moof_offset=1024 \
      traf_number=1 trun_number=258 sample_number=66051]
      """,
      TrackFragmentRandomAccess.self
    ) {
      var row = TrackFragmentRandomAccess.Row()
      row.time = 9
      row.moofOffset = 0x400
      row.trunNumber = 0x102
      row.sampleNumber = 0x1_0203
      $0.lengthSizeOfTrunNum = 1
      $0.lengthSizeOfSampleNum = 2
      $0.entries = try Table([row], layout: $0.rowLayout)
    },
  ]

  /// Rows without a field take no bytes, however many they are.
  @Test func runOfDefaults() throws {
    let bytes = hex("00 000000 FFFFFFFF")
    let run = try Atom("trun", .bytes(bytes[...])).decode(TrackFragmentRun.self)
    #expect(run.samples.count == 0xFFFF_FFFF)
    #expect(run.samples.last == TrackFragmentRun.Row())
    #expect(try run.serialized() == bytes)
    #expect(
      RecordExample.text(of: .fields(run.described))
        == "version=0 flags=0 sample_count=4294967295 samples=[]")
  }
}
