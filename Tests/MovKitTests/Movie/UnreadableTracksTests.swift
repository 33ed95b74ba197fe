import Testing

@testable import MovKit

/// Tracks that cannot be read, of which only numbers are kept.
@Suite struct UnreadableTracksTests {
  @Test func eachIsWhatItIsInTheFile() throws {
    var tiny = TinyMovie()
    let headerless = atom("trak", atom("tkhd", zeros(84)))
    tiny.behindTracks =
      atom("trak") + headerless
      + atom("trak", atom("tkhd", u32(0)), atom("mdia", atom("mdhd", zeros(24)))) + atom("trak")
    let movie = try Movie(from: tiny.bytes)
    let tracks = movie.unreadableTracks
    #expect(tracks.count == 4 && movie.tracks.count == 1)
    #expect(tracks.map(\.path) == (1...4).map { "moov/trak[\($0)]" })
    let traks = movie.atom.all("trak").dropFirst()
    #expect(tracks.map(\.error.offset).dropLast(2) == traks.map(\.offset).dropLast(2))
    #expect(tracks[0].error.reason == .missing("the track has no header"))
    #expect(tracks[3].error.reason == tracks[0].error.reason)
    #expect(tracks[3].error.path == "moov/trak[4]")
    #expect(tracks[2].error.path == "moov/trak[3]/tkhd/creation_time")
    #expect(tracks[1].id == 0 && tracks[0].id == nil)
    let found = movie.diagnostics.filter { $0.rule == "track-unreadable" }
    #expect(found.map(\.path) == tracks.map(\.error.path))
    #expect(found.map(\.offset) == tracks.map(\.error.offset))
  }

  /// Those that follow one another and have the same error are kept as one.
  @Test func manyAreThoseOfTheFile() throws {
    var tiny = TinyMovie()
    let headerless = atom("trak", atom("tkhd", zeros(84)))
    let version = atom("trak", atom("tkhd", u32(0)), atom("mdia", atom("mdhd", zeros(24))))
    let run = atom("trak") + atom("trak") + atom("trak")
    tiny.behindTracks = run + atom("free") + run + headerless + version + version + run
    let movie = try Movie(from: tiny.bytes)
    #expect(movie.unreadableTracks.map(\.path) == (1...12).map { "moov/trak[\($0)]" })
    let traks = movie.atom.all("trak").dropFirst()
    for (track, trak) in zip(movie.unreadableTracks, traks) {
      let isCut = trak.size == version.count
      #expect(track.error.path == track.path + (isCut ? "/tkhd/creation_time" : ""))
      #expect(isCut || track.error.offset == trak.offset)
      #expect(track.id == (trak.size > 8 && !isCut ? 0 : nil))
    }
  }

  @Test func theOnlyOneHasNoNumber() throws {
    var tiny = TinyMovie()
    tiny.tracks = []
    tiny.behindTracks = atom("trak")
    let movie = try Movie(from: tiny.bytes)
    #expect(movie.unreadableTracks.map(\.path) == ["moov/trak"])
    #expect(movie.unreadableTracks.first?.error.path == "moov/trak")
  }

  @Test func kindsAreNumberedInTheirOrder() {
    var kinds = NumberedKinds<Int>()
    #expect(
      [5, 5, 7, 5, 1, 2, 3, 9, 7, 4, 5].map { kinds.number(of: $0) }
        == [0, 0, 1, 0, 2, 3, 4, 5, 1, 6, 0])
    #expect((0..<7).map { kinds[$0] } == [5, 7, 1, 2, 3, 9, 4])
    #expect(kinds.known(9) == 5 && kinds.known(8) == nil)
  }

  @Test func veryManyKindsAreFoundAgain() {
    var kinds = NumberedKinds<Int>()
    let numbers = (0..<10_000).map { kinds.number(of: $0 * 64) }
    #expect(numbers == Array(0..<10_000))
    #expect((0..<10_000).reversed().allSatisfy { kinds.number(of: $0 * 64) == $0 })
    #expect(kinds.kinds.count == 10_000 && kinds.known(1) == nil)
  }
}
