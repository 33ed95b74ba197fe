import Testing

@testable import MovKit

/// The last sample of a track in a fragment ends where the first one in the next fragment begins.
@Suite struct FragmentEndsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let second = MediaTime(value: 1, timescale: 1)

  private func addInput(
    _ type: MediaType, _ timescale: UInt32, to writer: MovieWriter
  ) throws -> MovieWriter.Input {
    try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: type, timescale: timescale,
        sampleDescriptions: [
          try type == .video ? WrittenMovie.video() : WrittenMovie.sound(rate: 8000)
        ]))
  }

  /// Expects that samples follow one another without a gap, and are shown at times in ticks of the track.
  private func check(_ track: Track, shownAt ticks: [Int64]) throws {
    let table = Array(try track.sampleTable())
    #expect(table.map(\.presentationTime) == ticks)
    for (one, next) in zip(table, table.dropFirst()) {
      #expect(one.decodeTime + Int64(one.duration) == next.decodeTime, "track \(track.id)")
    }
  }

  /// Durations that are rounded up to milliseconds each, or are longer than a sample is shown.
  @Test(arguments: [
    MediaTime(value: 1, timescale: 24), MediaTime(value: 1, timescale: 1),
    MediaTime(value: 1, timescale: 1000),
  ])
  func durationsThatAreNotSo(said: MediaTime) throws {
    let writer = try MovieWriter(
      to: scratch["out.mp4"],
      options: .init(fileType: .mp4, layout: .fragmented(every: Self.second)))
    let video = try addInput(.video, 1000, to: writer)
    let sound = try addInput(.audio, 1000, to: writer)
    for frame in 0..<Int64(240) {
      let timing = SampleTiming(
        duration: said, presentationTime: MediaTime(value: frame, timescale: 24))
      try video.append(
        [1], timing: timing, attachments: SampleAttachments(isSync: frame % 26 == 0))
      try sound.append([2], timing: timing)
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mp4"]))
    #expect(movie.file.atoms.count { $0.type == "moof" } == 10)
    #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" })
    // The nearest to 1000/24 ticks for each.
    let ticks = (0..<Int64(240)).map { (250 * $0 + 3) / 6 }
    for track in movie.tracks { try check(track, shownAt: ticks) }
  }

  /// Where memory ends a fragment, the next sample is not known yet. It is shown when it should be all the same.
  @Test func fragmentsThatEndEarly() throws {
    let writer = try MovieWriter(
      to: scratch["out.mp4"],
      options: .init(fileType: .mp4, layout: .fragmented(every: Self.second)))
    let video = try addInput(.video, 1000, to: writer)
    let large = [UInt8](repeating: 1, count: 13 << 20)
    for frame in 0..<Int64(8) {
      try video.append(
        frame < 4 ? large : [1],
        timing: SampleTiming(
          duration: MediaTime(value: 1, timescale: 24),
          presentationTime: MediaTime(value: frame, timescale: 24)),
        attachments: SampleAttachments(isSync: frame == 0))
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mp4"]))
    #expect(movie.file.atoms.count { $0.type == "moof" } == 5)
    #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" })
    try check(movie.tracks[0], shownAt: [0, 42, 83, 125, 167, 208, 250, 292])
  }

  /// The timecode that the writer makes counts other ticks than the video.
  @Test func timecodeInOtherTicks() throws {
    let frame = MediaTime(value: 1001, timescale: 30000)
    let writer = try MovieWriter(
      to: scratch["out.mov"], options: .init(layout: .fragmented(every: Self.second)))
    let video = try addInput(.video, 44100, to: writer)
    _ = try writer.addTimecode(
      TimecodeFormat(frameDuration: frame, frameQuanta: 30), startFrame: 0, for: [video])
    for number in 0..<Int64(600) {
      try video.append(
        [1], timing: SampleTiming(duration: frame, presentationTime: frame * number),
        attachments: SampleAttachments(isSync: number % 15 == 0))
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mov"]))
    #expect(movie.findings().allSatisfy { $0.rule != "fragment-time" })
    let table = try movie.tracks[1].sampleTable()
    #expect(table.map(\.decodeTime) == (0..<20).map { $0 * 30 * 1001 })
  }

  /// The track that an index is of can be empty.
  @Test(arguments: [0, 1] as [Int64], [false, true])
  func indexOfNoSamples(start: Int64, hasSound: Bool) throws {
    var options = MovieWriter.Options(
      fileType: .mp4, layout: .indexedFragments(every: Self.second))
    options.startTime = MediaTime(value: start, timescale: 1)
    let writer = try MovieWriter(to: scratch["out.mp4"], options: options)
    _ = try addInput(.video, 600, to: writer)
    let sound = try addInput(.audio, 8000, to: writer)
    if hasSound {
      for index in 0..<Int64(10) {
        try sound.append(
          [1],
          timing: SampleTiming(
            duration: MediaTime(value: 1, timescale: 4),
            presentationTime: options.startTime + MediaTime(value: index, timescale: 4)))
      }
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mp4"]))
    #expect(try movie.tracks.map { try $0.sampleTable().count } == [0, hasSound ? 10 : 0])
    #expect(movie.file.first("sidx") == nil)
  }
}
