import MovKit
import Testing

/// Case two of the session: samples go to a decoder, in decode order, and a decoder that cannot go on
/// with what comes next is replaced. The decoder stands outside; here it only counts.
@Suite struct DecodeAStreamTests {
  private struct Decoder {
    let format: VideoStreamFormat
    var frames = 0

    mutating func decode(_ data: [UInt8]) { frames += data.isEmpty ? 0 : 1 }
  }

  /// Makes a decoder for each stretch that the one before cannot decode.
  private func decoders(of stream: [UInt8]) throws -> [Decoder] {
    var decoders: [Decoder] = []
    var streamReader = VideoStreamReader()
    streamReader.append(stream[...])
    streamReader.finish()
    while let sample = try streamReader.next() {
      let format = streamReader.formats[sample.formatIndex]
      let needsNewDecoder = decoders.last.map { !$0.format.canAccept(format) } ?? true
      if needsNewDecoder { decoders.append(Decoder(format: format)) }
      decoders[decoders.count - 1].decode(sample.data)
    }
    return decoders
  }

  @Test func changingFormats() throws {
    let large = try ElementaryStreams.stream(of: "camera/camera.mov")
    let small = try ElementaryStreams.stream(of: "codecs/x264-open-gop.mp4")
    let same = try decoders(of: large + large)
    #expect(same.map(\.frames) == [180])
    let changing = try decoders(of: large + small + large)
    #expect(changing.map(\.format.width) == [320, 64, 320])
    #expect(changing.map(\.frames) == [90, 25, 90])
  }

  /// Out of a movie: the format of every sample is that of its description.
  @Test func samplesOfAMovie() throws {
    let file = try File(TestMovies.path("camera/hevc.mov"))
    let movie = try Movie(from: file)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: try #require(movie.tracks(.video).first))
    reader.startReading()
    var decoder: Decoder?
    for sample in output.sampleBuffers {
      guard let description = sample.sampleDescription,
        let format = try VideoStreamFormat(description: description)
      else { continue }
      if decoder?.format.canAccept(format) != true { decoder = Decoder(format: format) }
      decoder?.decode(Array(try sample.data()))
    }
    #expect(decoder?.format.codec == .hevc && decoder?.frames == output.samples.count)
    #expect(decoder?.format.width == 64 && decoder?.format.bitDepthLuma == 8)
  }
}
