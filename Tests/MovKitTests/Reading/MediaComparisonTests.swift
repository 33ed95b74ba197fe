import Testing

@testable import MovKit

/// Samples of two tracks, compared.
@Suite struct MediaComparisonTests {
  /// A hundred samples of uncompressed audio, one after another in the file.
  private func sound(channels: UInt16, perChunk: UInt32 = 100, _ media: [UInt8]) throws -> Movie {
    var movie = TinyMovie(media: media)
    movie.tracks[0].handler = "soun"
    movie.tracks[0].sampleSize = UInt32(channels) * 2
    movie.tracks[0].samplesPerChunk = perChunk
    movie.tracks[0].chunks = { place in
      let offsets = stride(from: 0, to: 100, by: Int(perChunk)).flatMap {
        u32(place + UInt32($0) * UInt32(channels) * 2)
      }
      return atom("stco", u32(0), u32(UInt32(offsets.count / 4)), offsets)
    }
    movie.tracks[0].description = atom(
      "sowt", zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(25 << 16))
    return try Movie(from: movie.bytes)
  }

  private func compare(_ first: Movie, _ second: Movie) throws -> MediaComparison {
    try MediaComparison(first.tracks[0], of: first, second.tracks[0], of: second)
  }

  /// Frames are counted, whatever their size.
  @Test func framesOfTwoSizes() throws {
    let (mono, stereo) = (try sound(channels: 1, noise(200)), try sound(channels: 2, noise(400)))
    for (first, second) in [(mono, stereo), (stereo, mono)] {
      let found = try compare(first, second)
      #expect(found.sampleCounts.first == 100 && found.sampleCounts.second == 100)
      #expect(found.differentBytes == 100 && found.firstDifferentBytes == 0)
      #expect(found.differentTimes == 0 && !found.isSame)
    }
  }

  /// A frame of two bytes is not the sample of two bytes that other media has, but counts as much.
  @Test func framesAndOtherSamples() throws {
    var other = TinyMovie(media: noise(200))
    other.tracks[0].sampleSize = 2
    let (frames, samples) = (try sound(channels: 1, noise(200)), try Movie(from: other.bytes))
    for (first, second) in [(frames, samples), (samples, frames)] {
      let found = try compare(first, second)
      #expect(found.sampleCounts.first == 100 && found.isSame)
    }
  }

  /// How many samples lie together in a file does not matter.
  @Test func framesOfOneSize() throws {
    var media = noise(400)
    let first = try sound(channels: 2, media)
    #expect(try compare(first, sound(channels: 2, perChunk: 10, media)).isSame)
    media[4 * 70 + 1] ^= 1
    let found = try compare(first, sound(channels: 2, perChunk: 25, media))
    #expect(found.sampleCounts.first == 100 && found.sampleCounts.second == 100)
    #expect(found.differentBytes == 1 && found.firstDifferentBytes == 70)
  }
}
