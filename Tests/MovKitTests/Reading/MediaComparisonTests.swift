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

  /// Of samples that are all alike, each counts, however they lie in the file.
  @Test func samplesThatAreAlike() throws {
    func pictures(perChunk: UInt32, ticks: UInt32, _ media: [UInt8]) throws -> Movie {
      var movie = TinyMovie(media: media)
      movie.tracks[0].sampleSize = 2
      movie.tracks[0].times = [(100, ticks)]
      movie.tracks[0].samplesPerChunk = perChunk
      movie.tracks[0].chunks = { place in
        let offsets = stride(from: 0, to: 100, by: Int(perChunk)).flatMap {
          u32(place + UInt32($0) * 2)
        }
        return atom("stco", u32(0), u32(UInt32(offsets.count / 4)), offsets)
      }
      return try Movie(from: movie.bytes)
    }
    var media = noise(200)
    let first = try pictures(perChunk: 100, ticks: 1, media)
    #expect(try compare(first, pictures(perChunk: 20, ticks: 1, media)).isSame)
    (media[2 * 37], media[2 * 38 + 1], media[2 * 99]) = (
      media[2 * 37] ^ 1, media[2 * 38 + 1] ^ 1, media[2 * 99] ^ 1
    )
    let found = try compare(first, pictures(perChunk: 20, ticks: 1, media))
    #expect(found.sampleCounts.first == 100 && found.sampleCounts.second == 100)
    #expect(found.differentBytes == 3 && found.firstDifferentBytes == 37)
    #expect(found.differentTimes == 0)
    // All but the first are at other times, and all last longer.
    let slower = try compare(first, pictures(perChunk: 50, ticks: 2, media))
    #expect(slower.differentTimes == 100 && slower.firstDifferentTimes == 0)
    #expect(slower.differentBytes == 3 && slower.firstDifferentBytes == 37)
    // The first is in its place, and the others are later and later.
    #expect(slower.shiftedSamples == 99 && slower.shift == nil)
    #expect(slower.firstTimes?.first.duration.value == 1)
    #expect(slower.firstTimes?.second.duration.value == 2)
  }

  /// A first sample that lasts longer moves all after it by the same; a second such one moves the rest further.
  @Test(
    arguments: [
      ([(1, 8), (99, 3)], 100, 99, 5), ([(1, 8), (49, 3), (1, 4), (49, 3)], 100, 99, nil),
      // Only the last lasts longer, and nothing comes after it.
      ([(99, 3), (1, 4)], 1, 0, nil),
    ] as [([(UInt32, UInt32)], UInt64, UInt64, Int64?)])
  func shifts(times: [(UInt32, UInt32)], differ: UInt64, shown: UInt64, shift: Int64?) throws {
    func movie(_ times: [(UInt32, UInt32)]) throws -> Movie {
      var movie = TinyMovie(media: noise(200))
      movie.tracks[0].sampleSize = 2
      movie.tracks[0].times = times
      return try Movie(from: movie.bytes)
    }
    let (even, uneven) = (try movie([(100, 3)]), try movie(times))
    let found = try compare(even, uneven)
    #expect(found.differentTimes == differ && found.shiftedSamples == shown)
    #expect(found.shift?.value == shift)
    let back = try compare(uneven, even)
    #expect(back.shiftedSamples == shown && back.shift?.value == shift.map { -$0 })
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
