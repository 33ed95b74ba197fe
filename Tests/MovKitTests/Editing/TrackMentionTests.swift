import Testing

@testable import MovKit

/// What names a track besides other tracks, when the track is removed.
@Suite struct TrackMentionTests {
  /// Two tracks, 1 and 2, pointers of Canon and a group of tracks in the header, and beside it a profile of Sony
  /// and a group that counts an item 2 too.
  private static let bytes: [UInt8] = {
    func group(_ type: FourCC, _ members: UInt32...) -> [UInt8] {
      atom(type, u32(0), u32(100), u32(UInt32(members.count)), members.flatMap { u32($0) })
    }
    func meta(_ items: [UInt8], _ groups: [UInt8]...) -> [UInt8] {
      atom("meta", u32(0), handler("null"), items, atom("grpl", groups.flatMap { $0 }))
    }
    var movie = TinyMovie(nextTrackID: 3, tracks: [TinyTrack(), TinyTrack(id: 2, handler: "text")])
    movie.behindTracks =
      atom(
        "uuid", hex("85c0b687820f11e08111f4ce462b6a48"),
        atom(
          "CCTP", u32(0), u32(1), u32(2), atom("CCDT", u64(16), u32(0), u32(1)),
          atom("CCDT", u64(1), u32(0), u32(2)))) + meta([], group("altr", 1, 2), group("eqiv", 2))
    movie.behind =
      atom(
        "uuid", hex("50524f4621d24fcebb88695cfac9c740"), u32(0), u32(2), atom("FPRF", zeros(12)),
        atom("APRF", u32(0), u32(2), ascii("mp4a"), zeros(24)))
      + meta(
        atom(
          "iinf", u32(0), u16(1), atom("infe", u32(2 << 24), u16(2), u16(0), ascii("hvc1"), u8(0))),
        group("altr", 1, 2))
    return movie.bytes
  }()

  private static func removed(besideHeader: Bool) throws -> (Movie, [String]) {
    let source = MemorySource(bytes)
    let movie = try Movie(from: source)
    var editor = MovieEditor(movie)
    let mentions = try editor.remove(movie.tracks[1], besideHeader: besideHeader).mentions
    let paths = mentions.map { "\($0.path) \($0.isRemoved ? "removed" : "remains")" }
    if !besideHeader {
      let target = MemoryTarget(bytes)
      try editor.patchPlan().apply(to: target)
      return (try Movie(from: target.bytes), paths)
    }
    let plan = try editor.writePlan()
    let result = try plan.render(from: source)
    try editor.check(MemorySource(result), against: source, plan: plan)
    return (try Movie(from: result), paths)
  }

  private static func expectHeader(of movie: Movie) throws {
    let pointers = try #require(movie.atom.descendant("uuid", "CCTP"))
    #expect(try pointers.decode(CanonTrackPointers.self).entryCount == 1)
    #expect(try pointers.children.map { try $0.decode(CanonTrackPointer.self).trackID } == [1])
    let groups = try #require(movie.atom.descendant("meta", "grpl")).children
    #expect(groups.map(\.type) == ["altr"])
    #expect(try groups.first?.decode(EntityGroup.self).entityIDs.map(\.self) == [1])
  }

  @Test func copy() throws {
    let (movie, paths) = try Self.removed(besideHeader: true)
    #expect(
      paths == [
        "moov/uuid/CCTP/CCDT[1] removed", "moov/meta/grpl/altr removed",
        "moov/meta/grpl/eqiv removed", "uuid/APRF removed",
      ])
    try Self.expectHeader(of: movie)
    let profile = try #require(movie.file.first("uuid"))
    #expect(profile.children.map(\.type) == ["FPRF"])
    #expect(try profile.decode(CountedContainer.self).entryCount == 1)
    // There, 2 is the item.
    let group = try #require(movie.file.first("meta")?.descendant("grpl", "altr"))
    #expect(try group.decode(EntityGroup.self).entityIDs.map(\.self) == [1, 2])
  }

  /// What is beside the header is only named.
  @Test func inPlace() throws {
    let (movie, paths) = try Self.removed(besideHeader: false)
    #expect(paths.last == "uuid/APRF remains" && paths.count == 4)
    try Self.expectHeader(of: movie)
    #expect(movie.file.first("uuid")?.children.map(\.type) == ["FPRF", "APRF"])
  }

  /// The extension properties of a track in fragments go with its defaults.
  @Test func propertiesInFragments() throws {
    var movie = TinyMovie(nextTrackID: 3, tracks: [TinyTrack(), TinyTrack(id: 2, handler: "text")])
    movie.behindTracks = atom(
      "mvex", atom("trex", u32(0), u32(1), u32(1), zeros(12)),
      atom("trex", u32(0), u32(2), u32(1), zeros(12)), atom("trep", u32(0), u32(1)),
      atom("trep", u32(0), u32(2)))
    let old = try Movie(from: movie.bytes)
    var editor = MovieEditor(old)
    try editor.remove(old.tracks[1])
    let moov = try editor.moovWithTimecode()
    let left = try #require(moov.first("mvex")).children
    #expect(left.map(\.type) == ["trex", "trep"])
    #expect(try left.last?.decode(TrackExtensionProperties.self).trackID == 1)
  }
}
