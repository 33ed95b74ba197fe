import Testing

@testable import MovKit

/// Tables that count more rows than they have bytes for: what is there is read, and told.
@Suite struct CutTablesTests {
  /// A table, how many of the six samples are still known, and how many of those are as they were.
  static let cases: [(table: FourCC, count: Int, right: Int)] = [
    ("stsz", 5, 5), ("stz2", 5, 5), ("stco", 5, 5), ("co64", 5, 5),
    // Without the second row nobody knows how far the first one holds: to its own chunk at least.
    ("stsc", 2, 2),
    ("stts", 6, 4), ("ctts", 6, 3), ("stss", 6, 3),
  ]

  /// Six samples in four chunks: two, two, one and one.
  static func samples(with table: FourCC) -> ExpandedSamples {
    var samples = ExpandedSamples()
    samples.sizes =
      table == "stz2"
      ? .compact([10, 11, 12, 13, 14, 15], bits: 8) : .each([10, 11, 12, 13, 14, 15])
    samples.durations = [(4, 100), (2, 50)]
    samples.offsets = [(3, 10), (3, 20)]
    samples.runs = [(1, 2, 1), (3, 1, 1)]
    samples.chunks = [100, 200, 300, 400]
    samples.hasWideChunks = table == "co64"
    samples.sync = [1, 4]
    return samples
  }

  static let rowSize: [FourCC: Int] = [
    "stsz": 4, "stz2": 1, "stco": 4, "co64": 8, "stsc": 12, "stts": 8, "ctts": 8, "stss": 4,
  ]

  @Test(arguments: cases.indices) func sampleTables(number: Int) throws {
    let (type, count, right) = Self.cases[number]
    let samples = Self.samples(with: type)
    let whole = Array(try samples.table())
    #expect(whole == samples.samples)
    var stbl = samples.stbl
    let place = try #require(stbl.children.firstIndex { $0.type == type })
    guard case .bytes(let bytes) = stbl.children[place].content else {
      Issue.record("\(type) is not bytes")
      return
    }
    stbl.children[place].content = .bytes(bytes.dropLast(try #require(Self.rowSize[type])))
    let table = try SampleTable(stbl, fileSize: .max)
    #expect(table.count == count)
    #expect(Array(table.prefix(right)) == Array(whole.prefix(right)))
    #expect(Array(table.sampleChunks.map(\.samples.count)).reduce(0, +) == count)
    let told = table.diagnostics.filter { $0.rule == "table-cut" }
    #expect(told.map(\.path) == ["stbl/\(type)"])
    #expect(told.allSatisfy { $0.severity == .warning })
  }

  /// What writes a table anew needs it whole.
  @Test func writingRefuses() throws {
    let atom = Atom("stco", .bytes((u32(0) + u32(3) + u32(100) + u32(200))[...]))
    #expect(throws: FormatError.self) { try atom.decode(ChunkOffsets.self) }
    var changed = atom
    #expect(throws: FormatError.self) { try changed.update(ChunkOffsets.self) { _ in } }
    let lenient = try atom.decoded(ChunkOffsets.self, readingCutTables: true)
    #expect(lenient.cutTables == [CutTable(claimed: 3, count: 2, offset: nil)])
    #expect(Array(lenient.record.offsets) == [100, 200])
  }

  /// A count that no file could hold costs nothing.
  @Test func enormousCounts() throws {
    let bytes = u32(0) + u32(.max) + u32(100) + u32(200) + [7]
    let lenient = try Atom("stco", .bytes(bytes[...]))
      .decoded(ChunkOffsets.self, readingCutTables: true)
    #expect(lenient.cutTables.map(\.claimed) == [Int(UInt32.max)])
    #expect(lenient.record.offsets.count == 2 && lenient.trailing.count == 1)
  }

  /// An edit of 100 ticks of the movie from media time 40, and another that is not there.
  private static let cutEdits: [UInt8] = {
    var bytes = MovieBytes.edits((100, 40, 0x10000), (200, 0, 0x10000))
    bytes.removeLast(12)
    bytes.replaceSubrange(0..<4, with: u32(UInt32(bytes.count)))
    bytes.replaceSubrange(8..<12, with: u32(UInt32(bytes.count - 8)))
    return bytes
  }()

  @Test func editsThatAreThereAreRead() throws {
    let source = MemorySource(MovieBytes(videoEdits: Self.cutEdits).bytes)
    let movie = try Movie(from: source)
    #expect(movie.tracks.map(\.id) == [1, 2] && movie.unreadableTracks.isEmpty)
    let video = try #require(movie.track(1))
    #expect(video.edits.count == 1)
    #expect(video.edits[0].target.duration == MediaTime(value: 100, timescale: 600))
    #expect(video.edits[0].source.start == MediaTime(value: 40, timescale: 2400))
    #expect(video.editListError != nil)
    let told = movie.diagnostics.filter { $0.rule == "table-cut" }
    #expect(told.map(\.path) == ["moov/trak[0]/edts/elst"])
    // The samples are all there.
    #expect(try video.sampleTable().count == 48)
    // Whoever stamps must know what is shown when.
    var request = StampRequest(start: "01:00:00:00")
    request.trackIDs = [1]
    #expect(throws: StampError.self) { try request.stamp(for: movie) }
  }

  @Test func editsOfAnUnknownVersion() throws {
    var edits = MovieBytes.edits((100, 40, 0x10000))
    edits[16] = 9
    let movie = try Movie(from: MemorySource(MovieBytes(videoEdits: edits).bytes))
    let video = try #require(movie.track(1))
    #expect(video.edits.count == 1 && !video.hasEditList)
    #expect(video.edits[0].source.duration == video.mediaDuration)
    #expect(
      movie.diagnostics.filter { $0.rule == "undecodable" }.map(\.path)
        == ["moov/trak[0]/edts/elst/version"])
  }
}
