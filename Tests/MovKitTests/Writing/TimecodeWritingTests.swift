import Testing

@testable import MovKit

@Suite struct TimecodeWritingTests {
  private let format = TimecodeFormat(
    frameDuration: MediaTime(value: 1001, timescale: 30000), frameQuanta: 30,
    flags: [.dropFrame, .wraps24Hours],
    sourceName: TimecodeFormat.SourceName(reel: "A001"))

  private func write(
    _ options: MovieWriter.Options, to path: FilePath, delay: Int64 = 0, frames: Int64 = 150
  ) throws {
    let writer = try MovieWriter(to: path, overwriting: true, options: options)
    let video = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 30000, sampleDescriptions: [try WrittenMovie.video()]))
    _ = try writer.addTimecode(format, startFrame: 1798, for: [video])
    for frame in 0..<frames {
      func time(_ frame: Int64) -> MediaTime { MediaTime(value: frame * 1001, timescale: 30000) }
      try video.append(
        [UInt8(frame)],
        timing: SampleTiming(
          duration: time(1), presentationTime: time(frame), decodeTime: time(frame - delay)),
        attachments: SampleAttachments(isSync: frame % 15 == 0))
    }
    try writer.finish()
  }

  @Test(
    arguments: [MovieWriter.Options.FileType.quickTime, .mp4],
    [
      MovieWriter.Options.Layout.movieLast, .fastStart(),
      .fragmented(every: MediaTime(value: 1, timescale: 1)),
      .indexedFragments(every: MediaTime(value: 1, timescale: 1)),
    ])
  func lastsAsLongAsTheVideo(
    type: MovieWriter.Options.FileType, layout: MovieWriter.Options.Layout
  ) throws {
    let scratch = try Scratch()
    for delay in [Int64(0), 2] {
      try write(
        MovieWriter.Options(fileType: type, layout: layout), to: scratch["out.mov"], delay: delay)
      let file = try File(scratch["out.mov"])
      let movie = try Movie(from: file)
      #expect(movie.diagnostics.isEmpty)
      let track = try #require(movie.timecodeTracks.first)
      #expect(movie.tracks(referringTo: track.id, by: "tmcd").map(\.id) == [1])
      let timecode = try TimecodeTrack(track)
      #expect(timecode.diagnostics.isEmpty, "\(timecode.diagnostics)")
      #expect(timecode.formats == [format])
      // Labels by hand: drop frame leaves out 00:01:00;00 and 00:01:00;01.
      let samples = (0..<timecode.sampleCount).map { timecode.sample($0) }
      #expect(format.text(samples[0].value) == "00:00:59;28")
      #expect(track.editedDuration == MediaTime(value: 150 * 1001, timescale: 30000))
      // As AVFoundation writes it; in fragments without a length, which is not known yet.
      let rows = try track.atom.descendant("edts", "elst")?.decode(EditList.self).entries
      #expect(
        rows.map(Array.init) == [
          EditList.Row(segmentDuration: movie.isFragmented ? 0 : 150 * 1001, mediaTime: 0)
        ])
      if movie.isFragmented {
        #expect(samples.count == 5)
        #expect(format.text(samples[1].value) == "00:01:01;00")
      } else {
        #expect(samples.count == 1)
      }
      #expect(
        samples.reduce(MediaTime.zero) { $0 + $1.duration }
          == MediaTime(value: 150 * 1001, timescale: 30000))
    }
  }

  /// What comes before the start of the movie is not shown, and the timecode lasts as long as what is.
  @Test(arguments: MovieWriterTests.layouts)
  func startTime(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    for delay in [Int64(0), 2] {
      var options = MovieWriter.Options(layout: layout)
      options.startTime = MediaTime(value: 30 * 1001, timescale: 30000)
      try write(options, to: scratch["out.mov"], delay: delay)
      let movie = try Movie(from: try File(scratch["out.mov"]))
      let track = try #require(movie.timecodeTracks.first)
      let length = MediaTime(value: 120 * 1001, timescale: 30000)
      #expect(movie.tracks[0].shownEnd == length, "\(layout)")
      let segments = Array(try TimecodeTrack(track).segments)
      #expect(segments.first?.movieTime == .zero)
      #expect(segments.reduce(MediaTime.zero) { $0 + $1.duration } == length, "\(layout)")
      #expect(segments.first.map { format.text($0.first) } == "00:00:59;28")
    }
  }

  /// A timecode that cannot be written leaves no track, and the movie can be written without it: a counter, which has
  /// no frame numbers; a number for which 32 bits are too few; and a start that is in no movie.
  @Test(arguments: MovieWriterTests.layouts)
  func refusedTimecode(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(
      to: scratch["out.mov"], options: MovieWriter.Options(layout: layout))
    let video = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 25, sampleDescriptions: [try WrittenMovie.video()]))
    let frame = MediaTime(value: 1, timescale: 25)
    let plain = TimecodeFormat(frameDuration: frame, frameQuanta: 25)
    let counter = TimecodeFormat(frameDuration: frame, frameQuanta: 25, flags: [.counter])
    let refused: [(TimecodeFormat, Int64, MediaTime)] = [
      (counter, 0, .zero), (plain, 1 << 40, .zero), (plain, -1 << 40, .zero),
      (plain, 0, MediaTime(value: 1 << 61, timescale: 25)),
    ]
    for (format, start, time) in refused {
      #expect(throws: WritingError.self) {
        _ = try writer.addTimecode(format, startFrame: start, at: time, for: [video])
      }
    }
    #expect(writer.inputs.count == 1)
    for index in 0..<Int64(50) {
      let time = frame.multiplied(by: index)
      try video.append(
        [1], timing: SampleTiming(duration: frame, presentationTime: time, decodeTime: time))
    }
    try writer.finish()
    let movie = try Movie(path: scratch["out.mov"])
    #expect(movie.tracks.count == 1 && movie.tracks[0].atom.first("tref") == nil)
    #expect(movie.tracks[0].editedDuration == MediaTime(value: 2, timescale: 1))
  }

  /// A sample for each stretch of a cut tape.
  @Test func severalSamples() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .timecode, timescale: 30000, sampleDescriptions: [try format.sampleDescription()]
      ))
    var decode = MediaTime.zero
    for (frame, length) in [(0, 30), (90000, 60), (5, 15)] as [(Int64, Int64)] {
      let duration = MediaTime(value: length * 1001, timescale: 30000)
      try input.append(
        format.sampleBytes(frameNumber: frame),
        timing: SampleTiming(duration: duration, presentationTime: decode, decodeTime: decode))
      decode = decode + duration
    }
    try writer.finish()
    let file = try File(scratch["out.mov"])
    let timecode = try TimecodeTrack(try Movie(from: file).tracks[0])
    #expect(
      (0..<3).map { timecode.sample($0).value } == [
        .frameNumber(0), .frameNumber(90000), .frameNumber(5),
      ])
    #expect((0..<3).map { timecode.sample($0).duration.value } == [30030, 60060, 15015])
  }
}
