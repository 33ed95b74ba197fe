@testable import MovKit

enum StreamTarget {
  /// The first byte chooses how the others are read.
  static func run(_ bytes: [UInt8]) throws {
    guard let choice = bytes.first else { return }
    let rest = bytes.dropFirst()
    var options = VideoStreamReader.Options()
    options.limit = 1 << 20
    options.detectionLimit = 1 << 20
    if choice & 1 != 0 { options.placement = .samples }
    if choice & 2 != 0 { options.frameDuration = MediaTime(value: 1, timescale: 25) }
    options.codec = [nil, .h264, .hevc, nil][Int(choice >> 2 & 3)]
    let step = choice & 16 != 0 ? 7 : max(1, rest.count)
    var reader = VideoStreamReader(options)
    func drain() throws {
      while let sample = try reader.next() {
        try law(sample.formatIndex < reader.formats.count, "a sample without a format")
      }
    }
    do {
      for start in stride(from: rest.startIndex, to: rest.endIndex, by: step) {
        reader.append(rest[start..<min(rest.endIndex, start + step)])
        try drain()
      }
      reader.finish()
      try drain()
      for format in reader.formats { _ = try? format.sampleDescription() }
    } catch let error as BrokenLaw { throw error } catch {}
  }
}
