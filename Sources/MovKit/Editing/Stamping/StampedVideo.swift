/// The video tracks that are given timecode, as one stretch of frames.
package struct StampedVideo: Sendable {
  /// When the first frame is shown.
  package let start: MediaTime
  /// When the last frame ends.
  package let end: MediaTime
  /// How long a frame lasts; nil if the frames are not even.
  package let frameDuration: MediaTime?

  /// - Throws: `FormatError` if the video has no duration.
  package init(of trackIDs: [UInt32], in movie: Movie) throws(FormatError) {
    let videos = trackIDs.compactMap { movie.track($0) }
    let extent = try TimecodeExtent(of: videos, in: movie)
    (start, end) = (extent.start, extent.end)
    frameDuration = videos.lazy.compactMap(\.exactFrame).first
  }

  /// How long it is shown.
  package var duration: MediaTime { end - start }

  /// Runs that cover all of the video, made of runs that were found somewhere in it.
  package struct Coverage: Sendable {
    package var runs = PackedRuns()
    /// For how long nothing was found, so that the count was taken to go on.
    package var unseen = MediaTime.zero
  }

  /// Lays runs on the frames of the video, so that each frame has a label.
  ///
  /// A run begins with the first frame whose middle it contains. It lasts until the next one; the
  /// first counts back to the first frame. A run that only continues the one before is none.
  /// - Parameter found: In the order of their times, which are movie times.
  package func cover(with found: some Sequence<TimecodeRun>) -> Coverage {
    var coverage = Coverage()
    var seenUntil = start
    for run in found where run.time.isNumeric && run.time < end {
      let runEnd = run.duration.map { run.time + $0 } ?? end
      guard runEnd.isNumeric, runEnd > start else { continue }
      if run.time > seenUntil { coverage.unseen = coverage.unseen + (run.time - seenUntil) }
      seenUntil = max(seenUntil, min(runEnd, end))
      let isFirst = coverage.runs.isEmpty
      guard var placed = place(run, atStart: isFirst) else { continue }
      if let last = coverage.runs.last {
        if last.counts(to: placed, half: placed.format.halfOfLabel(orOfFrame: frameDuration)) {
          continue
        }
        if last.time >= placed.time { coverage.runs.removeLast() }
      }
      placed.duration = nil
      coverage.runs.append(placed)
      // Labels that last several frames need not begin with the first one.
      if isFirst, let next = nextLabel(after: placed, of: run) { coverage.runs.append(next) }
    }
    if seenUntil < end { coverage.unseen = coverage.unseen + (end - seenUntil) }
    return coverage
  }

  /// Returns a run that begins with a frame of the video; nil if no frame is left for it.
  private func place(_ run: TimecodeRun, atStart isFirst: Bool) -> TimecodeRun? {
    let time = isFirst ? start : frameStart(run.time)
    guard time < end, let number = number(of: run, at: time) else { return nil }
    var placed = run
    placed.time = time
    placed.frameNumber = run.format.withinDay(number)
    return placed
  }

  /// Returns the number that a run has in the middle of a frame, or of a label that is shorter.
  private func number(of run: TimecodeRun, at time: MediaTime) -> Int64? {
    run.format.frameNumber(
      run.frameNumber,
      advancedBy: time + run.format.halfOfLabel(orOfFrame: frameDuration) - run.time)
  }

  /// Returns what begins with the label after the one that a run was placed with, if that label is shown for
  /// fewer frames than the others: for one frame of two, if the video has twice as many frames as labels.
  private func nextLabel(after placed: TimecodeRun, of run: TimecodeRun) -> TimecodeRun? {
    let label = run.format.frameDuration
    guard let frameDuration, label.isNumeric, frameDuration > .zero, label > frameDuration,
      let number = number(of: run, at: placed.time),
      case (let nextNumber, false) = number.addingReportingOverflow(1),
      case (let index, false) = nextNumber.subtractingReportingOverflow(run.frameNumber)
    else { return nil }
    var next = placed
    next.time = frameStart(run.time + label.multiplied(by: index))
    next.frameNumber = run.format.withinDay(nextNumber)
    let latest = placed.time + label - frameDuration.multiplied(by: 1, over: 2)
    return next.time > placed.time && next.time < min(latest, end) ? next : nil
  }

  /// Returns when the first frame begins whose middle is not before a time.
  private func frameStart(_ time: MediaTime) -> MediaTime {
    guard let frameDuration, frameDuration > .zero, time > start,
      let number = TimecodeFormat(frameDuration: frameDuration, frameQuanta: 0)
        .frames(in: time - start + frameDuration.multiplied(by: 1, over: 2)),
      case let frame = start + frameDuration.multiplied(by: number), frame.isNumeric
    else { return max(time, start) }
    // Exactly in the middle, the frame is that of the run.
    let half = frameDuration.multiplied(by: 1, over: 2)
    return frame - half == time ? frame - frameDuration : frame
  }
}

extension TimecodeRun {
  /// Whether a later run says what this one counts to in the middle of its first frame, `half` a frame after its
  /// beginning.
  fileprivate func counts(to later: TimecodeRun, half: MediaTime) -> Bool {
    guard format == later.format, later.time > time,
      let number = format.frameNumber(frameNumber, advancedBy: later.time - time + half)
    else { return false }
    return format.withinDay(number) == later.frameNumber
  }
}

extension Movie {
  /// How long a frame of the first even video lasts; nil if there is none.
  package var videoFrameDuration: MediaTime? {
    tracks(.video).lazy.compactMap(\.exactFrame).first
  }

  /// When the first frame of the first video is shown; 0 if there is none.
  package var shownStart: MediaTime { tracks(.video).first?.leadingGap ?? .zero }

  /// How long the movie shows its first video or, if it has none, anything.
  package var shownDuration: MediaTime {
    guard let video = tracks(.video).first else {
      return tracks.filter { !$0.isTimecode }.map(\.editedDuration).max() ?? .zero
    }
    return video.shownEnd - video.leadingGap
  }
}
