import Foundation
import Testing

@testable import MovKit

/// Timecode that is replaced: the new track has all that the old one had and nobody asked to change.
@Suite struct ReplacementTests {
  private static func description(
    _ type: FourCC = "tmcd", flags: UInt32 = 2, timescale: UInt32 = 25, frame: UInt32 = 1,
    quanta: UInt8 = 25, _ children: [UInt8] = []
  ) -> [UInt8] {
    atom(
      type, zeros(6), u16(1), zeros(4), u32(flags), u32(timescale), u32(frame), [quanta, 0],
      children)
  }

  private static let reel = atom("name", u16(4), u16(0x15C7), ascii("A001"))

  private static func track(_ id: UInt32, _ description: [UInt8]) -> TinyTrack {
    var track = TinyTrack()
    track.id = id
    track.handler = "tmcd"
    track.times = [(1, 100)]
    track.samplesPerChunk = 1
    track.description = description
    return track
  }

  /// A video, timecode in track 2, sound; both refer to the timecode.
  private static func movie(_ description: [UInt8]) -> TinyMovie {
    var source = TinyMovie()
    source.tracks.append(track(2, description))
    source.tracks.append(TinyTrack())
    source.tracks[2].id = 3
    source.tracks[2].handler = "soun"
    source.tracks[0].references = atom("tmcd", u32(2)) + atom("sync", u32(2), u32(3))
    source.tracks[2].references = atom("tmcd", u32(2))
    source.nextTrackID = 4
    return source
  }

  private func replace(
    _ source: TinyMovie, _ start: String = "01:00:00:00",
    _ ask: (inout StampRequest) -> Void = { _ in }
  ) throws -> (stamped: Stamped, format: TimecodeFormat) {
    let stamped = try Stamped(source, start: start) {
      $0.replaces = true
      ask(&$0)
    }
    return (stamped, try #require(stamped.track?.timecodeFormat))
  }

  @Test func theTrackStaysTheSame() throws {
    var source = Self.movie(Self.description(Self.reel))
    source.tracks[1].flags = 0xE
    source.tracks[1].language = 0x15C7
    source.tracks[1].behind = atom("udta", atom("name", ascii("left camera")), zeros(4))
    source.tracks[1].references = atom("cdsc", u32(1))
    let (stamped, _) = try replace(source)
    #expect(stamped.movie.tracks.map(\.id) == [1, 2, 3])
    #expect(stamped.movie.tracks.map(\.mediaType) == [.video, .timecode, .audio])
    #expect(stamped.trackID == 2)
    let track = try #require(stamped.track)
    #expect(track.flags == 0xE && track.languageCode.rawValue == 0x15C7)
    #expect(track.references == ["cdsc": [1]])
    #expect(track.size.width == 64)
    #expect(track.atom.children.map(\.type) == ["tkhd", "edts", "tref", "mdia", "udta"])
    #expect(
      try track.atom.first("udta")?.serialized()
        == atom("udta", atom("name", ascii("left camera")), zeros(4)))
    #expect(stamped.notes.isEmpty)
    #expect(try stamped.movie.atom.first("mvhd")?.decode(MovieHeader.self).nextTrackID == 4)
  }

  @Test func whoReferredStillDoes() throws {
    let (stamped, _) = try replace(Self.movie(Self.description()))
    #expect(stamped.movie.track(1)?.references == ["tmcd": [2], "sync": [2, 3]])
    #expect(stamped.movie.track(3)?.references == ["tmcd": [2]])
  }

  /// Of two videos only that which had the timecode, unless somebody says which.
  @Test func videosThatDidNotReferStillDoNot() throws {
    var source = Self.movie(Self.description())
    source.tracks.append(TinyTrack())
    source.tracks[3].id = 4
    source.nextTrackID = 5
    let (stamped, _) = try replace(source)
    #expect(stamped.movie.tracks(referringTo: 2, by: "tmcd").map(\.id) == [1, 3])
    let (other, _) = try replace(source) { $0.trackIDs = [4] }
    #expect(other.movie.tracks(referringTo: 2, by: "tmcd").map(\.id) == [3, 4])
  }

  // MARK: The format

  /// Each: what the old track had, what is asked, what the new one has, and the rules that warn.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var old: [UInt8]
    var start = "01:00:00:00"
    var ask: @Sendable (inout StampRequest) -> Void = { _ in }
    var new: TimecodeFormat
    var rules: [String] = []
  }

  private static func format(
    _ type: TimecodeMediaSubType = .timecode32, _ value: Int64 = 1, _ scale: Int32 = 25,
    _ quanta: UInt32 = 25, _ flags: TimecodeFormat.Flags = .wraps24Hours, reel: String? = nil
  ) -> TimecodeFormat {
    TimecodeFormat(
      mediaSubType: type, frameDuration: MediaTime(value: value, timescale: scale),
      frameQuanta: quanta, flags: flags,
      sourceName: reel.map {
        TimecodeFormat.SourceName(text: $0, language: LanguageCode(rawValue: 0x15C7))
      })
  }

  static let cases: [Case] = [
    Case(
      testDescription: "source name and its language", old: description(reel),
      new: format(reel: "A001")),
    Case(
      testDescription: "no source name", old: description(reel), ask: { $0.dropsReel = true },
      new: format()),
    Case(
      testDescription: "64 bits", old: description("tc64", reel),
      new: format(.timecode64, reel: "A001")),
    Case(
      testDescription: "32 bits are asked for", old: description("tc64"),
      ask: { $0.mediaSubType = .timecode32 }, new: format()),
    Case(
      testDescription: "no wrap, negative times", old: description(flags: 4),
      new: format(flags: .negativeTimesOK)),
    Case(
      testDescription: "wrap is asked for", old: description(flags: 4),
      ask: {
        $0.wraps24Hours = true
        $0.allowsNegative = false
      }, new: format()),
    Case(
      testDescription: "a flag that nobody knows", old: description(flags: 0x102),
      new: format(flags: [.wraps24Hours, TimecodeFormat.Flags(rawValue: 0x100)])),
    Case(
      testDescription: "a counter", old: description("cn32", flags: 8, reel),
      new: format(flags: [], reel: "A001"), rules: ["timecode-dropped"]),
    Case(
      testDescription: "half as many labels as frames",
      old: description(timescale: 25, frame: 2, quanta: 13),
      new: format(.timecode32, 2, 25, 13), rules: ["timecode-rate-multiple"]),
    Case(
      testDescription: "rounded numbers", old: description(timescale: 2500, frame: 100, reel),
      new: format(.timecode32, 100, 2500, 25, reel: "A001")),
    Case(
      testDescription: "a rate that does not suit the video",
      old: description(timescale: 24, quanta: 24), new: format(), rules: ["timecode-dropped"]),
    Case(
      testDescription: "a quanta that does not suit the rate", old: description(quanta: 50),
      new: format(), rules: ["timecode-dropped"]),
    Case(
      testDescription: "the quanta is asked for", old: description(quanta: 24),
      ask: { $0.quanta = 25 }, new: format()),
  ]

  private static func description(_ children: [UInt8]) -> [UInt8] {
    description("tmcd", children)
  }

  private static func format(flags: TimecodeFormat.Flags, reel: String? = nil) -> TimecodeFormat {
    format(.timecode32, 1, 25, 25, flags, reel: reel)
  }

  @Test(arguments: cases) func format(_ one: Case) throws {
    let (stamped, found) = try replace(Self.movie(one.old), one.start, one.ask)
    #expect(found == one.new)
    #expect(stamped.notes.map(\.rule) == one.rules, "\(stamped.notes)")
    #expect(try Self.reads(stamped, as: one.start))
    // In place the same track is written.
    let source = Self.movie(one.old).bytes
    var request = StampRequest(start: one.start)
    request.replaces = true
    one.ask(&request)
    let movie = try Movie(from: MemorySource(source))
    var editor = MovieEditor(movie)
    _ = try editor.add(request.stamp(for: movie).0)
    let target = MemoryTarget(source)
    try editor.patchPlan().apply(to: target)
    try editor.checkInPlace(MemorySource(target.bytes))
    let track = try Movie(from: MemorySource(target.bytes)).track(2)
    #expect(track?.timecodeFormat == one.new)
  }

  private static func reads(_ stamped: Stamped, as start: String) throws -> Bool {
    let timecode = try TimecodeTrack(
      try #require(stamped.track))
    return timecode.formats[0].text(timecode.sample(0).value) == start
  }

  /// GoPro's 29 at 30000/1001 is wrong, and is not written anew.
  @Test func gopro() throws {
    var source = Self.movie(Self.description(timescale: 30000, frame: 1001, quanta: 29))
    source.tracks[0].timescale = 30000
    source.tracks[0].mediaDuration = 100_100
    source.tracks[0].times = [(100, 1001)]
    let (stamped, format) = try replace(source)
    #expect(format.frameQuanta == 30 && format.frameDuration.value == 1001)
    #expect(stamped.notes.map(\.rule) == ["timecode-dropped"])
    #expect(stamped.notes.first?.message.contains("29") ?? false)
    let (asked, old) = try replace(source) { $0.quanta = 29 }
    #expect(old.frameQuanta == 29)
    #expect(asked.notes.map(\.rule) == ["timecode-quanta-floor"])
  }

  /// The separator decides; dropping the flag is said, setting it was asked for.
  @Test(
    arguments: [
      (true, "01:00:00;00", nil, true, []), (true, "01:00:00:00", nil, false, ["timecode-dropped"]),
      (true, "01:00:00:00", true, true, []), (true, "01:00:00:00", false, false, []),
      (false, "01:00:00;00", nil, true, []), (true, "01:00:00.00", nil, true, []),
      (false, "01:00:00.00", nil, false, []),
    ] as [(Bool, String, Bool?, Bool, [String])])
  func dropFrame(old: Bool, start: String, option: Bool?, new: Bool, rules: [String]) throws {
    var source = Self.movie(
      Self.description(flags: old ? 3 : 2, timescale: 30000, frame: 1001, quanta: 30))
    source.tracks[0].timescale = 30000
    source.tracks[0].mediaDuration = 100_100
    source.tracks[0].times = [(100, 1001)]
    let (stamped, format) = try replace(source, start) { $0.dropFrame = option }
    #expect(format.isDropFrame == new)
    #expect(stamped.notes.map(\.rule) == rules)
  }

  // MARK: What is dropped

  /// The one that the video has is replaced; the other goes, and is named.
  @Test func severalTracks() throws {
    var source = Self.movie(Self.description(Self.reel))
    source.tracks.insert(
      Self.track(4, Self.description(atom("name", u16(4), u16(0), ascii("B002")))), at: 0)
    source.tracks[1].references = atom("tmcd", u32(2), u32(4))
    source.nextTrackID = 5
    let (stamped, format) = try replace(source)
    #expect(stamped.movie.tracks.map(\.id) == [1, 2, 3])
    #expect(stamped.movie.track(1)?.references == ["tmcd": [2]])
    #expect(format.sourceName?.text == "A001")
    #expect(stamped.notes.map(\.rule) == ["timecode-dropped"])
    #expect(stamped.notes.first?.message.contains("'B002'") ?? false)
    #expect(stamped.notes.first?.message.contains("track 4") ?? false)
  }

  @Test func severalSamplesAndEdits() throws {
    var source = Self.movie(Self.description())
    source.tracks[1].times = [(2, 50)]
    source.tracks[1].samplesPerChunk = 2
    source.tracks[1].edits = [(1200, 0, 0x1_0000), (1200, 50, 0x1_0000)]
    let (stamped, _) = try replace(source)
    #expect(stamped.notes.map(\.rule) == ["timecode-dropped", "timecode-dropped"])
    #expect(stamped.edits == [[2400, 0]])
  }

  // MARK: Real movies

  /// What differs between two trees, as paths of types.
  private static func differences(_ old: Atom, _ new: Atom, _ path: String) throws -> [String] {
    if old.isWritten(as: new) { return [] }
    let (before, after) = (old.children.map(\.type), new.children.map(\.type))
    guard !before.isEmpty, before == after else { return [path] }
    var found = try zip(old.children, new.children).flatMap {
      try differences($0, $1, path + "/\($0.type)")
    }
    if found.isEmpty { found = [path] }
    return found
  }

  /// Of every movie with timecode, only times, format and samples of that track change.
  @Test func nothingElseChanges() throws {
    var compared = 0
    for file in MediaFiles.all() {
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize
      guard let size, size < 1 << 24 else { continue }
      do { if try nothingElseChanges(in: file) { compared += 1 } } catch {
        Issue.record("\(file.lastPathComponent): \(error)")
      }
    }
    #expect(compared > 60, "\(compared)")
  }

  /// Returns false if the movie has no such timecode, or is refused.
  private func nothingElseChanges(in file: URL) throws -> Bool {
    let bytes = try MediaFiles.bytes(of: file)
    guard let before = try? Movie(from: MemorySource(bytes)), before.timecodeTracks.count == 1,
      before.unreadableTracks.isEmpty, let old = before.timecodeTracks.first,
      old.timecodeDescription != nil, old.mediaType == .timecode
    else { return false }
    let note = Comment(rawValue: file.lastPathComponent)
    let stamped: Stamped
    do {
      stamped = try Stamped(bytes, start: "02:00:00:00") { $0.replaces = true }
    } catch is StampError { return false } catch is FormatError { return false }
    let new = try #require(stamped.track)
    #expect(stamped.movie.tracks.map(\.id) == before.tracks.map(\.id), note)
    #expect(
      new.id == old.id && new.timecodeFormat?.sourceName == old.timecodeFormat?.sourceName, note)
    let allowed: Set = [
      "trak/tkhd", "trak/edts/elst", "trak/mdia/mdhd", "trak/mdia/minf/dinf",
      "trak/mdia/minf/dinf/dref", "trak/mdia/minf/stbl",
    ]
    var changed = try Self.differences(old.atom, new.atom, "trak")
    if changed == ["trak"] {
      // Only an edit list may come.
      #expect(old.atom.first("edts") == nil, note)
      #expect(
        new.atom.children.filter { $0.type != "edts" }.map(\.type) == old.atom.children.map(\.type),
        note)
      changed = []
    }
    let strange = changed.filter { path in !allowed.contains { path.hasPrefix($0) } }
    #expect(strange.isEmpty, "\(note): \(strange)")
    for (track, now) in zip(before.tracks, stamped.movie.tracks) where track.id != old.id {
      let moved: Set = ["stco", "co64", "saio", "tref", "iloc"]
      let strange = try Self.differences(track.atom, now.atom, "trak").filter {
        !moved.contains(String($0.split(separator: "/").last ?? "")) && !$0.contains("/tref/")
      }
      // A video without a reference gets one.
      #expect(
        strange.isEmpty || strange == ["trak"] && track.references["tmcd"] == nil,
        "\(note): \(strange)")
    }
    return true
  }
}
