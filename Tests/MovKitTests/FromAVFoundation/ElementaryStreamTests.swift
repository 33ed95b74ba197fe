import MovKit
import Testing

/// The question of how to get an H.264 elementary stream out of samples that have lengths in front
/// of their NAL units, with the parameter sets that stand in the format description.
@Suite struct ElementaryStreamTests {
  @Test(arguments: ["camera/camera.mov", "camera/hevc.mp4", "codecs/x264-open-gop.mp4"])
  func samplesToElementaryStream(name: String) throws {
    let file = try File(TestMovies.path(name))
    let movie = try Movie(from: file)
    let track = try #require(movie.tracks(.video).first)
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: track)
    let description = try #require(track.sampleDescriptions.first)

    var elementaryStream: [UInt8] = []
    var writer = try #require(try AnnexBWriter(description: description))
    reader.startReading()
    while let sample = try output.nextSample() {
      try writer.append(sample.data(), isSync: sample.isSync, to: &elementaryStream)
    }

    // Every NAL unit of every sample stands in the stream, the parameter sets ahead of each sync
    // sample.
    var expected: [Bytes] = []
    for sample in output.samples {
      if sample.isSync { expected += writer.parameterSets.entries.map(\.unit) }
      expected += try units(of: sample, in: file, lengthSize: writer.lengthSize)
    }
    var splitter = AnnexBSplitter()
    splitter.append(elementaryStream[...])
    splitter.finish()
    var found: [Bytes] = []
    while let unit = try splitter.next() { found.append(unit) }
    let codec = writer.codec
    func isSet(_ unit: Bytes) -> Bool { NALUnitHeader(unit, codec: codec)?.parameterSet != nil }
    #expect(found.filter { !isSet($0) } == expected.filter { !isSet($0) })
    #expect(found.count == expected.count && elementaryStream.starts(with: [0, 0, 0, 1]))
  }

  /// The other question: a pointer to the NAL units of one sample.
  private func units(
    of sample: SampleTable.Sample, in file: File, lengthSize: Int
  ) throws -> [Bytes] {
    let data = try file.read(at: sample.offset, count: Int(sample.size))
    var units = try LengthPrefixedUnits(data[...], lengthSize: lengthSize)
    var found: [Bytes] = []
    while let unit = try units.next() { found.append(unit) }
    return found
  }
}
