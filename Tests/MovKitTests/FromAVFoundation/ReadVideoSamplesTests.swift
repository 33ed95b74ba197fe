import MovKit
import Testing

/// The walk-through of `AVAssetReader`: open a movie, take its only video track, read its samples
/// one by one, and begin again at the end.
@Suite struct ReadVideoSamplesTests {
  @Test func readAMovie() throws {
    let path = TestMovies.path("camera/camera.mov")
    let file = try File(path)
    let movie = try Movie(from: file)
    let tracks = movie.tracks(.video)
    let videoTrack = try #require(tracks.first)
    #expect(tracks.count == 1 && movie.duration.seconds.rounded() == 3)
    #expect(videoTrack.size.width == 320)

    let movieReader = MovieReader(movie)
    let videoOutput = try movieReader.addOutput(for: videoTrack)
    guard case .unknown = movieReader.status else { throw Unexpected() }
    movieReader.startReading()

    let syncSamples = try #require(videoTrack.atom.descendant("mdia", "minf", "stbl", "stss"))
      .decode(SyncSamples.self)
    let syncNumbers = Set(syncSamples.sampleNumbers)
    var frames = 0
    var bytes: UInt64 = 0
    while case .reading = movieReader.status {
      guard let sample = try videoOutput.nextSample() else { break }
      bytes += UInt64(try sample.data().count)
      frames += 1
      // They count from 1.
      #expect(sample.isSync == syncNumbers.contains(UInt32(frames)) && sample.duration > .zero)
    }
    guard case .completed = movieReader.status else { throw Unexpected() }
    #expect(frames == 90 && bytes == videoOutput.samples.reduce(0) { $0 + $1.size })

    // The reader does not begin again by itself.
    #expect(try videoOutput.nextSample() == nil)
    movieReader.startReading()
    #expect(try videoOutput.nextSample()?.index == 0)
    movieReader.cancelReading()
    #expect(try videoOutput.nextSample() == nil)
  }

  private struct Unexpected: Error {}

  /// What tracks and segments tell (`AVAssetTrack`, `AVAssetTrackSegment`).
  @Test func tracksAndSegments() throws {
    let file = try File(TestMovies.path("edits/cut-by-copy.mov"))
    let movie = try Movie(from: file)
    // One of the video and one of the audio.
    #expect(movie.tracks.map { $0.edits.count { !$0.isEmpty } } == [1, 1])
    for track in movie.tracks {
      #expect(track.mediaType != nil && !track.sampleDescriptions.isEmpty)
      for segment in track.edits where !segment.isEmpty {
        let start = segment.sourceTime(at: segment.target.start)
        #expect(start == segment.source.start && track.mediaTime(at: segment.target.start) == start)
        #expect(track.movieTime(at: segment.source.start) == segment.target.start)
      }
    }
  }

  /// What is told about a movie (`AVMetadataItem`).
  @Test func metadata() throws {
    let movie = try Movie(from: File(TestMovies.path("metadata/mdta-keys.mov")))
    let title = movie.metadata.first { $0.key == "title" }
    #expect(title?.value == .text("Harbour"))
  }

  /// As it comes, in a task of its own.
  @Test func asynchronously() async throws {
    let file = try File(TestMovies.path("camera/camera.mov"))
    let movie = try Movie(from: file)
    let reader = MovieReader(movie)
    for track in movie.tracks { _ = try reader.addOutput(for: track) }
    reader.startReading()
    var counts: [UInt32: Int] = [:]
    for try await sample in reader.asyncSamples { counts[sample.trackID, default: 0] += 1 }
    #expect(counts == [1: 90, 2: 142])
  }

  /// Only what shows a second of the movie, from a sync sample on.
  @Test func aTimeRange() throws {
    let file = try File(TestMovies.path("camera/long-gop.mov"))
    let movie = try Movie(from: file)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: try #require(movie.tracks.first))
    let second = MediaTime(value: 1, timescale: 1)
    reader.timeRange = MediaTimeRange(start: second, duration: second.multiplied(by: 1, over: 4))
    reader.startReading()
    let samples = Array(output.sampleBuffers)
    #expect(samples.first?.isSync == true)
    let shown = samples.compactMap(\.shownRange?.start)
    #expect(shown.count { reader.timeRange?.contains($0) ?? false } == 6)

    // What an `AVAssetReader` reads unless it is told.
    reader.timeRange = MediaTimeRange(start: .zero, duration: .positiveInfinity)
    reader.startReading()
    #expect(output.sampleBuffers.map(\.index) == Array(output.samples.indices))
  }
}
