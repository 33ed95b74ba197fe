import MovKit

/// Where rows come when movies are laid one after the other, in whole frames of one rate.
///
/// Rows keep their numbers of frames. What lies between them is rounded to frames, so that the ticks
/// of a coarse timescale make neither gaps nor overlaps.
struct RecordPlace {
  /// The number of frames before the place.
  private(set) var frames: Int64 = 0
  /// The time of the place in the current movie.
  private var time = MediaTime.zero

  /// Moves the place to the beginning of a row. Returns the frames that it skips, in which there is no
  /// timecode.
  mutating func skip(to row: TimecodeRow) -> Int64 {
    skip(to: row.segment.movieTime, frame: row.format.frameDuration)
  }

  /// Moves the place to the end of a row.
  mutating func pass(_ row: TimecodeRow) {
    advance(row.shownFrames)
    time = row.segment.movieTime + row.segment.duration
  }

  /// Moves the place to the end of a movie, where the next movie begins.
  mutating func finish(_ movie: TimecodeMovie, frame: MediaTime) {
    _ = skip(to: movie.duration, frame: frame)
    time = .zero
  }

  private mutating func skip(to target: MediaTime, frame: MediaTime) -> Int64 {
    let gap = max(0, (target - time).frames(lasting: frame) ?? 0)
    advance(gap)
    time = target
    return gap
  }

  private mutating func advance(_ count: Int64) {
    let (sum, overflow) = frames.addingReportingOverflow(count)
    frames = overflow ? .max : sum
  }
}
