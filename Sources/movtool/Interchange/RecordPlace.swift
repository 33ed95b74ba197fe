import MovKit

/// Where rows come when movies are laid one after the other, in whole frames of one rate.
///
/// Each row begins at the first frame that shows it, counted from the first row of its movie, so that neither the
/// ticks of a coarse timescale nor rows that end within a frame move those after them. What lies between movies is
/// rounded to frames.
struct RecordPlace {
  /// The number of frames before the place.
  private(set) var frames: Int64 = 0
  /// The time of the place in the current movie.
  private var time = MediaTime.zero
  /// The first row of the current movie, or the first of the rate of the last one; nil before it.
  private var origin: (frames: Int64, time: MediaTime, frameDuration: MediaTime)?

  /// Moves the place to the beginning of a row. Returns the frames that it skips, in which there is no
  /// timecode; below 0 if the place is later than the row by as many.
  mutating func skip(to row: TimecodeRow) -> Int64 {
    let target = row.segment.movieTime
    let gap: Int64
    if let place = place(of: row) {
      gap = place.subtracting(frames) ?? 0
    } else {
      gap = max(0, (target - time).frames(lasting: row.format.frameDuration) ?? 0)
    }
    advance(max(0, gap))
    time = target
    if origin?.frameDuration != row.format.frameDuration {
      origin = (frames, target, row.format.frameDuration)
    }
    return gap
  }

  /// Returns how many frames a row has at the place: those that are shown, up to the beginning of the next row;
  /// at least 1.
  func frames(of row: TimecodeRow, before next: TimecodeRow?) -> Int64 {
    let shown = row.shownFrames
    guard let next, let end = place(of: next), let room = end.subtracting(frames) else {
      return shown
    }
    return max(1, min(shown, room))
  }

  /// Moves the place to the end of a row, of which it has some frames.
  mutating func pass(_ row: TimecodeRow, _ count: Int64) {
    advance(count)
    time = row.segment.movieTime + row.segment.duration
  }

  /// Ends a movie, after which the next one begins. What is left of it is skipped before the next row: only
  /// that says how long a frame lasts, if there was none before.
  mutating func finish(_ movie: TimecodeMovie) {
    time = time - movie.duration
    origin = nil
  }

  /// The frame at which a row begins; nil if it is the first of its movie or of its rate.
  private func place(of row: TimecodeRow) -> Int64? {
    guard let origin, origin.frameDuration == row.format.frameDuration else { return nil }
    let after = row.segment.movieTime - origin.time
    return after.firstFrame(lasting: origin.frameDuration).map { $0.addingClamping(origin.frames) }
  }

  private mutating func advance(_ count: Int64) {
    frames = frames.addingClamping(count)
  }
}
