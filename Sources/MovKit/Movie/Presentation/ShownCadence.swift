extension Track {
  /// How evenly the frames of a video follow each other; nil if there are fewer than two.
  ///
  /// What counts is how long samples last. Where a movie that was cut or joined is not even by that, because
  /// samples at its ends or seams are hidden, what counts is when frames are shown.
  var frameCadence: FrameCadence? {
    let stored = FrameCadence(timescale: timescale, forEachRun: forEachDurationRun)
    guard let stored, !stored.isEven else { return stored }
    return evenShownCadence ?? stored
  }

  /// The cadence by when frames are shown; nil if no samples are hidden, or the frames are not even by that either.
  var evenShownCadence: FrameCadence? {
    guard mayHideSamples, let runs = shownRuns else { return nil }
    let shown = FrameCadence(timescale: timescale) { body in
      for run in runs { body(run.count, run.ticks) }
    }
    return shown.flatMap { $0.isEven ? $0 : nil }
  }

  /// Whether there are seams, or the only edit that shows media leaves some of it out at an end.
  private var mayHideSamples: Bool {
    guard let only = edits.onlyShown else { return edits.contains { !$0.isEmpty } }
    return only.source.start > .zero || only.source.end < mediaDuration
  }

  /// The times from each shown frame to the next, in ticks of the media, and at the end one for the last frame;
  /// nil if they are many, or change so often that they are not even.
  private var shownRuns: [(count: UInt64, ticks: UInt64)]? {
    guard let scale = Int32(exactly: timescale), scale > 0, var frames = try? PresentedFrames(self)
    else { return nil }
    var runs: [(count: UInt64, ticks: UInt64)] = []
    var (before, left) = (Int64?.none, 1 << 20)
    while let frame = frames.next() {
      let time = frame.time.converted(to: scale)
      left -= 1
      guard time.isNumeric, left > 0, runs.count < 4096 else { return nil }
      defer { before = time.value }
      guard let before, case (let ticks, false) = time.value.subtractingReportingOverflow(before),
        ticks >= 0
      else { continue }
      if let last = runs.indices.last, runs[last].ticks == UInt64(ticks) {
        runs[last].count += 1
      } else {
        runs.append((1, UInt64(ticks)))
      }
    }
    // An edit can begin within the first frame.
    if runs.count > 1, runs[0].count == 1, runs[0].ticks < runs[1].ticks { runs.removeFirst() }
    return runs + [(1, 1)]
  }
}
