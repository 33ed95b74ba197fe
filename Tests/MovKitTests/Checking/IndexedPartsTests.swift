import Testing

@testable import MovKit

/// What is found about segment indexes. The good file has one, of two parts that last 12,800 ticks of 12,800 per second
/// each: 25 frames of 512 ticks.
@Suite struct IndexedPartsTests {
  private static let good = BrokenFile.Good.media("fragments/global-sidx.mp4")

  private static func messages(_ bytes: [UInt8]) throws -> [String] {
    try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "fragment-index" && $0.path == "sidx" }.map(\.message)
  }

  private static func messages(
    _ change: @escaping @Sendable (inout SegmentIndex) throws -> Void
  ) throws -> [String] {
    var bytes = try good.bytes()
    try BrokenFile.record("", good, "sidx", SegmentIndex.self, change).change(&bytes)
    return try messages(bytes)
  }

  private static func setRow(
    _ number: Int, of index: inout SegmentIndex, _ change: (inout SegmentIndex.Row) -> Void
  ) throws {
    var rows = Array(index.references)
    change(&rows[number])
    index.references = try Table(rows)
  }

  @Test func goodIndexes() throws {
    #expect(try Self.messages { _ in } == [])
    let several = try BrokenFile.Good.media("fragments/sidx.mp4").bytes()
    #expect(
      try MovieCheck(of: MemorySource(several)).findings.allSatisfy { $0.rule != "fragment-index" })
    // Times in other units say the same.
    #expect(
      try Self.messages { index in
        index.timescale = 1000
        for row in 0..<2 { try Self.setRow(row, of: &index) { $0.subsegmentDuration = 1000 } }
      } == [])
  }

  @Test func durations() throws {
    #expect(
      try Self.messages { try Self.setRow(0, of: &$0) { $0.subsegmentDuration = 25600 } } == [
        "the index says that part 0 lasts 2 s, but its samples of track 1 last 1 s"
      ])
    let wrongUnits = try Self.messages { $0.timescale = 6400 }
    #expect(
      wrongUnits == [
        "the index says that part 0 lasts 2 s, but its samples of track 1 last 1 s (the first of 2 such parts)"
      ])
    // A frame more or less is what writers differ in.
    for ticks in [12288, 13312] as [UInt32] {
      #expect(
        try Self.messages { try Self.setRow(1, of: &$0) { $0.subsegmentDuration = ticks } } == [])
    }
  }

  /// The first frame is decoded at 0 and shown at 1024. Writers state either.
  @Test(arguments: [(0, true), (1024, true), (3072, false), (12800, false)] as [(UInt64, Bool)])
  func starts(ticks: UInt64, isRight: Bool) throws {
    let found = try Self.messages { $0.earliestPresentationTime = ticks }
    #expect(found.isEmpty == isRight, "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("the index begins at ") })
  }

  @Test func tracks() throws {
    #expect(
      try Self.messages { $0.referenceID = 9 } == ["reference_ID is 9, and there is no track 9"])
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (3, false)] as [(UInt8, Bool)])
  func syncSamples(type: UInt8, isFound: Bool) throws {
    var bytes = try Self.good.bytes()
    try BrokenFile.record("", Self.good, "sidx", SegmentIndex.self) {
      for row in 0..<2 { try Self.setRow(row, of: &$0) { $0.sapType = type } }
    }.change(&bytes)
    #expect(try Self.messages(bytes) == [])
    // The first frame of the second part is no longer a sync sample.
    try BrokenFile.record("", Self.good, "moof[1]/traf/trun", TrackFragmentRun.self) {
      $0.firstSampleFlags = SampleFlags(rawValue: 0x101_0000)
    }.change(&bytes)
    let message = "SAP_type says that part 1 begins with a sync sample, but in track 1 it does not"
    #expect(try Self.messages(bytes) == (isFound ? [message] : []))
  }

  /// With a header and without: the size of the last part counts too.
  @Test(arguments: [false, true])
  func sizes(isSegment: Bool) throws {
    for (number, change) in [(0, 1), (1, -1), (1, 1)] {
      var bytes = try Self.good.bytes()
      let start = try #require(AtomFile(from: bytes).first("sidx")?.offset)
      if isSegment { bytes.removeFirst(Int(start)) }
      #expect(try Self.messages(bytes) == [])
      try BrokenFile.record("", Self.good, "sidx", SegmentIndex.self) {
        try Self.setRow(number, of: &$0) {
          $0.referencedSize = UInt32(Int($0.referencedSize) + change)
        }
      }.change(&bytes)
      let found = try Self.messages(bytes)
      #expect(found.count == 1, "\(number) \(change) \(found)")
    }
  }

  @Test func segmentsHaveTextsOfTheirOwn() throws {
    var bytes = try Self.good.bytes()
    bytes.removeFirst(Int(try #require(AtomFile(from: bytes).first("sidx")?.offset)))
    let found = try MovieCheck(of: MemorySource(bytes)).findings
    let finding = try #require(found.first { $0.rule == "segment-without-header" })
    #expect(
      finding.message
        == "the file is a segment of a fragmented movie: it has no header (moov), only sidx, moof, mdat, mfra"
    )
    #expect(finding.severity == .note && !found.contains { $0.rule == "no-movie" })
  }

  /// A segment need not have fragments, and no command can mend one.
  @Test func segmentOfAnIndex() throws {
    let bytes = hex(
      """
      00000010 73747970 6D736468 00000000
      0000002C 73696478 00000000 00000001 000003E8 00000000 00000000
      0000 0001 0000000C 000003E8 90000000
      0000000C 6D646174 78787878
      """)
    let found = try MovieCheck(of: MemorySource(bytes)).findings
    #expect(found.contains { $0.rule == "segment-without-header" })
    #expect(found.allSatisfy { $0.isInSegment })
  }
}
