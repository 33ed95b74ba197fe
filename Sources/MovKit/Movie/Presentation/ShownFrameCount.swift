extension Track {
  /// Returns the number of frames of a video track that are shown, through its edits.
  ///
  /// If one edit shows all frames, as in most files, and no frames are reordered, few samples are looked at;
  /// otherwise all are.
  /// - Throws: `FormatError` if the sample table is damaged.
  package func shownFrameCount() throws(FormatError) -> Int64 {
    let samples = try sampleTable()
    guard samples.hasReplacedSamples(lookingAtMost: fileSize) || hasEditList && !isAllShown(samples)
    else {
      return Int64(samples.count)
    }
    var count: Int64 = 0
    for _ in PresentedFrames(self, samples) { count += 1 }
    return count
  }

  /// The most samples at either end that are looked at: more than codecs reorder.
  private static let mostReordered = 64

  /// Whether the only edit that is not empty certainly shows all frames. Only those that composition
  /// offsets could move out of it need to be looked at.
  private func isAllShown(_ samples: SampleTable) -> Bool {
    guard let edit = edits.onlyShown, edit.rateIn65536 ?? 0 > 0,
      let start = ticks(edit.source.start), let end = ticks(edit.source.end)
    else { return false }
    let offsets = samples.compositionOffsets
    func isWithin(_ index: Int) -> (decode: Int64, isShown: Bool) {
      let times = samples.times(of: index)
      let (time, overflow) = times.decode.addingReportingOverflow(Int64(times.offset))
      return (times.decode, !overflow && time >= start && time < end)
    }
    // Frames from here on, and up to there, are shown whatever their offsets are.
    let (first, early) = start.subtractingReportingOverflow(Int64(offsets.lowerBound))
    let (last, late) = end.subtractingReportingOverflow(Int64(offsets.upperBound))
    guard !early, !late else { return false }
    for (step, index) in samples.indices.enumerated() {
      let (decode, isShown) = isWithin(index)
      if decode >= first { break }
      guard isShown, step < Self.mostReordered else { return false }
    }
    for (step, index) in samples.indices.reversed().enumerated() {
      let (decode, isShown) = isWithin(index)
      if decode < last { break }
      guard isShown, step < Self.mostReordered else { return false }
    }
    return true
  }

  /// The first tick of the media that is not before a time; nil if there is none.
  private func ticks(_ time: MediaTime) -> Int64? {
    guard let scale = Int32(exactly: timescale), scale > 0 else { return nil }
    let converted = time.converted(to: scale, rounding: .towardPositiveInfinity)
    return converted.isNumeric ? converted.value : nil
  }
}

extension SampleTable {
  /// Whether a sample is replaced at its own time by the next in presentation order.
  /// - Parameter limit: How many samples are looked at. A file cannot hold more than bytes.
  fileprivate func hasReplacedSamples(lookingAtMost limit: UInt64) -> Bool {
    let offsets = compositionOffsets
    guard offsets.lowerBound < offsets.upperBound else { return hasSamplesWithoutDuration }
    var frames = PresentationTimes(self, from: 0, smallestOffset: offsets.lowerBound)
    var last: Int64?
    var left = limit
    while left > 0, let frame = frames.next() {
      if frame.time == last { return true }
      last = frame.time
      left -= 1
    }
    return false
  }

  /// Whether a sample but the last lasts no time.
  private var hasSamplesWithoutDuration: Bool {
    var (seen, lasting, total) = (UInt64(0), UInt64(0), UInt64(0))
    forEachDurationRun { count, duration in
      total = total.addingClamping(count)
      if duration > 0 { (lasting, seen) = (lasting.addingClamping(count), total) }
    }
    return lasting < seen || UInt64(count) > seen.addingClamping(1)
  }
}
