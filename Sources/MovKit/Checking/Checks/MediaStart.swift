/// When the movie shows the media of a track: by the first edit that plays some, and beyond its end as if it went
/// on (ISO/IEC 14496-12, 8.6.6). Media before it is not shown, and counts as the start of the edit.
///
/// The edits after that one are not asked. Media has no one time in the movie that several of them show, or none;
/// and tracks that were recorded together and cut later are stored as they were recorded, which is by the first.
struct MediaStart {
  /// The media time at which the edit begins, in ticks of the media.
  private let mediaTime: Int64
  /// When the edit begins, in ticks of the movie, at most 63 bits.
  private let start: UInt64
  /// The number of ticks of the movie in a second, at least 1.
  private let movieTimescale: UInt32
  /// A tick of the media lasts `length` parts of a second, of which a second has `parts`: at most 17 bits, and at
  /// most 63.
  private let length: UInt64
  private let parts: UInt64

  /// Nil if the edits play nothing, or the media has no timescale.
  init?(of track: Track, inMovieOf timescale: UInt32) {
    guard track.timescale > 0 else { return nil }
    var (mediaTime, start) = (Int64(0), UInt64(0))
    // As `mediaRate` has it, in 65536ths.
    var rate: UInt64 = 1 << 16
    if track.hasEditList, let rows = track.editList?.entries {
      var left = rows.count
      var plays = false
      rows.forEachRow { row in
        left -= 1
        // An edit without a length shows nothing, except for the last, which goes on to the end of the media.
        let hasLength = row.segmentDuration > 0 || left == 0
        if !row.isEmpty, hasLength, let known = UInt64(exactly: row.mediaRate.rawValue), known > 0 {
          (mediaTime, rate, plays) = (row.mediaTime, known, true)
        } else {
          start = start.addingClamping(row.segmentDuration)
        }
        return !plays
      }
      guard plays else { return nil }
    }
    self.mediaTime = mediaTime
    // Without a timescale, edits have no length.
    self.start = timescale > 0 ? min(start, UInt64(Int64.max)) : 0
    movieTimescale = max(timescale, 1)
    let common = greatestCommonDivisor(rate, 1 << 16)
    length = (1 << 16) / common
    parts = UInt64(track.timescale) * (rate / common)
  }

  /// Returns when the movie shows a media time, in ticks of the media.
  func moment(_ ticks: Int64) -> MovieMoment {
    let elapsed = UInt128(max(0, Int128(ticks) - Int128(mediaTime)))
    // 65, 17 and 32 bits, and 63 and 63, which together fit in 127.
    return MovieMoment(
      elapsed * UInt128(length) * UInt128(movieTimescale) + UInt128(start) * UInt128(parts),
      units: UInt128(parts) * UInt128(movieTimescale))
  }
}
