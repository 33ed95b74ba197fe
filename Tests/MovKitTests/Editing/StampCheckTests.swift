import Testing

@testable import MovKit

/// Reading back finds what was written wrong.
@Suite struct StampCheckTests {
  /// Writes a movie, spoils what came out, and checks it.
  private func check(
    _ source: TinyMovie = TinyMovie(), spoil: (inout [UInt8], Movie) throws -> Void
  )
    throws
  {
    let bytes = MemorySource(source.bytes)
    let movie = try Movie(from: bytes)
    var editor = MovieEditor(movie)
    let (stamp, _) = try StampRequest(start: "01:00:00:00").stamp(for: movie)
    _ = try editor.add(stamp)
    let plan = try editor.writePlan()
    var result = try plan.render(from: bytes)
    try spoil(&result, try Movie(from: MemorySource(result)))
    try editor.check(MemorySource(result), against: bytes, plan: plan)
  }

  private func place(_ path: FourCC..., of track: Track?) throws -> Int {
    var atom = track?.atom
    for type in path { atom = atom?.first(type) }
    return Int(try #require(atom?.offset))
  }

  /// A binary search, as files may have any number of atoms.
  @Test func innermostAtomOfAByte() throws {
    var source = TinyMovie()
    source.ahead = (0..<50).flatMap { atom("free", zeros($0 % 3)) }
    let atoms = try AtomFile(from: source.bytes).atoms
    func end(_ atoms: [Atom], _ byte: UInt64) -> UInt64? {
      for atom in atoms {
        guard let start = atom.offset, start <= byte, byte - start < atom.size else { continue }
        return end(atom.children, byte) ?? start + atom.size
      }
      return nil
    }
    for byte in 0..<UInt64(source.bytes.count + 9) {
      #expect(atoms.endOfInnermost(at: byte) == end(atoms, byte), "\(byte)")
    }
  }

  @Test func goodMovie() throws {
    try check { _, _ in }
  }

  /// The chunk claims to go on over the movie's header, which is another one now.
  @Test func chunkThatClaimsMoreThanItsAtom() throws {
    var source = TinyMovie()
    source.tracks[0].times = [(4_000_000, 1)]
    source.tracks[0].samplesPerChunk = 4_000_000
    try check(source) { _, _ in }
  }

  @Test func otherTimecode() {
    #expect(throws: ReadingError.self) {
      try check { bytes, movie in
        bytes[Int(try #require(try movie.track(2)?.sampleTable())[0].offset) + 3] ^= 1
      }
    }
  }

  @Test func otherFormat() {
    #expect(throws: ReadingError.self) {
      try check { bytes, movie in
        // The quanta.
        bytes[try place("mdia", "minf", "stbl", "stsd", "tmcd", of: movie.track(2)) + 32] = 24
      }
    }
  }

  @Test func missingReference() {
    #expect(throws: ReadingError.self) {
      try check { bytes, movie in
        bytes[try place("tref", "tmcd", of: movie.track(1)) + 11] = 9
      }
    }
  }

  @Test func otherChunk() {
    #expect(throws: ReadingError.self) {
      try check { bytes, movie in
        bytes[try place("mdia", "minf", "stbl", "stco", of: movie.track(1)) + 19] ^= 1
      }
    }
  }

  @Test func otherMedia() {
    #expect(throws: ReadingError.self) {
      try check { bytes, _ in bytes[28] ^= 1 }
    }
  }

  @Test func lostTrack() {
    #expect(throws: ReadingError.self) {
      try check { bytes, movie in
        bytes[Int(try #require(movie.track(1)?.atom.offset)) + 4] = 0x78
      }
    }
  }
}
