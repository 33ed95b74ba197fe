import Testing

@testable import MovKit

/// From the time of the movie to that of the media, and back.
@Suite struct TrackTimesTests {
  private func ticks(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 2400) }

  /// Half a second of nothing; the second second of the media; its first two seconds in one; and the frame at
  /// 2.5 s, held.
  @Test func edits() throws {
    var movie = MovieBytes()
    movie.videoDurations = [(72, 100)]
    movie.videoEdits = MovieBytes.edits(
      (300, -1, 0x10000), (600, 2400, 0x10000), (600, 0, 0x20000), (300, 6000, 0))
    let track = try #require(movie.movie().track(1))
    // Times of the media and of the movie. The second one that shows a moment again is not found.
    let both: [(Int64, Int64)] = [
      (2400, 1200), (3600, 2400), (4700, 3500), (0, 3600), (1200, 4200),
    ]
    for (media, shown) in both {
      #expect(track.movieTime(at: ticks(media)) == ticks(shown), "\(media)")
      #expect(track.mediaTime(at: ticks(shown)) == ticks(media), "\(media)")
    }
    #expect(track.movieTime(at: ticks(2399)) == MediaTime(value: 9599, timescale: 4800))
    #expect(track.movieTime(at: ticks(6000)) == ticks(6000))
    #expect(track.mediaTime(at: ticks(6500)) == ticks(6000))
    for media in [4800, 5999, 6001, 7200, -1] as [Int64] {
      #expect(track.movieTime(at: ticks(media)) == nil, "\(media)")
    }
    #expect(track.movieTime(at: .invalid) == nil && track.movieTime(at: .positiveInfinity) == nil)
  }

  /// Without edits, the last frame is shown up to the end that composition offsets give it.
  @Test func lateFrames() throws {
    var movie = MovieBytes()
    movie.videoOffsets = [(48, 100)]
    let track = try #require(movie.movie().track(1))
    for time in [0, 100, 4799, 4800, 4899] as [Int64] {
      #expect(track.movieTime(at: ticks(time)) == ticks(time), "\(time)")
      #expect(track.mediaTime(at: ticks(time)) == ticks(time), "\(time)")
    }
    #expect(track.movieTime(at: ticks(4900)) == nil && track.mediaTime(at: ticks(4900)) == nil)
  }
}
