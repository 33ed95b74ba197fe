import MovKit
import Testing

/// The session's multi-pass encoding: an encoder asks for parts of the source again, what it makes of
/// them replaces what it made before, and the silo is written out when it asks for nothing more.
@Suite struct MultiPassEncodingTests {
  /// Stands for an encoder: it makes two bytes of each picture, the number of the pass and that of
  /// the picture.
  private struct Encoder {
    var pass: UInt8 = 0

    /// What `VTCompressionSessionGetTimeRangesForNextPass` gives.
    func timeRangesForNextPass() -> [MediaTimeRange] {
      func frames(_ start: Int64, _ end: Int64) -> MediaTimeRange {
        MediaTimeRange(
          start: MediaTime(value: start, timescale: 25), end: MediaTime(value: end, timescale: 25))
      }
      switch pass {
      case 1: return [frames(0, 5), frames(12, 18)]
      case 2: return [frames(15, 18)]
      default: return []
      }
    }

    func encode(_ sample: SampleBuffer) -> [UInt8] {
      [pass, UInt8(truncatingIfNeeded: sample.index)]
    }
  }

  @Test func threePasses() throws {
    let file = try File(TestMovies.path("camera/mjpeg.mov"))
    let movie = try Movie(from: file)
    let track = try #require(movie.tracks(.video).first)
    let timescale = try #require(Int32(exactly: track.timescale))
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)

    try TestMovies.withNewMovie { path in
      let silo = try SampleSilo(beside: path, timescale: timescale)
      var encoder = Encoder()
      reader.startReading()
      while true {
        encoder.pass += 1
        while let sample = try output.nextSample() {
          try silo.append(encoder.encode(sample), timing: sample.timing)
        }
        let timeRanges = encoder.timeRangesForNextPass()
        if timeRanges.isEmpty { break }
        output.reset(forReadingTimeRanges: timeRanges)
        try silo.beginPass(replacing: timeRanges)
      }

      let writer = try MovieWriter(to: path)
      let input = try writer.addInput(for: track)
      try writer.append([(SampleSilo.Feed(silo), input)])
      try writer.finish()

      // Which pass made which frame.
      let result = try File(path)
      let table = try #require(try Movie(from: result).tracks.first).sampleTable()
      let passes = try table.map { try result.read(at: $0.offset, count: Int($0.size)) }
      #expect(passes.map { Int($0[1]) } == Array(0..<25))
      let wanted = (0..<25).map { frame in
        switch frame {
        case 0..<5, 12..<15: 2
        case 15..<18: 3
        default: 1
        }
      }
      #expect(passes.map { Int($0[0]) } == wanted)
    }
  }
}
