import Testing

@testable import MovKit

@Suite struct LargePictureWritingTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.file("video.h264", LargePictures.stream)
  }

  private func feed(_ spool: Spool?) throws -> VideoStreamFeed {
    try VideoStreamFeed(
      ByteStream(scratch["video.h264"]), options: LargePictures.options, spool: spool)
  }

  /// A movie is the same whether its pictures wait in memory or in a file.
  @Test(arguments: ["movieLast", "fastStart", "fragmented"])
  func moviesAreTheSame(layout: String) throws {
    let layouts: [String: MovieWriter.Options.Layout] = [
      "movieLast": .movieLast, "fastStart": .fastStart(),
      "fragmented": .fragmented(every: MediaTime(value: 1, timescale: 4)),
    ]
    let options = MovieWriter.Options(layout: try #require(layouts[layout]))
    for (name, memory) in [("memory.mov", nil), ("file.mov", 1 << 20)] as [(String, Int?)] {
      let spool = memory.map { Spool(memory: $0, beside: scratch[name]) }
      let feed = try feed(spool)
      let writer = try MovieWriter(to: scratch[name], options: options)
      let input = try writer.addInput(feed.settings(for: .quickTime))
      try writer.append([(feed, input)])
      try writer.finish()
      #expect(spool.map { $0.sizes.memory == 0 && $0.sizes.file > 0 } ?? true)
    }
    let isSame = try scratch.bytes("memory.mov") == scratch.bytes("file.mov")
    #expect(isSame)
  }

  /// Small pictures of which a fragment gathers many take their share of the spool's memory.
  @Test func smallPicturesCountInFragments() throws {
    typealias Made = HandmadeStream
    var units = [ParameterSetReadingTests.avcSequence(), ParameterSetReadingTests.avcPicture()]
    let filling = [UInt8](repeating: 0x55, count: 1000)
    units.append(Made.idr() + filling)
    for number in 1...7 as ClosedRange<UInt64> {
      units.append(Made.slice(number, lsb: 2 * number) + filling)
    }
    try scratch.file("video.h264", units.flatMap { [0, 0, 0, 1] + $0 })
    let spool = Spool(memory: 1 << 20, beside: scratch["out.mov"])
    let feed = try feed(spool)
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 100, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["out.mov"], options: MovieWriter.Options(layout: layout))
    let input = try writer.addInput(feed.settings(for: .quickTime))
    while try feed.appendNext(to: input) {}
    // Each has its slice behind four bytes of length.
    #expect(spool.sizes.memory == units.dropFirst(2).reduce(0) { $0 + $1.count + 4 })
    try writer.finish()
    #expect(spool.sizes == (0, 0))
  }

  /// After a fragment of very many pictures, those of each fragment are let go when it is written.
  @Test func writtenPicturesAreLetGo() throws {
    typealias Made = HandmadeStream
    var units = [ParameterSetReadingTests.avcSequence(), ParameterSetReadingTests.avcPicture()]
    units.append(Made.idr())
    for number in 1..<800 as Range<UInt64> {
      units.append(Made.slice(number % 16, lsb: 2 * number % 16))
    }
    let filling = [UInt8](repeating: 0x55, count: 1000)
    for number in 0..<400 as Range<UInt64> {
      units.append(Made.idr { $0.idrPictureID = number % 2 + 1 } + filling)
    }
    try scratch.file("video.h264", units.flatMap { [0, 0, 0, 1] + $0 })
    let spool = Spool(memory: 1 << 20, beside: scratch["out.mov"])
    let feed = try feed(spool)
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 100))
    let writer = try MovieWriter(
      to: scratch["out.mov"], options: MovieWriter.Options(layout: layout))
    let input = try writer.addInput(feed.settings(for: .quickTime))
    var (count, most) = (0, 0)
    while try feed.appendNext(to: input) {
      count += 1
      if count > 850 { most = max(most, spool.sizes.memory) }
    }
    #expect(count == 1200)
    // At most 16 pictures wait for their order, and two fragments of one picture for each other.
    #expect(most < 32 * 1000, "\(most)")
    try writer.finish()
    #expect(spool.sizes == (0, 0))
  }

  /// The same of a track that is put into a movie.
  @Test func insertedTracksAreTheSame() throws {
    let writer = try MovieWriter(to: scratch["first.mov"])
    let input = try writer.addInput(feed(nil).settings(for: .quickTime))
    try input.append(
      [1, 2, 3],
      timing: SampleTiming(
        duration: MediaTime(value: 1, timescale: 24), presentationTime: .zero, decodeTime: .zero))
    try writer.finish()
    let file = try File(scratch["first.mov"])
    var results: [[UInt8]] = []
    for memory in [nil, 1 << 20] as [Int?] {
      let feed = try feed(memory.map { Spool(memory: $0, beside: scratch["out.mov"]) })
      let insertion = try TrackInsertion(
        feed, settings: feed.settings(for: .quickTime), into: Movie(from: file),
        beside: scratch["out.mov"])
      _ = try OutputFile.write(
        insertion.writePlan(), from: file, others: insertion.sources,
        to: OutputPlace(scratch["out.mov"]),
        verify: { _ in })
      results.append(try scratch.bytes("out.mov"))
    }
    let isSame = results[0] == results[1] && results[0].count > 10_000_000
    #expect(isSame)
  }
}
