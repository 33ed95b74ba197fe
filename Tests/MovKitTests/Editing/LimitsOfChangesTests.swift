import Testing

@testable import MovKit

/// The limits that a movie was opened with hold for what is made of it, whatever those of the process are.
@Suite struct LimitsOfChangesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A movie with an item that says where it is in the media, in more levels of atoms than the standard limits
  /// allow.
  private static let deep: [UInt8] = {
    func movie(mediaAt place: UInt32) -> [UInt8] {
      let items = atom(
        "iloc", u32(0), u16(0x4400), u16(1), u16(1), u16(0), u16(1), u32(place), u32(20))
      var user = atom("meta", u32(0), handler("pict"), items)
      for _ in 0..<35 { user = atom("udta", user) }
      var tiny = TinyMovie()
      tiny.isMoovFirst = true
      tiny.behindTracks = user
      return tiny.bytes
    }
    return movie(mediaAt: UInt32(movie(mediaAt: 0).count - 100))
  }()

  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  private static let space = Atom("free", .bytes([UInt8](repeating: 1, count: 100)[...]))

  /// A movie that only higher limits read is changed in a copy and in place.
  @Test func higher() throws {
    let source = MemorySource(Self.deep)
    let plain = try Movie(from: source)
    #expect(plain.diagnostics.contains { $0.rule == "too-deep" })
    let movie = try Movie(from: source, limits: limits { $0.depth = 60 })
    #expect(movie.diagnostics.allSatisfy { $0.rule != "too-deep" })
    var editor = MovieEditor(movie)
    try editor.insert(Self.space, intoAtomAt: "moov")
    let copy = try editor.copy(from: source)
    let bytes = try copy.plan.render(from: source)
    #expect(throws: Never.self) {
      try copy.expected.check(MemorySource(bytes), against: source, plan: copy.plan)
    }
    let patch = try editor.patchPlan()
    #expect(throws: Never.self) {
      try editor.checkInPlace(PatchedSource(source, after: patch))
    }
    #expect(throws: Never.self) { try editor.copyWithFindings(from: source) }
  }

  /// Lower limits hold too: the changed header is larger than they allow.
  @Test func lower() throws {
    let source = MemorySource(TinyMovie().bytes)
    let size = try Movie(from: source).storedAtom.size
    let movie = try Movie(from: source, limits: limits { $0.bytesHeld = size })
    var editor = MovieEditor(movie)
    try editor.setFields([Field("rate", .unsigned(2))], ofAtomAt: "moov/mvhd")
    let same = try editor.copy(from: source)
    let bytes = try same.plan.render(from: source)
    #expect(throws: Never.self) {
      try same.expected.check(MemorySource(bytes), against: source, plan: same.plan)
    }
    try editor.insert(Self.space, intoAtomAt: "moov")
    let larger = try editor.copy(from: source)
    let result = MemorySource(try larger.plan.render(from: source))
    let error = #expect(throws: ReadingError.self) {
      try larger.expected.check(result, against: source, plan: larger.plan)
    }
    #expect(error.map { "\($0)".contains("the limit of \(size)") } == true)
  }

  /// Without fragments, the header has the tables, and is larger than everything that was read of the movie.
  @Test func lowerForOtherLayoutsAndParts() throws {
    let file = try File(TestMovies.path("fragments/plain.mp4"))
    let movie = try Movie(from: file, limits: limits { $0.bytesHeld = 1193 })
    let whole = MediaTimeRange(start: .zero, duration: .positiveInfinity)
    func write(_ movie: Movie, _ name: String) -> [any Error] {
      let writing: [(FilePath) throws -> Void] = [
        { try MovieRemux(movie, layout: .movieLast).write(to: $0) },
        { try MovieCut(movie, during: whole).write(to: $0) },
        { try MovieJoin([movie, movie]).write(to: $0) },
      ]
      return writing.enumerated().compactMap { index, write in
        do { try write(scratch["\(name)-\(index).mp4"]) } catch { return error }
        return nil
      }
    }
    #expect(write(try Movie(from: file), "standard").isEmpty)
    let errors = write(movie, "lower")
    #expect(errors.count == 3)
    for error in errors { #expect("\(error)".contains("the limit of 1193")) }
  }
}
