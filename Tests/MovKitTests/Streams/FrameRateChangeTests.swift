import Testing

@testable import MovKit

/// Byte streams whose frame rate changes (H.265, 7.4.3.1), and those from which pictures are left out.
@Suite struct FrameRateChangeTests {
  /// A stream of one picture of HEVC at each rate; the video parameter set says how long it lasts.
  private static func samples(
    _ durations: [(UInt64, UInt64)]
  ) throws -> (reader: VideoStreamReader, samples: [StreamSample]) {
    let units = durations.flatMap { ticks, scale in
      [
        HandmadeStream.hevcVideo(timing: (ticks, scale)), HandmadeStream.hevcSequence(),
        HandmadeStream.hevcPicture(), HandmadeStream.segment(19),
      ]
    }
    return try EncodedStreams.samples(units.flatMap { [0, 0, 1] + $0 })
  }

  /// Whatever rate comes first, each picture lasts exactly as long as the stream says.
  @Test(
    arguments: [
      [(1, 25), (1, 30), (1, 24), (1, 50), (1, 60), (1, 48), (1, 25)], [(1, 30), (1, 25)],
      [(1, 24), (1, 60), (2, 25)], [(1001, 60000), (1, 25), (1001, 30000)],
      [(1001, 24000), (1, 25), (1, 30)],
    ] as [[(UInt64, UInt64)]])
  func exactWhereItCanBe(durations: [(UInt64, UInt64)]) throws {
    let (reader, samples) = try Self.samples(durations)
    let timescale = try #require(reader.timescale)
    #expect(
      samples.map { MediaTime(value: $0.duration, timescale: timescale) }
        == durations.map { MediaTime(value: Int64($0), timescale: Int32($1)) })
  }

  /// 1001/30000 s are 800.8 ticks of 1/24000 s. A picture of 1001/24000 s ends at 0.0417 s.
  @Test func namedWhereItCannotBe() throws {
    let error = #expect(throws: FormatError.self) {
      try Self.samples([(1001, 24000), (1001, 30000)])
    }
    #expect(error?.id == "no-frame-rate")
    #expect(
      error?.description
        == "the frame rate changes from 23.976 to 29.97 frames per second at 0.042 s, and a track that counts 24000 "
        + "ticks a second cannot time both exactly; give one rate for all pictures, or divide the stream there"
    )
  }

  /// Frames of 8589934590/2147483647 s, which is the longest that H.264 can state. In ticks of 1/2147483647 s, that times
  /// the timescale is more than 64 bits.
  @Test func longestFrames() throws {
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 8_589_934_590, timescale: .max)
    let units = [ParameterSetReadingTests.avcSequence(), ParameterSetReadingTests.avcPicture()]
    let pictures = [HandmadeStream.idr(), HandmadeStream.slice(1, lsb: 2)]
    let (reader, samples) = try EncodedStreams.samples(
      (units + pictures).flatMap { [0, 0, 1] + $0 }, options)
    #expect(reader.timescale == .max)
    #expect(samples.map(\.duration) == [8_589_934_590, 8_589_934_590])
  }

  /// Two pictures come before the parameter sets, and two later ones refer to a picture parameter set 1 that is not
  /// there, after two pictures of 1/25 s.
  @Test func placesOfPicturesThatAreLeftOut() throws {
    typealias Made = HandmadeStream
    let units =
      [Made.idr(), Made.slice(1, lsb: 2)]
      + [ParameterSetReadingTests.avcSequence(), ParameterSetReadingTests.avcPicture()]
      + [Made.idr(), Made.slice(1, lsb: 2)]
      + [Made.slice(2, lsb: 4) { $0.picture = 1 }, Made.slice(3, lsb: 6) { $0.picture = 1 }]
      + [Made.slice(2, lsb: 8)]
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1, timescale: 25)
    let (reader, samples) = try EncodedStreams.samples(
      units.flatMap { [0, 0, 1] + $0 }, options)
    #expect(samples.count == 3 && reader.undecodablePictures == 4)
    #expect(reader.undecodablePicturesAtStart == 2)
    let gap = try #require(reader.firstGap)
    #expect(
      MediaTime(value: gap, timescale: reader.timescale ?? 0) == MediaTime(value: 2, timescale: 25))
  }

  @Test func nothingIsLeftOutOfAWholeStream() throws {
    let (reader, _) = try Self.samples([(1, 25), (1, 25)])
    #expect(reader.undecodablePicturesAtStart == 0 && reader.firstGap == nil)
  }
}
