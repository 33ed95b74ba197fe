import Testing

@testable import MovKit

/// What a check can be made of: it finds the same.
@Suite struct CheckedSourcesTests {
  private func summary(_ check: MovieCheck) -> [String] {
    check.findings.map { "\($0.rule) \($0.severity) \($0.path) \($0.count) \($0.fingerprint)" }
  }

  /// A source that answers later.
  private struct LaterSource: AsyncByteSource {
    let bytes: [UInt8]
    var size: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, count: Int) async throws(IOError) -> [UInt8] {
      await Task.yield()
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }
  }

  @Test(arguments: CheckRulesTests.all)
  func everySource(_ broken: BrokenFile) async throws {
    let bytes = try broken.bytes().broken
    let profiles = broken.profiles
    let expected = summary(try MovieCheck(of: MemorySource(bytes), profiles: profiles))
    #expect(summary(try MovieCheck(of: bytes, profiles: profiles)) == expected)
    #expect(summary(try MovieCheck(of: AtomFile(from: bytes), profiles: profiles)) == expected)
    let later = LaterSource(bytes: bytes)
    #expect(summary(try await MovieCheck(of: later, profiles: profiles)) == expected)
    guard let movie = try? Movie(from: bytes) else { return }
    #expect(summary(try MovieCheck(of: movie, profiles: profiles)) == expected)
  }

  /// What was left out of a movie does not seem to be missing in the file.
  @Test(arguments: ["fragments/global-sidx.mp4", "camera/camera.mov"])
  func partOfAMovie(_ name: String) throws {
    let file = try File(TestMovies.path(name))
    let whole = try MovieCheck(path: TestMovies.path(name))
    #expect(try #require(whole.movie).tracks.count > 0)
    let moment = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1000))
    for isWanted: (Track) -> Bool in [{ _ in true }, { $0.mediaType == .video }, { _ in false }] {
      let part = try Movie(from: file, during: moment, of: isWanted)
      let check = try MovieCheck(of: part)
      #expect(summary(check) == summary(whole))
      #expect(check.movie?.tracks.count == whole.movie?.tracks.count)
    }
  }

  @Test func moviesOfSourcesThatAnswerLater() async throws {
    let movie = try await Movie(from: LaterSource(bytes: TinyMovie().bytes))
    let error = ReadingError.io(IOError(.read, nil, .asynchronous))
    #expect(throws: error) { try MovieCheck(of: movie) }
    #expect(throws: error) { try MovieCheck(of: movie.file) }
  }

  private struct Lens: Record {
    var serial: UInt32 = 0

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("serial", &serial)
    }
  }

  /// Atoms that only the schema of a program knows are checked by it.
  @Test func schemas() throws {
    var tiny = TinyMovie()
    tiny.behindTracks = atom("udta", atom("LENS", u16(1)))
    let bytes = tiny.bytes
    func places(_ check: MovieCheck) -> [String] {
      check.findings.filter { $0.rule == "undecodable" }.map(\.path)
    }
    #expect(places(try MovieCheck(of: bytes)).isEmpty)
    let schema = Schema.standard.adding(.leaf("LENS", Lens.self, .inside(["udta"])))
    let expected = ["moov/udta/LENS/serial"]
    #expect(places(try MovieCheck(of: bytes, schema: schema)) == expected)
    #expect(places(try MovieCheck(of: MemorySource(bytes), schema: schema)) == expected)
    #expect(places(try MovieCheck(of: Movie(from: bytes, schema: schema))) == expected)
    #expect(places(try MovieCheck(of: AtomFile(from: bytes, schema: schema))) == expected)
  }

  @Test func limits() throws {
    let bytes = TinyMovie().bytes
    var limits = Limits()
    limits.depth = 2
    func isCut(_ check: MovieCheck) -> Bool { check.findings.contains { $0.rule == "too-deep" } }
    #expect(!isCut(try MovieCheck(of: bytes)))
    #expect(isCut(try MovieCheck(of: bytes, limits: limits)))
    #expect(isCut(try MovieCheck(of: Movie(from: bytes, limits: limits))))
  }
}
