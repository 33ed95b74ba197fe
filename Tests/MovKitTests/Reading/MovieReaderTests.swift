import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MovKit

@Suite struct MovieReaderTests {
  private func media(_ name: String) throws -> (Movie, [UInt8]) {
    let bytes = try MediaFiles.bytes(of: MediaFiles.testMedia.appending(path: name))
    return (try Movie(from: MemorySource(bytes)), bytes)
  }

  // MARK: In order

  @Test(arguments: [
    "camera/moov-first.mov", "camera/vfr.mp4", "camera/two-video-tracks.mov", "sound/pcm-24.mov",
    "sound/aac.m4a", "sound/ima4.mov", "fragments/plain.mp4", "fragments/every-frame.mp4",
    "fragments/moov-with-samples.mp4", "fragments/default-base-moof.mov", "tables/stz2-4.mp4",
  ])
  func everySampleWithItsBytes(_ name: String) throws {
    let (movie, bytes) = try media(name)
    for track in movie.tracks {
      let table = try track.sampleTable()
      let reader = MovieReader(movie)
      let output = try reader.addOutput(for: track)
      #expect(throws: ReadingError.notStarted) { try output.nextSample() }
      output.samplesAtOnce = output.samplesInPacket
      reader.startReading()
      var index = 0
      while let buffer = try output.nextSample() {
        #expect(buffer.index == index)
        #expect(buffer.sample == table[index])
        #expect(buffer.trackID == track.id)
        let run = (index..<index + buffer.sampleCount).map { table[$0] }
        #expect(
          try Array(buffer.data())
            == run.flatMap { bytes[Int($0.offset)..<Int($0.offset + $0.size)] })
        index += buffer.sampleCount
      }
      #expect(index == table.count)
      guard case .completed = reader.status else {
        Issue.record("\(reader.status)")
        continue
      }
      #expect(try output.nextSample() == nil)
    }
  }

  @Test(arguments: ["camera/moov-first.mov", "fragments/plain.mp4", "camera/two-video-tracks.mov"])
  func allTracksAsTheyLieInTheFile(_ name: String) throws {
    let (movie, _) = try media(name)
    let reader = MovieReader(movie)
    var lists: [ArraySlice<SampleTable.Sample>] = []
    for track in movie.tracks {
      try reader.addOutput(for: track).samplesAtOnce = 1
      lists.append(try Array(track.sampleTable())[...])
    }
    reader.startReading()
    while let buffer = try reader.nextSample() {
      let next = lists.indices.filter { !lists[$0].isEmpty }
        .min { (lists[$0].first?.offset ?? 0, $0) < (lists[$1].first?.offset ?? 0, $1) }
      guard let next else {
        Issue.record("more samples than there are")
        break
      }
      #expect(buffer.sample == lists[next].removeFirst())
      #expect(buffer.trackID == movie.tracks[next].id)
    }
    let left = lists.map(\.count).reduce(0, +)
    #expect(left == 0)
  }

  /// Old compressed audio has several samples in a byte, which are given one at a time too.
  @Test(
    arguments: [("MAC6", 6, 1), ("MAC3", 3, 1), ("ima4", 64, 34)] as [(FourCC, UInt32, UInt32)])
  func moreSamplesThanBytes(format: FourCC, samples: UInt32, bytes: UInt32) throws {
    var source = MovieBytes()
    let count = 4000 / bytes * samples
    source.more = source.track(
      3, "soun", edits: nil,
      description: atom(
        format, zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u32(22050 << 16)),
      durations: [(count, 1)], size: 1, at: 32)
    let movie = try source.movie()
    let track = try #require(movie.track(3))
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    reader.startReading()
    var found: UInt32 = 0
    var size: UInt64 = 0
    while let sample = try output.nextSample() {
      found += 1
      size += sample.size
    }
    #expect(found == count && !output.isCut)
    #expect(size == UInt64(4000 / bytes * bytes))
  }

  /// Tables cannot claim any number of samples by claiming many for each byte.
  @Test func claimedSamplesOfPacketsEndWithTheFile() throws {
    var source = MovieBytes()
    // Version 1: samples and bytes of a packet, bytes of a frame and of a sample.
    let sound =
      u16(1) + zeros(6) + u16(1) + u16(16) + zeros(4) + u32(22050 << 16) + u32(.max) + u32(1)
      + u32(1) + u32(2)
    source.more = source.track(
      3, "soun", edits: nil, description: atom("QDM2", zeros(6), u16(1), sound),
      durations: [(0x7FFF_FFFF, 1)], size: 1, at: 32)
    let movie = try source.movie()
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: #require(movie.track(3)))
    reader.startReading()
    var found = 0
    let error = #expect(throws: ReadingError.self) {
      while try output.nextSample() != nil { found += 1 }
    }
    #expect(output.isCut && found <= 64 * source.bytes.count)
    #expect(error?.id == "limit-exceeded")
  }

  /// Edits cannot show any number of samples by repeating few. Whoever reads them gets one for each byte of the file,
  /// and is told that there are more.
  @Test func repeatedMediaEndsWithTheFile() throws {
    var source = MovieBytes()
    let row = u32(1200) + u32(0) + u32(0x10000)
    let rows = [[UInt8]](repeating: row, count: 1000).flatMap { $0 }
    source.videoEdits = atom("edts", atom("elst", u32(0), u32(1000), rows))
    let count = source.bytes.count
    #expect(count < 48 * 1000)
    let movie = try source.movie()
    let all = MediaTimeRange(start: .zero, duration: .positiveInfinity)
    let reader = MovieReader(movie)
    reader.timeRange = all
    let output = try reader.addOutput(for: movie.tracks[0])
    func found(_ next: () throws -> Int?) -> Int {
      reader.startReading()
      var found = 0
      let error = #expect(throws: ReadingError.self) {
        while let more = try next() { found += more }
      }
      #expect(error?.id == "limit-exceeded" && output.isCut)
      guard case .failed(.format) = reader.status else {
        Issue.record("\(reader.status)")
        return found
      }
      return found
    }
    #expect(found { try output.nextSample().map { _ in 1 } } == count)
    #expect(found { try reader.nextSample().map { _ in 1 } } == count)
    #expect(found { try output.nextBatch().map(\.samples.count) } == count)
    var samples = try movie.tracks[0].samples(during: all).makeIterator()
    var taken = 0
    while samples.next() != nil { taken += 1 }
    #expect(taken == count && samples.isCut)
    // The media alone is not too much.
    output.reset(forReadingTimeRanges: [])
    #expect(try output.nextSample() == nil)
    var once = try movie.tracks[0].samples().makeIterator()
    while once.next() != nil {}
    #expect(!once.isCut)
  }

  /// Durations and offsets of samples, an edit, and the samples that are shown, when, and for how long, in
  /// milliseconds: each until the next in presentation order.
  @Test(
    arguments: [
      // A gap of which composition offsets are the reason, and durations that reordering gives to others.
      (
        [(20, 100)], [(3, 0), (17, 200)], (500, 350, 0x10000),
        [[2, 0, 150], [3, 150, 100], [4, 250, 100], [5, 350, 100], [6, 450, 50]]
      ),
      (
        [(3, 100), (1, 400), (16, 100)], [(4, 0), (16, -300)], (500, 450, 0x10000),
        [[4, 0, 50], [5, 50, 100], [6, 150, 100], [7, 250, 100], [8, 350, 100], [9, 450, 50]]
      ),
      ([(1, 0), (3, 100)], nil, nil, [[1, 0, 100], [2, 100, 100], [3, 200, 100]]),
      ([(2, 100), (1, 0)], nil, nil, [[0, 0, 100], [1, 100, 100], [2, 200, 0]]),
      (
        [(4, 100)], [(1, 100), (1, 300), (2, 0)], (400, 100, 0x10000),
        [[0, 0, 100], [2, 100, 100], [3, 200, 100], [1, 300, 100]]
      ),
      ([(20, 100)], nil, (500, 1050, 0), [[10, 0, 500]]),
      ([(20, 100)], [(3, 0), (17, 200)], (500, 400, 0), [[2, 0, 500]]),
      ([(3, 100)], [(1, 0), (1, -100), (1, 0)], nil, [[1, 0, 200], [2, 200, 100]]),
    ] as [([(UInt32, UInt32)], [(UInt32, Int32)]?, (UInt32, Int32, UInt32)?, [[Int64]])])
  func picturesAreShownUntilTheNext(
    durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)]?, edit: (UInt32, Int32, UInt32)?,
    expected: [[Int64]]
  ) throws {
    var source = MovieBytes()
    (source.timescale, source.mediaTimescale) = (1000, 1000)
    (source.videoDurations, source.videoOffsets) = (durations, offsets)
    source.videoEdits = edit.map { MovieBytes.edits($0) }
    let movie = try source.movie()
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: movie.tracks[0])
    reader.startReading()
    let shown = output.sampleBuffers.compactMap { sample in
      sample.shownRange.map {
        [
          Int64(sample.index), $0.start.converted(to: 1000).value,
          $0.duration.converted(to: 1000).value,
        ]
      }
    }.sorted { $0[1] < $1[1] }
    #expect(shown == expected)
    // So says the sequence of frames.
    let frames = Array(try PresentedFrames(movie.tracks[0]))
    #expect(
      frames.map { [Int64($0.sample), $0.time.converted(to: 1000).value] }
        == expected.map {
          Array($0.prefix(2))
        })
  }

  @Test func soundInPieces() throws {
    let (movie, _) = try media("sound/pcm-24.mov")
    let track = try #require(movie.tracks(.audio).first)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    output.samplesAtOnce = output.samplesInPacket
    reader.startReading()
    let pieces = Array(output.sampleBuffers)
    #expect(pieces.count < output.samples.count / 100)
    #expect(pieces.allSatisfy { $0.size <= 1 << 16 && $0.timing.duration.value == 1 })
    #expect(pieces.map(\.duration).reduce(.zero, +) == track.mediaDuration)
  }

  @Test func severalWaysToEnd() throws {
    let (movie, _) = try media("camera/moov-first.mov")
    let reader = MovieReader(movie)
    guard case .unknown = reader.status else { throw Unexpected() }
    let output = try reader.addOutput(for: movie.tracks[0])
    reader.startReading()
    #expect(try output.nextSample()?.index == 0)
    #expect(try output.nextSample()?.index == 1)
    guard case .reading = reader.status else { throw Unexpected() }
    reader.cancelReading()
    #expect(try output.nextSample() == nil)
    #expect(try reader.nextSample() == nil)
    guard case .cancelled = reader.status else { throw Unexpected() }
    reader.startReading()
    #expect(try output.nextSample()?.index == 0)
    output.seek(to: 5)
    #expect(try reader.nextSample()?.index == 5)
    #expect(try output.nextSample()?.index == 6)
    #expect(try reader.nextSample()?.index == 7)
  }

  /// Without outputs there is nothing to wait for.
  @Test func noOutputs() throws {
    let (movie, _) = try media("camera/moov-first.mov")
    let reader = MovieReader(movie)
    guard case .unknown = reader.status else { throw Unexpected() }
    reader.startReading()
    guard case .completed = reader.status else { throw Unexpected() }
    #expect(try reader.nextSample() == nil)
    // An output that is added then has samples.
    let output = try reader.addOutput(for: movie.tracks[0])
    guard case .reading = reader.status else { throw Unexpected() }
    var count = 0
    while case .reading = reader.status, try reader.nextSample() != nil { count += 1 }
    guard case .completed = reader.status else { throw Unexpected() }
    #expect(count == output.samples.count)
  }

  @Test func asynchronousLoops() async throws {
    let (movie, _) = try media("camera/moov-first.mov")
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: movie.tracks[0])
    reader.startReading()
    var count = 0
    for try await sample in output.asyncSampleBuffers {
      #expect(sample.index == count)
      count += 1
    }
    #expect(count == output.samples.count)
  }

  private struct Unexpected: Error {}

  // MARK: Faults

  /// Can be read until it breaks.
  private final class FailingSource: ByteSource {
    let source: MemorySource
    let isBroken = Atomic<Bool>(false)
    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }
    var size: UInt64 { source.size }
    func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
      guard !isBroken.load(ordering: .relaxed) else { throw IOError(.read, nil, .changed) }
      return try source.read(at: offset, count: count)
    }
  }

  @Test func aFailingSourceEndsTheReading() throws {
    let source = FailingSource(MovieBytes().bytes)
    let movie = try Movie(from: source)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: movie.tracks[0])
    reader.startReading()
    source.isBroken.store(true, ordering: .relaxed)
    let sample = try #require(try output.nextSample())
    #expect(throws: ReadingError.io(IOError(.read, nil, .changed))) { try sample.data() }
    guard case .failed(.io) = reader.status else { throw Unexpected() }
    #expect(throws: ReadingError.io(IOError(.read, nil, .changed))) { try output.nextSample() }
  }

  @Test func aSampleBeyondTheEndIsNamed() throws {
    var movie = MovieBytes()
    movie.videoSize = 500
    let bytes = movie.bytes
    let read = try Movie(from: MemorySource(bytes))
    let reader = MovieReader(read)
    let output = try reader.addOutput(for: read.tracks[0])
    reader.startReading()
    var all: [SampleBuffer] = []
    while let sample = try output.nextSample() { all.append(sample) }
    #expect(try all[0].data().count == 500)
    // 48 samples of 500 bytes do not fit.
    let last = try #require(all.last)
    let size = bytes.count
    #expect(
      throws: ReadingError.format(
        FormatError(
          .beyondEnd("its 500 bytes go beyond the end of the file, which has \(size)"),
          path: "moov/trak[0]/sample[47]", at: last.byteRange.lowerBound))
    ) { try last.data() }
    guard case .completed = reader.status else { throw Unexpected() }
  }

  @Test func aSampleOfAnotherFileIsRefused() throws {
    let (movie, _) = try media("tables/external-url.mov")
    let reader = MovieReader(movie)
    var refused = 0
    for track in movie.tracks { _ = try reader.addOutput(for: track) }
    reader.startReading()
    while let sample = try reader.nextSample() {
      do throws(ReadingError) { _ = try sample.data() } catch {
        #expect(error.description.contains("the data is in another file"))
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  // MARK: Segments

  @Test func segmentsInFilesOfTheirOwn() throws {
    let (whole, bytes) = try media("fragments/cmaf.mp4")
    let cuts = whole.file.atoms.filter { $0.type == "moof" }.compactMap { $0.offset.map(Int.init) }
    let starts = [0] + cuts
    let parts = zip(starts, cuts + [bytes.count]).map { MemorySource(Array(bytes[$0..<$1])) }
    #expect(parts.count > 2)
    let source = try ConcatenatedSource(parts)
    let movie = try Movie(from: source)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: try #require(movie.tracks.first))
    reader.startReading()
    let plain = try #require(whole.tracks.first).sampleTable()
    var index = 0
    for sample in output.sampleBuffers {
      #expect(sample.sample == plain[index])
      let range = sample.byteRange
      #expect(try sample.data() == bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      index += 1
    }
    #expect(index == plain.count)
  }

  // MARK: Edits and ranges

  /// 48 frames of 1/24 s, a sync sample every 12, shown from frame 6 on, half a second late.
  private func editedMovie() throws -> (Movie, MemorySource) {
    var movie = MovieBytes()
    movie.videoEdits = MovieBytes.edits((300, -1, 0x10000), (600, 600, 0x10000))
    let source = MemorySource(movie.bytes)
    return (try Movie(from: source), source)
  }

  private func seconds(_ value: Int64, _ scale: Int32) -> MediaTime {
    MediaTime(value: value, timescale: scale)
  }

  @Test func presentationInTheMovie() throws {
    let (movie, _) = try editedMovie()
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: movie.tracks[0])
    reader.startReading()
    let all = Array(output.sampleBuffers)
    #expect(all.count == 48)
    for (index, sample) in all.enumerated() {
      #expect(sample.mediaTiming.decodeTime == seconds(Int64(index), 24))
      #expect(sample.decodeTime == seconds(Int64(index) - 6 + 12, 24))
      let shown = (6..<30).contains(index) ? seconds(Int64(index) - 6 + 12, 24) : nil
      #expect(sample.shownRange?.start == shown)
    }
  }

  @Test func aTimeRangeOfTheMovie() throws {
    let (movie, _) = try editedMovie()
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: movie.tracks[0])
    reader.timeRange = MediaTimeRange(start: seconds(3, 4), duration: seconds(1, 12))
    reader.startReading()
    var some: [SampleBuffer] = []
    while let sample = try output.nextSample() { some.append(sample) }
    // At 3/4 s frame 6 + 6 is shown; two frames in all.
    #expect(some.map(\.index) == [12, 13])
    #expect(some.map(\.shownRange?.start) == [seconds(18, 24), seconds(19, 24)])
    guard case .completed = reader.status else { throw Unexpected() }
    // Another pass over two ranges, of which one shows nothing.
    output.reset(forReadingTimeRanges: [
      MediaTimeRange(start: .zero, duration: seconds(1, 4)),
      MediaTimeRange(start: seconds(1, 4), duration: seconds(3, 10)),
      MediaTimeRange(start: seconds(1, 1), duration: seconds(1, 100)),
    ])
    #expect(output.sampleBuffers.map(\.index) == [6, 7, 18])
    reader.reset(forReadingTimeRanges: [])
    #expect(try reader.nextSample() == nil)
  }

  @Test func seekingInAClipWithReordering() throws {
    let (movie, _) = try media("codecs/x264-open-gop.mp4")
    let reader = MovieReader(movie)
    let track = try #require(movie.tracks(.video).first)
    let output = try reader.addOutput(for: track)
    let all = Array(output.samples)
    for sample in all {
      let time = MediaTime(ticks: sample.presentationTime, per: track.timescale) ?? .invalid
      let found = try #require(output.sample(presentedAt: time))
      #expect(found.index == sample.index)
      let entry = try #require(output.entryPoint(for: found))
      #expect(entry.attachments.isEntryPoint)
      #expect(entry.index <= sample.index)
      #expect(entry.sample.presentationTime <= sample.presentationTime)
    }
    #expect(output.sample(at: all.count) == nil)
    #expect(output.sample(at: -1) == nil)
  }

  /// With a part of compressed audio come the packets that a decoder needs before it, at least as many as given: AAC
  /// overlaps with the packet before (ISO/IEC 14496-3, 4.6.11), Opus needs 80 ms, of 20 ms each (RFC 7845, 4.6), and
  /// MP3 takes bits from up to nine frames before. FLAC and uncompressed audio need none.
  @Test(
    arguments: [
      ("sound/aac.m4a", 1), ("fragments/default-base-moof.mp4", 1), ("sound/opus.mp4", 4),
      ("sound/mp3.mov", 9), ("sound/flac.mp4", 0), ("sound/pcm-s16.mov", 0),
    ] as [(String, Int)]) func leadIn(name: String, least: Int) throws
  {
    let (movie, _) = try media(name)
    let track = try #require(movie.tracks(.audio).first)
    let all = Array(try track.samples())
    let wanted = all.count / 2
    let range = try #require(all[wanted].shownRange)
    let samples = Array(try track.samples(during: range))
    let first = try #require(samples.first)
    #expect(samples.map(\.index) == Array(first.index...wanted))
    #expect(least == 0 ? first.index == wanted : first.index <= wanted - least)
    #expect(samples.dropLast().allSatisfy { ($0.shownRange?.end ?? .zero) <= range.start })
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    reader.timeRange = range
    reader.startReading()
    #expect(output.sampleBuffers.map(\.index) == samples.map(\.index))
    #expect(try output.nextSample()?.index == first.index)
    output.includesLeadIn = false
    #expect(output.sampleBuffers.map(\.index) == [wanted])
    reader.startReading()
    #expect(try output.nextSample()?.index == wanted)
  }

  @Test func soundRangesAreExact() throws {
    let (movie, _) = try media("sound/pcm-s16.mov")
    let track = try #require(movie.tracks(.audio).first)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    let scale = Int32(track.timescale)
    reader.timeRange = MediaTimeRange(start: seconds(1001, scale), duration: seconds(7000, scale))
    reader.startReading()
    output.samplesAtOnce = output.samplesInPacket
    let pieces = Array(output.sampleBuffers)
    #expect(pieces.first?.index == 1001)
    #expect(pieces.map(\.sampleCount).reduce(0, +) == 7000)
  }
}
