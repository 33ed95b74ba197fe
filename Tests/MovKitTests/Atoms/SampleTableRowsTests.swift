import Testing

@testable import MovKit

/// Sample tables, byte by byte.
@Suite struct SampleTableRowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "stts", "00 000000 00000002  00000002 000003E9  00000001 FFFFFFFF",
      """
      version=0 flags=0 entry_count=2 entries=[sample_count=2 sample_delta=1001, \
      sample_count=1 sample_delta=4294967295]
      """,
      TimeToSample.self
    ) {
      $0.entries = try Table([
        .init(sampleCount: 2, sampleDelta: 1001), .init(sampleCount: 1, sampleDelta: 0xFFFF_FFFF),
      ])
    },
    RecordExample(
      "ctts with QuickTime's negative offsets",
      "00 000000 00000002  00000001 000007D2  00000003 FFFFFC17",
      """
      version=0 flags=0 entry_count=2 entries=\
      [sample_count=1 sample_offset=2002, sample_count=3 sample_offset=-1001]
      """,
      CompositionOffsets.self
    ) {
      $0.version = 0
      $0.entries = try Table([
        .init(sampleCount: 1, sampleOffset: 2002), .init(sampleCount: 3, sampleOffset: -1001),
      ])
    },
    RecordExample(
      "ctts of version 1, with ISO's negative offsets",
      "01 000000 00000002  00000001 000007D2  00000003 FFFFFC17",
      """
      version=1 flags=0 entry_count=2 entries=\
      [sample_count=1 sample_offset=2002, sample_count=3 sample_offset=-1001]
      """,
      CompositionOffsets.self
    ) {
      $0.version = 1
      $0.entries = try Table([
        .init(sampleCount: 1, sampleOffset: 2002), .init(sampleCount: 3, sampleOffset: -1001),
      ])
    },
    RecordExample(
      "cslg", "00 000000 00000001 FFFFFFFF 00000000 00000000 00000009",
      """
      version=0 flags=0 composition_to_DTS_shift=1 least_decode_to_display_delta=-1 \
      greatest_decode_to_display_delta=0 composition_start_time=0 composition_end_time=9
      """,
      CompositionShift.self
    ) {
      $0.compositionToDTSShift = 1
      $0.leastDecodeToDisplayDelta = -1
      $0.compositionEndTime = 9
    },
    RecordExample(
      "stsc", "00 000000 00000001  00000001 0000000C 00000001",
      """
      version=0 flags=0 entry_count=1 entries=\
      [first_chunk=1 samples_per_chunk=12 sample_description_index=1]
      """,
      SampleToChunk.self
    ) { $0.entries = try Table([.init(firstChunk: 1, samplesPerChunk: 12)]) },
    RecordExample(
      "stsz of one size", "00 000000 00000004 000F4240",
      "version=0 flags=0 sample_size=4 sample_count=1000000", SampleSizes.self
    ) { $0 = SampleSizes(sampleCount: 1_000_000, ofSize: 4) },
    RecordExample(
      "stsz", "00 000000 00000000 00000002  00000009 00000000",
      "version=0 flags=0 sample_size=0 sample_count=2 sizes=[9, 0]", SampleSizes.self
    ) { $0 = try SampleSizes(Table([9, 0])) },
    // Three sizes of four bits are a byte and a half.
    RecordExample(
      "stz2 of half bytes", "00 000000 000000 04 00000003  1F 70",
      "version=0 flags=0 field_size=4 sample_count=3 sizes=[1, 15, 7]", CompactSampleSizes.self
    ) { $0 = try CompactSampleSizes([1, 15, 7], fieldSize: 4) },
    RecordExample(
      "stz2 of 16 bits", "00 000000 000000 10 00000002  0102 0003",
      "version=0 flags=0 field_size=16 sample_count=2 sizes=[258, 3]", CompactSampleSizes.self
    ) { $0 = try CompactSampleSizes([0x102, 3], fieldSize: 16) },
    RecordExample(
      "stco", "00 000000 00000002  00000028 FFFFFFFF",
      "version=0 flags=0 entry_count=2 offsets=[40, 4294967295]", ChunkOffsets.self
    ) { $0.offsets = try Table([0x28, 0xFFFF_FFFF]) },
    RecordExample(
      "co64", "00 000000 00000001  0000000100000000",
      "version=0 flags=0 entry_count=1 offsets=[4294967296]", ChunkOffsets64.self
    ) { $0.offsets = try Table([1 << 32]) },
    RecordExample(
      "sdtp", "00 000000 24",
      """
      version=0 flags=0 entries=[is_leading=0 sample_depends_on=2 \
      sample_is_depended_on=1 sample_has_redundancy=0]
      """,
      SampleDependencies.self
    ) {
      var row = SampleDependencies.Row()
      row.sampleDependsOn = 2
      row.sampleIsDependedOn = 1
      $0.entries = try Table([row])
    },
    RecordExample(
      "stsh", "00 000000 00000001  00000002 00000009",
      "version=0 flags=0 entry_count=1 entries=[shadowed_sample_number=2 sync_sample_number=9]",
      ShadowSyncSamples.self
    ) {
      var row = ShadowSyncSamples.Row()
      row.shadowedSampleNumber = 2
      row.syncSampleNumber = 9
      $0.entries = try Table([row])
    },
    RecordExample(
      "stdp", "00 000000  0001 FFFE", "version=0 flags=0 priority=[1, 65534]",
      DegradationPriorities.self
    ) { $0.priorities = try Table([1, 0xFFFE]) },
    // Half a byte each: a reserved bit and three of padding.
    RecordExample(
      "padb", "00 000000 00000003  17 40", "version=0 flags=0 sample_count=3 entries=[1, 7, 4]",
      PaddingBits.self
    ) { $0.entries = try Table([1, 7, 4].map { PaddingBits.Row(pad: $0) }) },
    // Lengths and counts of 8 bits and indexes of 4: flags 0x14. With 0x40 there is a parameter.
    RecordExample(
      "csgp", "00 000054 61626364 00000006 00000001  03 C8  10 20",
      """
      version=0 flags=84 grouping_type='abcd' grouping_type_parameter=6 pattern_count=1 \
      patterns=[pattern_length=3 sample_count=200] group_description_indexes=[1, 0, 2]
      """,
      CompactSampleToGroup.self
    ) {
      var pattern = CompactSampleToGroup.Pattern()
      pattern.length = 3
      pattern.sampleCount = 200
      let indexes = ([1, 0, 2] as [UInt32]).map { number in
        var index = CompactSampleToGroup.Index()
        index.groupDescriptionIndex = number
        return index
      }
      $0.flags = 0x54
      $0.groupingType = "abcd"
      $0.groupingTypeParameter = 6
      $0.patterns = try Table([pattern], layout: .init(length: 8, count: 8))
      $0.groupDescriptionIndexes = try Table(indexes, layout: 4)
    },
    RecordExample(
      "sgpd of one length", "01 000000 726F6C6C 00000002 00000001  FFFF",
      """
      version=1 flags=0 grouping_type='roll' default_length=2 entry_count=1 \
      entries=[roll_distance=-1]
      """,
      SampleGroupDescriptions.self
    ) {
      var row = SampleGroupDescriptions.Row()
      row.rollDistance = -1
      $0.entries = try Table([row], layout: .init(groupingType: "roll", length: 2))
    },
    RecordExample(
      "sgpd with a length for each", "01 000000 61626364 00000000 00000001  00000003 070809",
      """
      version=1 flags=0 grouping_type='abcd' default_length=0 entry_count=1 entries=\
      [description_length=3 description=<070809>]
      """,
      SampleGroupDescriptions.self
    ) {
      var sized = SampleGroupDescriptions.SizedEntry()
      sized.description = RawBytes(bytes: [7, 8, 9])
      $0.groupingType = "abcd"
      $0.defaultLength = 0
      $0.sizedEntries = [sized]
      $0.entries = Table(layout: .init(groupingType: "roll", length: 2))
    },
  ]

  /// What `sample_count` says is what rows there are.
  @Test func staleSampleCountsAreNotWritten() throws {
    var sizes = try SampleSizes(Table([9, 8, 7]))
    sizes.sizes = try Table([5])
    #expect(try sizes.serialized() == hex("00000000 00000000 00000001 00000005"))
  }

  @Test func sizesOfFiveBitsAreRefused() {
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

  /// Lengths of 4 bits, and counts of 8: nothing would begin at a byte any more.
  @Test func patternsOfOneAndAHalfBytesAreRefused() {
    let odd = hex("00 000004 61626364 00000000")[...]
    #expect(
      throws: FormatError(
        .invalidValue("unsupported field sizes: 4 and 8 bits"), path: "csgp/patterns")
    ) {
      try Atom("csgp", .bytes(odd)).decode(CompactSampleToGroup.self)
    }
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

  /// A field of 15 bits has the number of references.
  @Test(arguments: [(32767, true), (32768, false), (65536, false)])
  func referencesOfASubpictureOrder(count: Int, fits: Bool) throws {
    var entry = SubpictureOrderEntry()
    entry.references = try Table((0..<count).map { UInt16(truncatingIfNeeded: $0) })
    guard fits else {
      #expect(throws: FormatError.self) { try entry.serialized() }
      return
    }
    let bytes = try entry.serialized()
    #expect(bytes.count == 2 + 2 * count && bytes.prefix(2) == hex("7FFF")[...])
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
