import Testing

@testable import MovKit

/// What a timecode track is has one answer, and a movie that was stamped has one.
@Suite struct OneTimecodeTrackTests {
  private static func timecode(_ id: UInt32, handler: FourCC, described: Bool = true) -> TinyTrack {
    var track = TinyTrack()
    track.id = id
    track.handler = handler
    track.times = [(1, 100)]
    track.samplesPerChunk = 1
    if described {
      track.description = atom(
        "tmcd", zeros(6), u16(1), zeros(4), u32(2), u32(25), u32(1), [25, 0])
    }
    return track
  }

  /// Handlers, and whether the track's samples are described as timecode.
  private static let kinds: [(handler: FourCC, isDescribed: Bool)] = [
    ("tmcd", true), ("tmcd", false), ("text", true), ("vide", true), ("odd ", true),
  ]

  private static func movie(_ kind: (handler: FourCC, isDescribed: Bool)) -> TinyMovie {
    var source = TinyMovie()
    source.tracks.append(timecode(2, handler: kind.handler, described: kind.isDescribed))
    source.tracks[0].references = atom("tmcd", u32(2))
    source.nextTrackID = 3
    return source
  }

  @Test(arguments: kinds) func isFound(handler: FourCC, isDescribed: Bool) throws {
    let movie = try Movie(from: MemorySource(Self.movie((handler, isDescribed)).bytes))
    #expect(movie.tracks.map(\.isTimecode) == [false, true])
    #expect(movie.timecodeTracks.map(\.id) == [2])
  }

  @Test(arguments: kinds) func isRemoved(handler: FourCC, isDescribed: Bool) throws {
    let bytes = Self.movie((handler, isDescribed)).bytes
    let source = MemorySource(bytes)
    var editor = MovieEditor(try Movie(from: source))
    try editor.removeTimecodeTracks()
    let plan = try editor.writePlan()
    let result = MemorySource(try plan.render(from: source))
    try editor.check(result, against: source, plan: plan)
    let movie = try Movie(from: result)
    #expect(movie.tracks.map(\.id) == [1] && movie.tracks[0].references.isEmpty)
    let inPlace = try Movie(from: MemorySource(try Change.remove.applied(to: bytes)))
    #expect(inPlace.tracks.map(\.id) == [1])
  }

  /// Asking is enough: nobody has to remove what is to be replaced.
  @Test(arguments: kinds) func isReplaced(handler: FourCC, isDescribed: Bool) throws {
    let source = Self.movie((handler, isDescribed))
    #expect(throws: StampError.hasTimecode([2])) {
      try Stamped(source) { $0.trackIDs = [1] }
    }
    let stamped = try Stamped(source) {
      $0.trackIDs = [1]
      $0.replaces = true
    }
    #expect(stamped.movie.timecodeTracks.map(\.id) == [stamped.trackID])
    #expect(stamped.movie.track(1)?.references == ["tmcd": [stamped.trackID]])
  }

  /// Tracks with pictures beside timecode are no timecode tracks: they would be removed.
  @Test func mixedDescriptionsAreNone() throws {
    var source = TinyMovie()
    source.tracks[0].description = atom("raw ", zeros(6), u16(1), zeros(70))
    source.tracks[0].description += Self.timecode(1, handler: "vide").description
    source.tracks[0].descriptionCount = 2
    let movie = try Movie(from: MemorySource(source.bytes))
    #expect(movie.timecodeTracks.isEmpty)
  }

  /// Another timecode track in the result does not pass.
  @Test func anotherTrackIsNoticed() throws {
    let source = MemorySource(Self.movie(("text", true)).bytes)
    let movie = try Movie(from: source)
    var request = StampRequest(start: "01:00:00:00")
    request.trackIDs = [1]
    request.replaces = true
    let (stamp, _) = try request.stamp(for: movie)
    var careless = stamp
    careless.replaces = false
    var editor = MovieEditor(movie)
    _ = try editor.add(careless)
    let result = MemorySource(try editor.writePlan().render(from: source))
    var strict = MovieEditor(movie)
    _ = try strict.add(stamp)
    #expect(throws: ReadingError.self) {
      try strict.check(result, against: source, plan: try strict.writePlan())
    }
  }
}
