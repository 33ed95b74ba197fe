import TestSupport
import Testing

@testable import MovKit

/// What is written is read back.
@Suite struct MovieWriterTests {
  static let layouts: [MovieWriter.Options.Layout] = [
    .movieLast, .fastStart(), .fastStart(reserving: 20000), .fastStart(reserving: 100),
    .fragmented(every: MediaTime(value: 1, timescale: 2)),
    .indexedFragments(every: MediaTime(value: 1, timescale: 2)),
  ]

  /// Random movies, in every layout, both formats and both ways to tell composition times.
  @Test(arguments: 0..<60) func readsBack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let movie = try WrittenMovie(&random)
    var options = MovieWriter.Options()
    options.fileType = random.once(in: 2) ? .mp4 : .quickTime
    options.layout = Self.layouts[Int(random.next() % UInt64(Self.layouts.count))]
    options.compositionOffsets = random.once(in: 2) ? .signed : .unsigned
    options.chunkDuration = MediaTime(value: Int64(random.next() % 20), timescale: 10)
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    try movie.write(with: writer, &random)
    #expect(try scratch.names == ["out.mov"])

    let file = try File(scratch["out.mov"])
    let read = try Movie(from: file)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    #expect(read.isQuickTime == (options.fileType == .quickTime))
    #expect(read.tracks.count == movie.tracks.count)
    for (track, wanted) in zip(read.tracks, movie.tracks) {
      #expect(track.mediaType == wanted.mediaType)
      #expect(track.timescale == wanted.timescale)
      #expect(track.sampleDescriptions.count == wanted.descriptions.count)
      let samples = try WrittenMovie.samples(of: track, in: file)
      #expect(samples.map(\.bytes) == wanted.samples.map(\.bytes))
      #expect(samples.map(\.isSync) == wanted.samples.map(\.isSync))
      #expect(samples.map(\.description) == wanted.samples.map(\.description))
      #expect(samples.map(\.duration) == wanted.samples.map(\.duration))
      guard let first = samples.first, let start = wanted.samples.first else { continue }
      #expect(
        samples.map { $0.decode - first.decode } == wanted.samples.map { $0.decode - start.decode })
      // What is presented at a time of the inputs is shown at that time of the movie.
      for (sample, wanted) in zip(samples, wanted.samples) where wanted.shown >= 0 {
        let shown = try #require(
          track.edits.last { !$0.isEmpty }, "nothing of track \(track.id) is shown")
        let moved =
          MediaTime(value: sample.shown, timescale: Int32(track.timescale)) - shown.source.start
          + shown.target.start
        let time = MediaTime(value: wanted.shown, timescale: Int32(track.timescale))
        let difference = (moved - time).seconds
        #expect(abs(difference) < 0.001, "shown at \(moved) and not at \(time)")
      }
    }
  }

  private func input(
    of writer: MovieWriter, edits: [MediaTimeMapping]? = nil
  ) throws -> MovieWriter.Input {
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()])
    settings.edits = edits.map { EditMappings($0) }
    return try writer.addInput(settings)
  }

  private static func edit(_ source: Int64, _ target: Range<Int64>) -> MediaTimeMapping {
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: 10) }
    let length = time(Int64(target.count))
    return MediaTimeMapping(
      source: MediaTimeRange(start: time(source), duration: length),
      target: MediaTimeRange(start: time(target.lowerBound), duration: length))
  }

  /// Where no edit or no media is, nothing is shown; edits that overlap are refused.
  @Test(arguments: layouts.dropLast()) func edits(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    func rows(_ edits: [MediaTimeMapping]) throws -> [EditList.Row] {
      let writer = try MovieWriter(
        to: scratch["out.mov"], overwriting: true, options: MovieWriter.Options(layout: layout))
      let input = try input(of: writer, edits: edits)
      for index in 0..<20 { try input.append([UInt8](repeating: 7, count: 10), at: index) }
      try writer.finish()
      let track = try Movie(from: try File(scratch["out.mov"])).tracks[0]
      return Array(
        try #require(track.atom.descendant("edts", "elst")).decode(EditList.self).entries)
    }
    #expect(
      try rows([Self.edit(2, 5..<8), Self.edit(10, 12..<15)]) == [
        EditList.Row(segmentDuration: 5, mediaTime: -1),
        EditList.Row(segmentDuration: 3, mediaTime: 2),
        EditList.Row(segmentDuration: 4, mediaTime: -1),
        EditList.Row(segmentDuration: 3, mediaTime: 10),
      ])
    #expect(
      try rows([Self.edit(-3, 0..<5)]) == [
        EditList.Row(segmentDuration: 3, mediaTime: -1),
        EditList.Row(segmentDuration: 2, mediaTime: 0),
      ])
    for wrong in [
      [Self.edit(0, 0..<5), Self.edit(5, 4..<8)],
      [
        MediaTimeMapping(
          source: MediaTimeRange(start: .zero, duration: .positiveInfinity),
          target: MediaTimeRange(start: .zero, duration: .positiveInfinity))
      ],
    ] {
      #expect(throws: WritingError.self) { try rows(wrong) }
    }
  }

  /// A track that ends before the movie starts is kept, and not shown.
  @Test(arguments: layouts) func beforeTheStart(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    var options = MovieWriter.Options(layout: layout)
    options.startTime = MediaTime(value: 2, timescale: 1)
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    let inputs = [try input(of: writer), try input(of: writer)]
    for (input, count) in zip(inputs, [40, 10]).reversed() {
      for index in 0..<count { try input.append([UInt8](repeating: 7, count: 10), at: index) }
    }
    try writer.finish()
    let movie = try Movie(from: try File(scratch["out.mov"]))
    #expect(try movie.tracks.map { try $0.sampleTable().count } == [40, 10])
    #expect(movie.tracks[0].shownEnd == MediaTime(value: 2, timescale: 1))
    var frames = try PresentedFrames(movie.tracks[1])
    #expect(frames.next() == nil, "\(layout)")
  }

  /// Options that no movie can have are refused before any media is taken.
  @Test func impossibleOptions() throws {
    let scratch = try Scratch()
    func refused(_ change: (inout MovieWriter.Options) -> Void) {
      var options = MovieWriter.Options()
      change(&options)
      #expect(throws: WritingError.self) {
        _ = try MovieWriter(to: scratch["out.mov"], options: options)
      }
    }
    refused { $0.timescale = 0 }
    refused { $0.timescale = .max }
    refused { $0.startTime = .invalid }
    refused { $0.startTime = .positiveInfinity }
    refused { $0.startTime = MediaTime(value: 1, timescale: 1, flags: .valid, epoch: 7) }
    let impossible = [
      MediaTime.invalid, .indefinite, .negativeInfinity, MediaTime(value: -1, timescale: 1),
      MediaTime(value: 1, timescale: 1, flags: .valid, epoch: 7),
    ]
    for time in impossible {
      refused { $0.layout = .fragmented(every: time) }
      refused { $0.layout = .indexedFragments(every: time) }
      refused { $0.chunkDuration = time }
    }
    // Content that was left in a file is not there to be written.
    refused { $0.extensions = [Atom("abcd", .extent(8..<5000))] }
    refused { $0.extensions = [Atom("udta", children: [Atom("abcd", .extent(8..<5000))])] }
    let writer = try MovieWriter(to: scratch["out.mov"])
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()])
    settings.extensions = [Atom("abcd", .extent(0..<UInt64.max))]
    #expect(throws: WritingError.self) { _ = try writer.addInput(settings) }
    #expect(Atom("abcd", .extent(0..<UInt64.max)).size == .max)
  }

  /// Samples of packets have no bytes of their own.
  @Test func packedAudio() throws {
    let movie = try Movie(from: try File(TestMovies.path("tables/sound-version-1.mov")))
    let track = try #require(movie.tracks(.audio).first)
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let input = try writer.addInput(for: track)
    let sample = try #require(try track.samples().first { _ in true })
    let error = #expect(throws: WritingError.self) { try input.append(sample) }
    #expect(error.map { "\($0)" }?.contains("MovieRemux copies them") == true)
  }

  /// A feed of `count` samples that says it has more than it appends.
  private struct CountedFeed: SampleFeed {
    var count: Int
    var isEndless = false
    var next = 0
    mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
      guard next < count else { return isEndless }
      try input.append([7, 7], at: next)
      next += 1
      return true
    }
  }

  /// Feeds are appended to their ends, or an error says why not.
  @Test func feeds() throws {
    let scratch = try Scratch()
    do {
      let writer = try MovieWriter(to: scratch["a.mov"])
      let inputs = [try input(of: writer), try input(of: writer)]
      try writer.append(inputs.map { (CountedFeed(count: 100), $0) })
      try writer.finish()
      let tracks = try Movie(from: try File(scratch["a.mov"])).tracks
      #expect(try tracks.map { try $0.sampleTable().count } == [100, 100])
    }
    // An input without a feed keeps the other one waiting.
    let waiting = try MovieWriter(to: scratch["b.mov"])
    let inputs = [try input(of: waiting), try input(of: waiting)]
    #expect(throws: WritingError.noSamplesSupplied(track: 1)) {
      try waiting.append([(CountedFeed(count: 100), inputs[0])])
    }
    let finished = try MovieWriter(to: scratch["c.mov"])
    let one = try input(of: finished)
    try one.markAsFinished()
    #expect(throws: WritingError.finished) {
      try finished.append([(CountedFeed(count: 1), one)])
    }
    let cancelled = try MovieWriter(to: scratch["d.mov"])
    let other = try input(of: cancelled)
    cancelled.cancel()
    #expect(throws: WritingError.finished) {
      try cancelled.append([(CountedFeed(count: 1), other)])
    }
    let endless = try MovieWriter(to: scratch["e.mov"])
    let last = try input(of: endless)
    #expect(throws: WritingError.noSamplesSupplied(track: 1)) {
      try endless.append([(CountedFeed(count: 3, isEndless: true), last)])
    }
  }

  @Test func chunksAlternate() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let inputs = [try input(of: writer), try input(of: writer)]
    var counts = [0, 0]
    for _ in 0..<100 {
      for (lane, input) in inputs.enumerated() {
        while counts[lane] < 40, input.isReadyForMoreData {
          try input.append([UInt8](repeating: 7, count: 10), at: counts[lane])
          counts[lane] += 1
          if counts[lane] == 40 { try input.markAsFinished() }
        }
      }
    }
    try #require(counts == [40, 40])
    try writer.finish()
    let tracks = try Movie(from: try File(scratch["out.mov"])).tracks
    // Half a second of each in turn.
    let places = try tracks.map { Array(try $0.sampleTable().sampleChunks.map(\.offset)) }
    try #require(places.map(\.count) == [8, 8])
    let inTurn = zip(places[0], places[1]).flatMap { [$0, $1] }
    #expect(inTurn == inTurn.sorted(), "\(places)")
  }

  @Test func chunksOfALateInput() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let inputs = [try input(of: writer), try input(of: writer)]
    // One after the other, as nobody should: the second is late all the time.
    for input in inputs {
      for index in 0..<40 { try input.append([UInt8](repeating: 7, count: 10), at: index) }
    }
    try writer.finish()
    let movie = try Movie(from: try File(scratch["out.mov"]))
    for track in movie.tracks {
      let chunks = Array(try track.sampleTable().sampleChunks)
      #expect(chunks.map(\.samples.count) == [Int](repeating: 5, count: 8))
    }
  }

  @Test func waitsForOthers() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let inputs = try (0..<2).map { _ in
      try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    }
    var taken = 0
    while inputs[0].isReadyForMoreData {
      try inputs[0].append([1], at: taken)
      taken += 1
    }
    // The chunk of the second half of a second has to wait for the other track.
    #expect(taken == 10)
    #expect(inputs[1].isReadyForMoreData)
    for index in 0..<6 { try inputs[1].append([2], at: index) }
    #expect(inputs[0].isReadyForMoreData)
    try inputs[1].markAsFinished()
    #expect(!inputs[1].isReadyForMoreData)
    #expect(inputs[0].isReadyForMoreData)
    try writer.finish()
    #expect(throws: WritingError.finished) { try writer.finish() }
    #expect(throws: WritingError.finished) { try inputs[0].append([1], at: 99) }
  }

  @Test(arguments: layouts) func cancelLeavesNothing(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    do {
      let writer = try MovieWriter(
        to: scratch["out.mov"], options: MovieWriter.Options(layout: layout))
      let input = try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
      for index in 0..<100 { try input.append([1, 2, 3], at: index) }
      writer.cancel()
      #expect(throws: WritingError.finished) { try input.append([1], at: 100) }
    }
    #expect(try scratch.names == [])
  }

  @Test func lettingGoLeavesNothing() throws {
    let scratch = try Scratch()
    try scratch.file("out.mov", [1, 2, 3])
    do {
      let writer = try MovieWriter(to: scratch["out.mov"], overwriting: true)
      let input = try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
      try input.append([1], at: 0)
    }
    #expect(try scratch.names == ["out.mov"])
    #expect(try scratch.bytes("out.mov") == [1, 2, 3])
  }

  @Test func refusesWhatCannotBe() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 0, sampleDescriptions: [try WrittenMovie.video()])
    #expect(throws: WritingError.self) { try writer.addInput(settings) }
    settings.timescale = .max
    #expect(throws: WritingError.self) { try writer.addInput(settings) }
    settings.timescale = 10
    let input = try writer.addInput(settings)
    try input.append([1], at: 5)
    #expect(throws: WritingError.decodeTimeGoesBack(track: 1)) { try input.append([1], at: 4) }
    #expect(throws: WritingError.noDescription(1, track: 1)) {
      try input.append([1], at: 6, description: 1)
    }
    let far = MediaTime(value: .max, timescale: 1)
    for bad in [MediaTime.invalid, .indefinite, .positiveInfinity, far] {
      #expect(throws: WritingError.timeOutOfRange(track: 1)) {
        try input.append(
          [1], timing: SampleTiming(duration: bad, presentationTime: bad, decodeTime: bad))
      }
    }
    let elsewhere = MediaTime(value: 1, timescale: 1, flags: .valid, epoch: 9)
    #expect(throws: WritingError.timeOutOfRange(track: 1)) {
      try input.append(
        [1],
        timing: SampleTiming(
          duration: MediaTime(value: 1, timescale: 10), presentationTime: elsewhere))
    }
    // More ticks in all than 64 bits hold with room to spare.
    let long = SampleTiming(
      duration: MediaTime(value: Int64(UInt32.max), timescale: 10),
      presentationTime: MediaTime(value: 6, timescale: 10),
      decodeTime: MediaTime(value: 6, timescale: 10))
    let source = try File(try scratch.sparseFile("source", size: UInt64(UInt32.max), []))
    #expect(throws: WritingError.timeOutOfRange(track: 1)) {
      try input.append(
        samples: 0..<UInt64(UInt32.max) - 1, of: source, ofSize: 1, timing: long)
    }
    #expect(throws: WritingError.tooLate) { try writer.addInput(settings) }
    // What was refused leaves no trace.
    try input.append([1], at: 6)
    try writer.finish()
    let movie = try Movie(from: try File(scratch["out.mov"]))
    #expect(try movie.tracks[0].sampleTable().count == 2)
  }

  /// Tracks of two writers have nothing to do with each other.
  @Test func referencesToAnotherMovie() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["a.mov"])
    let other = try MovieWriter(to: scratch["b.mov"])
    let mine = try input(of: writer)
    let foreign = try input(of: other)
    #expect(throws: WritingError.self) { try mine.addReference("chap", to: foreign) }
    let format = TimecodeFormat(frameDuration: MediaTime(value: 1, timescale: 10), frameQuanta: 10)
    #expect(throws: WritingError.self) {
      _ = try writer.addTimecode(format, startFrame: 0, for: [mine, foreign])
    }
    // What was refused leaves no trace.
    #expect(writer.inputs.count == 1)
    try mine.append([1], at: 0)
    try foreign.append([1], at: 0)
    try writer.finish()
    try other.finish()
    for name in ["a.mov", "b.mov"] {
      let tracks = try Movie(from: try File(scratch[name])).tracks
      #expect(tracks.count == 1 && tracks[0].references.isEmpty)
    }
  }

  /// A start that is no tick of the track: what begins later is shown when it should be, in ticks of the movie.
  @Test(arguments: [MovieWriter.Options.Layout.movieLast, .fastStart()])
  func startBetweenTicks(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    var options = MovieWriter.Options(layout: layout)
    options.startTime = MediaTime(value: -3, timescale: 2)
    options.timescale = 24000
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    let texts = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .text, timescale: 1, sampleDescriptions: [try WrittenMovie.video()]))
    for second in 0..<Int64(3) {
      try texts.append(
        [1],
        timing: SampleTiming(
          duration: MediaTime(value: 1, timescale: 1),
          presentationTime: MediaTime(value: second, timescale: 1)))
    }
    try writer.finish()
    let track = try Movie(from: try File(scratch["out.mov"])).tracks[0]
    let list = try #require(track.atom.descendant("edts", "elst")).decode(EditList.self)
    #expect(
      Array(list.entries) == [
        EditList.Row(segmentDuration: 36000, mediaTime: -1),
        EditList.Row(segmentDuration: 72000, mediaTime: 0),
      ])
  }

  /// Where 32 bits do not reach.
  @Test(arguments: [MovieWriter.Options.Layout.movieLast, .fastStart()])
  func writesMoreThan4GiB(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    let size: UInt64 = 5 << 30
    let marks: [(UInt64, [UInt8])] = [(0, [1]), (size / 2, [2]), (size - 1, [3])]
    let source = try File(try scratch.sparseFile("source", size: size, marks))
    let writer = try MovieWriter(
      to: scratch["out.mov"], options: MovieWriter.Options(layout: layout))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    for index in 0..<10 {
      let part = size / 10
      try input.append(
        UInt64(index) * part..<UInt64(index + 1) * part, of: source, timing: tenth(index))
    }
    try writer.finish()
    let file = try File(scratch["out.mov"])
    let movie = try Movie(from: file)
    #expect(movie.diagnostics.isEmpty)
    #expect(movie.file.first("mdat")?.form == .extended)
    #expect(movie.tracks[0].atom.descendant("mdia", "minf", "stbl", "co64") != nil)
    let table = try movie.tracks[0].sampleTable()
    #expect(try file.read(at: table[0].offset, count: 1) == [1])
    #expect(try file.read(at: table[5].offset, count: 1) == [2])
    #expect(try file.read(at: table[9].byteRange.upperBound - 1, count: 1) == [3])
    #expect(try scratch.space("out.mov") < 1 << 20)
  }
}

func tenth(_ index: Int) -> SampleTiming {
  let time = MediaTime(value: Int64(index), timescale: 10)
  return SampleTiming(
    duration: MediaTime(value: 1, timescale: 10), presentationTime: time, decodeTime: time)
}

extension MovieWriter.Input {
  /// A sample that lasts a tenth of a second.
  fileprivate func append(_ bytes: [UInt8], at index: Int, description: Int = 0)
    throws(WritingError)
  {
    try append(bytes, timing: tenth(index), description: description)
  }
}
