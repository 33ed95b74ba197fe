extension TimecodeTimeline {
  /// Returns when a video begins to show the frame that belongs to a label; nil if none does.
  ///
  /// That is the first frame that has the label. If none has it, it is the first frame that begins at most half
  /// a label before, or less than half a label after, the label does.
  /// - Parameter range: When the label is shown, as `range(of:)` gives it.
  package func start(ofFrameShowing range: MediaTimeRange, in video: Track) -> MediaTime? {
    guard range.duration > .zero, var frames = try? PresentedFrames(video) else { return nil }
    let half = range.duration.multiplied(by: 1, over: 2)
    let wanted = value(ofFrameFrom: range.start, to: range.end)
    var nearest: MediaTime?
    var upcoming = frames.next()
    while let frame = upcoming, frame.time < range.end {
      upcoming = frames.next()
      let end = frames.end(of: frame, before: upcoming)
      if let end, end.isNumeric, end <= range.start { continue }
      if let wanted, let own = value(ofFrameFrom: frame.time, to: end), own == wanted {
        return frame.time
      }
      if nearest == nil, frame.time >= range.start - half, frame.time < range.start + half {
        nearest = frame.time
      }
    }
    return nearest
  }
}
