import Testing

@testable import MovKit

/// How long a new timecode track lasts, and from where on.
@Suite struct TimecodeExtentTests {
  private func sampleDuration(_ stamped: Stamped) throws -> [UInt32] {
    let table = try stamped.header(TimeToSample.self, "mdia", "minf", "stbl", "stts")
    return table?.entries.map(\.sampleDelta) ?? []
  }

  @Test func withoutEditListAsLongAsTheMedia() throws {
    let stamped = try Stamped(TinyMovie())
    #expect(stamped.edits == [[2400, 0]])
    #expect(try sampleDuration(stamped) == [100])
  }

  @Test func timescalesThatDiffer() throws {
    var source = TinyMovie()
    source.timescale = 1000
    source.tracks[0].timescale = 30000
    source.tracks[0].times = [(100, 1001)]
    source.tracks[0].mediaDuration = 100_100
    let stamped = try Stamped(source)
    // 3336.67 ticks of the movie.
    #expect(stamped.edits == [[3337, 0]])
    #expect(try sampleDuration(stamped) == [100_100])
    #expect(stamped.track?.timescale == 30000)
  }

  @Test func emptyEditInFrontIsKept() throws {
    var source = TinyMovie()
    source.tracks[0].edits = [(300, -1, 0x1_0000), (1200, 0, 0x1_0000)]
    let stamped = try Stamped(source)
    #expect(stamped.edits == [[300, -1], [1200, 0]])
    #expect(try stamped.header(TrackHeader.self, "tkhd")?.duration == 1500)
    #expect(try sampleDuration(stamped) == [50])
  }

  /// MP4Box adds the composition offset to the duration.
  @Test func compositionOffsetBehindAnEditDoesNotLengthen() throws {
    var source = TinyMovie()
    source.tracks[0].compositionOffset = 2
    source.tracks[0].edits = [(2400, 2, 0x1_0000)]
    let stamped = try Stamped(source)
    #expect(stamped.edits == [[2400, 0]])
    #expect(try sampleDuration(stamped) == [100])
  }

  /// Without an edit that makes up for it the first frame is shown late, and has the first label. The last one is
  /// shown after the end of the media, and has a label too.
  @Test func compositionOffsetWithoutAnEditIsAGap() throws {
    var source = TinyMovie()
    source.tracks[0].compositionOffset = 2
    let stamped = try Stamped(source)
    #expect(stamped.edits == [[48, -1], [2400, 0]])
    #expect(try stamped.header(TrackHeader.self, "tkhd")?.duration == 2448)
  }

  @Test func threeSegments() throws {
    var source = TinyMovie()
    source.tracks[0].edits = [(600, 0, 0x1_0000), (600, 30, 0x8000), (300, 50, 0x1_0000)]
    let stamped = try Stamped(source)
    #expect(stamped.edits == [[1500, 0]])
    #expect(try sampleDuration(stamped) == [63])
    #expect(stamped.movie.track(1)?.edits.count == 3)
  }

  @Test func longestOfSeveralVideosFromTheFirstFrameOfAny() throws {
    var source = TinyMovie()
    source.nextTrackID = 3
    var second = TinyTrack()
    second.id = 2
    second.edits = [(600, -1, 0x1_0000), (2400, 0, 0x1_0000)]
    source.tracks.append(second)
    #expect(try Stamped(source).edits == [[3000, 0]])
    #expect(try Stamped(source) { $0.trackIDs = [2] }.edits == [[600, -1], [2400, 0]])
  }

  @Test func durationsBeyond32Bits() throws {
    var source = TinyMovie()
    source.timescale = 1_000_000
    source.tracks[0].duration = .max
    source.tracks[0].times = [(100, 2500)]
    source.tracks[0].mediaDuration = 250_000
    let stamped = try Stamped(source) { $0.frameDuration = MediaTime(value: 1, timescale: 25) }
    // 10,000 seconds.
    #expect(stamped.edits == [[10_000_000_000, 0]])
    #expect(try stamped.header(TrackHeader.self, "tkhd")?.version == 1)
    #expect(try stamped.header(TrackHeader.self, "tkhd")?.duration == 10_000_000_000)
    #expect(try stamped.header(EditList.self, "edts", "elst")?.version == 1)
  }

  /// At 90 kHz 32 bits hold 13 hours and a quarter; here are 25.
  @Test func longerThan90kHzHolds() throws {
    var source = TinyMovie()
    source.tracks[0].timescale = 90_000
    source.tracks[0].times = [(100, 3600 * 25 * 900)]
    source.tracks[0].edits = [(54_000_000, 0, 0x1_0000)]
    source.tracks[0].mediaDuration = .max - 1
    let stamped = try Stamped(source) {
      $0.frameDuration = MediaTime(value: 3600, timescale: 90_000)
    }
    #expect(stamped.track?.timescale == 25)
    #expect(try sampleDuration(stamped) == [2_250_000])
    #expect(stamped.edits == [[54_000_000, 0]])
  }

  /// 120000/1001 alone fills 32 bits after ten hours: then the movie's timescale does.
  @Test func longerThanTheRateHolds() throws {
    var source = TinyMovie()
    source.tracks[0].timescale = 120_000
    source.tracks[0].times = [(100, 1001)]
    source.tracks[0].edits = [(24_000_000, 0, 0x1_0000)]
    source.tracks[0].mediaDuration = .max - 1
    let stamped = try Stamped(source)
    #expect(stamped.track?.timescale == 600)
    #expect(try sampleDuration(stamped) == [24_000_000])
  }

  /// Of timecode that is too short to be written, the message says that, and nothing of the length of the video.
  @Test(arguments: [
    ([0, 1], "a part of the timecode is shorter than a tick of the video"),
    ([0], "the timecode at 0 s is shorter than a tick of the movie"),
  ])
  func timecodeShorterThanATick(seconds: [Int64], message: String) throws {
    let movie = try Movie(from: MemorySource(TinyMovie().bytes))
    let extent = try TimecodeExtent(of: movie.tracks(.video), in: movie)
    let format = TimecodeFormat(
      frameDuration: MediaTime(value: 1, timescale: 25), frameQuanta: 25)
    let runs = seconds.map { time in
      TimecodeRun(
        at: MediaTime(value: time, timescale: 1),
        duration: MediaTime(value: 1, timescale: 1_000_000_000), format: format, frameNumber: 0)
    }
    let error = #expect(throws: FormatError.self) { try TimecodeMedia(runs, of: extent) }
    #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
  }

  @Test func noTimescaleAndNoDurationAreRefused() throws {
    var source = TinyMovie()
    source.timescale = 0
    #expect(
      throws: FormatError(
        .invalidTime("the movie has no valid timescale"), path: "moov/mvhd")
    ) { try Stamped(source) }
    source.timescale = 600
    source.tracks[0].mediaDuration = 0
    let error = #expect(throws: FormatError.self) { try Stamped(source) }
    #expect(error?.reason == .invalidTime("the video has no duration"))
    #expect(error?.path == "moov/trak")
  }
}
