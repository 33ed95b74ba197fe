import Foundation
import Testing

@testable import MovKit

/// Durations in headers: when they are wrong, and what they are corrected to.
@Suite struct HeaderDurationTests {
  private static func media(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: MediaFiles.testMedia.appending(path: name)))
  }

  private static func messages(_ bytes: [UInt8], _ rule: String) throws -> [String] {
    try MovieCheck(of: MemorySource(bytes)).findings.filter { $0.rule == rule }.map(\.message)
  }

  /// In each file the headers say 4 s, as 100 samples of 512 / 12800 s last. `stts` has times for 150 samples, or for
  /// 60, or the chunks hold none or 10 of the 100: how long the samples that there are last is not known, or as long
  /// as the header says. Headers that are right stay as they are, with and without edits.
  @Test(
    arguments: ["stts-too-long", "stts-too-short", "stsc-zero-samples", "stsc-not-increasing"],
    [true, false])
  func tablesThatContradictEachOther(name: String, hasEdits: Bool) throws {
    var bytes = try Self.media("tables/\(name).mov")
    if !hasEdits { try Self.removeEdits(from: &bytes) }
    try Self.expectNoDurations(in: bytes)
  }

  /// A header that is wrong is left alone too where the tables do not say what is right, and makes no other wrong.
  @Test(arguments: ["stts-too-long", "stts-too-short", "stsc-not-increasing"], [true, false])
  func nothingSaysWhatIsRight(name: String, hasEdits: Bool) throws {
    var bytes = try Self.media("tables/\(name).mov")
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.duration *= 3
    }.change(&bytes)
    if !hasEdits { try Self.removeEdits(from: &bytes) }
    try Self.expectNoDurations(in: bytes)
  }

  private static func removeEdits(from bytes: inout [UInt8]) throws {
    try BrokenFile.atom("", BrokenFile.plain, "moov/trak") { trak in
      trak.children.removeAll { $0.type == "edts" }
    }.change(&bytes)
  }

  /// Neither finds nor corrects durations.
  private static func expectNoDurations(in bytes: [UInt8]) throws {
    let durations: Set = ["media-duration", "track-duration", "movie-duration"]
    let found = try MovieCheck(of: MemorySource(bytes)).findings.map(\.rule)
    #expect(durations.isDisjoint(with: found), "\(found)")
    var editor = try MovieEditor(Movie(from: MemorySource(bytes)))
    #expect(try editor.mend().isDisjoint(with: durations))
  }

  /// Only samples that there are last: 100 of 512 / 12800 s, whatever else `stts` has.
  @Test func samplesThatAreNotThere() throws {
    var bytes = try Self.media("tables/stts-too-long.mov")
    let header = try #require(try Movie(from: MemorySource(bytes)).tracks.first)
    #expect(header.mediaDuration == MediaTime(value: 4, timescale: 1))
    #expect(try header.sampleTable().duration == 51_200)
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      // A header that does not know it.
      $0.duration = UInt64(UInt32.max)
    }.change(&bytes)
    let unknown = try #require(try Movie(from: MemorySource(bytes)).tracks.first)
    #expect(unknown.mediaDuration == MediaTime(value: 4, timescale: 1))
  }

  /// Samples that are not there have no durations that could be wrong: 50 more rows of 0 or of 2^31 ticks.
  @Test(arguments: [0, 0x8000_0000] as [UInt32])
  func durationsOfSamplesThatAreNotThere(ticks: UInt32) throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record(
      "", BrokenFile.plain, "moov/trak/mdia/minf/stbl/stts", TimeToSample.self
    ) {
      $0.entries = try Table(
        Array($0.entries) + [TimeToSample.Row(sampleCount: 50, sampleDelta: ticks)])
    }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings.map(\.rule)
    #expect(found.contains("stts-count"))
    #expect(!found.contains { $0.hasPrefix("sample-duration") }, "\(found)")
    let track = try #require(try Movie(from: MemorySource(bytes)).tracks.first)
    #expect(track.frameRate?.description == "25" && track.frameRate?.isConstant == true)
    #expect(try track.frameTiming()?.isConstant == true)
  }

  /// An edit of the media's 51,200 ticks, which are 4 s of the media and would be 51.2 s of the movie, does not make the
  /// 4 s in the headers wrong.
  @Test func editInTicksOfTheMedia() throws {
    let bytes = try Self.withEdits([(51_200, 1)])
    let found = try MovieCheck(of: MemorySource(bytes)).findings.map(\.rule)
    #expect(found.contains("edit-timescale") && !found.contains("track-duration"), "\(found)")
    var editor = try MovieEditor(Movie(from: MemorySource(bytes)))
    #expect(try editor.mend().isEmpty)
  }

  /// 32 samples at 96000 Hz are a fifth of a tick of the movie, and no movie with samples lasts 0.
  @Test func lessThanATick() throws {
    let bytes = try Self.media("tables/sound-version-2.mov")
    #expect(
      try Self.messages(bytes, "track-duration") == [
        "tkhd says that the track lasts 0.053333 s, but its media lasts 0.000333 s"
      ])
    var editor = try MovieEditor(Movie(from: MemorySource(bytes)))
    #expect(try editor.mend() == ["track-duration", "movie-duration"])
    let moov = editor.remainingMovie
    #expect(try moov.first("mvhd")?.decode(MovieHeader.self).duration == 1)
    #expect(try moov.descendant("trak", "tkhd")?.decode(TrackHeader.self).duration == 1)
  }

  // MARK: Other headers

  /// Video, audio and video, all enabled and of one alternate group: only the videos are alternatives of one kind.
  @Test func alternatesWithAnotherKindBetweenThem() throws {
    var bytes = try Self.media("camera/moov-last.mov")
    try BrokenFile.atom("", BrokenFile.plain, "moov") { moov in
      let videos = moov.children.filter { $0.type == "trak" && $0.handler == "vide" }
      moov.children += videos
      var id: UInt32 = 0
      for place in moov.children.indices where moov.children[place].type == "trak" {
        let header = try #require(moov.children[place].children.firstIndex { $0.type == "tkhd" })
        id += 1
        try moov.children[place].children[header].update(TrackHeader.self) {
          $0.alternateGroup = 1
          $0.flags |= TrackHeader.enabled
          $0.trackID = id
        }
      }
    }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings.filter {
      $0.rule == "alternates-enabled"
    }
    #expect(found.map(\.path) == ["moov/trak[2]/tkhd"])
    #expect(found.map(\.message) == ["track 1 of the same alternate group is enabled too"])
  }

  /// Edits that show something are counted, and no others.
  @Test(
    arguments: [
      ([(0, 1), (4000, 1)], nil), ([(2000, -1), (4000, 1)], nil),
      ([(2000, 1), (2000, 0)], "the track shows 2 pieces of its media"),
      // The last edit goes on to the end of the media.
      ([(2000, 1), (0, 1)], "the track shows 2 pieces of its media"),
    ] as [([(length: UInt64, rate: Int32)], String?)])
  func piecesOfTheMedia(edits: [(length: UInt64, rate: Int32)], message: String?) throws {
    let bytes = try Self.withEdits(edits)
    let found = try MovieCheck(of: MemorySource(bytes), profiles: [.relink]).findings
    #expect(
      found.filter { $0.rule == "edits-several" }.map(\.message) == [message].compactMap(\.self))
    #expect(!found.contains { $0.rule == "edit-shows-nothing" })
  }

  /// An edit at a negative rate shows nothing, and it is the only one.
  @Test func noPieceOfTheMedia() throws {
    let found = try Self.messages(Self.withEdits([(4000, -1)]), "edit-shows-nothing")
    #expect(found == ["no edit shows any of the media"])
  }

  /// 25.mov has 4 s of media. In a movie of 1,000,000 ticks per second, an edit of 4,000,000,000 ticks lasts 4000 s. The
  /// 33rd bit makes it 8590 s, and 2^32 - 1 is a length too where it has 64 bits, in version 1.
  @Test(
    arguments: [
      (0, 4_000_000_000, true), (1, 4_000_000_000, true), (1, 8_589_934_592, true),
      (1, 4_294_967_295, true), (0, 4_294_967_295, false), (1, .max, false),
    ] as [(UInt8, UInt64, Bool)])
  func longEdit(version: UInt8, ticks: UInt64, isLength: Bool) throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record("", BrokenFile.plain, "moov/mvhd", MovieHeader.self) {
      $0.timescale = 1_000_000
      $0.duration = 4_000_000
    }.change(&bytes)
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      $0.duration = 4_000_000
    }.change(&bytes)
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0.version = version
      $0.entries = try Table(
        [EditList.Row(segmentDuration: ticks, mediaTime: 0)], layout: version)
    }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings.map(\.rule)
    #expect(found.contains("edit-beyond-media") == isLength, "\(found)")
    #expect(found.contains("track-duration") == isLength, "\(found)")
  }

  /// The number of seconds from 1970 to 1996, which counted from 1904 is in 1929, and from 1904 to 1970, by `date -u`.
  @Test(
    arguments: [
      (820_454_399, nil), (820_454_400, "creation_time is in 1929"),
      (2_082_844_799, "creation_time is in 1969"), (2_082_844_800, nil),
    ] as [(UInt64, String?)])
  func datesThatCountFrom1970(seconds: UInt64, message: String?) throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record("", BrokenFile.plain, "moov/mvhd", MovieHeader.self) {
      $0.creationTime = MacDate(rawValue: seconds)
    }.change(&bytes)
    let expected = message.map { "\($0); it probably counts from 1970 instead of 1904" }
    #expect(try Self.messages(bytes, "date-epoch") == [expected].compactMap(\.self))
  }

  /// Dates of every header that count from 1970 are one finding, and so are those of a track alone.
  @Test func datesOfAllHeaders() throws {
    let date = MacDate(rawValue: 1_600_000_000)
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.modificationTime = date
    }.change(&bytes)
    #expect(
      try Self.messages(bytes, "date-epoch") == [
        "modification_time is in 1954; it probably counts from 1970 instead of 1904"
      ])
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      ($0.creationTime, $0.modificationTime) = (date, date)
    }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings.filter { $0.rule == "date-epoch" }
    #expect(found.map(\.path) == ["moov/trak/tkhd"])
    #expect(
      found.map(\.message) == [
        "creation_time is in 1954, and 2 other dates are before 1970; they probably count from 1970 instead of 1904"
      ])
  }

  /// Two frames of 1001 ticks that are decoded at 0 and 1001 and shown from 2002 to 4004: the samples last 2002, the
  /// last one ends at 4004, and nothing else is right.
  @Test(
    arguments: [(2002, true), (4004, true), (3003, false), (1001, false), (5005, false)]
      as [(UInt64, Bool)])
  func timeOfTheLastFrame(stated: UInt64, isRight: Bool) throws {
    try Self.expect(stated, isRight, durations: [(2, 1001)], offsets: [(2, 2002)])
  }

  /// 3 frames that are decoded at 0, 2000 and 5000 and shown at 1000, 3000 and 6000. They last 6000, and the last one may
  /// be shown for 1000, 2000 or 3000: until 7000, 8000 or 9000, which is as long after the first one as 6000 to 8000.
  @Test(
    arguments: [
      (6000, true), (7000, true), (8000, true), (9000, true), (5000, false), (7500, false),
      (8500, false), (10000, false),
    ] as [(UInt64, Bool)])
  func framesOfDifferentDurations(stated: UInt64, isRight: Bool) throws {
    try Self.expect(
      stated, isRight, durations: [(1, 2000), (1, 3000), (1, 1000)], offsets: [(3, 1000)])
  }

  /// A frame that is shown after nine days makes no duration right that is shorter.
  @Test(arguments: [(2002, true), (720_000, false), (2_000_002_002, true)] as [(UInt64, Bool)])
  func frameThatIsShownLate(stated: UInt64, isRight: Bool) throws {
    try Self.expect(
      stated, isRight, durations: [(2, 1001)], offsets: [(1, 2002), (1, 2_000_000_000)])
  }

  /// Expects that the duration that `mdhd` states, in ticks of which there are 2400 per second, is left alone or is found
  /// and corrected.
  private static func expect(
    _ stated: UInt64, _ isRight: Bool, durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)]
  ) throws {
    var movie = MovieBytes()
    movie.timecodeIDs = []
    movie.videoDurations = durations
    movie.videoOffsets = offsets
    var bytes = movie.bytes
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.duration = stated
    }.change(&bytes)
    #expect(try messages(bytes, "media-duration").isEmpty == isRight)
    var editor = try MovieEditor(Movie(from: MemorySource(bytes)))
    #expect(try editor.mend().contains("media-duration") == !isRight)
  }

  /// The header says 100 s, and the fragments last 2 s, in a movie that has no mehd.
  @Test func headerOfFragments() throws {
    var bytes = try Self.media("fragments/default-base-moof.mp4")
    try BrokenFile.record("", BrokenFile.plain, "moov/mvhd", MovieHeader.self) {
      $0.duration = UInt64($0.timescale) * 100
    }.change(&bytes)
    let found = try MovieCheck(of: MemorySource(bytes)).findings.filter {
      $0.rule == "movie-duration"
    }
    #expect(found.map(\.path) == ["moov/mvhd"])
    #expect(
      found.first?.message.hasPrefix(
        "mvhd says that the movie lasts 100 s, but its longest track, with all fragments, lasts 2")
        == true, "\(found)")
    var editor = try MovieEditor(Movie(from: MemorySource(bytes)))
    #expect(try editor.mend().contains("movie-duration"))
  }

  private static func withEdits(_ edits: [(length: UInt64, rate: Int32)]) throws -> [UInt8] {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.record("", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0 = try EditList(
        edits.map {
          EditList.Row(
            segmentDuration: $0.length, mediaTime: 0,
            mediaRate: Fixed16x16(rawValue: $0.rate << 16))
        })
    }.change(&bytes)
    return bytes
  }

  /// What lies before the header is counted, of all `mdat` and without their headers of 8 bytes.
  @Test(
    arguments: [([], 10_136), ([0], 10_136), ([32], 10_168), ([100, 0, 1], 10_237)]
      as [([Int], Int)])
  func mediaBeforeTheHeader(sizes: [Int], total: Int) throws {
    var bytes = try Self.media("camera/moov-last.mov")
    let place = Int(try #require(AtomFile(from: bytes).first("moov")?.offset))
    bytes.insert(contentsOf: sizes.flatMap { atom("mdat", zeros($0)) }, at: place)
    #expect(
      try Self.messages(bytes, "moov-last") == ["moov comes after \(total) bytes of media"])
  }
}
