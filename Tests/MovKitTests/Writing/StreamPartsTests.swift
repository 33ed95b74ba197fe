import Testing

@testable import MovKit

/// Parts of streams that are written as movies: what is said of their times, and of what fragments have besides
/// samples.
@Suite struct StreamPartsTests {
  private static let good = BrokenFile.Good.cmafWithoutIndex
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The stream of 2 s, changed.
  private func movie(_ changes: [BrokenFile], _ name: String = "in.mp4") throws -> Movie {
    var bytes = try Self.good.bytes()
    for change in changes { try change.change(&bytes) }
    return try Movie(path: try scratch.file(name, bytes))
  }

  /// Both fragments begin some seconds later; they count 12,800 ticks a second.
  private static func late(_ seconds: UInt64) -> [BrokenFile] {
    [0, 1].map { index in
      .record("", good, "moof[\(index)]/traf/tfdt", TrackFragmentDecodeTime.self) {
        $0.version = 1
        $0.baseMediaDecodeTime += seconds * 12800
      }
    }
  }

  /// The header with one of the two fragments.
  private func part(_ index: Int) throws -> Movie {
    let bytes = try Self.good.bytes()
    let starts = try AtomFile(from: bytes).atoms.filter { $0.type == "moof" }
      .map { Int(try #require($0.offset)) }
    let media = index == 0 ? bytes[starts[0]..<starts[1]] : bytes[starts[1]...]
    return try Movie(path: try scratch.file("\(index).mp4", Array(bytes[..<starts[0]] + media)))
  }

  /// A part of a live stream counts from 1970.
  @Test(
    arguments: [
      (0, nil), (59, nil), (60, "nothing is shown before 60 s"),
      (1_700_000_000, "nothing is shown before 1700000000 s"),
    ] as [(UInt64, String?)])
  func startOfAStream(seconds: UInt64, message: String?) throws {
    let movie = try movie(Self.late(seconds))
    #expect(movie.firstShown == MediaTime(value: Int64(seconds), timescale: 1))
    let expected = message.map { [$0] } ?? []
    for layout in [.movieLast, .fragmented(every: .init(value: 1, timescale: 1))]
      as [MovieWriter.Options.Layout]
    {
      let losses = try MovieRemux(movie, layout: layout).losses
      #expect(losses.filter { $0.rule == "movie-starts-late" }.map(\.message) == expected)
    }
    let first = try MovieJoin([movie, movie]).losses.filter { $0.movie == 0 }
    #expect(
      first.map(\.finding).filter { $0.rule == "movie-starts-late" }.map(\.message) == expected)
    let track = try #require(movie.tracks.first)
    let insertion = try TrackInsertion(
      try TrackCopy(track, in: try File(scratch["in.mp4"])),
      settings: try TrackCopy(track, in: try File(scratch["in.mp4"])).settings(for: .mp4),
      into: try self.movie([], "other.mp4"), beside: scratch["new.mp4"])
    #expect(
      insertion.diagnostics.filter { $0.rule == "movie-starts-late" }.map(\.message)
        == (message == nil
          ? []
          : ["nothing of the new track is shown before \(seconds) s, after the end of the movie"]))
  }

  /// Subtitles in XML say in their text when they are shown, from the start of the track (ISO/IEC 14496-30, 5.3).
  @Test(arguments: [(0, false), (3, true)] as [(Int64, Bool)])
  func subtitlesThatMove(seconds: Int64, isFound: Bool) throws {
    let other = try movie([
      .atom("", Self.good, "moov/trak/mdia/minf/stbl/stsd") { $0.children[0].type = "stpp" }
    ])
    let target = try movie([], "other.mp4")
    let video = try #require(target.tracks.first)
    let insertion = try TrackInsertion(
      try TrackCopy(try #require(other.tracks.first), in: try File(scratch["in.mp4"])),
      settings: try TrackCopy(video, in: try File(scratch["other.mp4"])).settings(for: .mp4),
      into: target, at: MediaTime(value: seconds, timescale: 1), beside: scratch["new.mp4"])
    #expect(insertion.diagnostics.contains { $0.rule == "text-times-not-changed" } == isFound)
  }

  /// The second part of a stream goes on from the end of the first, at 1 s, and so there is a hole of 1 s between the two.
  @Test func partsThatGoOn() throws {
    let (first, second) = (try part(0), try part(1))
    func findings(_ movies: Movie...) throws -> [String] {
      try MovieJoin(movies).losses.filter { $0.finding.rule == "joined-starts-late" }
        .map { "\($0.movie): \($0.finding.message)" }
    }
    #expect(
      try findings(first, second) == [
        "1: this movie shows nothing before 1 s, because its times go on from the end of the movie before, so nothing is "
          + "shown for as long between the two"
      ])
    // What the new movie has before it does not matter.
    #expect(
      try findings(first, first, second) == [
        "2: this movie shows nothing before 1 s, because its times go on from the end of the movie before, so nothing is "
          + "shown for as long between the two"
      ])
    #expect(
      try findings(second, second) == [
        "1: this movie shows nothing before 1 s, so nothing is shown for as long between the two"
      ])
    #expect(try findings(first, first).isEmpty && findings(second, first).isEmpty)
  }

  /// The header says how long a programme is, of which only some segments are there; the fragments end at 2 s.
  @Test(arguments: [(2000, false), (2100, false), (300_000, true)] as [(UInt64, Bool)])
  func editsOfTheWholeProgramme(milliseconds: UInt64, isFound: Bool) throws {
    let movie = try movie([
      .atom("", Self.good, "moov/trak") {
        let edits = try EditList([EditList.Row(segmentDuration: milliseconds, mediaTime: 0)])
        $0.children.insert(Atom("edts", children: [try Atom("elst", edits)]), at: 1)
      }
    ])
    let losses = try MovieRemux(movie, layout: .movieLast).losses
    #expect(
      losses.filter { $0.rule == "edit-beyond-media" }.map(\.message)
        == (isFound
          ? [
            "the edits of track 1 show its media up to 300 s, and its fragments end at 2 s, so the rest is empty or frozen "
              + "in the new movie too"
          ] : []))
  }

  /// The first or the second fragment gets further atoms; its media moves by their size.
  private static func adding(_ atoms: [Atom], to index: Int) -> [BrokenFile] {
    let size = atoms.reduce(0) { $0 + Int32($1.size) }
    return [
      .atom("", good, "moof[\(index)]/traf") { $0.children += atoms },
      .record("", good, "moof[\(index)]/traf/trun", TrackFragmentRun.self) {
        $0.dataOffset += size
      },
    ]
  }

  private static func userAtom(_ type: String, _ content: [UInt8]) throws -> Atom {
    let file = try AtomFile(from: MemorySource(atom("uuid", hex(type) + content)))
    return try #require(file.atoms.first)
  }

  /// The samples of the second fragment are in a group that is not described: of encrypted samples, it is that with the
  /// key.
  @Test(arguments: [("roll", true, false), ("seig", true, true), ("seig", false, false)])
  func groupsThatAreNotDescribed(type: String, isEncrypted: Bool, isRefused: Bool) throws {
    let rows = Atom(
      "sbgp", .bytes((u32(0) + ascii(type) + u32(1) + u32(25) + u32(0x10001))[...]))
    var changes = Self.adding([rows], to: 1)
    if isEncrypted {
      changes.append(
        .atom("", Self.good, "moov/trak/mdia/minf/stbl/stsd") {
          $0.children[0].type = "encv"
          $0.children[0].children.append(
            Atom(
              "sinf",
              children: [
                Atom("frma", .bytes(ascii("avc1")[...])),
                Atom("schm", .bytes((u32(0) + ascii("cenc") + u32(0x10000))[...])),
              ]))
        })
    }
    let movie = try movie(changes)
    let message = "sbgp of \(type) names description 1 of 0"
    guard !isRefused else {
      let error = #expect(throws: FormatError.self) { try MovieRemux(movie, layout: .movieLast) }
      #expect(error.map { "\($0)" }?.contains(message) == true)
      return
    }
    let found = try MovieRemux(movie, layout: .movieLast).losses
      .filter { $0.rule == "sample-group-description" }
    #expect(found.count == 1 && found.allSatisfy { $0.message.hasPrefix(message) })
  }

  /// Of the atoms with a user type, the vectors of PIFF are carried over, and others are named.
  @Test func userTypes() throws {
    let vectors = try Self.userAtom(
      "A2394F525A9B4F14A2446C427C648DF4", u32(0) + u32(25) + zeros(200))
    let time = try Self.userAtom(
      "6D1D9B0542D544E680E2141DAFF757B2", u32(0) + u32(0) + u32(12800))
    let sizes = Atom("saiz", .bytes((u32(1) + ascii("cenc") + u32(0) + [8] + u32(25))[...]))
    let offsets = Atom("saio", .bytes((u32(1) + ascii("cenc") + u32(0) + u32(1) + u32(0))[...]))
    let movie = try movie(Self.adding([vectors, time, sizes, offsets], to: 0))
    let losses = try MovieRemux(movie, layout: .movieLast).losses
      .filter { $0.path == "moof/traf/uuid" }
    #expect(
      losses.map(\.message) == [
        "Track Fragment Time (tfxd) is left out, because it describes the old fragments"
      ])
  }

  /// The message names the track and what says where its information is.
  @Test func informationBeyondTheFile() throws {
    let sizes = Atom("saiz", .bytes((u32(1) + ascii("cenc") + u32(0) + [8] + u32(25))[...]))
    let offsets = Atom(
      "saio", .bytes((u32(1) + ascii("cenc") + u32(0) + u32(1) + u32(0x800_0000))[...]))
    let movie = try movie(Self.adding([sizes, offsets], to: 0))
    let start = try #require(movie.file.atoms.first { $0.type == "moof" }?.offset)
    let remux = try MovieRemux(movie, layout: .movieLast)
    let error = #expect(throws: WritingError.self) { try remux.write(to: scratch["out.mp4"]) }
    let text = error.map { "\($0)" } ?? ""
    #expect(
      text.contains(
        "(saio) of its samples is said to be at byte \(start + 0x800_0000), and the file has only"),
      "\(text)")
    #expect(text.contains("moov/trak"), "\(text)")
  }
}
