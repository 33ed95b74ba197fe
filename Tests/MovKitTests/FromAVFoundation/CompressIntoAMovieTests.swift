import MovKit
import Testing

/// Case three of the session: what an encoder makes becomes a movie file.
@Suite struct CompressIntoAMovieTests {
  @Test func encoderToMovie() throws {
    let encoder = ElementaryStreams.packets(
      of: try ElementaryStreams.stream(of: "camera/long-gop.mov"))
    var streamReader = VideoStreamReader()
    var samples: [StreamSample] = []
    for output in encoder {
      streamReader.append(output)
      while let sample = try streamReader.next() { samples.append(sample) }
    }
    streamReader.finish()
    while let sample = try streamReader.next() { samples.append(sample) }
    let format = try #require(streamReader.formats.first)
    let timescale = try #require(streamReader.timescale)

    try TestMovies.withNewMovie("new.mp4") { path in
      let writer = try MovieWriter(to: path, options: .init(fileType: .mp4, layout: .fastStart()))
      let input = try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .video, timescale: UInt32(timescale),
          sampleDescriptions: [format.sampleDescription()]))
      for sample in samples {
        try input.append(
          sample.data, timing: sample.timing(per: timescale),
          attachments: SampleAttachments(
            isSync: sample.isSync, isPartialSync: sample.isPartialSync,
            dependsOnOthers: sample.dependsOnOthers, isDependedOn: sample.isDependedOn))
      }
      try writer.finish()

      // As the movie that the stream came from.
      let original = try Movie(from: File(TestMovies.path("camera/long-gop.mov")))
      let wanted = try #require(original.tracks.first).sampleTable()
      let movie = try Movie(from: File(path))
      let track = try #require(movie.tracks.first)
      let table = try track.sampleTable()
      #expect(movie.majorBrand == "mp42" && table.map(\.size) == wanted.map(\.size))
      #expect(table.map(\.isSync) == wanted.map(\.isSync))
      let shown = table.indices.sorted { table[$0].presentationTime < table[$1].presentationTime }
      let order = wanted.indices.sorted {
        wanted[$0].presentationTime < wanted[$1].presentationTime
      }
      #expect(shown == order && track.editedDuration == MediaTime(value: 2, timescale: 1))
    }
  }
}
