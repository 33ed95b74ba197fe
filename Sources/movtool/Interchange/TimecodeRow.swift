import MovKit

/// A stretch of a movie over which timecode counts on evenly: what a row of a list says.
struct TimecodeRow {
  /// What all rows of a track share. There can be a million.
  final class Origin {
    let movie: TimecodeMovie
    let track: TimecodeTrack

    init(_ movie: TimecodeMovie, _ track: TimecodeTrack) {
      (self.movie, self.track) = (movie, track)
    }
  }

  fileprivate let origin: Origin
  let segment: TimecodeTrack.Segment

  var movie: TimecodeMovie { origin.movie }
  var track: TimecodeTrack { origin.track }
  var format: TimecodeFormat { track.formats[segment.formatIndex] }

  /// The name of the reel; nil if there is none.
  var reel: String? { format.reel }

  /// The number of frames of timecode that are shown; at least 1.
  var frames: Int64 {
    let count =
      switch (segment.first, segment.last) {
      case (.frameNumber(let first), .frameNumber(let last)): Int128(last) - Int128(first)
      case (.counter(let first), .counter(let last)): Int128(last) - Int128(first)
      default: Int128(0)
      }
    return Int64(clamping: max(count, 0) + 1)
  }

  /// The value after the last that is shown.
  var end: TimecodeSample { segment.first.advanced(byFrames: frames) }

  /// Whether the timecode runs at the speed of the movie.
  var isAtSpeed: Bool { segment.rate == 1 << 16 }

  /// The number of frames of the timecode's rate for which the movie shows the row; at least 1.
  /// Frames that are played at another speed take another time.
  var shownFrames: Int64 {
    isAtSpeed ? frames : max(1, segment.duration.frames(lasting: format.frameDuration) ?? 1)
  }
}

extension TimecodeRow {
  /// For how long the first label is shown, if the movie does not show its beginning; nil if it does.
  var restOfFirst: MediaTime? {
    track.restOfLabel(at: segment.movieTime, in: segment)
  }

  /// The row or, if the movie does not show the beginning of its first label, that label and what follows it.
  /// A reader counts each from its beginning.
  var wholeLabels: [TimecodeRow] {
    guard frames > 1, let rest = restOfFirst, rest < segment.duration else { return [self] }
    var (first, others) = (segment, segment)
    (first.duration, first.last) = (rest, segment.first)
    others.movieTime = segment.movieTime + rest
    others.duration = segment.duration - rest
    others.first = segment.first.advanced(byFrames: 1)
    return [first, others].map { TimecodeRow(origin: origin, segment: $0) }
  }
}

extension TimecodeMovie {
  /// The name of the file, without its folder.
  var name: String { FilePath(bytes: path.lastComponent).description }

  /// The duration of the longest track.
  var duration: MediaTime {
    let durations = movie.tracks.lazy.map(\.editedDuration).filter { $0.isNumeric }
    let longest = durations.max() ?? .zero
    // The last frame can end a little after the edit that shows it.
    return max(longest, movie.tracks(.video).first.map(\.shownEnd) ?? longest)
  }

  /// The rows of one timecode track.
  func rows(of track: TimecodeTrack) -> some Sequence<TimecodeRow> {
    let origin = TimecodeRow.Origin(self, track)
    return track.segments.lazy.map { TimecodeRow(origin: origin, segment: $0) }
  }

  /// Calls `body` for each row of a timecode track, with the row after it.
  func forEachRow(
    of track: TimecodeTrack, _ body: (TimecodeRow, TimecodeRow?) throws(Failure) -> Void
  ) throws(Failure) {
    var rows = rows(of: track).makeIterator()
    var upcoming = rows.next()
    while let row = upcoming {
      upcoming = rows.next()
      try body(row, upcoming)
    }
  }

  /// A warning about tracks that a list has no place for; none if there is one track.
  var tracksLeftOut: [Diagnostic] {
    guard let first = tracks.first, tracks.count > 1 else { return [] }
    return [
      Diagnostic(
        "timecode-tracks-left-out", .warning,
        "the movie has \(tracks.count) timecode tracks, and this format has a place for one: "
          + "writing track \(first.track.id); choose another with --track", path: first.track.path)
    ]
  }
}

extension DiagnosticList {
  /// Adds a warning that a row has no label, which a format needs. There can be one in every few bytes.
  mutating func add(withoutLabel row: TimecodeRow) {
    add(
      "timecode-without-label", .warning,
      (row.format.isCounter
        ? "a counter has no label" : "the timecode has no rate to count labels by")
        + ", which this format needs; leaving out the stretch at \(row.segment.movieTime.inSeconds)",
      path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning that a row comes later in a list than in the movie, because those before it are shorter
  /// than a frame.
  mutating func add(late row: TimecodeRow, by frames: Int64, in list: String) {
    add(
      "timecode-place", .warning,
      "\(list) has whole frames, and stretches before that at \(row.segment.movieTime.inSeconds) are shorter, "
        + "so it begins \(counted(frames, "frame")) late; use --format csv or json to keep that",
      path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning if a row lasts a day or longer, which the labels of a list cannot say: they begin again.
  mutating func add(ifLongerThanADay row: TimecodeRow, in list: String) {
    let day = row.format.forLists.framesPerDay
    guard day > 0, max(row.frames, row.shownFrames) >= day else { return }
    add(
      "timecode-place", .warning,
      "\(list) has the labels of one day, so it cannot say that the stretch at "
        + "\(row.segment.movieTime.inSeconds) lasts \(row.segment.duration.inSeconds); use --format csv "
        + "or json to keep that", path: row.track.track.path)
  }
}

extension DiagnosticList {
  /// Adds a warning if the labels of a row are not those of a day, as all labels of a list are.
  mutating func add(ifOutsideOfDay row: TimecodeRow, in list: String) {
    guard case .frameNumber(let first) = row.segment.first,
      let number = row.format.numberOutsideOfDay(
        from: first, to: first.addingClamping(max(row.frames, 1) - 1))
    else { return }
    add(
      "timecode-place", .warning,
      "\(list) has the labels of one day, so it says \(row.format.forLists.text(.frameNumber(number))) for "
        + "\(row.format.text(.frameNumber(number))) in the stretch at \(row.segment.movieTime.inSeconds); use "
        + "--format csv or json to keep that", path: row.track.track.path)
  }
}

extension TimecodeFormat {
  /// Returns the first or the last of some frame numbers if it is not one of a day, as all that a list has labels
  /// for are; nil if both are.
  func numberOutsideOfDay(from first: Int64, to last: Int64) -> Int64? {
    [first, last].first { $0 < 0 || framesUntilWrap == nil && $0 >= framesPerDay }
  }
}

extension TimecodeFormat {
  /// The name of the reel; nil if there is none.
  var reel: String? { sourceName.map(\.text).flatMap { $0.isEmpty ? nil : $0 } }

  /// This format as lists of edits count: labels are below 24 hours and without a sign, and say drop
  /// frame only where frame numbers are dropped.
  var forLists: TimecodeFormat {
    var copy = self
    copy.flags.insert(.wraps24Hours)
    copy.flags.remove(.negativeTimesOK)
    if framesDroppedPerMinute == 0 { copy.flags.remove(.dropFrame) }
    return copy
  }

  /// Whether frames have labels and a duration.
  var hasLabelsAndRate: Bool {
    !isCounter && labelQuanta > 0 && frameDuration.isNumeric && frameDuration.value > 0
  }

  /// The frames per second as a fraction, not reduced, so that the frame duration can be told from
  /// it; empty if there is none.
  var rateText: String {
    frameDuration.isNumeric && frameDuration.value > 0
      ? "\(frameDuration.timescale)/\(frameDuration.value)" : ""
  }

  /// The frames per second with at most two decimals, rounded, as people and logs write them: 25,
  /// 29.97; empty if there is none.
  var shortRate: String {
    guard frameDuration.isNumeric, frameDuration.value > 0 else { return "" }
    let (scale, value) = (Int128(frameDuration.timescale), Int128(frameDuration.value))
    let hundredths = (scale * 200 + value) / (value * 2)
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest > 0 else { return whole == 0 ? rateText : "\(whole)" }
    return "\(whole).\(rest / 10)" + (rest % 10 > 0 ? "\(rest % 10)" : "")
  }
}

extension MediaTime {
  /// Returns the number of frames of a duration in this time, rounded to the nearest; nil if either
  /// is not a number, the frame's is not positive, or the result does not fit in 64 bits.
  func frames(lasting frame: MediaTime) -> Int64? {
    guard isNumeric, frame.isNumeric, frame.value > 0 else { return nil }
    let above = Int128(value) * Int128(frame.timescale)
    let below = Int128(timescale) * Int128(frame.value)
    let doubled = above * 2 + (above < 0 ? -below : below)
    return Int64(exactly: doubled / (below * 2))
  }

  /// Returns the number of the first frame of a duration that shows what begins at this time, from 0: the first
  /// whose middle is not before it, as each frame has the label of its middle. Nil as for `frames(lasting:)`.
  func firstFrame(lasting frame: MediaTime) -> Int64? {
    guard isNumeric, frame.isNumeric, frame.value > 0 else { return nil }
    let above = Int128(value) * Int128(frame.timescale)
    let below = Int128(timescale) * Int128(frame.value)
    let (quotient, rest) = (above * 2 - below).quotientAndRemainder(dividingBy: below * 2)
    return Int64(exactly: rest > 0 ? quotient + 1 : quotient)
  }

  /// The whole milliseconds, rounded down; nil if the time is not a number.
  var wholeMilliseconds: Int128? {
    guard isNumeric else { return nil }
    return (Int128(value) * 1000).dividedDown(by: Int128(timescale))
  }
}
