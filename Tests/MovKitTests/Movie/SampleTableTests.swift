import TestSupport
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
    let chunks = Array(table.sampleChunks)
    // A look-up by bytes walks through all chunks: of long tables some chunks are looked up.
    let step = max(1, chunks.count / 30)
    for (number, chunk) in chunks.enumerated() {
      #expect(chunk.samples.lowerBound == covered, note)
      for index in Set([chunk.samples.first, chunk.samples.last].compactMap(\.self)) {
        let found = table.chunk(of: index)
        #expect(found.number == number && found.samples == chunk.samples, note)
        guard number % step == 0 else { continue }
        // What else has these bytes is found too.
        for place in [expected[index].offset, expected[index].byteRange.upperBound &- 1] {
          #expect(
            Set(table.indexes(ofSamplesAt: place))
              == Set(expected.indices.filter { expected[$0].byteRange.contains(place) }), note)
        }
      }
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

  /// An entry of `stsd` of version 0, or of version 1 with QuickTime's four fields.
  private func sound(
    _ format: FourCC, channels: UInt16, packet: (samples: UInt32, bytes: UInt32)? = nil
  ) -> Atom {
    let version = u16(packet == nil ? 0 : 1)
    var bytes = zeros(6) + u16(1) + version + zeros(6) + u16(channels) + u16(16) + zeros(4)
    bytes += u32(44100 << 16)
    if let (samples, size) = packet {
      bytes += u32(samples) + u32(size / UInt32(channels)) + u32(size) + u32(2)
    }
    return Atom(format, .bytes(bytes[...]))
  }

  /// Two chunks, of two packets and a half and of one packet, of stereo in IMA 4:1.
  private func packets(_ entry: Atom, size: UInt32 = 1, delta: UInt32 = 1) throws -> SampleTable {
    var stbl = samples {
      $0.sizes = .constant(size, count: 224)
      $0.durations = [(224, delta)]
      $0.runs = [(1, 160, 1), (2, 64, 1)]
      $0.chunks = [1000, 2000]
    }.stbl
    stbl.children[0].children = [entry]
    return try SampleTable(stbl, fileSize: .max)
  }

  @Test func compressedSoundCountedInMoments() throws {
    for entry in [
      sound("ima4", channels: 2), sound("ima4", channels: 2, packet: (0, 0)),
      sound("QDMC", channels: 2, packet: (64, 68)),
    ] {
      let table = try packets(entry)
      #expect(table.sampleChunks.map(\.size) == [204, 68])
      #expect(table.filter { $0.size > 0 }.map(\.index) == [0, 64, 128, 160])
      #expect(table.filter { $0.size > 0 }.map(\.offset) == [1000, 1068, 1136, 2000])
      // Decoding begins with a packet.
      #expect(table.entryPoint(atOrBefore: 63) == 0)
      #expect(table.entryPoint(atOrBefore: 159) == 128)
      #expect(table.entryPoint(atOrBefore: 223) == 160)
    }
    let mono = try packets(sound("MAC3", channels: 1))
    #expect(mono.sampleChunks.map(\.size) == [54, 22])
    let smaller = try packets(sound("MAC6", channels: 2))
    #expect(smaller.sampleChunks.map(\.size) == [54, 22])
  }

  /// A size of a whole packet is that of each sample, unless samples are moments all the same.
  @Test func compressedSoundCountedInPackets() throws {
    let entry = sound("ima4", channels: 2, packet: (64, 68))
    let table = try packets(entry, size: 68, delta: 64)
    #expect(table.map(\.size) == [UInt64](repeating: 68, count: 224))
    #expect(table.sampleChunks.map(\.size) == [10_880, 4352])
    #expect(try packets(entry, size: 68).sampleChunks.map(\.size) == [204, 68])
  }

  /// As many as are wanted, whole packets where there are as many.
  @Test func packetsAreTakenWhole() throws {
    var walk = try packets(sound("ima4", channels: 2)).makeIterator()
    var taken: [[UInt64]] = []
    while let (first, count, size) = walk.next(atMost: 100) {
      taken.append([UInt64(first.index), UInt64(count), first.offset, size])
    }
    #expect(
      taken == [
        [0, 64, 1000, 68], [64, 96, 1068, 136], [160, 64, 2000, 68],
      ])
    walk.index = 0
    #expect(walk.next(atMost: 10)?.size == 68)
    #expect(walk.next(atMost: 54)?.size == 0)
    #expect(walk.next(atMost: 64)?.size == 68)
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

  /// The last row has times for five samples that there are not.
  @Test func durationsThatReachTooFar() throws {
    let table = try samples { $0.durations = [(4, 5), (7, 6), (3, 1000)] }.table()
    #expect(table.map(\.duration) == [5, 5, 5, 5, 6, 6])
    #expect(table.duration == 32 && table.presentationEnd == 32)
    #expect(rules(table) == ["stts-count"])
    var runs: [[UInt64]] = []
    table.forEachDurationRun { runs.append([$0, $1]) }
    #expect(runs == [[4, 5], [2, 6]])
    #expect(table.index(atDecodeTime: 31) == 5 && table.index(atDecodeTime: 32) == nil)
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
