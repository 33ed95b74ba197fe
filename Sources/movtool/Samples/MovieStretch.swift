import MovKit

/// The part of a movie that the user asked for. It does not include `end`.
struct MovieStretch {
  /// The start; nil for the start of the movie.
  var start: GivenMoment?
  /// The end; nil for the end of the movie.
  var end: GivenMoment?

  /// Whether the movie's timecode is needed to know the times.
  var needsTimecode: Bool {
    [start, end].contains { if case .timecode = $0 { true } else { false } }
  }

  /// The range in movie time. Nil if the movie's timecode is needed to know it, or if the end is
  /// not after the start.
  var timeRange: MediaTimeRange? {
    func time(_ moment: GivenMoment?, or other: MediaTime) -> MediaTime? {
      switch moment {
      case nil: other
      case .time(let time): time
      case .timecode: nil
      }
    }
    guard let start = time(start, or: .zero), let end = time(end, or: .positiveInfinity),
      start < end
    else { return nil }
    return MediaTimeRange(start: start, end: end)
  }

  /// Returns the range in movie time. An end that the movie shows several times is the first after the start.
  /// - Parameters:
  ///   - track: The track that is read; nil for all of the movie.
  ///   - report: What to do with a warning.
  /// - Throws: `Failure.problem` if a timecode is not in the movie, or if the end is not after the
  ///   start.
  func range(
    in movie: Movie, of track: Track? = nil, _ path: FilePath, report: (Diagnostic) -> Void
  ) throws(Failure) -> MediaTimeRange {
    var (from, to) = (MediaTime.zero, MediaTime.positiveInfinity)
    if let start { from = try movie.time(of: start, in: track, path, report: report) }
    if let end {
      to = try movie.time(
        of: end, in: track, after: start == nil ? nil : from, path, report: report)
    }
    guard from < to else {
      throw .problem("'--to' is not after '--from' in this movie", file: path)
    }
    return MediaTimeRange(start: from, end: to)
  }
}

extension Movie {
  /// Returns the movie time of a moment.
  /// - Parameters:
  ///   - track: The track whose labels are meant; nil for the first video, whose labels `list` prints.
  ///   - start: A time after which it is, if the movie shows the timecode several times; nil for the first of them.
  ///   - report: What to do with a warning that it does.
  /// - Throws: `Failure.problem` if it is a timecode that the movie does not show.
  func time(
    of moment: GivenMoment, in track: Track? = nil, after start: MediaTime? = nil, _ path: FilePath,
    report: (Diagnostic) -> Void
  ) throws(Failure) -> MediaTime {
    switch moment {
    case .time(let time): return time
    case .timecode(let text): return try time(of: text, in: track, after: start, path, report)
    }
  }

  private func time(
    of text: TimecodeText, in track: Track?, after start: MediaTime?, _ path: FilePath,
    _ report: (Diagnostic) -> Void
  ) throws(Failure) -> MediaTime {
    let labelled = track ?? tracks(.video).first
    let source = labelled?.isTimecode == true ? labelled : timecodeTrack(of: labelled)
    guard let track = source else {
      throw .problem(
        unreadableTimecodeTrack?.problem
          ?? "the movie has no timecode; give a time from its start instead, such as 5 or 00:00:05",
        file: path)
    }
    let timeline: TimecodeTimeline
    do { timeline = TimecodeTimeline(try TimecodeTrack(track)) } catch {
      throw .problem(error.advised(), file: path)
    }
    let formats = timeline.track.formats
    let format = formats.first { $0.isDropFrame } ?? formats[0]
    let label = format.text(text.timecode)
    if text.separatorSaysDropFrame == true, !format.isDropFrame {
      throw .problem("the movie's timecode is not drop frame: write \(label)", file: path)
    }
    let found: (range: MediaTimeRange, count: Int)?
    do throws(TimecodeError) { found = try timeline.range(of: text.timecode, after: start) } catch {
      throw .problem("the movie's timecode has no label \(label): \(error)", file: path)
    }
    guard let (range, count) = found else {
      throw .problem(
        "timecode \(label) is not in the movie\(Movie.reason(text.timecode, isNotIn: timeline))",
        file: path)
    }
    let video = labelled?.mediaType == .video ? labelled : video(of: track)
    let time = video.flatMap { timeline.start(ofFrameShowing: range, in: $0) } ?? range.start
    if count > 1 {
      report(
        Diagnostic(
          "timecode-repeats", .warning,
          "\(count) stretches of the timecode have the label \(label), and the one at \(time.inSeconds) is taken; to "
            + "choose another, give a time from the start of the movie", path: track.path))
    }
    return time
  }

  /// Returns the jump of a timeline over a label or, if there is none, its first and last timecode, for a message.
  private static func reason(
    _ label: Timecode, isNotIn timeline: TimecodeTimeline
  ) -> String {
    let formats = timeline.track.formats
    func text(_ value: TimecodeSample, _ segment: TimecodeTrack.Segment) -> String {
      formats[segment.formatIndex].text(value)
    }
    func number(_ segment: TimecodeTrack.Segment) -> Int64? {
      try? formats[segment.formatIndex].frameNumber(for: label)
    }
    var before: TimecodeTrack.Segment?
    for segment in timeline.segments {
      if let before, case .frameNumber(let last) = before.last,
        case .frameNumber(let first) = segment.first, let after = number(before),
        let number = number(segment), last < after, number < first
      {
        return ": it jumps from \(text(before.last, before)) to \(text(segment.first, segment)) at "
          + segment.movieTime.inSeconds
      }
      before = segment
    }
    guard let first = timeline.segments.first, let last = before else { return "" }
    let count = timeline.segments.count
    return ", which runs from \(text(first.first, first)) to \(text(last.last, last))"
      + (count > 1 ? " in \(count) stretches" : "")
  }
}
