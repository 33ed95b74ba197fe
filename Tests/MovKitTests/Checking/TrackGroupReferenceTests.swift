import Testing

@testable import MovKit

/// References of tracks may name groups of tracks (ISO/IEC 14496-12, 8.3.3 and 8.3.4).
@Suite struct TrackGroupReferenceTests {
  /// A movie whose track 3 is in a group, and whose track 4 has references of type `cdtg`.
  private static func movie(group: [UInt8], references: [UInt32]) throws -> Movie {
    var movie = MovieBytes()
    for (id, atoms) in [
      (UInt32(3), atom("trgr", group)), (4, atom("tref", atom("cdtg", references.flatMap(u32)))),
    ] {
      movie.more += movie.track(
        id, "vide", edits: nil, description: atom("jpeg", zeros(6), u16(1), zeros(70)),
        durations: [(48, 100)], size: 10, at: 32, references: atoms)
    }
    return try movie.movie()
  }

  /// What is in a `trgr`, what a track refers to, and what of that does not exist.
  private static let cases: [(String, [UInt8], [UInt32], [UInt32])] = [
    ("a group with an ID of its own", atom("alte", u32(1), u32(1000)), [1000], []),
    ("further flags", atom("alte", u32(0x5), u32(1000)), [1000], []),
    ("a group with further fields", atom("ster", u32(1), u32(1000), u32(7)), [1000], []),
    (
      "the second group", atom("alte", u32(1), u32(9)) + atom("msrc", u32(1), u32(1000)), [1000], []
    ),
    ("an ID that may be a track's", atom("alte", u32(0), u32(1000)), [1000], [1000]),
    ("another flag", atom("alte", u32(2), u32(1000)), [1000], [1000]),
    ("a group that is cut short", atom("alte", u32(1), u16(0)), [1000], [1000]),
    ("one group of several", atom("alte", u32(1), u32(1000)), [1000, 3, 77], [77]),
    ("none in use", atom("alte", u32(1), u32(1000)), [0, 1000, 3], []),
  ]

  @Test(arguments: cases)
  func isFoundIfItHasAnIDOfItsOwn(
    _ name: String, group: [UInt8], references: [UInt32], missing: [UInt32]
  ) throws {
    let found = try Self.movie(group: group, references: references).diagnostics
      .filter { $0.rule == "track-reference" }
    #expect(
      found.map(\.message)
        == missing.map { "cdtg refers to track \($0), which does not exist" })
  }

  /// Mending keeps the references that lead somewhere, and unused ones.
  @Test(arguments: cases)
  func isKept(_ name: String, group: [UInt8], references: [UInt32], missing: [UInt32]) throws {
    var editor = MovieEditor(try Self.movie(group: group, references: references))
    let mended = try editor.mend()
    #expect(mended.contains("track-reference") == !missing.isEmpty, "\(mended)")
    let left = editor.remainingMovie.all("trak").last?.referredTracks(by: "cdtg")
    #expect(left == Set(references).subtracting(missing))
  }

  /// A new track does not get the ID of a group.
  @Test func idOfANewTrack() throws {
    func next(_ flags: UInt32, _ group: UInt32) throws -> UInt32 {
      var editor = MovieEditor(
        try Self.movie(group: atom("alte", u32(flags), u32(group)), references: [1]))
      return try editor.takeTrackID()
    }
    let free = try next(0, 77)
    #expect(try next(0, free) == free)
    #expect(try next(1, free) == free + 1)
  }

  /// A track that refers to itself does so, whatever group has its ID.
  @Test func refersToItself() throws {
    let movie = try Self.movie(group: atom("alte", u32(1), u32(4)), references: [4])
    #expect(
      movie.diagnostics.filter { $0.rule == "track-reference" }.map(\.message)
        == ["cdtg refers to itself"])
  }

  /// A group is gone with its last track.
  @Test func isGoneWithItsTrack() throws {
    let movie = try Self.movie(group: atom("alte", u32(1), u32(1000)), references: [1000, 1])
    var editor = MovieEditor(movie)
    _ = try editor.remove(try #require(movie.track(3)))
    let mended = try editor.mend()
    #expect(mended.contains("track-reference"))
    #expect(editor.remainingMovie.all("trak").last?.referredTracks(by: "cdtg") == [1])
  }
}
