/// The samples of a timecode track in fragments, one for each.
///
/// Each begins with a whole frame of the timecode, whatever the ticks of the video are, and ends with one. So all of
/// them count the same frames, and label video as a single sample would.
struct FragmentTimecode {
  private let timecode: MovieWriter.Input.Timecode
  /// When the timecode begins, on the timeline of all inputs.
  private let start: MediaTime
  /// The first frame that has no sample yet, counted from `start`.
  private var next: Int64 = 0

  init(_ timecode: MovieWriter.Input.Timecode, movieStart: MediaTime) {
    self.timecode = timecode
    start = movieStart + timecode.start
  }

  /// Appends the sample of a fragment, if it has frames of the timecode that are in no other.
  /// - Parameters:
  ///   - shown: The time at which the fragment begins to be shown, in ticks of its video.
  ///   - until: The time at which the next one begins.
  ///   - isLast: Whether there is none: the timecode then ends with the video, and not with a frame.
  mutating func append(
    from shown: MediaTime, until: MediaTime, isLast: Bool, to input: MovieWriter.Input
  ) throws(WritingError) {
    let shown = max(shown, start)
    // The video of this fragment can come before the timecode begins.
    guard shown < until else { return }
    guard let first = frame(at: shown), let end = frame(at: until),
      let label = timecode.startFrame.adding(max(first, next))
    else { throw .timeOutOfRange(track: input.trackID) }
    let begin = max(first, next)
    next = max(end, next)
    // All of them are rounded alike, so that no sample begins before the one before it ends.
    let from = try input.ticks(time(of: begin))
    let to = try input.ticks(isLast ? until : time(of: end))
    guard from < to else { return }
    try input.appendTimecode(
      atFrame: label, from: MediaTime(value: from, timescale: input.timescale),
      lasting: MediaTime(value: to - from, timescale: input.timescale))
  }

  private func time(of frame: Int64) -> MediaTime {
    start + timecode.format.frameDuration.multiplied(by: frame)
  }

  /// Returns the frame at a time, counted from `start`. Less than a tick of the video before a frame is that frame.
  private func frame(at time: MediaTime) -> Int64? {
    timecode.format.frameNumber(atTicks: time, plus: start.negated())
  }
}
