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
    let target = row.segment.movieTime
    let gap = max(0, (target - time).frames(lasting: row.format.frameDuration) ?? 0)
    advance(gap)
    time = target
    return gap
  }

  /// Moves the place to the end of a row.
  mutating func pass(_ row: TimecodeRow) {
    advance(row.shownFrames)
    time = row.segment.movieTime + row.segment.duration
  }

  /// Ends a movie, after which the next one begins. What is left of it is skipped before the next row: only
  /// that says how long a frame lasts, if there was none before.
  mutating func finish(_ movie: TimecodeMovie) { time = time - movie.duration }

  private mutating func advance(_ count: Int64) {
    frames = frames.addingClamping(count)
  }
}
