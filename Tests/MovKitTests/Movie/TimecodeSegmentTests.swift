import Testing

@testable import MovKit

/// Timecode through edit lists: 24 frames a second, a hundred ticks of 2400 a frame, 600 ticks a
/// second of the movie, frame 1000 (00:00:41:16) at the start of the media.
@Suite struct TimecodeSegmentTests {
  /// movie time and duration in 2400ths of a second, first and last number
  private func segments(_ movie: MovieBytes) throws -> [[Int64]] {
    let timecode = try movie.timecode()
    #expect(timecode.firstSegment?.first == timecode.segments.first?.first)
    return timecode.segments.map { segment in
      guard case .frameNumber(let first) = segment.first, case .frameNumber(let last) = segment.last
      else { return [] }
      return [
        segment.movieTime.converted(to: 2400).value, segment.duration.converted(to: 2400).value,
        first, last,
      ]
    }
  }

  private func movie(_ change: (inout MovieBytes) -> Void = { _ in }) -> MovieBytes {
    var movie = MovieBytes()
    change(&movie)
    return movie
  }

  private let normal: UInt32 = 0x10000

  @Test func withoutEditsTheWholeMedia() throws {
    #expect(try segments(movie()) == [[0, 4800, 1000, 1047]])
    #expect(
      try segments(movie { $0.timecodeEdits = MovieBytes.edits() }) == [[0, 4800, 1000, 1047]])
  }

  @Test func trimmed() throws {
    let trimmed = movie { $0.timecodeEdits = MovieBytes.edits((300, 1200, normal)) }
    #expect(try segments(trimmed) == [[0, 1200, 1012, 1023]])
    // In the middle of a frame, and up to the middle of one.
    let odd = movie { $0.timecodeEdits = MovieBytes.edits((30, 1250, normal)) }
    #expect(try segments(odd) == [[0, 120, 1012, 1013]])
  }

  /// The last frame lasts a few ticks, as where files were put together, and has a label like all others. What is
  /// left of a label after the last frame is none.
  @Test func lastFrameOfAFewTicks() throws {
    let short = movie {
      $0.videoDurations = [(47, 100), (1, 5)]
      $0.timecodes = [(1000, 4705)]
    }
    #expect(try segments(short) == [[0, 4705, 1000, 1047]])
    let ended = movie {
      $0.videoDurations = [(47, 100)]
      $0.timecodes = [(1000, 4705)]
    }
    #expect(try segments(ended) == [[0, 4705, 1000, 1046]])
    let late = movie {
      $0.videoDurations = [(47, 100), (1, 8)]
      $0.timecodes = [(1000, 4708)]
      $0.videoEdits = MovieBytes.edits((150, -1, normal), (577, 2400, normal))
      $0.timecodeEdits = MovieBytes.edits((150, -1, normal), (577, 2400, normal))
    }
    #expect(try segments(late) == [[600, 2308, 1024, 1047]])
  }

  /// The last frame lasts 20 ticks of 30000, which is less than the millisecond in which edits count: they end at
  /// 1569 ms, and the media at 1568.9 ms.
  @Test func lastFrameOfLessThanATickOfTheMovie() throws {
    let short = movie {
      ($0.timescale, $0.mediaTimescale) = (1000, 30000)
      ($0.frameDuration, $0.quanta) = ((1001, 30000), 30)
      $0.videoDurations = [(47, 1001), (1, 20)]
      $0.timecodes = [(1000, 47067)]
      $0.videoEdits = MovieBytes.edits((1569, 0, normal))
      $0.timecodeEdits = MovieBytes.edits((1569, 0, normal))
    }
    #expect(try short.timecode().segments.map(\.last) == [.frameNumber(1047)])
    // 1047 is 34 * 30 + 27.
    #expect(try Array(short.movie().frames()).last?.timecode == "00:00:34:27")
  }

  @Test func emptyEditsInBothVersions() throws {
    let narrow = movie {
      $0.timecodeEdits = MovieBytes.edits((150, -1, normal), (600, 0, normal))
    }
    let wide = movie {
      $0.timecodeEdits = MovieBytes.wideEdits((150, -1, normal), (600, 0, normal))
    }
    let mistaken = movie {
      $0.timecodeEdits = MovieBytes.wideEdits((150, 0xFFFF_FFFF, normal), (600, 0, normal))
    }
    for movie in [narrow, wide, mistaken] {
      #expect(try segments(movie) == [[600, 2400, 1000, 1023]])
      #expect(try movie.timeline().value(at: .zero) == nil)
      #expect(try movie.movie().tracks[1].editedDuration == MediaTime(value: 750, timescale: 600))
    }
  }

  /// Edits that each show every sample of the track: a few kilobytes claim three hundred thousand
  /// stretches, and are given four for each sample and edit, and some.
  @Test func editsThatRepeatAllSamples() throws {
    let (samples, edits) = (100, 3000)
    let rows = (0..<edits).flatMap { _ in u32(600) + u32(0) + u32(normal) }
    let repeated = movie {
      $0.timecodes = (0..<Int32(samples)).map { (1000 + 7 * $0, 24) }
      $0.timecodeEdits = atom("edts", atom("elst", u32(0), u32(UInt32(edits)), rows))
    }
    let count = try repeated.timecode().segments.count
    #expect(count >= 4 * (samples + edits))
    #expect(count <= 4 * (samples + edits) + 1 << 14 + samples)
    let four = movie {
      $0.timecodes = (0..<Int32(samples)).map { (1000 + 7 * $0, 24) }
      $0.timecodeEdits = atom(
        "edts",
        atom("elst", u32(0), u32(4), (0..<4).flatMap { _ in u32(600) + u32(0) + u32(normal) }))
    }
    #expect(try four.timecode().segments.count == 4 * samples)
  }

  @Test func dwellHoldsOneNumber() throws {
    let held = movie { $0.timecodeEdits = MovieBytes.edits((300, 1200, 0), (300, 0, normal)) }
    #expect(try segments(held) == [[0, 1200, 1012, 1012], [1200, 1200, 1000, 1011]])
    let late = try held.timeline().value(at: MediaTime(value: 299, timescale: 600))
    #expect(late?.value == .frameNumber(1012))
  }

  @Test func halfAndDoubleSpeed() throws {
    let slow = movie { $0.timecodeEdits = MovieBytes.edits((600, 1200, 0x8000)) }
    #expect(try segments(slow) == [[0, 2400, 1012, 1023]])
    #expect(
      try slow.timeline().value(at: MediaTime(value: 1, timescale: 2))?.value == .frameNumber(1018))
    let fast = movie { $0.timecodeEdits = MovieBytes.edits((600, 0, 0x20000)) }
    #expect(try segments(fast) == [[0, 2400, 1000, 1047]])
    #expect(
      try fast.timeline().value(at: MediaTime(value: 1, timescale: 2))?.value == .frameNumber(1024))
  }

  @Test func beyondTheMediaNothingIsShown() throws {
    let long = movie { $0.timecodeEdits = MovieBytes.edits((600, 3600, normal), (300, 0, normal)) }
    #expect(try segments(long) == [[0, 1200, 1036, 1047], [2400, 1200, 1000, 1011]])
    #expect(try long.timeline().value(at: MediaTime(value: 3, timescale: 4)) == nil)
    let outside = movie { $0.timecodeEdits = MovieBytes.edits((600, 9600, normal)) }
    #expect(try segments(outside) == [])
    let backwards = movie { $0.timecodeEdits = MovieBytes.edits((600, 2400, 0xFFFF_0000)) }
    #expect(try segments(backwards) == [])
  }

  @Test func samplesThatCountOnAreOneSegment() throws {
    let perFrame = movie { $0.timecodes = (0..<48).map { (1000 + $0, 100) } }
    #expect(try segments(perFrame) == [[0, 4800, 1000, 1047]])
    let jump = movie { movie in
      movie.timecodes = (0..<48).map { number in (number + (number < 24 ? 1000 : 5000), 100) }
    }
    #expect(try segments(jump) == [[0, 2400, 1000, 1023], [2400, 2400, 5024, 5047]])
    let slow = movie {
      $0.timecodes = (0..<48).map { (1000 + $0, 100) }
      $0.timecodeEdits = MovieBytes.edits((600, 1200, 0x8000))
    }
    #expect(try segments(slow) == [[0, 2400, 1012, 1023]])
  }

  @Test func samplesWithoutDurationAreNotShown() throws {
    let odd = movie { $0.timecodes = [(1000, 2400), (7, 0), (2000, 2400)] }
    #expect(try segments(odd) == [[0, 2400, 1000, 1023], [2400, 2400, 2000, 2023]])
    #expect(try odd.timecode().sampleCount == 3)
  }

  @Test func movieTimescaleThatDoesNotFit() throws {
    // A thousandth of a second does not hold 1001/24000; a third of one holds nothing else exactly.
    let film = movie {
      $0.timescale = 1000
      $0.mediaTimescale = 24000
      $0.frameDuration = (1001, 24000)
      $0.timecodes = [(0, 48048)]
      $0.videoDurations = [(48, 1001)]
      $0.timecodeEdits = MovieBytes.edits((334, 1001, normal), (500, 0, normal))
    }
    let found = try film.timecode().segments
    #expect(found.map(\.movieTime) == [.zero, MediaTime(value: 334, timescale: 1000)])
    #expect(found.map(\.first) == [.frameNumber(1), .frameNumber(0)])
    // The third of a thousandth of a second that is left of frame 9 is rounding, and no frame.
    #expect(found.map(\.last) == [.frameNumber(8), .frameNumber(11)])
  }

  @Test func timescaleZero() throws {
    for scales in [(0, 2400), (600, 0)] as [(UInt32, UInt32)] {
      let broken = movie {
        $0.timescale = scales.0
        $0.mediaTimescale = scales.1
        $0.timecodeEdits = MovieBytes.edits((300, 0, normal))
      }
      let found = try broken.movie()
      #expect(found.diagnostics.contains { $0.rule == "timescale-zero" })
      #expect(try segments(broken) == [])
      #expect(try broken.timecode().sampleCount == 1)
      var frames = try PresentedFrames(found.tracks[0])
      _ = frames.next()
    }
  }

  @Test func manyEditsOfManySamplesAreCutShort() throws {
    var rows: [UInt8] = []
    for _ in 0..<2000 { rows += u32(600) + u32(0) + u32(0x10000) }
    let greedy = movie {
      $0.timecodes = (0..<2000).map { ($0 % 2 == 0 ? 0 : 500, 2) }
      $0.timecodeEdits = atom("edts", atom("elst", u32(0), u32(2000), rows))
    }
    let timecode = try greedy.timecode()
    #expect(timecode.segments.count <= greedy.bytes.count)
  }

  /// Two samples of 3000 bytes cannot both be in a file of less than 6000, though both begin in it.
  @Test func samplesThatShareBytesAreNotAllRead() throws {
    let two = movie { $0.timecodes = [(5, 2400), (6, 2400)] }
    var bytes = two.bytes
    #expect((3028..<6000).contains(bytes.count))
    let sizes = Array("stsz".utf8) + u32(0)
    let old = try #require(bytes.firstRange(of: sizes + u32(4) + u32(2)))
    bytes.replaceSubrange(old, with: sizes + u32(3000) + u32(2))
    let track = try #require(try Movie(from: MemorySource(bytes)).track(2))
    let timecode = try TimecodeTrack(track)
    #expect(timecode.sampleCount == 1)
    let found = timecode.diagnostics.first { $0.rule == "timecode-sample-unreadable" }
    #expect(
      found?.message
        == "sample 1 of 2 is not read, because the samples up to it have more than \(bytes.count) "
        + "bytes; the rest is skipped")
  }

  /// What is in the file of a chunk that goes past its end is read.
  @Test func chunkThatTheEndCutsOff() throws {
    var bytes = movie { $0.timecodes = [(5, 2400), (6, 2400), (7, 2400), (9, 2400)] }.bytes
    let table = try #require(bytes.indices.last { bytes[$0...].starts(with: ascii("stco")) })
    bytes.replaceSubrange(table + 12..<table + 16, with: u32(UInt32(bytes.count) - 8))
    let track = try #require(try Movie(from: MemorySource(bytes)).track(2))
    let timecode = try TimecodeTrack(track)
    #expect(timecode.sampleCount == 2)
    #expect(
      timecode.diagnostics.map(\.message) == [
        "sample 2 of 4 has 4 bytes at \(bytes.count), which cannot be read; the rest is skipped"
      ])
  }

  /// Of tracks that have the same samples, no more is read than there could be in the file without that.
  @Test func samplesThatTracksShareAreNotAllRead() throws {
    var bytes = movie { $0.timecodes = (0..<400).map { (Int32($0 * 2), 6) } }.bytes
    try BrokenFile.record(
      "", BrokenFile.plain, "moov/trak[1]/mdia/minf/stbl/stts", TimeToSample.self
    ) {
      $0.entries = try Table([TimeToSample.Row(sampleCount: 400, sampleDelta: 6)])
    }.change(&bytes)
    try BrokenFile.atom("", BrokenFile.plain, "moov") { moov in
      let own = try #require(moov.children.last { $0.trackID == 2 })
      for id: UInt32 in 3...8 {
        var other = own
        let header = try #require(other.children.firstIndex { $0.type == "tkhd" })
        var record = try other.children[header].decode(TrackHeader.self)
        record.trackID = id
        other.children[header] = try Atom("tkhd", record)
        moov.children.append(other)
      }
    }.change(&bytes)
    #expect((3 * 1600..<7 * 1600).contains(bytes.count), "\(bytes.count)")
    let movie = try Movie(from: MemorySource(bytes))
    func read() throws -> [TimecodeTrack] { try movie.timecodeTracks.map { try TimecodeTrack($0) } }
    let tracks = try read()
    #expect(tracks.count == 7)
    #expect(tracks.prefix(3).allSatisfy { $0.sampleCount == 400 && $0.diagnostics.isEmpty })
    #expect(tracks.reduce(0) { $0 + 4 * $1.sampleCount } <= bytes.count)
    let last = try #require(tracks.last)
    #expect(
      last.diagnostics.map(\.message) == [
        "sample \(last.sampleCount) of 400 is not read, because the timecode tracks share their samples, which have "
          + "more than \(bytes.count) bytes together; the rest is skipped"
      ])
    #expect(try read().map(\.sampleCount) == tracks.map(\.sampleCount))
  }

  /// They are made when they are asked for, and can be changed.
  @Test func aSourceHasARunForEachSegment() throws {
    let jumping = movie { $0.timecodes = (0..<24).map { ($0 % 2 == 0 ? 0 : 500, 2) } }
    let segments = try jumping.timecode().segments
    var source = try #require(try jumping.movie().timecodeSources().sources.first)
    #expect(source.runs.count == segments.count && segments.count > 20)
    for (run, segment) in zip(source.runs, segments) {
      #expect(run.time == segment.movieTime && run.duration == segment.duration)
      #expect(.frameNumber(run.frameNumber) == segment.first)
    }
    #expect(source.start == source.runs[0].start)
    let same = source
    let last = source.runs.removeLast()
    #expect(source.runs.count == segments.count - 1 && source != same)
    #expect(source.eachRun.first == same.runs[0])
    source.runs.append(last)
    #expect(source == same && source.hashValue == same.hashValue)
  }

  /// A header that says 0 does not know how long the samples last.
  @Test func mediaWithoutDurationInItsHeader() throws {
    for ids in [[], [2]] as [[UInt32]] {
      var bytes = movie { $0.timecodeIDs = ids }.bytes
      let headers = bytes.indices.filter { bytes[$0...].starts(with: ascii("mdhd")) }
      let place = try #require(headers.last) + 20
      bytes.replaceSubrange(place..<place + 4, with: u32(0))
      let track = try #require(try Movie(from: MemorySource(bytes)).track(2))
      let found = try TimecodeTrack(track).segments
      #expect(found.map(\.first) == [.frameNumber(1000)])
      #expect(found.map(\.last) == [.frameNumber(1047)])
    }
  }

  // MARK: Rates

  /// Timescale of the movie, duration and rate of an edit. The media of most is rounded, as no timescale holds
  /// its length.
  static let rates: [(UInt32, UInt32, UInt32)] = [
    (90000, 63_071_326, 43691), (90000, 63_071_326, 52429), (600_000, 6_000_001, 21845),
    (600_000, 59_999_999, 62915), (48000, 4_761_601, 39322), (1000, 98765, 43690),
    (600, 59_999, 16385), (90000, 63_071_326, 32768), (90000, 63_071_326, 65536), (90000, 7, 1),
    (90000, 63_071_326, 131_073), (600, 300, 0),
  ]

  /// The rate is the one that the list has, and it is written again.
  @Test(arguments: rates)
  func ratesOfRoundedMedia(scale: UInt32, duration: UInt32, rate: UInt32) throws {
    let track = try movie {
      $0.timescale = scale
      $0.videoEdits = MovieBytes.edits((duration, 0, rate))
    }.movie().tracks[0]
    #expect(track.edits[0].rateIn65536 == Int64(rate))
    let rows = try EditRows(
      track.edits, movieTimescale: Int32(scale), mediaTimescale: 2400, shift: 0)
    #expect(rows.map(\.mediaRate.rawValue) == [Int32(rate)])
    #expect(rows.map(\.segmentDuration) == [UInt64(duration)])
  }

  // MARK: Look-up

  /// Ticks of a frame and per second, the duration that is declared, the label and its frame number. The label
  /// begins with its frame, which other look-ups count by the frames of the video.
  @Test(
    arguments: [
      (1001, 24000, (100, 2398), 24, (1, 13, 0, 0), 105_120),
      (1001, 24000, (100, 2397), 24, (1, 13, 53, 7), 106_399),
      (1001, 24000, (1001, 24000), 24, (1, 13, 0, 0), 105_120),
      (1001, 30000, (100, 2997), 30, (1, 0, 0, 1), 108_001),
      (1, 25, (1, 25), 25, (1, 0, 0, 0), 90000), (1001, 24000, (100, 2398), 24, (0, 0, 0, 0), 0),
      (1001, 24000, (100, 2398), 24, (1, 23, 19, 23), 119_999),
    ] as [(UInt32, UInt32, (UInt32, UInt32), UInt8, (Int, Int, Int, Int), Int64)])
  func labelsOfARoundedDuration(
    ticks: UInt32, scale: UInt32, declared: (UInt32, UInt32), quanta: UInt8,
    label: (Int, Int, Int, Int), number: Int64
  ) throws {
    let long = movie {
      ($0.timescale, $0.mediaTimescale) = (scale, scale)
      $0.videoDurations = [(120_000, ticks)]
      $0.frameDuration = declared
      $0.quanta = quanta
      $0.timecodes = [(0, 120_000 * ticks)]
    }
    let timecode = Timecode(
      hours: label.0, minutes: label.1, seconds: label.2, frames: label.3)
    let range = try #require(try long.timeline().range(of: timecode))
    #expect(range.start == MediaTime(value: number * Int64(ticks), timescale: Int32(scale)))
    #expect(range.duration == MediaTime(value: Int64(ticks), timescale: Int32(scale)))
    #expect(try long.timeline().value(at: range.start)?.value == .frameNumber(number))
  }

  /// The mean of these frames has a denominator that no timescale holds: 120000 frames of 3003 ticks, and one
  /// of 3004.
  @Test func labelsOfFramesOfAnOddMean() throws {
    let odd = movie {
      ($0.timescale, $0.mediaTimescale) = (90000, 90000)
      $0.videoDurations = [(60000, 3003), (1, 3004), (60000, 3003)]
      $0.frameDuration = (1001, 30000)
      $0.quanta = 30
      $0.timecodes = [(0, 120_000 * 3003 + 3004)]
    }
    let label = Timecode(hours: 1, minutes: 0, seconds: 0, frames: 0)
    let range = try #require(try odd.timeline().range(of: label))
    let begin = MediaTime(value: 108_000 * 3003 + 1, timescale: 90000)
    #expect((range.start - begin).absoluteValue <= MediaTime(value: 1, timescale: 90000))
    #expect(try odd.timeline().start(ofFrameShowing: range, in: odd.movie().tracks[0]) == nil)
  }

  /// Frames of a segment that begins in the middle of one, at half speed.
  @Test func framesOfASegment() throws {
    let slow = movie { $0.timecodeEdits = MovieBytes.edits((600, 1250, 0x8000)) }
    let timecode = try slow.timecode()
    let segment = timecode.segments[0]
    let times = (0..<4).map { timecode.movieTime(ofFrame: $0, in: segment) }
    #expect(
      times == [0, 100, 300, 500].map { MediaTime(value: $0, timescale: 2400) })
    #expect(timecode.movieTime(ofFrame: .max, in: segment) == nil)
    let held = try movie { $0.timecodeEdits = MovieBytes.edits((600, 1250, 0)) }.timecode()
    #expect(held.movieTime(ofFrame: 0, in: held.segments[0]) == nil)
  }

  // MARK: Reels

  /// The reels of two descriptions, each of one sample of a second, an edit of 300/600 s from a time of the
  /// media, and the reel that is shown.
  @Test(
    arguments: [
      ("A", "B", nil, "A"), ("A", "B", 2400, "B"), ("A", "B", 0, "A"), ("A", "B", 1800, "A"),
      (nil, "B", nil, "B"), (nil, "B", 0, nil), ("A", nil, 2400, nil), ("A", nil, nil, "A"),
      // Nothing is shown.
      ("A", "B", 9000, "A"), (nil, "B", 9000, "B"), (nil, nil, nil, nil),
    ] as [(String?, String?, Int32?, String?)])
  func reelOfWhatIsShown(first: String?, second: String?, start: Int32?, reel: String?) throws {
    var bytes = movie {
      $0.timecodes = [(1000, 2400), (5000, 2400)]
      $0.timecodeEdits = start.map { MovieBytes.edits((300, $0, normal)) }
    }.bytes
    let descriptions = [first, second].flatMap { name in
      let reel = name.map { atom("name", u16(UInt16($0.utf8.count)), u16(0), ascii($0)) }
      return atom(
        "tmcd", zeros(6), u16(1), u32(0), u32(0), u32(2400), u32(100), u8(24), u8(0), reel ?? [])
    }
    let tables: [FourCC: [UInt8]] = [
      "stsd": u32(0) + u32(2) + descriptions, "stco": u32(0) + u32(2) + u32(28) + u32(32),
      "stsc": u32(0) + u32(2) + [1, 1, 1, 2, 1, 2].flatMap { u32($0) },
    ]
    try BrokenFile.atom("", BrokenFile.plain, "moov/trak[1]/mdia/minf/stbl") { stbl in
      for index in stbl.children.indices {
        let type = stbl.children[index].type
        if let content = tables[type] { stbl.children[index] = Atom(type, .bytes(content[...])) }
      }
    }.change(&bytes)
    let track = try TimecodeTrack(#require(try Movie(from: MemorySource(bytes)).track(2)))
    #expect(track.formats.count == 2)
    #expect(TimecodeTimeline(track).reel == reel)
  }

  // MARK: References

  @Test func referencesThatLeadNowhere() throws {
    func rules(_ ids: [UInt32]) throws -> [String] {
      try movie { $0.timecodeIDs = ids }.movie().diagnostics.map(\.rule)
    }
    #expect(try rules([2]) == [])
    #expect(try rules([]) == [])
    #expect(try rules([9]) == ["track-reference"])
    #expect(try rules([1, 2]) == ["track-reference"])
    #expect(try rules([0]) == [])
  }

  // MARK: Frames

  /// In frames of the movie.
  private func frames(_ movie: MovieBytes) throws -> [Int64] {
    var times: [Int64] = []
    var frames = try PresentedFrames(movie.movie().tracks[0])
    while let time = frames.next()?.time { times.append(time.converted(to: 2400).value) }
    return times
  }

  @Test func framesThroughEdits() throws {
    let every = (0..<48).map { Int64($0) * 100 }
    #expect(try frames(movie()) == every)
    let trimmed = movie { $0.videoEdits = MovieBytes.edits((100, 1250, normal)) }
    #expect(try frames(trimmed) == [0, 50, 150, 250, 350])
    let slow = movie { $0.videoEdits = MovieBytes.edits((150, 0, 0x8000), (50, -1, normal)) }
    #expect(try frames(slow) == [0, 200, 400])
    let held = movie { $0.videoEdits = MovieBytes.edits((50, 1250, 0), (50, 4700, normal)) }
    #expect(try frames(held) == [0, 200])
    let beyond = movie { $0.videoEdits = MovieBytes.edits((600, 9000, normal)) }
    #expect(try frames(beyond) == [])
  }

  /// Edits that show no frame are passed over, and nothing else changes: 100 empty edits of a tick, then a frame, 100
  /// more, media that is not there, and a frame at half speed.
  @Test func framesWithoutEmptyEdits() throws {
    let gap = Array(repeating: (UInt32(1), Int32(-1), normal), count: 100)
    let rows = gap + [(25, 1000, normal)] + gap + [(25, 9000, normal), (50, 0, 0x8000)]
    let track = try movie {
      $0.videoEdits = atom(
        "edts",
        atom(
          "elst", u32(0), u32(UInt32(rows.count)),
          rows.flatMap { u32($0.0) + u32(UInt32(bitPattern: $0.1)) + u32($0.2) }))
    }.movie().tracks[0]
    let all = try PresentedFrames(track)
    for frames in [all, all.withoutEmptyEdits()] {
      let shown = frames.map { ($0.time.converted(to: 2400).value, $0.sample) }
      #expect(shown.map(\.0) == [400, 1000] && shown.map(\.1) == [10, 0])
    }
  }

  @Test func framesInTheOrderTheyAreShown() throws {
    // I P B B: shown 0 3 1 2, with two frames of delay.
    let reordered = movie {
      $0.videoDurations = [(8, 100)]
      $0.videoOffsets = (0..<2).flatMap { _ in [(1, 100), (1, 300), (2, 0)] as [(UInt32, Int32)] }
      $0.videoEdits = MovieBytes.edits((200, 100, normal))
    }
    #expect(try frames(reordered) == (0..<8).map { Int64($0) * 100 })
    let late = movie {
      $0.videoDurations = [(8, 100)]
      $0.videoOffsets = (0..<2).flatMap { _ in [(1, 100), (1, 300), (2, 0)] as [(UInt32, Int32)] }
      $0.videoEdits = MovieBytes.edits((100, 500, normal))
    }
    #expect(try frames(late) == [0, 100, 200, 300])
  }

  /// Durations and offsets of samples, an edit in ticks of 1/2400 s, and when frames are shown. One that the
  /// next replaces at its own time is none.
  @Test(
    arguments: [
      ([(1, 0), (4, 100)], nil, nil, [0, 100, 200, 300]),
      ([(1, 0), (4, 100)], nil, (1600, 0), [0, 100, 200, 300]),
      ([(2, 100), (1, 0), (2, 100)], nil, nil, [0, 100, 200, 300]),
      ([(2, 100), (1, 0), (2, 100)], nil, (400, 100), [0, 100, 200]),
      ([(2, 100), (3, 0), (2, 100)], nil, (400, 0), [0, 100, 200, 300]),
      // The last sample may last no time.
      ([(2, 100), (1, 0)], nil, nil, [0, 100, 200]),
      ([(2, 100), (2, 0)], nil, nil, [0, 100, 200]),
      ([(3, 0)], nil, nil, [0]),
      ([(2, 100), (1, 0), (2, 100)], [(2, 0), (1, 100), (2, 0)], nil, [0, 100, 200, 300]),
      ([(4, 100)], [(1, 100), (1, 300), (2, 0)], nil, [100, 200, 300, 400]),
      // Offsets give two samples one time, as where clips are joined badly.
      ([(4, 100)], [(1, 0), (1, 200), (2, 0)], nil, [0, 200, 300]),
      ([(4, 100)], [(1, 0), (1, 200), (2, 0)], (400, 0), [0, 200, 300]),
    ] as [([(UInt32, UInt32)], [(UInt32, Int32)]?, (UInt32, Int32)?, [Int64])])
  func framesThatAreReplacedAtOnce(
    durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)]?, edit: (UInt32, Int32)?,
    times: [Int64]
  ) throws {
    let odd = movie {
      $0.timescale = 2400
      $0.videoDurations = durations
      $0.videoOffsets = offsets
      $0.videoEdits = edit.map { MovieBytes.edits(($0.0, $0.1, normal)) }
    }
    #expect(try frames(odd) == times)
    #expect(try odd.movie().tracks[0].shownFrameCount() == Int64(times.count))
  }

  /// What is shown after the end of the media takes no look at all that is before it: 3 times 3000 frames are more than
  /// the file has bytes.
  @Test func editsPastTheEndTakeNoFrames() throws {
    let late = movie {
      $0.videoDurations = [(3000, 1)]
      $0.videoSize = 1
      $0.videoEdits = MovieBytes.edits(
        (25, 9000, normal), (25, 9000, normal), (25, 9000, normal), (25, 0, normal))
    }
    #expect(late.bytes.count < 9000)
    var frames = try PresentedFrames(late.movie().tracks[0])
    var samples: [Int] = []
    while let frame = frames.next() { samples.append(frame.sample) }
    #expect(samples == Array(0..<100) && !frames.isCut)
  }

  @Test func claimedFramesEndWithTheFile() throws {
    let greedy = movie {
      $0.videoDurations = [(0x7FFF_FFFF, 1)]
      $0.videoSize = 1
    }
    var frames = try PresentedFrames(greedy.movie().tracks[0])
    var count = 0
    while frames.next() != nil { count += 1 }
    #expect(frames.isCut)
    #expect(count <= greedy.bytes.count)
  }

  @Test func framesOfACoarseTimescaleGetTheirOwnTimecode() throws {
    // 30000/1001 frames a second at 600 ticks: 20, 20, … with one of 21 now and then.
    let starts = (0...300).map { ($0 * 1001 * 600) / 30000 }
    let coarse = movie {
      $0.mediaTimescale = 600
      $0.videoDurations = (0..<300).map { (1, UInt32(starts[$0 + 1] - starts[$0])) }
      $0.frameDuration = (1001, 30000)
      $0.quanta = 30
      $0.timecodes = [(500, UInt32(starts[300]))]
    }
    let timecode = try coarse.timecode()
    let video = try coarse.movie().tracks[0]
    let frames = try TimecodedFrames(TimecodeTimeline(timecode), of: video)
    #expect(frames.map { $0.value?.value } == (500..<800).map { .frameNumber($0) })
  }
}
