import Testing

@testable import MovKit

/// Sample tables against their meaning counted sample by sample.
@Suite struct SampleTableTests {
  @Test func agreesWithCountingSampleBySample() throws {
    for round in 0..<120 {
      var generator = Seed.generator("sample tables", round)
      let expanded = ExpandedSamples(random: &generator)
      let expected = expanded.samples
      let table = try expanded.table()
      let note = Comment(rawValue: Seed.note("sample tables", round))
      #expect(Array(table) == expected, note)
      let times = expected.indices.map { table.times(of: $0) }
      #expect(times.map(\.decode) == expected.map(\.decodeTime), note)
      #expect(times.map(\.offset) == expected.map(\.compositionOffset), note)
      #expect(table.diagnostics.isEmpty, note)
      checkChunks(table, expected, note)
      checkTimes(table, expected, note)
    }
  }

  private func checkChunks(
    _ table: SampleTable, _ expected: [SampleTable.Sample], _ note: Comment
  ) {
    var covered = 0
    for chunk in table.sampleChunks {
      #expect(chunk.samples.lowerBound == covered, note)
      covered = chunk.samples.upperBound
      var size: UInt64 = 0
      var isRight = true
      for index in chunk.samples {
        isRight =
          isRight && expected[index].offset == chunk.offset + size
          && expected[index].descriptionIndex == chunk.descriptionIndex
        size += expected[index].size
      }
      #expect(isRight && chunk.size == size, note)
    }
    #expect(covered == expected.count, note)
  }

  private func checkTimes(
    _ table: SampleTable, _ expected: [SampleTable.Sample], _ note: Comment
  ) {
    let end = expected.last.map { $0.decodeTime + Int64($0.duration) } ?? 0
    #expect(Int64(table.duration) == end, note)
    for time in stride(from: 0, through: end, by: max(1, Int(end / 50))) {
      let holds = expected.first {
        $0.decodeTime <= time && time < $0.decodeTime + Int64($0.duration)
      }
      #expect(table.index(atDecodeTime: time) == holds?.index, note)
      #expect(table.index(endingAfter: time) == holds?.index, note)
    }
    #expect(table.index(atDecodeTime: -1) == nil)
    let offsets = expected.map(\.compositionOffset)
    if let least = offsets.min(), let greatest = offsets.max() {
      #expect(table.compositionOffsets.lowerBound <= least, note)
      #expect(table.compositionOffsets.upperBound >= greatest, note)
    }
    let shown = Array(PresentationTimes(table)).map(\.time)
    #expect(shown == expected.map(\.presentationTime).sorted(), note)
  }

  private func samples(_ change: (inout ExpandedSamples) -> Void) -> ExpandedSamples {
    var samples = ExpandedSamples()
    samples.sizes = .constant(10, count: 6)
    samples.durations = [(6, 5)]
    samples.runs = [(1, 2, 1)]
    samples.chunks = [100, 200, 300]
    change(&samples)
    return samples
  }

  private func rules(_ table: SampleTable) -> [String] { table.diagnostics.map(\.rule) }

  // MARK: Sizes

  @Test func fourBillionSamplesOfOneSizeTakeNoMemory() throws {
    let table = try samples {
      $0.sizes = .constant(.max, count: 0xFFFF_FFFF)
      $0.runs = [(1, 0xFFFF_FFFF, 1)]
      $0.chunks = [100]
      $0.durations = [(0xFFFF_FFFF, 1)]
    }.table()
    #expect(table.count == 0xFFFF_FFFF)
    #expect(table[0xFFFF_FFFE].offset == 18_446_744_060_824_649_830)
    #expect(table[0xFFFF_FFFE].size == 0xFFFF_FFFF)
    #expect(table[0xFFFF_FFFE].decodeTime == 0xFFFF_FFFE)
  }

  @Test func moreSizesThanChunksHold() throws {
    let table = try samples { $0.sizes = .constant(10, count: 9) }.table()
    #expect(table.count == 6)
    #expect(rules(table) == ["stsz-count"])
    let other = try samples {
      $0.sizes = .each([1, 2, 3])
      $0.durations = [(3, 5)]
    }.table()
    #expect(other.map(\.offset) == [100, 101, 200])
    #expect(other.sampleChunks.map(\.samples) == [0..<2, 2..<3, 3..<3])
  }

  @Test func soundCountedInMomentsOfSound() throws {
    // Stereo of 16 bits, where the size of 1 stands for four bytes.
    let sound =
      zeros(6) + u16(1) + u16(0) + zeros(6) + u16(2) + u16(16) + zeros(4) + u32(48000 << 16)
    var stbl = samples {
      $0.sizes = .constant(1, count: 6)
    }.stbl
    stbl.children[0].children = [Atom("sowt", .bytes(sound[...]))]
    let table = try SampleTable(stbl, fileSize: .max)
    #expect(table.map(\.size) == [4, 4, 4, 4, 4, 4])
    #expect(table.map(\.offset) == [100, 104, 200, 204, 300, 304])
    #expect(table.sampleChunks.map(\.size) == [8, 8, 8])
  }

  // MARK: Chunks

  @Test func runsThatDoNotBeginWithChunk1() throws {
    for first in [0, 3] as [UInt32] {
      let table = try samples { $0.runs = [(first, 2, 1)] }.table()
      #expect(table.map(\.offset) == [100, 110, 200, 210, 300, 310])
      #expect(rules(table) == ["stsc-first"])
    }
  }

  @Test func runsOutOfOrder() throws {
    let table = try samples { $0.runs = [(1, 1, 1), (3, 4, 1), (2, 9, 1)] }.table()
    #expect(table.map(\.offset) == [100, 200, 300, 310, 320, 330])
    #expect(rules(table) == ["stsc-order"])
  }

  @Test func chunksWithoutSamples() throws {
    let table = try samples {
      $0.runs = [(1, 0, 1), (2, 3, 1)]
    }.table()
    #expect(table.map(\.offset) == [200, 210, 220, 300, 310, 320])
  }

  @Test func descriptionsOutOfRange() throws {
    for description in [0, 9] as [UInt32] {
      let table = try samples { $0.runs = [(1, 2, description)] }.table()
      #expect(rules(table) == ["stsc-description"])
      #expect(table.allSatisfy { $0.descriptionIndex >= 0 })
    }
  }

  @Test func chunksBeyondTheFile() throws {
    let table = try samples { _ in }.table(fileSize: 315)
    #expect(rules(table) == ["chunk-beyond-file"])
    #expect(table.count == 6)
    let far = try samples {
      $0.chunks = [.max, .max - 5, 1]
      $0.hasWideChunks = true
    }.table(fileSize: 1000)
    #expect(far[1].byteRange.upperBound >= far[1].byteRange.lowerBound)
  }

  // MARK: Times

  @Test func durationsThatDoNotReach() throws {
    let table = try samples { $0.durations = [(0, 7), (2, 5), (0, 1), (1, 0)] }.table()
    #expect(table.map(\.decodeTime) == [0, 5, 10, 10, 10, 10])
    #expect(table.map(\.duration) == [5, 5, 0, 0, 0, 0])
    #expect(rules(table) == ["stts-count"])
    #expect(table.index(atDecodeTime: 10) == nil)
  }

  @Test func durationsThatOverflow() {
    #expect(throws: FormatError.self) {
      try self.samples {
        $0.durations = [UInt32](repeating: .max, count: 3).map { ($0, .max) }
      }.table()
    }
  }

  @Test func compositionOffsetsAreSignedInBothVersions() throws {
    for version in [0, 1] as [UInt8] {
      let table = try samples {
        $0.offsets = [(1, -5), (2, 10)]
        $0.offsetsVersion = version
      }.table()
      #expect(table.map(\.presentationTime) == [-5, 15, 20, 15, 20, 25])
      #expect(table.compositionOffsets == -5...10)
      #expect(rules(table) == ["ctts-count"])
      #expect(PresentationTimes(table).map(\.time) == [-5, 15, 15, 20, 20, 25])
    }
  }

  @Test func commonestDurationLeavesTheLastOut() throws {
    let table = try samples { $0.durations = [(5, 5), (1, 40)] }.table()
    #expect(table.commonestDuration.map { [$0.ticks, $0.isConstant ? 1 : 0] } == [5, 1])
    let varying = try samples { $0.durations = [(2, 5), (3, 6), (1, 5)] }.table()
    #expect(varying.commonestDuration.map { $0.isConstant } == false)
  }

  @Test func noTables() throws {
    let table = try SampleTable(Atom("stbl", children: []), fileSize: 0)
    #expect(table.isEmpty)
    #expect(table.commonestDuration == nil)
    #expect(Array(table.sampleChunks).isEmpty)
    #expect(Array(PresentationTimes(table)).isEmpty)
  }
}
