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

  @Test func chunksAlternate() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let inputs = try (0..<2).map { _ in
      try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    }
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
      let writer = try MovieWriter(to: scratch["out.mov"])
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
  fileprivate func append(_ bytes: [UInt8], at index: Int, description: Int = 0) throws {
    try append(bytes, timing: tenth(index), description: description)
  }
}
