import MovKit
import Testing

/// TN2310, listings 5 and 6: a reader with an output for the first timecode track, and what its
/// samples say.
@Suite struct ReadTimecodeSamplesTests {
  /// The lines that the listing logs.
  private func lines(in path: FilePath) throws -> [String] {
    var lines: [String] = []

    // Listing 5.
    let file = try File(path)
    let movie = try Movie(from: file)
    let reader = MovieReader(movie)
    guard let timecodeTrack = movie.tracks(.timecode).first else { return [] }
    let timecodeOutput = try reader.addOutput(for: timecodeTrack)

    // Listing 6.
    reader.startReading()
    while let sample = try timecodeOutput.nextSample() {
      guard let description = sample.sampleDescription else { continue }
      let format = try TimecodeFormat(sampleDescription: description)
      guard case .frameNumber(let number)? = format.sample(try sample.data()),
        let timecode = format.timecode(forFrameNumber: number)
      else { continue }
      lines.append("\(format.text(timecode)) (frame number: \(number))")
    }
    guard case .completed = reader.status else { throw ReadingFailed(status: reader.status) }
    return lines
  }

  private struct ReadingFailed: Error { var status: MovieReader.Status }

  @Test(arguments: [
    ("timecode/2997-df.mov", ["00:59:59;28 (frame number: 107890)"]),
    ("timecode-handmade/avfoundation.mov", ["01:30:15:07 (frame number: 135382)"]),
    ("timecode-handmade/tc64.mov", ["01:30:15:07 (frame number: 135382)"]),
    ("rates/25.mov", []),
  ])
  func print(name: String, wanted: [String]) throws {
    #expect(try lines(in: TestMovies.path(name)) == wanted)
  }

  /// The utility functions of the note, and more, are what `TimecodeTrack` does by itself.
  @Test func atOnce() throws {
    let file = try File(TestMovies.path("timecode-handmade/trimmed.mov"))
    let track = try #require(try Movie(from: file).tracks(.timecode).first)
    let timecode = try TimecodeTrack(track)
    let segment = try #require(timecode.segments.first)
    #expect(timecode.formats[segment.formatIndex].text(segment.first) == "01:30:16:07")
  }
}
