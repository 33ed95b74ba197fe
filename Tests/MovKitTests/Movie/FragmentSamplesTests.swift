import Testing

@testable import MovKit

/// Samples in movie fragments, by hand: which default holds, and from where offsets count.
@Suite struct FragmentSamplesTests {
  private let moofStart: UInt64

  init() { moofStart = UInt64(FragmentSamplesTests.movie.bytes.count) }

  /// A movie whose tracks 1 and 2 have no samples of their own.
  private static let movie: MovieBytes = {
    var movie = MovieBytes()
    movie.videoDurations = []
    movie.timecodes = []
    movie.more = atom(
      "mvex",
      atom("trex", u32(0), u32(1), u32(1), u32(100), u32(7), u32(0x10000)),
      atom("trex", u32(0), u32(2), u32(1), u32(4800), u32(4), u32(0)))
    return movie
  }()

  private func traf(_ id: UInt32, flags: UInt32, _ head: [UInt8], _ rest: [UInt8]...) -> [UInt8] {
    atom("traf", atom("tfhd", u32(flags), u32(id), head), rest.flatMap { $0 })
  }

  private func trun(_ flags: UInt32, count: UInt32, _ rest: [UInt8]...) -> [UInt8] {
    atom("trun", u32(flags), u32(count), rest.flatMap { $0 })
  }

  private func tfdt(_ time: UInt32) -> [UInt8] { atom("tfdt", u32(0), u32(time)) }

  private func source(_ moofs: [[UInt8]]) -> MemorySource {
    MemorySource(Self.movie.bytes + moofs.flatMap { $0 })
  }

  private func table(_ trafs: [UInt8]..., track: UInt32 = 1) throws -> SampleTable {
    let moof = atom("moof", atom("mfhd", u32(0), u32(1)), trafs.flatMap { $0 })
    let movie = try Movie(from: source([moof, atom("mdat", zeros(200))]))
    #expect(movie.isFragmented)
    return try #require(movie.track(track)).sampleTable()
  }

  @Test func defaultsOfTrex() throws {
    let samples = Array(try table(traf(1, flags: 0x20000, [], trun(1, count: 3, u32(50)))))
    #expect(samples.map(\.offset) == [50, 57, 64].map { moofStart + $0 })
    #expect(samples.map(\.size) == [7, 7, 7])
    #expect(samples.map(\.decodeTime) == [0, 100, 200])
    #expect(samples.map(\.duration) == [100, 100, 100])
    #expect(samples.map(\.isSync) == [false, false, false])
  }

  @Test func defaultsOfTfhdAndOwnFields() throws {
    let rows = u32(11) + u32(5) + u32(0) + u32(12) + u32(6) + u32(0xFFFF_FFF6)
    let samples = Array(
      try table(
        traf(
          1, flags: 0x38, u32(30) + u32(9) + u32(0x10000), tfdt(1000),
          trun(0x5, count: 2, u32(60), u32(0x200_0000)),
          trun(0x0100_0B00, count: 2, rows))))
    // Behind the samples of the run before where a run has no offset of its own.
    #expect(samples.map(\.offset) == [60, 69, 78, 83].map { moofStart + $0 })
    #expect(samples.map(\.size) == [9, 9, 5, 6])
    #expect(samples.map(\.duration) == [30, 30, 11, 12])
    #expect(samples.map(\.decodeTime) == [1000, 1030, 1060, 1071])
    #expect(samples.map(\.compositionOffset) == [0, 0, 0, -10])
    #expect(samples.map(\.isSync) == [true, false, false, false])
  }

  /// Runs whose rows all have one duration, before and after others: each row has its own.
  @Test func durationsThatAreAllTheSame() throws {
    func rows(_ durations: [Int]) -> [UInt8] {
      durations.enumerated().flatMap { u32(UInt32($1)) + u32(UInt32(1 + $0)) }
    }
    func run(_ durations: [Int]) -> [UInt8] {
      trun(0x300, count: UInt32(durations.count), rows(durations))
    }
    let same = [Int](repeating: 40, count: 9)
    let runs = [
      [40, 40], same, [40], [41], same, [Int](repeating: 50, count: 70), [50, 51],
      [50, 50, 50, 50, 50, 50, 50, 51],
    ]
    let table = try table(
      traf(1, flags: 0x20000, [], trun(1, count: 1, u32(10)), runs.flatMap(run)))
    let durations = [100] + runs.joined()
    let sizes: [UInt64] = [7] + runs.flatMap { run in run.indices.map { UInt64(1 + $0) } }
    #expect(table.map { Int($0.duration) } == durations)
    #expect(table.map(\.size) == sizes)
    var (time, place) = (0, moofStart + 10)
    for (index, sample) in table.enumerated() {
      #expect(sample.decodeTime == time && sample.offset == place)
      #expect(table[index] == sample)
      #expect(table.index(atDecodeTime: Int64(time)) == index)
      #expect(table.index(atDecodeTime: Int64(time + durations[index] - 1)) == index)
      time += durations[index]
      place += sizes[index]
    }
    #expect(table.duration == UInt64(time))
    let ranges = [0..<0, 0..<1, 0..<102, 1..<3, 2..<40, 13..<14, 30..<95, 102..<102]
    for range in ranges {
      #expect(table.size(of: range) == sizes[range].reduce(0) { $0 + $1 }, "\(range)")
    }
  }

  /// Samples that are alike because of their rows are still listed one by one, as a run that gives each
  /// a duration of its own means it.
  @Test func rowsOfNothingButOneDuration() throws {
    let rows = [UInt8]([UInt32](repeating: 40, count: 10).flatMap { u32($0) })
    let table = try table(
      traf(1, flags: 0x20000, [], trun(0x101, count: 10, u32(10), rows)))
    var samples = table.makeIterator()
    #expect(samples.next(atMost: 10)?.count == 1)
    #expect(table.map(\.duration) == [UInt64](repeating: 40, count: 10))
  }

  /// Four samples of 100 ticks, shown at 200, 400, 300 and 500: an edit without length that begins
  /// at 200 shows all of them, although the last is decoded up to 400.
  @Test func anEditWithoutLengthShowsWhatOffsetsMoveBehindTheEnd() throws {
    var bytes = Self.movie
    bytes.videoEdits = MovieBytes.edits((0, 200, 0x10000))
    let rows = [(100, 200), (100, 300), (100, 100), (100, 200)].flatMap { u32($0.0) + u32($0.1) }
    let moof = atom(
      "moof", atom("mfhd", u32(0), u32(1)),
      traf(1, flags: 0x20000, [], trun(0x901, count: 4, u32(100), rows)))
    let source = MemorySource(bytes.bytes + moof + atom("mdat", zeros(200)))
    let movie = try Movie(from: source)
    let track = try #require(movie.track(1))
    #expect(track.mediaDuration == MediaTime(value: 400, timescale: 2400))
    #expect(track.editedDuration == MediaTime(value: 400, timescale: 2400))
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    reader.startReading()
    var shown: [MediaTimeRange?] = []
    while let sample = try output.nextSample() { shown.append(sample.shownRange) }
    #expect(
      shown
        == [0, 200, 100, 300].map {
          MediaTimeRange(
            start: MediaTime(value: $0, timescale: 2400),
            duration: MediaTime(value: 100, timescale: 2400))
        })
  }

  /// The same samples without edits: from 200, when the first is shown, to 600.
  @Test func withoutEditsAllThatOffsetsMoveIsShown() throws {
    let rows = [(100, 200), (100, 300), (100, 100), (100, 200)].flatMap { u32($0.0) + u32($0.1) }
    let moof = atom(
      "moof", atom("mfhd", u32(0), u32(1)),
      traf(1, flags: 0x20000, [], trun(0x901, count: 4, u32(100), rows)))
    let movie = try Movie(
      from: MemorySource(Self.movie.bytes + moof + atom("mdat", zeros(200))))
    let track = try #require(movie.track(1))
    #expect(track.mediaDuration == MediaTime(value: 400, timescale: 2400))
    #expect(track.editedDuration == MediaTime(value: 600, timescale: 2400))
  }

  @Test func severalTrafsAndWhereTheirDataBegins() throws {
    let first = traf(1, flags: 0, [], trun(1, count: 2, u32(100)))
    let second = traf(2, flags: 0, [], trun(0, count: 1))
    // Without a base the second track's data follows the first's.
    #expect(try table(first, second, track: 2).map(\.offset) == [moofStart + 114])
    let third = traf(2, flags: 0x20000, [], trun(1, count: 1, u32(30)))
    #expect(try table(first, third, track: 2).map(\.offset) == [moofStart + 30])
    let absolute = traf(2, flags: 1, u64(12345), trun(1, count: 1, u32(0xFFFF_FFFB)))
    #expect(try table(first, absolute, track: 2).map(\.offset) == [12340])
    let back = traf(1, flags: 0, [], trun(0, count: 1))
    #expect(try table(first, back).map(\.offset) == [100, 107, 114].map { moofStart + $0 })
  }

  @Test func timesGoOnWhereTfdtSaysNothing() throws {
    let one = atom(
      "moof", traf(1, flags: 0x20000, [], tfdt(500), trun(1, count: 2, u32(50))))
    let two = atom("moof", traf(1, flags: 0x20000, [], trun(1, count: 2, u32(50))))
    let three = atom(
      "moof", traf(1, flags: 0x20000, [], tfdt(2000), trun(1, count: 1, u32(50))))
    let movie = try Movie(from: source([one, two, three]))
    let table = try #require(movie.track(1)).sampleTable()
    #expect(table.map(\.decodeTime) == [500, 600, 700, 800, 2000])
    #expect(table.index(atDecodeTime: 650) == 1)
    #expect(table.index(atDecodeTime: 899) == 3)
    #expect(table.index(atDecodeTime: 1000) == nil)
    #expect(table.index(endingAfter: 1000) == 4)
    #expect(table.index(endingAfter: 0) == 0)
    #expect(table.index(endingAfter: 2100) == nil)
    #expect(movie.track(1)?.mediaDuration == MediaTime(value: 2100, timescale: 2400))
    #expect(table.sampleChunks.map(\.samples) == [0..<0, 0..<2, 2..<4, 4..<5])
  }

  @Test func timecodeInAFragment() throws {
    // The data stands behind moof: its own 8 bytes, and 4 of frame number.
    for (duration, seconds) in [(4800, 2), (0, 3)] as [(UInt32, Int64)] {
      let video = traf(
        1, flags: 0x20008, u32(100), trun(1, count: 72, u32(0)))
      func moof(_ offset: UInt32) -> [UInt8] {
        atom(
          "moof", video,
          traf(2, flags: 0x20008, u32(duration), tfdt(0), trun(1, count: 1, u32(offset))))
      }
      let whole = moof(UInt32(moof(0).count) + 8)
      let source = source([whole, atom("mdat", u32(1000), zeros(1000))])
      let track = try #require(try Movie(from: source).track(2))
      let timecode = try TimecodeTrack(track)
      let segment = try #require(timecode.segments.first)
      #expect(segment.first == .frameNumber(1000))
      // Without a duration it lasts as long as the video.
      #expect(segment.duration == MediaTime(value: seconds, timescale: 1))
      #expect(segment.last == .frameNumber(1000 + 24 * seconds - 1))
    }
  }

  @Test func aDamagedFragmentSpoilsOnlyItsTrack() throws {
    let moof = atom(
      "moof", traf(1, flags: 0x20000, [], trun(1, count: 0xFFFF_FFFF, u32(50))),
      traf(2, flags: 0x20000, [], trun(1, count: 1, u32(50))))
    let movie = try Movie(from: source([moof]))
    #expect(movie.tracks.map(\.id) == [2])
    #expect(movie.diagnostics.map(\.rule) == ["track-unreadable"])
    #expect(try movie.tracks[0].sampleTable().count == 1)
  }
}
