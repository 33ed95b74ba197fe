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

extension MediaTime {
  /// The whole milliseconds, rounded down; nil if the time is not a number.
  var wholeMilliseconds: Int128? {
    guard isNumeric else { return nil }
    return (Int128(value) * 1000).dividedDown(by: Int128(timescale))
  }
}
