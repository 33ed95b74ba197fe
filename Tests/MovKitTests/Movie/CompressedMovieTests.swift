import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Movies whose header is compressed: read as the same movie with a plain header is, and written with a
/// plain one.
@Suite struct CompressedMovieTests {
  /// A zlib stream of stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
      stream += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
    } while !rest.isEmpty
    return stream + u32(Adler32(bytes).value)
  }

  private static func compressed(_ moov: [UInt8], size: Int? = nil) -> [UInt8] {
    atom(
      "moov",
      atom(
        "cmov", atom("dcom", ascii("zlib")),
        atom("cmvd", u32(UInt32(size ?? moov.count)), stored(moov))))
  }

  /// The same movie with its header in compressed form at the end; free space is where it was. Nil if
  /// that would be another movie.
  private static func compressed(_ bytes: [UInt8], inBox: Bool) throws -> [UInt8]? {
    let file = try AtomFile(from: MemorySource(bytes))
    let all = file.atoms.filter { $0.type == "moov" }
    guard all.count == 1, let moov = all.first, let offset = moov.offset, moov.claimedSize == nil,
      moov.first("mvhd") != nil, file.trailing.isEmpty, file.atoms.last?.claimedSize == nil,
      file.atoms.last?.form != .toEnd, file.first("moof") == nil
    else { return nil }
    var result = bytes
    result.replaceSubrange(Int(offset) + 4..<Int(offset) + 8, with: FourCC("free").bytes)
    let header = try moov.serialized()
    return result
      + (inBox ? atom("!mov", stored(Array(header[moov.headerSize...]))) : compressed(header))
  }

  private static func media() throws -> [(name: String, bytes: [UInt8])] {
    let files = MediaFiles.files(in: MediaFiles.testMedia).filter { url in
      [
        "camera", "codecs", "edits", "metadata", "rates", "sound", "timecode", "timecode-handmade",
      ].contains(
        url.deletingLastPathComponent().lastPathComponent)
    }
    return try MediaFiles.enough(files, atLeast: 100).map {
      ($0.lastPathComponent, try MediaFiles.bytes(of: $0))
    }
  }

  /// What a movie says, without the places of its atoms.
  private static func facts(_ movie: Movie) -> [String] {
    var facts = ["\(movie.duration) \(movie.timescale) \(movie.majorBrand as Any)"]
    for track in movie.tracks {
      facts.append("\(track.id) \(track.mediaType as Any) \(track.duration) \(track.size)")
      guard let table = try? track.sampleTable() else { continue }
      for sample in table {
        facts.append("\(sample.offset) \(sample.size) \(sample.decodeTime) \(sample.duration)")
      }
    }
    movie.forEachMetadataItem { facts.append("\($0.path) \($0.key) \($0.value)") }
    return facts
  }

  @Test(arguments: [false, true]) func readAsThePlainMovie(inBox: Bool) throws {
    var count = 0
    for (name, bytes) in try Self.media() {
      guard let other = try? Self.compressed(bytes, inBox: inBox) else { continue }
      guard let plain = try? Movie(from: bytes) else { continue }
      let movie = try Movie(from: other)
      // Offsets beyond the end count as if the box there were not compressed.
      if inBox, name == "sample-beyond-file.mov" { continue }
      #expect(Self.facts(movie) == Self.facts(plain), "\(name)")
      #expect(movie.atom.offset == nil)
      #expect(movie.tracks.allSatisfy { $0.atom.offset == nil })
      #expect(try movie.atom.serialized() == plain.atom.serialized(), "\(name)")
      // What is not changed is written as it was.
      let source = MemorySource(other)
      #expect(try AtomFile(from: source).writePlan().render(from: source) == other, "\(name)")
      count += 1
    }
    #expect(count > 100)
  }

  /// A stamped copy, and the movie stamped in place, have a plain `moov`, and all media.
  @Test(arguments: [false, true]) func written(inBox: Bool) throws {
    var count = 0
    for (name, bytes) in try Self.media() {
      guard let other = try? Self.compressed(bytes, inBox: inBox) else { continue }
      let source = MemorySource(other)
      guard let movie = try? Movie(from: source) else { continue }
      var request = StampRequest(start: "01:00:00:00")
      request.replaces = true
      guard let (stamp, _) = try? request.stamp(for: movie) else { continue }
      var editor = MovieEditor(movie)
      _ = try editor.add(stamp)
      for fastStart in [false, true] {
        let plan = try editor.copy(from: source, fastStart: fastStart).plan
        let result = MemorySource(try plan.render(from: source))
        #expect(throws: Never.self, "\(name)") {
          try editor.check(result, against: source, plan: plan)
        }
        let atoms = try AtomFile(from: result).atoms
        #expect(atoms.count { $0.type.isMovie } == 1, "\(name)")
        #expect(atoms.contains { $0.type == "moov" && $0.first("mvhd") != nil }, "\(name)")
      }
      // The old header stays compressed, as free space.
      let plan = try editor.patchPlan()
      let patched = try PatchedSource(source, after: plan)
      #expect(throws: Never.self, "\(name)") {
        try InPlaceExpectation(editor).check(patched)
      }
      let changed = try AtomFile(from: patched)
      let after = changed.atoms
      #expect(after.count { $0.type.isMovie } == 1, "\(name)")
      let old = try #require(movie.storedAtom.offset)
      #expect(after.first { $0.offset == old }?.type == "free", "\(name)")
      #expect(try Movie(changed).timecodeTracks.count == 1, "\(name)")
      count += 1
    }
    #expect(count > 50)
  }

  /// At any moment of a change in place, a reader finds the old movie or the new one.
  @Test func everyPhaseHasAMovie() throws {
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: "quicktime/cmov.mov"))
    let source = MemorySource(bytes)
    let movie = try Movie(from: source)
    var editor = MovieEditor(movie)
    let (stamp, _) = try StampRequest(start: "01:00:00:00").stamp(for: movie)
    _ = try editor.add(stamp)
    let plan = try editor.patchPlan()
    var state = PatchedSource(source)
    var counts: [Int] = []
    for phase in plan.phases {
      for write in phase.writes { try state.apply(write) }
      let tracks = try Movie(from: state).tracks
      counts.append(tracks.count)
      // What was interrupted here is finished.
      let again = try Movie(from: state)
      var other = MovieEditor(again)
      var request = StampRequest(start: "01:00:00:00")
      request.replaces = true
      let (stamp, _) = try request.stamp(for: again)
      _ = try other.add(stamp)
      #expect(throws: Never.self, "\(phase.effect)") { try other.patchPlan() }
    }
    // The commit is what makes the new track the movie's.
    #expect(counts == plan.phases.indices.map { $0 < plan.commit ? 1 : 2 })
    #expect(counts.first == 1 && counts.last == 2)
  }

  // MARK: The tree

  @Test func tree() throws {
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: "quicktime/cmov.mov"))
    let file = try AtomFile(from: bytes)
    let paths = AtomWalk(file).map(\.path)
    #expect(
      paths.starts(with: ["ftyp", "mdat", "moov", "moov/cmov", "moov/cmov/dcom", "moov/cmov/cmvd"]))
    #expect(paths.contains("moov/cmov/cmvd/moov/trak/mdia/minf/stbl/stco"))
    for node in AtomWalk(file) {
      let isInside = node.path.hasPrefix("moov/cmov/cmvd/")
      #expect((node.atom.offset == nil) == isInside && node.atom.isInCompressedForm == isInside)
      let path = try #require(AtomPath(node.path))
      guard case .atom(let found) = file.find(path) else {
        Issue.record("nothing at \(node.path)")
        continue
      }
      #expect(found.atom == node.atom && file.atom(at: path) == node.atom)
    }
    #expect(file.diagnostics.isEmpty)
  }

  /// Atoms in compressed form are changed by their paths, in the tree or in the movie.
  @Test(arguments: ["moov/cmov/cmvd/moov/mvhd", "moov/mvhd"]) func edited(path: String) throws {
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: "quicktime/cmov.mov"))
    let source = MemorySource(bytes)
    var editor = MovieEditor(try Movie(from: source))
    let wanted = try #require(AtomPath(path))
    try editor.setFields([Field("next_track_ID", .unsigned(77))], ofAtomAt: wanted)
    #expect(try editor.atom(at: wanted)?.decode(MovieHeader.self).nextTrackID == 77)
    let result = try Movie(from: editor.copy(from: source).plan.render(from: source))
    #expect(try result.atom.first("mvhd")?.decode(MovieHeader.self).nextTrackID == 77)
    #expect(!result.atom.isInCompressedForm)
  }

  /// Of what two files have in compressed form, the decompressed atoms are compared.
  @Test func compared() throws {
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: "quicktime/cmov.mov"))
    let file = try AtomFile(from: bytes)
    var moov = try Movie(from: bytes).atom
    let stored = try #require(file.storedMovie?.offset)
    func movie(_ moov: Atom) throws -> AtomFile {
      try AtomFile(from: bytes.prefix(Int(stored)) + Self.compressed(moov.serialized()))
    }
    let same = try movie(moov)
    var comparison = AtomComparison(file, same)
    #expect(try comparison.next() == nil)
    try moov.children[0].update(MovieHeader.self) { $0.nextTrackID = 77 }
    comparison = AtomComparison(same, try movie(moov))
    let difference = try #require(try comparison.next())
    #expect(difference.path == "moov/cmov/cmvd/moov/mvhd" && difference.field == "next_track_ID")
    #expect(try comparison.next() == nil)
  }

  // MARK: Damage

  private static let moov = atom("moov", atom("mvhd", zeros(100)))

  private func rules(_ moov: [UInt8], limits: Limits = .standard) throws -> [String] {
    try AtomFile(from: fileType + moov, limits: limits).diagnostics.map(\.rule)
  }

  @Test func whatIsWrong() throws {
    #expect(try rules(Self.compressed(Self.moov)) == [])
    #expect(try rules(Self.compressed(Self.moov, size: Self.moov.count + 1)) == ["compressed-size"])
    #expect(try rules(Self.compressed(Self.moov, size: Self.moov.count - 1)) == ["compressed-atom"])
    let cmvd = atom("cmvd", u32(UInt32(Self.moov.count)), Self.stored(Self.moov))
    func rules(_ children: [UInt8]...) throws -> [String] {
      try self.rules(atom("moov", atom("cmov", children.flatMap { $0 })))
    }
    #expect(try rules(cmvd, atom("dcom", ascii("zlib"))) == [])
    #expect(try rules(cmvd) == ["compressed-atom"])
    #expect(try rules(atom("dcom", ascii("adec")), cmvd) == ["compressed-atom"])
    #expect(try rules(atom("dcom", ascii("zl")), cmvd) == ["compressed-atom"])
    #expect(try rules(atom("dcom", ascii("zlib")), atom("cmvd", u32(9))) == ["compressed-atom"])
    #expect(try rules(atom("dcom", ascii("zlib")), atom("cmvd", u16(9))) == ["compressed-atom"])
    #expect(throws: ReadingError.self) {
      try Movie(from: fileType + atom("moov", atom("cmov", cmvd)))
    }
    #expect(throws: ReadingError.self) { try Movie(from: fileType + atom("!mov", [1, 2, 3])) }
    // A bare deflate stream is known in a box.
    let bare = atom("!mov", Array(Self.stored(Array(Self.moov[8...])).dropFirst(2).dropLast(4)))
    #expect(try rules(bare) == [])
    #expect(try Movie(from: fileType + bare).tracks.isEmpty)
  }

  /// Fragments and indexes in compressed form are shown.
  @Test func fragmentsInTheTree() throws {
    let moof = atom("moof", atom("mfhd", u32(0), u32(7)))
    let sidx = atom("sidx", u32(0), u32(1), u32(600), u32(0), u32(0), u32(0))
    let bytes =
      fileType + Self.moov + atom("!six", Self.stored(Array(sidx[8...])))
      + atom("!mof", Self.stored(Array(moof[8...])))
    let file = try AtomFile(from: bytes)
    #expect(
      AtomWalk(file).map(\.path) == [
        "ftyp", "moov", "moov/mvhd", "!six", "!six/sidx", "!mof", "!mof/moof", "!mof/moof/mfhd",
      ])
    #expect(file.diagnostics.isEmpty)
    #expect(try Movie(file).isFragmented)
  }

  /// What is compressed in what was compressed stays so: each level could be a thousand times larger.
  @Test func nested() throws {
    let file = try AtomFile(from: fileType + Self.compressed(Self.compressed(Self.moov)))
    let outer = try #require(file.atoms.last?.descendant("cmov", "cmvd")?.compressedAtoms.first)
    #expect(outer.descendant("cmov", "cmvd")?.compressedAtoms.isEmpty == true)
    #expect(throws: ReadingError.self) { try Movie(file) }
  }

  /// The limit is of all compressed atoms together.
  @Test func limits() throws {
    var limits = Limits()
    limits.bytesDecompressed = 0
    limits.expansion = 1
    #expect(try rules(Self.compressed(Self.moov), limits: limits) == [])
    limits.expansion = 0
    #expect(try rules(Self.compressed(Self.moov), limits: limits) == ["compressed-atom"])
    limits.bytesDecompressed = UInt64(Self.moov.count)
    #expect(try rules(Self.compressed(Self.moov), limits: limits) == [])
    let two = Self.compressed(Self.moov) + Self.compressed(Self.moov)
    #expect(try rules(two, limits: limits) == ["compressed-atom"])
    limits.bytesDecompressed = 1 << 20
    limits.bytesHeld = UInt64(Self.moov.count) + 100
    #expect(try rules(two, limits: limits) == ["compressed-atom"])
    for file in ["hostile/cmov-bomb.mov", "hostile/cmov-lies.mov"] {
      let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: file))
      #expect(try AtomFile(from: bytes).diagnostics.map(\.rule) == ["compressed-atom"], "\(file)")
    }
  }

  @Test(arguments: ["cmov.mov", "cmov-first.mov", "cmov-size.mov", "compressed-box.mp4"])
  func damage(name: String) throws {
    let url = MediaFiles.testMedia.appending(path: "quicktime/\(name)")
    let bytes = try MediaFiles.bytes(of: url)
    let whole = try Movie(from: bytes)
    #expect(whole.tracks.count == 1)
    let stored = try #require(whole.storedAtom.offset)
    let range = Int(stored)..<Int(stored) + Int(whole.storedAtom.size)
    for end in range { _ = try? Movie(from: bytes[..<end]) }
    var g = Seed.generator("compressed movies", name.utf8.count)
    for _ in 0..<400 {
      var other = bytes
      for _ in 0...Int(g.next() % 3) {
        other[range.lowerBound + Int(g.next() % UInt64(range.count))] = UInt8(
          truncatingIfNeeded: g.next())
      }
      guard let movie = try? Movie(from: other) else { continue }
      _ = movie.findings()
      let source = MemorySource(other)
      let editor = MovieEditor(movie)
      _ = try? editor.copy(from: source).plan.render(from: source)
    }
  }
}
