import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Movies that can be read while they are written.
@Suite struct FragmentedWritingTests {
  private let scratch: Scratch
  private let bytes: [UInt8]
  private let samples: [[WrittenMovie.Sample]]
  private let movie: Movie

  init() throws {
    var random = SplitMix64(seed: 7)
    scratch = try Scratch()
    var model = try WrittenMovie(&random)
    while model.tracks.count < 2 || model.tracks.contains(where: { $0.samples.count < 50 }) {
      model = try WrittenMovie(&random)
    }
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 2))
    let writer = try MovieWriter(
      to: scratch["out.mp4"], options: MovieWriter.Options(fileType: .mp4, layout: layout))
    try model.write(with: writer, &random)
    bytes = try scratch.bytes("out.mp4")
    let source = MemorySource(bytes)
    movie = try Movie(from: source)
    samples = try movie.tracks.map { try WrittenMovie.samples(of: $0, in: source) }
  }

  @Test func hasSeveralFragments() throws {
    let moofs = movie.file.atoms.filter { $0.type == "moof" }
    #expect(moofs.count > 3)
    #expect(
      try moofs.compactMap { try $0.first("mfhd")?.decode(MovieFragmentHeader.self).sequenceNumber }
        == (1...UInt32(moofs.count)).map { $0 })
    #expect(movie.file.atoms.last?.type == "mfra")
    #expect(movie.file.atoms.map(\.type).prefix(2) == ["ftyp", "moov"])
  }

  /// Of a file that ends anywhere, all samples of whole fragments are read.
  @Test func canBeCutAnywhere() throws {
    let ends = movie.file.atoms.filter { $0.type == "mdat" }.map { ($0.offset ?? 0) + $0.size }
    let first = try #require(ends.first)
    let all = try movie.tracks.map { Array(try $0.sampleTable()) }
    var counts: Set<Int> = []
    for length in stride(from: Int(first), to: bytes.count, by: 37) {
      let cut = try Movie(from: MemorySource(Array(bytes[..<length])))
      #expect(cut.tracks.count == movie.tracks.count, "cut at \(length): \(cut.diagnostics)")
      let whole = try #require(ends.last { $0 <= UInt64(length) })
      var count = 0
      for (index, track) in cut.tracks.enumerated() {
        let wanted = all[index].filter {
          $0.byteRange.upperBound <= whole && ($0.size > 0 || $0.offset < whole)
        }
        let found = try track.sampleTable().prefix(wanted.count)
        #expect(Array(found) == wanted, "track \(index + 1), cut at \(length)")
        count += wanted.count
      }
      counts.insert(count)
    }
    #expect(counts.count >= 4)
  }

  /// The index leads to the sync sample that it tells of.
  @Test func indexIsRight() throws {
    let mfra = try #require(movie.file.first("mfra"))
    let size = try mfra.first("mfro")?.decode(MovieFragmentRandomAccessOffset.self).parentSize
    #expect(UInt64(size ?? 0) == mfra.size)
    #expect(mfra.all("tfra").count == movie.tracks.count)
    for access in mfra.all("tfra") {
      let record = try access.decode(TrackFragmentRandomAccess.self)
      let track = try #require(movie.track(record.trackID))
      let table = try track.sampleTable()
      #expect(!record.entries.isEmpty)
      for entry in record.entries {
        let moof = try #require(movie.file.atoms.first { $0.offset == entry.moofOffset })
        let traf = moof.all("traf")[Int(entry.trafNumber) - 1]
        #expect(try traf.first("tfhd")?.decode(TrackFragmentHeader.self).trackID == record.trackID)
        let start = try #require(
          try traf.first("tfdt")?.decode(TrackFragmentDecodeTime.self).baseMediaDecodeTime)
        let first = try #require(table.index(atDecodeTime: Int64(start)))
        let sample = table[first + Int(entry.sampleNumber) - 1]
        #expect(sample.isSync)
        #expect(UInt64(clamping: sample.presentationTime) == entry.time)
      }
    }
  }

  /// 16 bits, one channel.
  static func pcm(rate: UInt16) throws -> Atom {
    var description = SoundDescription()
    description.channelCount = 1
    description.sampleSize = 16
    description.sampleRate = UFixed16x16(rawValue: UInt32(rate) << 16)
    return try Atom("sowt", description, children: [])
  }

  /// Sound that comes in large and small pieces keeps its times: a thousand moments are one sample.
  @Test func momentsOfSoundFollowEachOther() throws {
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["sound.mov"], options: MovieWriter.Options(layout: layout))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .audio, timescale: 8000, sampleDescriptions: [try Self.pcm(rate: 8000)]))
    var start: Int64 = 0
    // Ahead of the last piece is a gap of 100 ticks.
    for (count, gap) in [(1500, 0), (1, 0), (1, 0), (2048, 0), (7, 100)] as [(Int64, Int64)] {
      start += gap
      let time = MediaTime(value: start, timescale: 8000)
      try input.append(
        samples: [UInt8](repeating: 0, count: Int(count) * 2)[...], ofSize: 2,
        timing: SampleTiming(
          duration: MediaTime(value: 1, timescale: 8000), presentationTime: time, decodeTime: time))
      start += count
    }
    try writer.finish()
    let table = try Movie(from: try File(scratch["sound.mov"])).tracks[0].sampleTable()
    #expect(table.map(\.decodeTime) == [0, 1024, 1500, 1501, 1502, 2526, 3650])
    #expect(table.map(\.duration) == [1024, 476, 1, 1, 1024, 1124, 7])
    #expect(table.map(\.size) == [2048, 952, 2, 2, 2048, 2048, 14])
  }

  /// Where memory ends a fragment before its time, entry points are still where others begin.
  @Test(arguments: [false, true]) func largeSamples(endsAtEntryPoint: Bool) throws {
    let layout = MovieWriter.Options.Layout.indexedFragments(
      every: MediaTime(value: 1, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["large.mov"], options: MovieWriter.Options(layout: layout))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    _ = try writer.addTimecode(
      TimecodeFormat(frameDuration: MediaTime(value: 1, timescale: 10), frameQuanta: 10),
      startFrame: 0, for: [input])
    // Twelve million bytes and a bit are there after seven samples of a group of ten, or after ten.
    let size = endsAtEntryPoint ? 1_260_000 : 1_850_000
    for index in 0..<25 {
      try input.append(
        [UInt8](repeating: 0, count: size), timing: tenth(index),
        attachments: SampleAttachments(isSync: index % 10 == 0))
    }
    try writer.finish()
    let movie = try Movie(from: try File(scratch["large.mov"]))
    let counts = try movie.file.atoms.filter { $0.type == "moof" }.map { moof in
      try moof.all("traf").map { try $0.first("trun")?.decode(TrackFragmentRun.self).samples.count }
    }
    #expect(
      counts
        == (endsAtEntryPoint
          ? [[10, 1], [10, 1], [5, 1]]
          : [
            [7, 1], [3, 1], [7, 1], [3, 1], [5, 1],
          ]))
    let index = try #require(try movie.file.first("sidx")?.decode(SegmentIndex.self))
    #expect(index.references.map(\.subsegmentDuration) == [10, 10, 5])
    #expect(index.references.map(\.startsWithSAP) == [1, 1, 1])
    #expect(try movie.tracks[1].sampleTable().map(\.duration).reduce(0, +) == 25)
  }

  /// While the writer lives, the file has its name and all whole fragments.
  @Test func growsUnderItsName() throws {
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["live.mov"], options: MovieWriter.Options(layout: layout))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    var counts: [Int] = []
    for index in 0..<35 {
      try input.append([UInt8(index)], timing: tenth(index))
      if let file = try? File(scratch["live.mov"]) {
        counts.append(try Movie(from: file).tracks[0].sampleTable().count)
      }
    }
    // From the first sample of the second fragment on.
    #expect(counts == [10, 20, 30].flatMap { [Int](repeating: $0, count: $0 < 30 ? 10 : 5) })
    // What the header says is said.
    #expect(throws: WritingError.tooLate) {
      try input.addSampleDescription(WrittenMovie.video(width: 99))
    }
    try writer.finish()
    let whole = try Movie(from: try File(scratch["live.mov"]))
    #expect(try whole.tracks[0].sampleTable().count == 35)
  }

  /// How long it is, is told when that is known, in space that was kept for it.
  @Test func tellsItsDuration() throws {
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["live.mp4"], options: MovieWriter.Options(fileType: .mp4, layout: layout))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    // Decoded two tenths ahead of being shown; the last is shown from 3.4 to 3.5 seconds.
    for index in 0..<35 {
      var timing = tenth(index)
      timing.decodeTime = timing.decodeTime - MediaTime(value: 2, timescale: 10)
      try input.append([UInt8(index)], timing: timing)
    }
    let growing = try Movie(from: try File(scratch["live.mp4"]))
    let before = try #require(growing.atom.first("mvex"))
    #expect(before.children.map(\.type) == ["free", "trex"])
    #expect(growing.duration == .zero)
    #expect(growing.diagnostics.isEmpty)
    try writer.finish()
    let whole = try Movie(from: try File(scratch["live.mp4"]))
    let after = try #require(whole.atom.first("mvex"))
    #expect(after.children.map(\.type) == ["mehd", "trex"])
    #expect(after.children[0].offset == before.children[0].offset)
    #expect(after.size == before.size)
    #expect(try after.first("mehd")?.decode(MovieExtendsHeader.self).fragmentDuration == 35)
    #expect(whole.duration == MediaTime(value: 35, timescale: 10))
    #expect(whole.diagnostics.isEmpty)
  }

  /// With edits of its own, the movie shows what they say: here not the end of the media.
  @Test func tellsItsDurationWithEdits() throws {
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["live.mp4"], options: MovieWriter.Options(fileType: .mp4, layout: layout))
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()])
    func range(_ start: Int64, _ duration: Int64) -> MediaTimeRange {
      MediaTimeRange(
        start: MediaTime(value: start, timescale: 10),
        duration: MediaTime(value: duration, timescale: 10))
    }
    // Nothing for two seconds, then two of the three that the media has from 0.5 seconds on.
    settings.edits = [
      MediaTimeMapping(emptyOver: range(0, 20)),
      MediaTimeMapping(source: range(5, 20), target: range(20, 20)),
    ]
    let input = try writer.addInput(settings)
    for index in 0..<35 { try input.append([UInt8(index)], timing: tenth(index)) }
    try writer.finish()
    let movie = try Movie(from: try File(scratch["live.mp4"]))
    #expect(movie.duration == MediaTime(value: 40, timescale: 10))
    #expect(movie.tracks[0].editedDuration == MediaTime(value: 40, timescale: 10))
  }

  /// A fragment of very many samples takes no longer than as many in others.
  @Test func manySamplesInAFragment() throws {
    let start = ProcessorTime.ofThisThread
    defer { #expect(ProcessorTime.ofThisThread - start < .seconds(60)) }
    let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 10, timescale: 1))
    let writer = try MovieWriter(
      to: scratch["many.mp4"], options: MovieWriter.Options(fileType: .mp4, layout: layout))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .audio, timescale: 8000, sampleDescriptions: [try WrittenMovie.sound(rate: 8000)]
      ))
    func time(_ ticks: Int) -> MediaTime { MediaTime(value: Int64(ticks), timescale: 8000) }
    for index in 0..<80_000 {
      try input.append(
        [UInt8(truncatingIfNeeded: index)],
        timing: SampleTiming(
          duration: time(1), presentationTime: time(index), decodeTime: time(index)))
    }
    try writer.finish()
    let movie = try Movie(from: try File(scratch["many.mp4"]))
    #expect(movie.file.atoms.count { $0.type == "moof" } == 1)
    #expect(try movie.tracks[0].sampleTable().count == 80_000)
  }

  /// Samples that are all the same bytes: a few bytes of tables declare any number of them. Only so
  /// many are held that the fragments are still read in proportion to the file.
  @Test func samplesThatAreClaimedAreNotAllHeld() throws {
    var source = TinyMovie()
    let chunks: UInt32 = 1200
    var long = TinyTrack()
    long.id = 2
    long.handler = "data"
    long.times = [(chunks * 64, 1)]
    long.mediaDuration = chunks * 64
    long.samplesPerChunk = 64
    long.chunks = { at in atom("stco", u32(0), u32(chunks), (0..<chunks).flatMap { _ in u32(at) }) }
    source.tracks.append(long)
    try Data(source.bytes).write(to: URL(fileURLWithPath: scratch["claims.mov"].description))
    let file = try File(scratch["claims.mov"])
    let movie = try Movie(from: file)
    #expect(try movie.tracks[1].sampleTable().count == Int(chunks) * 64)
    let remux = try MovieRemux(
      movie, in: file, layout: .fragmented(every: MediaTime(value: 10, timescale: 1)))
    try remux.write(to: scratch["claims-out.mov"])
    let written = try Movie(from: try File(scratch["claims-out.mov"]))
    #expect(try written.tracks[1].sampleTable().count == Int(chunks) * 64)
    let most = try written.file.atoms.filter { $0.type == "moof" }.map { moof in
      try moof.all("traf").reduce(0) { sum, traf in
        try sum
          + traf.all("trun").reduce(0) {
            try $0 + $1.decode(TrackFragmentRun.self).samples.count
          }
      }
    }.max()
    // What is appended at once is not divided.
    #expect(try #require(most) <= FragmentWriter.mostSamples + source.bytes.count / 64 + 1 << 14)
  }

  /// Letting go of the writer leaves what was recorded.
  @Test func letGoKeepsFragments() throws {
    do {
      let layout = MovieWriter.Options.Layout.fragmented(every: MediaTime(value: 1, timescale: 1))
      let writer = try MovieWriter(
        to: scratch["live.mov"], options: MovieWriter.Options(layout: layout))
      let input = try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
      for index in 0..<25 { try input.append([UInt8(index)], timing: tenth(index)) }
    }
    let file = try Movie(from: try File(scratch["live.mov"]))
    #expect(try file.tracks[0].sampleTable().count == 20)
  }
}
