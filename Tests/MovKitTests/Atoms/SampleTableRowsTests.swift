import Testing

@testable import MovKit

/// Sample tables, byte by byte.
@Suite struct SampleTableRowsTests {
  @Test func timeToSample() throws {
    try RecordRow(
      make { (times: inout TimeToSample) in
        times.entries = try Table([
          .init(sampleCount: 2, sampleDelta: 1001), .init(sampleCount: 1, sampleDelta: 0xFFFF_FFFF),
        ])
      },
      "00 000000 00000002  00000002 000003E9  00000001 FFFFFFFF",
      """
      version 0, flags 0, entry_count 2, entries [{sample_count 2, sample_delta 1001}; \
      {sample_count 1, sample_delta 4294967295}]
      """
    ).check()
  }

  /// QuickTime's negative offsets in version 0, and ISO's in version 1.
  @Test(arguments: [0, 1] as [UInt8]) func compositionOffsets(version: UInt8) throws {
    try RecordRow(
      make { (offsets: inout CompositionOffsets) in
        offsets.version = version
        offsets.entries = try Table([
          .init(sampleCount: 1, sampleOffset: 2002), .init(sampleCount: 3, sampleOffset: -1001),
        ])
      },
      "0\(version) 000000 00000002  00000001 000007D2  00000003 FFFFFC17",
      """
      version \(version), flags 0, entry_count 2, entries \
      [{sample_count 1, sample_offset 2002}; {sample_count 3, sample_offset -1001}]
      """
    ).check()
  }

  @Test func compositionShift() throws {
    try RecordRow(
      make { (shift: inout CompositionShift) in
        shift.compositionToDTSShift = 1
        shift.leastDecodeToDisplayDelta = -1
        shift.compositionEndTime = 9
      },
      "00 000000 00000001 FFFFFFFF 00000000 00000000 00000009",
      """
      version 0, flags 0, composition_to_DTS_shift 1, least_decode_to_display_delta -1, \
      greatest_decode_to_display_delta 0, composition_start_time 0, composition_end_time 9
      """
    ).check()
  }

  @Test func sampleToChunk() throws {
    try RecordRow(
      make { (chunks: inout SampleToChunk) in
        chunks.entries = try Table([.init(firstChunk: 1, samplesPerChunk: 12)])
      },
      "00 000000 00000001  00000001 0000000C 00000001",
      """
      version 0, flags 0, entry_count 1, entries \
      [{first_chunk 1, samples_per_chunk 12, sample_description_index 1}]
      """
    ).check()
  }

  @Test func sampleSizes() throws {
    try RecordRow(
      SampleSizes(sampleCount: 1_000_000, ofSize: 4), "00 000000 00000004 000F4240",
      "version 0, flags 0, sample_size 4, sample_count 1000000"
    ).check()
    try RecordRow(
      SampleSizes(Table([9, 0])), "00 000000 00000000 00000002  00000009 00000000",
      "version 0, flags 0, sample_size 0, sample_count 2, sizes [9; 0]"
    ).check()
  }

  /// What `sample_count` says is what rows there are.
  @Test func staleSampleCountsAreNotWritten() throws {
    var sizes = try SampleSizes(Table([9, 8, 7]))
    sizes.sizes = try Table([5])
    #expect(try sizes.serialized() == hex("00000000 00000000 00000001 00000005"))
  }

  /// Three unsupported field size: four bits are a byte and a half.
  @Test func compactSampleSizes() throws {
    try RecordRow(
      CompactSampleSizes([1, 15, 7], fieldSize: 4), "00 000000 000000 04 00000003  1F 70",
      "version 0, flags 0, field_size 4, sample_count 3, sizes [1; 15; 7]"
    ).check()
    try RecordRow(
      CompactSampleSizes([0x102, 3], fieldSize: 16), "00 000000 000000 10 00000002  0102 0003",
      "version 0, flags 0, field_size 16, sample_count 2, sizes [258; 3]"
    ).check()
    let odd = hex("00 000000 000000 05 00000000")[...]
    #expect(
      throws: FormatError(.invalidValue("unsupported field size: 5 bits"), path: "stz2/field_size")
    ) {
      try Atom("stz2", .bytes(odd)).decode(CompactSampleSizes.self)
    }
  }

  /// The half byte that no size needs is kept.
  @Test func paddingOfCompactSizesComesBack() throws {
    let bytes = hex("00 000000 000000 04 00000001  9A")
    let sizes = try Atom("stz2", .bytes(bytes[...])).decode(CompactSampleSizes.self)
    #expect(sizes.sizes.map(\.size) == [9])
    #expect(try sizes.serialized() == bytes)
  }

  @Test func chunkOffsets() throws {
    try RecordRow(
      make { $0.offsets = try Table([0x28, 0xFFFF_FFFF]) } as ChunkOffsets,
      "00 000000 00000002  00000028 FFFFFFFF",
      "version 0, flags 0, entry_count 2, offsets [40; 4294967295]"
    ).check()
    try RecordRow(
      make { $0.offsets = try Table([1 << 32]) } as ChunkOffsets64,
      "00 000000 00000001  0000000100000000",
      "version 0, flags 0, entry_count 1, offsets [4294967296]"
    ).check()
  }

  @Test func sampleDependencies() throws {
    var row = SampleDependencies.Row()
    row.sampleDependsOn = 2
    row.sampleIsDependedOn = 1
    try RecordRow(
      make { $0.entries = try Table([row]) } as SampleDependencies, "00 000000 24",
      """
      version 0, flags 0, entries [{is_leading 0, sample_depends_on 2, \
      sample_is_depended_on 1, sample_has_redundancy 0}]
      """
    ).check()
  }

  @Test func shadowSyncSamples() throws {
    var row = ShadowSyncSamples.Row()
    row.shadowedSampleNumber = 2
    row.syncSampleNumber = 9
    try RecordRow(
      make { $0.entries = try Table([row]) } as ShadowSyncSamples,
      "00 000000 00000001  00000002 00000009",
      """
      version 0, flags 0, entry_count 1, entries [{shadowed_sample_number 2, sync_sample_number 9}]
      """
    ).check()
  }

  @Test func degradationPriorities() throws {
    try RecordRow(
      make { $0.priorities = try Table([1, 0xFFFE]) } as DegradationPriorities,
      "00 000000  0001 FFFE", "version 0, flags 0, priority [1; 65534]"
    ).check()
  }

  /// Half a byte each: a reserved bit and three of padding.
  @Test func paddingBits() throws {
    try RecordRow(
      make { $0.entries = try Table([1, 7, 4].map { PaddingBits.Row(pad: $0) }) } as PaddingBits,
      "00 000000 00000003  17 40", "version 0, flags 0, sample_count 3, entries [1; 7; 4]"
    ).check()
  }

  /// Lengths and counts of 8 bits and indexes of 4: flags 0x14. With 0x40 there is a parameter.
  @Test func compactSampleGroups() throws {
    var pattern = CompactSampleToGroup.Pattern()
    pattern.length = 3
    pattern.sampleCount = 200
    let indexes = ([1, 0, 2] as [UInt32]).map { number in
      var index = CompactSampleToGroup.Index()
      index.groupDescriptionIndex = number
      return index
    }
    try RecordRow(
      make { (groups: inout CompactSampleToGroup) in
        groups.flags = 0x54
        groups.groupingType = "abcd"
        groups.groupingTypeParameter = 6
        groups.patterns = try Table([pattern], layout: .init(length: 8, count: 8))
        groups.groupDescriptionIndexes = try Table(indexes, layout: 4)
      },
      "00 000054 61626364 00000006 00000001  03 C8  10 20",
      """
      version 0, flags 84, grouping_type 'abcd', grouping_type_parameter 6, pattern_count 1, \
      patterns [{pattern_length 3, sample_count 200}], group_description_indexes [1; 0; 2]
      """
    ).check()
    // Lengths of 4 bits, and counts of 8: nothing would begin at a byte any more.
    let odd = hex("00 000004 61626364 00000000")[...]
    #expect(
      throws: FormatError(
        .invalidValue("unsupported field sizes: 4 and 8 bits"), path: "csgp/patterns")
    ) {
      try Atom("csgp", .bytes(odd)).decode(CompactSampleToGroup.self)
    }
  }

  @Test func sampleGroupDescriptions() throws {
    var row = SampleGroupDescriptions.Row()
    row.rollDistance = -1
    try RecordRow(
      make { (groups: inout SampleGroupDescriptions) in
        groups.entries = try Table([row], layout: .init(groupingType: "roll", length: 2))
      },
      "01 000000 726F6C6C 00000002 00000001  FFFF",
      """
      version 1, flags 0, grouping_type 'roll', default_length 2, entry_count 1, entries [{roll_distance -1}]
      """
    ).check()
    var sized = SampleGroupDescriptions.SizedEntry()
    sized.description = RawBytes(bytes: [7, 8, 9])
    try RecordRow(
      make { (groups: inout SampleGroupDescriptions) in
        groups.groupingType = "abcd"
        groups.defaultLength = 0
        groups.sizedEntries = [sized]
        groups.entries = Table(layout: .init(groupingType: "roll", length: 2))
      },
      "01 000000 61626364 00000000 00000001  00000003 070809",
      """
      version 1, flags 0, grouping_type 'abcd', default_length 0, entry_count 1, entries \
      [{description_length 3, description <070809>}]
      """
    ).check()
  }

  @Test func subSampleInformation() throws {
    var row = SubSampleInformation.Row()
    row.subsampleSize = 0x1_0002
    row.subsamplePriority = 3
    let bytes = hex("01 000000 00000001  00000005 0001  00010002 03 00 00000000")
    let read = try Atom("subs", .bytes(bytes[...])).decode(SubSampleInformation.self)
    #expect(read.entries.map(\.sampleDelta) == [5])
    #expect(read.entries.first?.subSamples.map { $0 } == [row])
    #expect(try read.serialized() == bytes)
  }

  @Test func itemLocations() throws {
    // Version 0 as in the primary picture of a HEIC file, and version 2 with 32-bit numbers,
    // an offset in `idat` and extents that have an index.
    for (text, id, base, offset, length) in [
      ("00 000000 44 40 0001  0014 0000 00001000 0001 00000020 000000FF", 20, 4096, 32, 255),
      (
        """
        02 000000 48 04 00000001
        00010014 0001 0000 0001 00000007 00000020 00000000000000FF
        """, 65556, 0, 32, 255
      ),
    ] as [(String, UInt32, UInt64, UInt64, UInt64)] {
      let bytes = hex(text)
      let read = try Atom("iloc", .bytes(bytes[...])).decoded(ItemLocations.self)
      let item = try #require(read.record.items.first)
      #expect(item.itemID == id)
      #expect(item.baseOffset == base)
      #expect(item.extents.map(\.extentOffset) == [offset])
      #expect(item.extents.map(\.extentLength) == [length])
      #expect(read.trailing.isEmpty)
      #expect(try read.record.serialized() == bytes)
    }
  }
}
