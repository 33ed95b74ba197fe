import Foundation
import Testing

@testable import MovKit

/// What a newcomer writes first: each line of the README and its relatives.
@Suite struct FrontDoorTests {
  private static let clip = TestMovies.path("camera/camera.mov")

  /// A path as text, in a folder of its own.
  private func withCopy(
    of movie: FilePath = clip, _ body: (_ folder: Scratch, _ path: String) throws -> Void
  ) throws {
    let scratch = try Scratch()
    let path = scratch["clip.mov"].description
    try Data(contentsOf: URL(fileURLWithPath: movie.description))
      .write(to: URL(fileURLWithPath: path))
    try body(scratch, path)
  }

  @Test func readsWhatAMovieIs() throws {
    let movie = try Movie(path: Self.clip.description)
    let track = try #require(movie.tracks(.video).first)
    #expect(track.size.width == 320 && track.size.height == 180)
    #expect("\(track.size)" == "320 × 180")
    #expect(track.language == nil && track.languageCode.rawValue == 0x7FFF)
    #expect(track.frameRate?.description == "30000/1001")
    #expect(track.frameRate?.value == 30000.0 / 1001)
    #expect(movie.tracks(.timecode).isEmpty && movie.tracks(MediaType(rawValue: "strm")).isEmpty)
    let english = try Movie(path: TestMovies.path("timecode/24.mov"))
    #expect(english.tracks.compactMap(\.language) == ["eng"])
  }

  @Test func valuesReadWell() {
    #expect(UFixed16x16(rawValue: 20_971_520).value == 320)
    #expect("\(UFixed16x16(rawValue: 20_971_520))" == "320")
    #expect("\(Fixed8x8(rawValue: -0x180))" == "-1.5" && Fixed8x8(rawValue: -0x180).value == -1.5)
    #expect(Fixed2x30(0.5).rawValue == 1 << 29 && Fixed16x16(.nan).rawValue == 0)
    #expect(UFixed16x16(1e9).rawValue == .max && UFixed16x16(-1).rawValue == 0)
    #expect("\(LanguageCode(rawValue: 0x15C7))" == "eng")
    #expect("\(LanguageCode(rawValue: 32767))" == "not given")
    #expect("\(MacDate(rawValue: 0))" == "not set")
    #expect("\(MediaType.video)" == "vide")
    let half: MediaRate = 0.5
    #expect(half == MediaRate(1, over: 2))
    let third: MediaRate = 0.25
    #expect(third.description == "1/4")
  }

  /// What is printed of the values that a program has in its hands.
  @Test func valuesPrintWell() throws {
    let movie = try Movie(path: TestMovies.path("camera/moov-last.mov"))
    let track = try #require(movie.tracks(.video).first)
    #expect("\(track)" == "track 1 (vide) at moov/trak[0]")
    #expect("\(track.edits)" == "[[2002/30000, 62062/30000) at [0/1000, 2002/1000)]")
    #expect("\(EditMappings([]))" == "[]")
    let sample = try #require(try track.samples().first { _ in true })
    #expect("\(sample)".hasPrefix("sample 0 of track 1: 0/"))
    #expect("\(sample)".hasSuffix(" bytes at \(sample.byteRange.lowerBound)"))
    let frame = MediaTime(value: 1, timescale: 25)
    #expect("\(SampleTiming(duration: frame, presentationTime: frame * 2))" == "2/25 for 1/25")
    #expect(
      "\(SampleTiming(duration: frame, presentationTime: frame * 2, decodeTime: frame))"
        == "2/25 for 1/25, decoded at 1/25")
    #expect("\(Timecode(hours: 1, minutes: 2, seconds: 3, frames: 4))" == "01:02:03:04")
    let finding = Diagnostic("a-rule", .warning, "something is odd", path: "moov/trak[1]", at: 12)
    #expect("\(finding)" == "warning: moov/trak[1] at 12: something is odd [a-rule]")
    #expect("\(Diagnostic("b", .note, "so is this"))" == "note: so is this [b]")
    #expect("\(Diagnostic("b", .error, "or this", at: 3))" == "error: at 3: or this [b]")
  }

  @Test func valuesCompareAndHash() throws {
    let movie = try Movie(path: Self.clip)
    let reader = MovieReader(movie)
    #expect(reader.status == .unknown && reader.status != .failed(.notStarted))
    _ = try reader.addOutput(for: movie.tracks[0])
    reader.startReading()
    #expect(reader.status == .reading)
    let second = MediaTime(value: 1, timescale: 1)
    let options = MovieWriter.Options(layout: .fragmented(every: second))
    #expect(options.layout == .fragmented(every: MediaTime(value: 2, timescale: 2)))
    #expect(options.layout != .indexedFragments(every: second) && options.layout != .movieLast)
    let finding = Diagnostic("rule", .note, "odd")
    #expect(Set([finding, finding, Diagnostic("rule", .note, "even")]).count == 2)
    let edits = movie.tracks.map(\.edits)
    #expect(Set(edits + edits.map { EditMappings($0) }).count == Set(edits.map { Array($0) }).count)
    #expect(Set([edits[0], EditMappings([])]).count == 2)
    let items = try Movie(path: TestMovies.path("metadata/mdta-keys.mov")).metadata
    #expect(!items.isEmpty && Set(items + items).count == items.count)
    let place = GeographicLocation(coordinates: "48.1,11.5")
    #expect(Set([place, GeographicLocation(coordinates: "48.1, 11.5")]).count == 1)
    let timing = try movie.tracks[0].frameTiming()
    #expect(Set([timing, timing]).count == 1)
  }

  @Test func walksSamplesTwice() throws {
    let movie = try Movie(path: Self.clip)
    let track = try #require(movie.tracks(.video).first)
    let samples = try track.samples()
    var bytes = 0
    for sample in samples { bytes += try sample.data().count }
    #expect(bytes > 0)
    #expect(samples.map(\.index) == Array(0..<90))
    #expect(samples.map(\.index) == Array(0..<90))
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    #expect(throws: ReadingError.notStarted) { try output.nextSample() }
    #expect(throws: ReadingError.notStarted) { try reader.nextSample() }
    #expect(output.sampleBuffers.map(\.index).count == 90)
    #expect(output.sampleBuffers.map(\.index).count == 90)
    reader.startReading()
    #expect(try output.nextSample()?.index == 0)
  }

  @Test func outlivesItsReader() throws {
    let movie = try Movie(path: Self.clip)
    func output() throws -> TrackOutput {
      let reader = MovieReader(movie)
      defer { reader.startReading() }
      return try reader.addOutput(for: movie.tracks[0])
    }
    let alone = try output()
    #expect(try alone.nextSample()?.index == 0)
    #expect(try alone.nextSample()?.data().isEmpty == false)
  }

  @Test func stampsAndReadsBack() throws {
    try withCopy { scratch, path in
      let movie = try Movie(path: path)
      #expect(try movie.timecode == nil)
      var editor = MovieEditor(movie)
      try editor.stamp(.init(start: "01:00:00:00", reel: "A001"))
      #expect(throws: StampError.alreadyStamped) { try editor.stamp(.init(start: "02:00:00:00")) }
      let out = scratch["out.mov"].description
      try editor.write(to: out)
      #expect(throws: EditingError.self) { try editor.write(to: out) }
      try editor.write(to: out, overwriting: true)
      #expect(throws: EditingError.self) { try editor.write(to: path, overwriting: true) }
      for path in [out, path] {
        if path != out { try editor.writeInPlace() }
        let stamped = try Movie(path: path)
        let timecode = try #require(try stamped.timecode)
        #expect(timecode.start == "01:00:00:00" && timecode.reel == "A001")
        #expect(timecode.label(at: MediaTime(value: 1001, timescale: 1000)) == "01:00:01:00")
        #expect(timecode.label(at: MediaTime(value: 100, timescale: 1)) == nil)
        let frames = Array(try stamped.frames())
        #expect(frames.count == 90)
        #expect(frames[0].time == .zero && frames[0].isSync && frames[0].timecode == "01:00:00:00")
        #expect(frames[89].timecode == "01:00:02:29")
        #expect(try Array(stamped.frames()).map(\.timecode) == frames.map(\.timecode))
      }
      // What was opened before is not what is there now.
      #expect(throws: EditingError.self) { try editor.writeInPlace() }
    }
  }

  @Test func framesWithoutTimecode() throws {
    let movie = try Movie(path: Self.clip)
    #expect(try movie.frames().allSatisfy { $0.timecode == nil })
    let sound = try Movie(path: TestMovies.path("sound/pcm-s16.mov"))
    #expect(throws: ReadingError.self) { try sound.frames() }
    #expect(throws: ReadingError.self) { try Movie(path: "/nowhere/a.mov") }
  }

  // MARK: Other sources

  @Test func memoryIsAsGoodAsAFile() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.clip.description))
    let movie = try Movie(from: data)
    #expect(try movie.tracks[0].samples().reduce(0) { try $0 + $1.data().count } > 0)
    var editor = MovieEditor(movie)
    try editor.stamp(.init(start: "10:00:00:00"))
    let scratch = try Scratch()
    try editor.write(to: scratch["out.mov"])
    #expect(try Movie(path: scratch["out.mov"]).timecode?.start == "10:00:00:00")
    #expect(throws: EditingError.notAFile) { try editor.writeInPlace() }
  }

  /// A source as an HTTP client is one: it answers later.
  private struct SlowSource: AsyncByteSource {
    let bytes: [UInt8]
    var failsAt = UInt64.max
    let requests = Log()
    var size: UInt64 { UInt64(bytes.count) }

    final class Log: Sendable {
      private let ranges = Lock<[Range<UInt64>]>([])
      var all: [Range<UInt64>] { ranges.value }
      func add(_ range: Range<UInt64>) { ranges.change { $0.append(range) } }
    }

    func read(at offset: UInt64, count: Int) async throws(IOError) -> [UInt8] {
      requests.add(offset..<offset + UInt64(count))
      try? await Task.sleep(nanoseconds: 1_000_000)
      guard offset < failsAt else { throw IOError(.read, nil, .failed("HTTP 503")) }
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }
  }

  @Test(arguments: ["camera/camera.mov", "fragments/plain.mp4", "timecode-handmade/trimmed.mov"])
  func asynchronousSources(_ name: String) async throws {
    let path = TestMovies.path(name)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path.description)))
    let source = SlowSource(bytes: bytes)
    let movie = try await Movie(from: source)
    let plain = try Movie(path: path)
    #expect(movie.tracks.map(\.id) == plain.tracks.map(\.id))
    try await movie.loadTimecode()
    #expect(try movie.timecode?.start == plain.timecode?.start)
    for (track, other) in zip(movie.tracks, plain.tracks) {
      var expected = try other.samples().makeIterator()
      for try await sample in try track.asyncSamples() {
        #expect(try sample.data() == expected.next()?.data())
      }
      #expect(expected.next() == nil)
    }
    if let sample = try movie.tracks[0].samples().first(where: { $0.size > 0 }) {
      #expect(throws: ReadingError.io(IOError(.read, nil, .asynchronous))) {
        try sample.data()
      }
      var sample = sample
      try await sample.load()
      #expect(try sample.data().count == Int(sample.size))
    }
  }

  @Test func asynchronousSourcesFailAndEnd() async throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.clip.description)))
    await #expect(throws: ReadingError.io(IOError(.read, nil, .failed("HTTP 503")))) {
      _ = try await Movie(from: SlowSource(bytes: bytes, failsAt: 0))
    }
    let task = Task {
      try await Movie(from: SlowSource(bytes: bytes))
    }
    task.cancel()
    let result = await task.result
    #expect(throws: ReadingError.io(IOError(.read, nil, .cancelled))) { _ = try result.get() }
  }

  /// The headers come in few requests, and no media.
  @Test func asynchronousSourcesAreReadSparingly() async throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.clip.description)))
    let source = SlowSource(bytes: bytes)
    _ = try await Movie(from: source)
    #expect(source.requests.all.count < 12)
  }

  /// Of a movie of a mebibyte of media, before the header or after it, about the header is read.
  @Test(arguments: [false, true]) func mediaIsNotRead(isHeaderFirst: Bool) async throws {
    var movie = TinyMovie()
    movie.media = zeros(1 << 20)
    movie.isMoovFirst = isHeaderFirst
    let source = SlowSource(bytes: movie.bytes)
    #expect(try await Movie(from: source).tracks.count == 1)
    let read = source.requests.all.reduce(0) { $0 + $1.count }
    // The header has less than 1 KiB.
    #expect(read > 0 && read < 128 << 10, "\(read) bytes")
  }

  /// For a part of a fragmented movie, the index and the fragments of the part are read.
  @Test func asynchronousPart() async throws {
    let bytes = SegmentedMovie(index: .global1).make().bytes
    let range = MediaTimeRange(
      start: MediaTime(value: 100_350, timescale: 2400),
      duration: MediaTime(value: 1, timescale: 24))
    let source = SlowSource(bytes: bytes)
    let movie = try await Movie(from: source, during: range)
    let plain = try Movie(from: MemorySource(bytes), during: range)
    #expect(movie.readRange == range && movie.tracks.map(\.id) == [1, 2])
    #expect(!movie.file.unread.isEmpty && movie.file.unread == plain.file.unread)
    let read = source.requests.all.reduce(0) { $0 + $1.count }
    #expect(read > 0 && read < bytes.count / 4, "\(read) bytes of \(bytes.count)")
    let one = try await Movie(from: source, during: range, of: { $0.id == 2 })
    #expect(one.tracks.map(\.id) == [2])
    await #expect(throws: ReadingError.io(IOError(.read, nil, .failed("HTTP 503")))) {
      _ = try await Movie(from: SlowSource(bytes: bytes, failsAt: 0), during: range)
    }
  }

  /// While a slow read goes on, others of the same actor have their turn.
  @MainActor @Test func asynchronousReadingSuspends() async throws {
    struct Slow: ByteSource {
      let bytes: [UInt8]
      var size: UInt64 { UInt64(bytes.count) }
      func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
        usleep(20_000)
        return Array(bytes[Int(offset)..<Int(offset) + count])
      }
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.clip.description)))
    let movie = try Movie(from: Slow(bytes: bytes))
    var turns = 0
    let other = Task { @MainActor in
      while !Task.isCancelled {
        turns += 1
        await Task.yield()
      }
    }
    var count = 0
    for try await _ in try movie.tracks[0].asyncSamples() { count += 1 }
    other.cancel()
    #expect(count == 90 && turns > 3)
  }

  // MARK: From a reader to a writer

  /// The same with the settings of the track, and samples that are asked for.
  @Test(arguments: [
    "timecode-handmade/trimmed.mov", "edits/cut-by-copy.mov", "sound/pcm-s16.mov",
    "edits/late-video.mov", "camera/camera.mov", "sound/aac.m4a",
  ])
  func copyingWithSettings(_ name: String) throws {
    let movie = try Movie(path: TestMovies.path(name))
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    for track in movie.tracks {
      var samples = try track.samples().makeIterator()
      try writer.addInput(for: track).requestMediaDataWhenReady { input in
        while input.isReadyForMoreData {
          guard let sample = samples.next() else { return try input.markAsFinished() }
          try input.append(sample)
        }
      }
    }
    try writer.writeRequestedMedia()
    try writer.finish()
    let copy = try Movie(path: scratch["out.mov"])
    #expect(copy.tracks.count == movie.tracks.count)
    for (track, new) in zip(movie.tracks, copy.tracks) {
      let (before, after) = (try track.samples(), try new.samples())
      #expect(before.map { $0.shownRange?.start } == after.map { $0.shownRange?.start }, "\(name)")
      #expect(try before.map { try $0.data() } == after.map { try $0.data() })
      #expect(before.map(\.isSync) == after.map(\.isSync))
      #expect(track.languageCode == new.languageCode && track.size == new.size)
    }
  }

  /// A picture that is held first does not stop the clock of the samples.
  @Test func timesAfterADwell() throws {
    var movie = MovieBytes()
    movie.videoEdits = MovieBytes.edits((300, 0, 0), (600, 0, 0x10000))
    let samples = try Movie(from: movie.bytes).tracks[0].samples()
    let times = samples.map(\.presentationTime)
    #expect(times == times.sorted() && Set(times).count == times.count)
    // The dwell lasts half a second.
    #expect(times.first == MediaTime(value: 1, timescale: 2))
  }

  @Test func suppliersMustSupply() throws {
    let movie = try Movie(path: Self.clip)
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    try writer.addInput(for: movie.tracks[0]).requestMediaDataWhenReady { _ in }
    #expect(throws: WritingError.noSamplesSupplied(track: 1)) { try writer.writeRequestedMedia() }
    let other = try MovieWriter(to: scratch["other.mov"])
    var samples = try movie.tracks[0].samples().makeIterator()
    _ = try other.addInput(for: movie.tracks[1])
    try other.addInput(for: movie.tracks[0]).requestMediaDataWhenReady { input in
      guard let sample = samples.next() else { return try input.markAsFinished() }
      try input.append(sample)
    }
    // The input without a closure keeps the other one waiting.
    #expect(throws: WritingError.noSamplesSupplied(track: 2)) { try other.writeRequestedMedia() }
  }

  /// An invalid decode time is when the sample is shown, as in `CMSampleTimingInfo`.
  @Test func decodeTimesCanBeLeftOut() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let video = try writer.addInput(for: try Movie(path: Self.clip).tracks[0])
    let format = TimecodeFormat(frameDuration: MediaTime(value: 1, timescale: 25), frameQuanta: 25)
    let timecode = try writer.addInput(
      .init(
        mediaType: .timecode, timescale: 25, sampleDescriptions: [try format.sampleDescription()]))
    try video.addReference("tmcd", to: timecode)
    let second = MediaTime(value: 1, timescale: 1)
    try video.append(
      [0, 0, 0, 1, 9], timing: SampleTiming(duration: second, presentationTime: .zero))
    try timecode.append(
      try format.sampleBytes(frameNumber: 90_000),
      timing: SampleTiming(duration: second, presentationTime: .zero, decodeTime: .invalid))
    try writer.finish()
    let movie = try Movie(path: scratch["out.mov"])
    #expect(try movie.timecode?.start == "01:00:00:00")
    // A hand-made timecode track is as wide as its video.
    #expect(movie.tracks(.timecode).first?.size.width == 320)
  }

  /// The loop that one writes by instinct keeps timecode and picture together, whatever the edits.
  @Test(arguments: ["timecode-handmade/trimmed.mov", "edits/cut-by-copy.mov", "camera/camera.mov"])
  func copyingByInstinct(_ name: String) throws {
    let movie = try Movie(path: TestMovies.path(name))
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    var inputs: [(Track, MovieWriter.Input)] = []
    for track in movie.tracks {
      let settings = MovieWriter.TrackSettings(
        mediaType: track.mediaType ?? .video, timescale: track.timescale,
        sampleDescriptions: track.sampleDescriptions)
      inputs.append((track, try writer.addInput(settings)))
    }
    for (track, input) in inputs {
      for sample in try track.samples() {
        try input.append(sample.data(), timing: sample.timing)
      }
    }
    try writer.finish()
    let copy = try Movie(path: scratch["out.mov"])
    #expect(copy.tracks.count == movie.tracks.count)
    for (track, new) in zip(movie.tracks, copy.tracks) {
      // Each sample is shown when it was.
      let before = try track.samples().compactMap { $0.shownRange?.start }
      let after = try new.samples().compactMap { $0.shownRange?.start }
      #expect(
        !before.isEmpty && Set(before).isSubset(of: after), "\(name), track \(track.id)")
    }
  }
}

/// A value that several threads change.
private final class Lock<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value
  init(_ value: Value) { stored = value }
  var value: Value { lock.withLock { stored } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
