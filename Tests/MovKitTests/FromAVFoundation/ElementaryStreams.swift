import MovKit

/// Elementary streams for these examples: what an encoder or a network would bring.
enum ElementaryStreams {
  /// The video of a test movie as a byte stream.
  static func stream(of name: String) throws -> [UInt8] {
    let file = try File(TestMovies.path(name))
    let movie = try Movie(from: file)
    var stream: [UInt8] = []
    for track in movie.tracks(.video).prefix(1) {
      guard let description = track.sampleDescriptions.first,
        var writer = try AnnexBWriter(description: description)
      else { continue }
      for sample in try track.sampleTable() {
        let data = try file.read(at: sample.offset, count: Int(sample.size))
        try writer.append(data[...], isSync: sample.isSync, to: &stream)
      }
    }
    return stream
  }

  /// As it comes over a network: in packets that know nothing of pictures.
  static func packets(of stream: [UInt8], size: Int = 1400) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: stream.count, by: size).map {
      stream[$0..<min($0 + size, stream.count)]
    }
  }
}
