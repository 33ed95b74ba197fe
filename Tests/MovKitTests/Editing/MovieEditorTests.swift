import Foundation
import Testing

@testable import MovKit

/// Track numbers, references, and what is taken away.
@Suite struct MovieEditorTests {
  private func references(_ stamped: Stamped, of id: UInt32) -> [FourCC: [UInt32]] {
    stamped.movie.track(id)?.references ?? [:]
  }

  private func nextTrackID(_ stamped: Stamped) throws -> UInt32? {
    try stamped.movie.atom.first("mvhd")?.decode(MovieHeader.self).nextTrackID
  }

  @Test(
    arguments: [
      (2, [1], 2, 3), (0, [1], 2, 3), (1, [1], 2, 3), (9, [1], 9, 10), (3, [1, 7], 8, 9),
      // All ones: look for a free one.
      (.max, [1], 2, .max), (.max, [5, 1], 2, .max), (2, [.max], 2, 3), (2, [.max - 1, 2], 1, 2),
    ] as [(UInt32, [UInt32], UInt32, UInt32)])
  func trackID(next: UInt32, ids: [UInt32], expected: UInt32, nextAfter: UInt32) throws {
    var source = TinyMovie()
    source.nextTrackID = next
    source.tracks = ids.map {
      var track = TinyTrack()
      track.id = $0
      return track
    }
    let stamped = try Stamped(source)
    #expect(stamped.trackID == expected)
    #expect(try nextTrackID(stamped) == nextAfter)
    for id in ids { #expect(references(stamped, of: id) == ["tmcd": [expected]]) }
  }

  /// Several new tracks have numbers of their own, whatever `next_track_ID` says, in one call or in several.
  @Test(
    arguments: [0, 1, 2, 3, 9, .max - 2, .max - 1, .max] as [UInt32], [[1], [.max - 1], [3, 1]])
  func trackIDsOfSeveral(next: UInt32, ids: [UInt32]) throws {
    var source = TinyMovie()
    source.nextTrackID = next
    source.tracks = ids.map {
      var track = TinyTrack()
      track.id = $0
      return track
    }
    let movie = try Movie(from: MemorySource(source.bytes))
    let stamp = try StampRequest(start: "01:00:00:00").stamp(for: movie).0
    var together = MovieEditor(movie)
    var apart = MovieEditor(movie)
    let new = try together.add([stamp, stamp, stamp])
    #expect(try new == (0..<3).map { _ in try apart.add(stamp) })
    #expect(Set(ids + new).count == ids.count + 3)
    for editor in [together, apart] {
      let written = try editor.writePlan().render(from: MemorySource(source.bytes))
      let read = try Movie(from: MemorySource(written))
      #expect(read.tracks.map(\.id) == ids + new)
      #expect(read.track(stamp.trackIDs[0])?.references == ["tmcd": new])
    }
  }

  /// A number that something refers to already, though no track has it, would be taken for that.
  @Test func danglingReferenceIsNotAnswered() throws {
    var source = TinyMovie()
    source.tracks[0].references = atom("chap", u32(2))
    let stamped = try Stamped(source)
    #expect(stamped.trackID == 3)
    #expect(references(stamped, of: 1) == ["chap": [2], "tmcd": [3]])
  }

  @Test func referenceIsAddedBesideOthers() throws {
    var source = TinyMovie()
    source.nextTrackID = 4
    source.tracks[0].references = atom("cdsc", u32(1)) + atom("tmcd", u32(0)) + atom("hint", u32(1))
    let stamped = try Stamped(source)
    let tref = try stamped.movie.track(1)?.atom.first("tref")?.serialized()
    #expect(
      tref
        == atom(
          "tref", atom("cdsc", u32(1)), atom("tmcd", u32(0), u32(4)), atom("hint", u32(1))))
  }

  @Test func newReferenceStandsAheadOfTheMedia() throws {
    var source = TinyMovie()
    source.tracks[0].edits = [(2400, 0, 0x1_0000)]
    let stamped = try Stamped(source)
    #expect(stamped.movie.track(1)?.atom.children.map(\.type) == ["tkhd", "edts", "tref", "mdia"])
  }

  @Test func newTrackStandsBehindTheLastTrack() throws {
    var source = TinyMovie()
    source.behindTracks = atom("udta", zeros(4)) + atom("meta", zeros(4))
    let stamped = try Stamped(source)
    #expect(
      stamped.movie.atom.children.map(\.type) == ["mvhd", "trak", "trak", "udta", "meta"])
  }

  @Test func onlyTheTracksAskedFor() throws {
    var source = TinyMovie()
    source.nextTrackID = 4
    source.tracks = ([1, 2, 3] as [UInt32]).map {
      var track = TinyTrack()
      track.id = $0
      return track
    }
    source.tracks[2].handler = "soun"
    #expect(
      try Stamped(source).movie.tracks.map { $0.references["tmcd"] ?? [] } == [[4], [4], [], []])
    let second = try Stamped(source) { $0.trackIDs = [2, 2] }
    #expect(second.movie.tracks.map { $0.references["tmcd"] ?? [] } == [[], [4], [], []])
    #expect(throws: StampError.notVideo(3)) { try Stamped(source) { $0.trackIDs = [3] } }
    #expect(throws: StampError.noTrack(9)) { try Stamped(source) { $0.trackIDs = [1, 9] } }
    source.tracks.removeFirst(2)
    #expect(throws: StampError.noVideo) { try Stamped(source) }
  }

  /// Broken files give two tracks one number; both stay as they were.
  @Test func twoTracksOfOneNumber() throws {
    var source = TinyMovie()
    source.tracks.append(TinyTrack())
    source.tracks[1].chunks = { atom("stco", u32(0), u32(1), u32($0 + 50)) }
    source.tracks[1].times = [(50, 1)]
    source.isMoovFirst = true
    let stamped = try Stamped(source)
    #expect(stamped.movie.tracks.map(\.id) == [1, 1, 2])
    for track in stamped.movie.tracks.prefix(2) { #expect(track.references == ["tmcd": [2]]) }
  }

  // MARK: Replacing

  @Test func replaced() throws {
    var source = TinyMovie()
    source.tracks[0].references = atom("cdsc", u32(1))
    let first = try Stamped(source, start: "01:00:00:00").bytes
    #expect(throws: StampError.hasTimecode([2])) { try Stamped(first) }
    let second = try Stamped(first, start: "02:00:00:00") { $0.replaces = true }
    #expect(second.movie.tracks.map(\.id) == [1, 2])
    #expect(references(second, of: 1) == ["cdsc": [1], "tmcd": [2]])
    #expect(try nextTrackID(second) == 3)
  }

  @Test func everyReferenceToTheOldTracksIsOneToTheNew() throws {
    var source = TinyMovie()
    source.nextTrackID = 10
    source.tracks = ([1, 2, 3, 4] as [UInt32]).map {
      var track = TinyTrack()
      track.id = $0
      return track
    }
    source.tracks[1].handler = "tmcd"
    source.tracks[2].handler = "soun"
    source.tracks[3].handler = "tmcd"
    source.tracks[0].references = atom("tmcd", u32(2), u32(4)) + atom("sync", u32(2), u32(3))
    source.tracks[2].references = atom("tmcd", u32(4))
    source.behindTracks = atom(
      "mvex", [1, 2, 3, 4].flatMap { atom("trex", u32(0), u32($0), u32(1), zeros(12)) })
    let stamped = try Stamped(source) { $0.replaces = true }
    #expect(stamped.movie.tracks.map(\.id) == [1, 2, 3])
    #expect(references(stamped, of: 1) == ["sync": [2, 3], "tmcd": [2]])
    #expect(references(stamped, of: 3) == ["tmcd": [2]])
    let defaults = try stamped.movie.atom.first("mvex")?.all("trex").map {
      try $0.decode(TrackExtends.self).trackID
    }
    #expect(defaults == [1, 2, 3])
  }

  /// Readers take the defaults of fragments from the first `mvex`; another one stays as it is.
  @Test func secondDefaultsOfFragments() throws {
    let first = atom("mvex", atom("trex", u32(0), u32(1), u32(1), zeros(12)))
    let second = atom("mvex", atom("free"))
    var source = TinyMovie()
    source.behindTracks = first + second
    let stamped = try Stamped(source)
    let found = stamped.movie.atom.all("mvex")
    #expect(found.map { $0.all("trex").count } == [2, 0])
    #expect(try found.last?.serialized() == second)
  }

  /// What fragments say of the old track becomes free space: nothing in them moves.
  @Test func fragmentsOfTheOldTrackAreFreed() throws {
    let name = "fragments/timecode.mp4"
    let file = MediaFiles.testMedia.appending(path: name)
    let source = try MediaFiles.bytes(of: file)
    let old = try Movie(from: MemorySource(source))
    let id = try #require(old.tracks(.timecode).first?.id)
    let stamped = try Stamped(source) { $0.replaces = true }
    var freed = 0
    for (before, after) in zip(
      old.file.atoms.filter { $0.type == "moof" },
      stamped.movie.file.atoms.filter { $0.type == "moof" })
    {
      #expect(before.size == after.size)
      for (child, now) in zip(before.children, after.children) where child.type == "traf" {
        let header = try #require(try child.first("tfhd")?.decode(TrackFragmentHeader.self))
        #expect(now.type == (header.trackID == id ? "free" : "traf"))
        #expect(now.size == child.size)
        if header.trackID == id { freed += 1 }
      }
    }
    #expect(freed > 0)
    #expect(stamped.movie.track(1)?.mediaDuration == old.track(1)?.mediaDuration)
  }

  @Test func fragmentsThatCountFromTheOldTrackAreRefused() throws {
    func traf(_ id: UInt32, flags: UInt32) -> [UInt8] {
      atom("traf", atom("tfhd", u32(flags), u32(id)))
    }
    for (flags, isRefused) in [(UInt32(0), true), (0x2_0000, false)] {
      let file = fileType + atom("moof", traf(2, flags: 0x2_0000), traf(1, flags: flags))
      var moof = try #require(try AtomFile(from: MemorySource(file)).first("moof"))
      if isRefused {
        #expect(throws: FormatError.self) { try moof.freeFragments(of: [2]) }
      } else {
        try moof.freeFragments(of: [2])
        #expect(moof.children.map(\.type) == ["free", "traf"])
      }
    }
  }

  // MARK: Files that are not whole

  @Test func trackThatClaimsMoreThanTheMovieHas() throws {
    var bytes = TinyMovie().bytes
    let size = TinyTrack().bytes(mediaAt: 0).count
    let place = bytes.count - size
    bytes.replaceSubrange(place..<place + 4, with: u32(UInt32(size + 1000)))
    let stamped = try Stamped(bytes)
    #expect(stamped.movie.tracks.map(\.id) == [1, 2])
    #expect(stamped.movie.atom.children.allSatisfy { $0.claimedSize == nil })
  }

  @Test func headersThatAreCutOffAreRefused() throws {
    let bytes = TinyMovie().bytes.dropLast(40)
    let movie = try Movie(from: bytes)
    let error = try #require(
      #expect(throws: FormatError.self) { try MovieEditor(checking: movie) })
    var editor = MovieEditor(movie)
    #expect(throws: error) { try editor.removeTimecodeTracks() }
    #expect(throws: StampError.format(error)) { try editor.stamp(.init(start: "01:00:00:00")) }
    #expect(throws: EditingError.format(error)) { try editor.write(to: "/nowhere/a.mov") }
  }

  /// Offsets may count from behind the head or from the start of the file.
  @Test func macBinaryIsRefused() throws {
    let error = #expect(throws: FormatError.self) { try Stamped(zeros(128) + TinyMovie().bytes) }
    #expect(error?.reason.description.contains("MacBinary") ?? false)
  }

  @Test func twoRatesAreTold() throws {
    var source = TinyMovie()
    source.tracks.append(TinyTrack())
    source.tracks[1].id = 2
    source.tracks[1].timescale = 30
    let stamped = try Stamped(source)
    #expect(stamped.notes.map(\.rule) == ["frame-rate-differs"])
    #expect(try Stamped(source) { $0.trackIDs = [1] }.notes.isEmpty)
  }

  @Test func noSamplesIsSaid() throws {
    var source = TinyMovie()
    source.tracks[0].times = []
    #expect(throws: StampError.noSamples(1)) { try Stamped(source) }
  }

  @Test func noRateAsksForOne() throws {
    var source = TinyMovie()
    source.tracks[0].times = [(100, 0)]
    #expect(throws: StampError.noRate) { try Stamped(source) }
    _ = try Stamped(source) { $0.frameDuration = MediaTime(value: 1, timescale: 25) }
  }
}
