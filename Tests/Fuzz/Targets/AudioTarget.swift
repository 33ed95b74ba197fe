@testable import MovKit

enum AudioTarget {
  static func run(_ bytes: [UInt8]) throws {
    let source = MemorySource(bytes)
    if let wave = try? WaveFile(reading: source) {
      try law(wave.dataRange.upperBound <= source.size, "audio beyond the end")
      _ = try? wave.linearTimecode(in: source)
      _ = try? TimecodeSources(wave: source)
    }
    // Bytes as samples: a bit of linear timecode at 48 kHz is some 20 of them.
    var decoder = LinearTimecodeDecoder(sampleRate: 48000)
    decoder.append(bytes.lazy.map { Float(Int8(bitPattern: $0)) / 128 })
    decoder.finish()
  }
}
