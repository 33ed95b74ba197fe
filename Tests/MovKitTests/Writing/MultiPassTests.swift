import Testing

@testable import MovKit

/// An encoder of several passes, which is shown only some of the source the second time, as
/// WWDC 2014's session 513 has it.
@Suite struct MultiPassTests {
  @Test func secondPassReplacesItsRanges() throws {
    guard let media = MediaFiles.testMedia else {
      print("TestMedia is not there: a test is skipped")
      return
    }
    let source = try File(FilePath(media.appending(path: "camera/mjpeg.mov").path))
    let movie = try Movie(reading: source)
    let video = try #require(movie.tracks(ofType: "vide").first)
    let scratch = try Scratch()
    let silo = try SampleSilo(beside: scratch["out.mov"], timescale: Int32(video.timescale))
    let reader = MovieReader(movie, from: source)
    let output = try reader.addOutput(for: video)

    // Stands for an encoder: tells in each sample which pass made it.
    func encode(pass: UInt8) throws {
      while let sample = output.nextSample() {
        try silo.append([pass] + (try sample.data()), timing: sample.timing)
      }
    }
    reader.startReading()
    try encode(pass: 1)
    let count = silo.count
    #expect(count > 20)

    let frame = silo[0].timing.duration
    let ranges = [3..<7, 12..<13].map { frames in
      MediaTimeRange(
        start: frame * Int64(frames.lowerBound), end: frame * Int64(frames.upperBound))
    }
    try silo.beginPass(replacing: ranges)
    #expect(silo.count == count - 5)
    reader.reset(forReadingTimeRanges: ranges)
    try encode(pass: 2)
    #expect(silo.count == count)

    let writer = try MovieWriter(to: scratch["out.mov"])
    let input = try writer.addInput(try TrackCopy(video, in: source).settings(for: .quickTime))
    try writer.append([(try SampleSilo.Feed(silo), input)])
    try writer.finish()
    let written = try File(scratch["out.mov"])
    let made = try WrittenMovie.samples(of: try Movie(reading: written).tracks[0], in: written)
    let originals = try WrittenMovie.samples(of: video, in: source)
    #expect(
      made.map(\.bytes.first)
        == (0..<count).map { (3..<7).contains($0) || $0 == 12 ? 2 : 1 })
    #expect(made.map { Array($0.bytes.dropFirst()) } == originals.map(\.bytes))
    #expect(made.map(\.shown) == originals.map(\.shown))
  }
}
