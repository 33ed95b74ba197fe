import Foundation
import TestSupport
import Testing

@testable import MovKit

/// A movie read for a part of its time gives the samples of that time as the whole movie does.
@Suite struct FragmentSeekTests {
  /// All that a sample says but for its index, which counts what was read.
  private struct Seen: Equatable {
    var decodeTime: MediaTime
    var presentationTime: MediaTime
    var duration: MediaTime
    var inMovie: MediaTimeRange?
    var bytes: Range<UInt64>
    var attachments: SampleAttachments
    var description: Int
  }

  private func samples(
    _ movie: Movie, _ track: Track, _ source: any ByteSource, during range: MediaTimeRange
  ) throws -> [Seen] {
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    output.samplesAtOnce = 1
    reader.timeRange = range
    reader.startReading()
    return output.sampleBuffers.map {
      Seen(
        decodeTime: $0.mediaTiming.decodeTime,
        presentationTime: $0.mediaTiming.presentationTime, duration: $0.duration,
        inMovie: $0.shownRange, bytes: $0.byteRange, attachments: $0.attachments,
        description: $0.sampleDescriptionIndex)
    }
  }

  private func time(_ ticks: Int64, _ timescale: Int32 = 2400) -> MediaTime {
    MediaTime(value: ticks, timescale: timescale)
  }

  private func range(_ start: Int64, _ end: Int64, _ timescale: Int32 = 2400) -> MediaTimeRange {
    MediaTimeRange(start: time(start, timescale), end: time(end, timescale))
  }

  /// Reads both ways, of all tracks and of each, and compares. Returns the movie that was read for
  /// the range alone, of all tracks.
  @discardableResult private func compare(
    _ whole: Movie, _ source: any ByteSource, _ range: MediaTimeRange, _ what: String
  ) throws -> Movie {
    func read(_ isWanted: (Track) -> Bool) throws -> Movie {
      try Movie(from: source, during: range, of: isWanted)
    }
    let part = try read { _ in true }
    #expect(part.tracks.map(\.path) == whole.tracks.map(\.path), "\(what)")
    for track in whole.tracks {
      let wanted = try samples(whole, track, source, during: range)
      let alone = try read { $0.path == track.path }
      #expect(alone.tracks.map(\.path).contains(track.path), "\(what)")
      for movie in [part, alone] {
        guard let found = movie.tracks.first(where: { $0.path == track.path }) else { continue }
        let seen = try samples(movie, found, source, during: range)
        #expect(seen == wanted, "\(what) \(range) track \(track.id) in \(movie.tracks.count)")
      }
    }
    return part
  }

  // MARK: By hand

  @Test(arguments: SegmentedMovie.Index.allCases, [false, true])
  func everyIndex(index: SegmentedMovie.Index, hasOpenGroups: Bool) throws {
    var movie = SegmentedMovie(index: index, count: 24, hasOpenGroups: hasOpenGroups)
    movie.padding = 20
    let edits = [
      nil, MovieBytes.edits((300, -1, 0x10000), (0, 100, 0x10000)),
      // Backwards, and a moment held.
      MovieBytes.edits((600, 15000, 0x10000), (600, 5000, 0x10000), (60, 20000, 0)),
      // What comes behind media without end cannot be known before all of it is.
      MovieBytes.edits((0, 100, 0x10000), (600, 5000, 0x10000)),
    ]
    for edits in edits.prefix(hasOpenGroups ? 2 : 4) {
      movie.edits = edits
      let source = MemorySource(movie.make().bytes)
      let whole = try Movie(from: source)
      let what = "\(index) \(edits?.count ?? 0)"
      var random = SplitMix64(seed: 7)
      for length in [1, 100, 2500] as [Int64] {
        let start = Int64(random.next() % 26_000)
        let part = try compare(whole, source, range(start, start + length), what)
        #expect(part.diagnostics.isEmpty)
      }
      let end = MediaTimeRange(start: time(20_000), end: .positiveInfinity)
      try compare(whole, source, end, what)
    }
  }

  @Test func samplesByHand() throws {
    let (bytes, _) = SegmentedMovie(index: .global1).make()
    let source = MemorySource(bytes)
    let movie = try Movie(from: source, during: range(100_350, 100_450))
    let tracks = movie.tracks
    #expect(movie.isFragmented && movie.readRange == range(100_350, 100_450))
    // From the sync sample to the last picture that is shown, in decode order.
    let video = try samples(movie, tracks[0], source, during: range(100_350, 100_450))
    #expect(video.map(\.decodeTime) == [100_000, 100_100, 100_200, 100_300].map { time($0) })
    #expect(video.map(\.presentationTime) == [100_100, 100_400, 100_200, 100_300].map { time($0) })
    #expect(video.map(\.attachments.isSync) == [true, false, false, false])
    let other = try samples(movie, tracks[1], source, during: range(100_350, 100_450))
    #expect(other.map(\.decodeTime) == [time(100_350)])
    // Its bytes say which it is.
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: tracks[1])
    #expect(try output.sample(presentedAt: time(100_350))?.data() == u32(669)[...])
  }

  @Test(arguments: [
    (SegmentedMovie.Index.global0, 60_000), (.global1, 60_000), (.perTrack, 60_000),
    (.tree, 60_000), (.treeInFront, 60_000), (.mfra0, 60_000), (.mfra1, 60_000),
    (.mfraOfTrack2, 60_000),
    // A read for each index, of which there are 20 one behind the other, or 200.
    (.chain, 150_000), (.perSegment, 1_000_000),
  ])
  func littleIsRead(index: SegmentedMovie.Index, mostBytes: Int) throws {
    let (bytes, moofs) = SegmentedMovie(index: index, padding: 30_000).make()
    #expect(moofs.count == 200 && bytes.count > 6_000_000)
    for start in [100_350, 100_010, 199_950] as [Int64] {
      let source = CountingSource(bytes)
      let movie = try Movie(from: source, during: range(start, start + 100))
      #expect(movie.readRange != nil)
      // To read an index takes in the fragment behind it.
      let most = [.chain: 25, .perSegment: 205][index] ?? 5
      #expect(source.count(of: moofs) <= most, "\(source.count(of: moofs)) at \(start)")
      #expect(source.byteCount < mostBytes, "\(source.byteCount) at \(start)")
    }
    let whole = CountingSource(bytes)
    _ = try Movie(from: whole)
    #expect(whole.count(of: moofs) == 200)
  }

  /// Without an index, nothing behind what is wanted is read.
  @Test func withoutIndexTheStartIsRead() throws {
    for hasTimes in [true, false] {
      let (bytes, moofs) = SegmentedMovie(index: .none, hasTimes: hasTimes).make()
      let source = CountingSource(bytes)
      let movie = try Movie(from: source, during: range(3_050, 3_100))
      #expect(source.count(of: moofs) <= 7)
      #expect(movie.diagnostics.isEmpty && movie.readRange != nil)
      let whole = try Movie(from: MemorySource(bytes))
      try compare(whole, MemorySource(bytes), range(3_050, 3_100), "\(hasTimes)")
    }
  }

  // MARK: Wrong indexes

  private static let wrong: [(SegmentedMovie.Index, error: Int64, shift: Int64)] = [
    (.global1, 0, 4), (.global1, 0, -4), (.global1, 0, 1 << 20), (.global1, 30_000, 0),
    (.global0, 0, 1), (.perTrack, 5_000, 0), (.tree, 20_000, 0),
    (.tree, 0, 8), (.treeInFront, 0, 12), (.chain, 0, 16), (.chain, 10_000, 0),
    (.mfra1, 0, 8), (.mfra1, 30_000, 0), (.mfra0, 0, 300), (.mfra0, 0, 1 << 24),
    (.mfra0, 3_000, 0), (.mfraOfTrack2, 0, 4), (.perSegment, 0, 7), (.perSegment, 8_000, 0),
  ]

  @Test(arguments: wrong.indices)
  func aWrongIndexIsNotFollowed(number: Int) throws {
    let (index, error, shift) = Self.wrong[number]
    for start in [20_050, 45_350] as [Int64] {
      var movie = SegmentedMovie(index: index, count: 60, error: error, shift: shift)
      movie.padding = 20
      let source = MemorySource(movie.make().bytes)
      let whole = try Movie(from: source)
      let part = try compare(whole, source, range(start, start + 500), "\(index) \(error) \(shift)")
      #expect(part.readRange == nil)
      #expect(part.diagnostics.map(\.rule) == ["fragment-index"], "\(index) \(error) \(shift)")
      #expect(part.diagnostics.map(\.severity) == [.warning])
    }
  }

  @Test func withoutTimesAnIndexCannotBeChecked() throws {
    for index in [SegmentedMovie.Index.global1, .mfra1] {
      let source = MemorySource(SegmentedMovie(index: index, hasTimes: false).make().bytes)
      let part = try compare(
        try Movie(from: source), source, range(100_350, 100_450), "\(index)")
      #expect(part.readRange == nil)
      #expect(part.diagnostics.map(\.rule) == ["fragment-time-missing"])
      #expect(part.diagnostics.map(\.severity) == [.note])
    }
  }

  /// Two indexes that refer to the same third one.
  @Test func indexesThatReferInCirclesEnd() throws {
    let (bytes, moofs) = SegmentedMovie(index: .none, count: 4).make()
    let opening = bytes[..<Int(moofs[0].lowerBound)]
    func sidx(_ firstOffset: UInt32, _ size: UInt32) -> [UInt8] {
      let times = u32(1) + u32(2400) + u32(0) + u32(firstOffset)
      let row = u32(1 << 31 | size) + u32(4000) + u32(0)
      return atom("sidx", zeros(4), times, u16(0), u16(1), row)
    }
    let indexes = sidx(44, 44) + sidx(0, 44) + sidx(0, 44)
    let source = MemorySource(Array(opening) + indexes + Array(bytes[opening.count...]))
    let part = try compare(try Movie(from: source), source, range(2_000, 2_100), "circle")
    #expect(part.diagnostics.map(\.rule) == ["fragment-index"])
  }

  /// Whatever byte is wrong, an answer comes, and soon.
  @Test func damageEndsSoon() throws {
    for index in [SegmentedMovie.Index.tree, .chain, .mfra1, .perSegment] {
      var movie = SegmentedMovie(index: index, count: 3)
      movie.padding = 0
      let bytes = movie.make().bytes
      let opening = SegmentedMovie(index: .none, count: 0).make().bytes.count
      var slowest = Duration.zero
      var random = SplitMix64(seed: 11)
      for _ in 0..<200 {
        var damaged = bytes
        let place = opening + Int(random.next() % UInt64(bytes.count - opening))
        damaged[place] ^= UInt8(1 + random.next() % 255)
        let source = MemorySource(damaged)
        slowest = max(
          slowest,
          ProcessorTime.measure {
            guard let part = try? Movie(from: source, during: range(2_100, 2_200)) else {
              return
            }
            for track in part.tracks {
              _ = try? samples(part, track, source, during: range(2_100, 2_200)).count
            }
          })
      }
      #expect(slowest < .seconds(1))
    }
  }

  // MARK: What else there is to a part

  @Test func aPartIsNotWrittenFrom() throws {
    let (bytes, _) = SegmentedMovie(index: .global1).make()
    let source = MemorySource(bytes)
    let part = try Movie(from: source, during: range(100_350, 100_450))
    #expect(throws: FormatError.self) { try MovieEditor(checking: part) }
    // The file itself is all there.
    var copy: [UInt8] = []
    for step in try part.file.writePlan().steps {
      switch step {
      case .bytes(let pieces, _): copy += pieces.bytes
      case .copy(let range, _): copy += bytes[Int(range.lowerBound)..<Int(range.upperBound)]
      default: Issue.record("\(step)")
      }
    }
    #expect(copy == bytes)
    #expect(part.file.unread.count == 2)
  }

  @Test func onlyWantedTracks() throws {
    let source = MemorySource(SegmentedMovie(index: .mfra1).make().bytes)
    let movie = try Movie(from: source, during: range(0, 100)) { $0.id == 2 }
    #expect(movie.tracks.map(\.id) == [2])
  }

  @Test func segmentsInFilesOfTheirOwn() throws {
    let (bytes, moofs) = SegmentedMovie(index: .perSegment, count: 20).make()
    // A `styp` of 16 bytes and a `sidx` of 52 stand ahead of each fragment.
    var starts = moofs.map { Int($0.lowerBound) - 68 }
    starts.insert(0, at: 0)
    starts.append(bytes.count)
    var parts: [MemorySource] = []
    for (start, end) in zip(starts, starts.dropFirst()) {
      parts.append(MemorySource(Array(bytes[start..<end])))
    }
    let source = try ConcatenatedSource(parts)
    let movie = try Movie(from: source, during: range(12_000, 12_100)) { $0.id == 1 }
    let found = try samples(movie, movie.tracks[0], source, during: range(12_000, 12_100))
    #expect(found.first?.decodeTime == time(11_000))
    #expect(movie.readRange != nil)
    let whole = try Movie(from: MemorySource(bytes))
    try compare(whole, source, range(12_000, 12_100), "files")
  }

  // MARK: Real files

  @Test func realFilesBothWays() throws {
    var (partial, files) = (0, 0)
    for url in MediaFiles.all() {
      guard let file = try? File(FilePath(url.path)), let whole = try? Movie(from: file),
        whole.isFragmented
      else { continue }
      files += 1
      let length = whole.tracks.map(\.editedDuration).filter(\.isNumeric).max() ?? .zero
      let ends = (0...8).map { length.multiplied(by: $0, over: 8) }
      var ranges = zip(ends, ends.dropFirst()).map { MediaTimeRange(start: $0, end: $1) }
      ranges += ends.map { MediaTimeRange(start: $0, duration: time(1, 1000)) }
      for range in ranges where range.isValid {
        let part = try compare(whole, file, range, url.lastPathComponent)
        if part.readRange != nil { partial += 1 }
      }
    }
    print("\(files) fragmented movies, \(partial) times read in part")
    #expect(partial > 30)
  }
}
