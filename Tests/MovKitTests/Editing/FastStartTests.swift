import Foundation
import Testing

@testable import MovKit

/// Copies with `moov` ahead of the media: every chunk leads to the bytes it led to before.
@Suite struct FastStartTests {
  enum Change: CaseIterable {
    case nothing, adding, removing

    /// nil where the movie does not allow it.
    func editor(of movie: Movie) -> MovieEditor? {
      guard var editor = try? MovieEditor(checking: movie) else { return nil }
      do {
        switch self {
        case .nothing: break
        case .removing: try editor.removeTimecodeTracks()
        case .adding:
          var request = StampRequest(start: "01:00:00:00")
          request.replaces = true
          let stamp = try request.stamp(for: movie).0
          try editor.removeTimecodeTracks()
          _ = try editor.add(stamp)
        }
      } catch { return nil }
      return editor
    }
  }

  private static let media: Set<FourCC> = ["mdat", "moof", "idat"]

  @Test(arguments: Change.allCases)
  func everyMovie(change: Change) throws {
    var moved = 0
    for url in MediaFiles.files(in: MediaFiles.testMedia) {
      let note = Comment(rawValue: url.lastPathComponent)
      let source = MemorySource(try MediaFiles.bytes(of: url))
      guard let movie = try? Movie(from: source), let editor = change.editor(of: movie),
        let kept = try? editor.writePlan()
      else { continue }
      guard let plan = try? editor.writePlan(fastStart: true) else {
        // Tables that cannot be read may stay where they are, and cannot be moved.
        #expect(url.path.contains("/hostile/"), note)
        continue
      }
      let result = MemorySource(try plan.render(from: source))
      let written = try Movie(from: result)
      let first = movie.file.atoms.first { Self.media.contains($0.type) || $0.type == "moov" }
      if first?.type == "moov" {
        #expect(plan == kept, note)
      } else {
        moved += 1
        let types = written.file.atoms.map(\.type)
        let moov = try #require(types.firstIndex(of: "moov"), note)
        let media = try #require(types.firstIndex { Self.media.contains($0) }, note)
        #expect(moov < media, note)
        // Nothing else changes its place: free atoms stay.
        let others = movie.file.atoms.map(\.type).filter { !$0.isMovie }
        var rest = types.filter { $0 != "moov" }
        if change == .adding { rest.remove(at: moov) }
        #expect(rest == others, note)
      }
      try editor.check(result, against: source, plan: plan)
      try sameBytes(
        movie, source, written, result, without: change == .nothing ? nil : .timecode, note)
    }
    #expect(moved > 100)
  }

  /// Looked up through the tables of both movies, without what the plan says.
  private func sameBytes(
    _ movie: Movie, _ source: MemorySource, _ written: Movie, _ result: MemorySource,
    without type: MediaType?, _ note: Comment
  ) throws {
    for track in movie.tracks where track.mediaType != type {
      guard let before = try? track.sampleTable(), !track.holdsMedia.contains(false),
        let index = movie.tracks.firstIndex(where: { $0.path == track.path })
      else { continue }
      let position = movie.tracks[..<index].count { $0.mediaType != type }
      let same = written.tracks.filter { $0.mediaType != type }
      let after = try #require(same.indices.contains(position) ? same[position] : nil, note)
        .sampleTable()
      try #require(before.count == after.count, note)
      let moov = movie.atom.offset.map { $0..<$0 + movie.atom.size } ?? 0..<0
      for (old, new) in zip(before.sampleChunks, after.sampleChunks) {
        guard old.size > 0, old.size < 1 << 24, let count = Int(exactly: old.size),
          let bytes = try? source.read(at: old.offset, count: count),
          // Hostile files take their own header for media.
          !moov.overlaps(old.offset..<old.offset + old.size)
        else { continue }
        let found = try result.read(at: new.offset, count: count)
        try #require(found == bytes, note)
      }
    }
  }

  // MARK: Offsets of every kind

  /// `[0, 100)` stays, `[100, 200)` goes back by 1000, what stands behind by 900.
  private let shift = MovedStretches([(100, 1000), (200, 900)])

  private func shifted(_ shift: MovedStretches, _ atoms: Atom...) throws -> [Atom] {
    let path: [FourCC] = ["moov", "trak", "mdia", "minf"]
    var moov = path.reversed().reduce(Atom("stbl", children: atoms)) { Atom($1, children: [$0]) }
    try shift.apply(to: &moov)
    return try #require(moov.descendant("trak", "mdia", "minf", "stbl")).children
  }

  @Test func chunkOffsetsMovePieceByPiece() throws {
    var narrow = ChunkOffsets()
    narrow.offsets = try Table([0, 99, 100, 199, 200, 5000])
    var wide = ChunkOffsets64()
    wide.offsets = try Table([150, 1 << 40])
    let moved = try shifted(shift, try Atom("stco", narrow), try Atom("co64", wide))
    #expect(
      try Array(moved[0].decode(ChunkOffsets.self).offsets) == [0, 99, 1100, 1199, 1100, 5900])
    #expect(try Array(moved[1].decode(ChunkOffsets64.self).offsets) == [1150, 1 << 40 + 900])
  }

  @Test func aChunkOffsetBeyond32BitsWidensTheTable() throws {
    var narrow = ChunkOffsets()
    narrow.offsets = try Table([50, .max - 900, .max - 899])
    let moved = try shifted(shift, try Atom("stco", narrow))
    #expect(moved.map(\.type) == ["co64"])
    #expect(
      try Array(moved[0].decode(ChunkOffsets64.self).offsets) == [50, 0xFFFF_FFFF, 0x1_0000_0000])
  }

  @Test func auxiliaryOffsets() throws {
    var auxiliaries = SampleAuxOffsets()
    auxiliaries.entries = try Table(
      [90, 110, 300].map { SampleAuxOffsets.Row(offset: $0) }, layout: 0)
    let moved = try shifted(shift, try Atom("saio", auxiliaries))
    #expect(
      try moved[0].decode(SampleAuxOffsets.self).entries.map(\.offset) == [90, 1110, 1200])
  }

  private func location(base: UInt64, _ offsets: UInt64...) throws -> ItemLocations {
    var locations = ItemLocations()
    locations.version = 1
    (locations.offsetSize, locations.lengthSize, locations.baseOffsetSize) = (4, 4, 4)
    var item = ItemLocations.Item()
    item.layout = locations.itemLayout
    item.baseOffset = base
    item.extents = try Table(
      offsets.map { offset in
        var extent = ItemLocations.Extent()
        extent.extentOffset = offset
        return extent
      }, layout: locations.itemLayout)
    locations.items = [item]
    return locations
  }

  private func shifted(_ locations: ItemLocations) throws -> (base: UInt64, extents: [UInt64]) {
    var meta = Atom("meta", children: [try Atom("iloc", locations)])
    try shift.apply(to: &meta)
    let item = try #require(try meta.first("iloc")?.decode(ItemLocations.self).items.first)
    return (item.baseOffset, item.extents.map(\.extentOffset))
  }

  @Test func itemLocations() throws {
    // Without a base, with one that stays, and with one that moves otherwise than an extent.
    let plain = try shifted(try location(base: 0, 50, 120, 220))
    #expect(plain == (0, [50, 1120, 1120]))
    let based = try shifted(try location(base: 40, 10, 80, 180))
    #expect(based == (40, [10, 1080, 1080]))
    let moving = try shifted(try location(base: 110, 0, 10, 190))
    #expect(moving == (1110, [0, 10, 90]))
  }

  /// The base goes to 1199; what stood a byte behind it, to 1100, so that it counts from the start.
  @Test func itemsThatCannotCountFromTheirBase() throws {
    #expect(try shifted(try location(base: 199, 1)) == (0, [1100]))
  }

  @Test func fragmentBases() throws {
    var header = TrackFragmentHeader()
    header.flags = TrackFragmentHeader.hasBaseDataOffset
    header.baseDataOffset = 150
    var moof = Atom("moof", children: [Atom("traf", children: [try Atom("tfhd", header)])])
    try shift.apply(to: &moof)
    let moved = try #require(moof.descendant("traf", "tfhd"))
    #expect(try moved.decode(TrackFragmentHeader.self).baseDataOffset == 1150)
  }

  @Test func randomAccess() throws {
    var access = TrackFragmentRandomAccess()
    access.entries = try Table(
      [UInt64(20), 100, 400].map { offset in
        var row = TrackFragmentRandomAccess.Row()
        row.moofOffset = offset
        return row
      }, layout: access.rowLayout)
    var mfra = Atom("mfra", children: [try Atom("tfra", access)])
    try shift.apply(to: &mfra)
    let rows = try #require(mfra.first("tfra")).decode(TrackFragmentRandomAccess.self).entries
    #expect(rows.map(\.moofOffset) == [20, 1100, 1300])
  }

  /// The distance to the media changes only where the two move otherwise. The index is 32 bytes.
  @Test(
    arguments: [
      (10, 0, 0), (10, 100, 1100), (150, 10, 10), (150, 118, 18), (300, 7, 7), (68, 0, 1000),
    ] as [(UInt64, UInt64, UInt64)])
  func segmentIndexes(offset: UInt64, first: UInt64, expected: UInt64) throws {
    var index = SegmentIndex()
    index.firstOffset = first
    var sidx = try Atom("sidx", index)
    try #require(sidx.size == 32)
    sidx.offset = offset
    try shift.apply(to: &sidx)
    #expect(try sidx.decode(SegmentIndex.self).firstOffset == expected)
  }
}
