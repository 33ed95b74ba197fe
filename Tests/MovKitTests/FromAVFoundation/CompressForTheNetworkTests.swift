import MovKit
import Testing

/// Case four of the session: coded samples become an elementary stream for the network, with the
/// parameter sets of their description ahead of each sync sample, and samples again at the other end.
@Suite struct CompressForTheNetworkTests {
  @Test func thereAndBack() throws {
    let file = try File(TestMovies.path("codecs/x264-open-gop.mp4"))
    let track = try #require(try Movie(from: file).tracks(.video).first)
    let samples = try track.sampleTable()
    let description = try #require(track.sampleDescriptions.first)
    var writer = try #require(try AnnexBWriter(description: description))

    var received = VideoStreamReader()
    var sizes: [Int] = []
    for sample in samples {
      var bytes: [UInt8] = []
      let data = try file.read(at: sample.offset, count: Int(sample.size))
      try writer.append(data[...], isSync: sample.isSync, to: &bytes)
      // A stream can be joined wherever decoding can begin.
      if sample.isSync { #expect(bytes.starts(with: [0, 0, 0, 1])) }
      received.append(bytes[...])
      while let there = try received.next() { sizes.append(there.data.count) }
    }
    received.finish()
    while let there = try received.next() { sizes.append(there.data.count) }
    #expect(sizes == samples.map { Int($0.size) })

    // The description at the other end has the parameter sets of the one here.
    let format = try #require(try VideoStreamFormat(description: description))
    #expect(received.formats.map(\.parameterSets) == [format.parameterSets])
    #expect(format.parameterSets.units(.sequence).count == 1)
  }

  /// Between boxes and a stream only the four bytes ahead of each NAL unit change.
  @Test func whereItStands() throws {
    let file = try File(TestMovies.path("camera/camera.mov"))
    let track = try #require(try Movie(from: file).tracks(.video).first)
    let description = try #require(track.sampleDescriptions.first)
    var writer = try #require(try AnnexBWriter(description: description))
    let sample = try track.sampleTable()[1]
    var buffer = try file.read(at: sample.offset, count: Int(sample.size))
    _ = try writer.convertInPlace(&buffer, 0..<buffer.count, isSync: true)
    #expect(buffer.starts(with: [0, 0, 0, 1]) && buffer.count == Int(sample.size))
  }
}
