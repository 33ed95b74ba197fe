/// A way in which frames can be counted: frames per second of labels, with or without dropped
/// numbers. Linear timecode does not say which it is; what follows what does.
struct LinearTimecodeCount: Hashable, Sendable {
  var quanta: UInt32
  var dropsFrames: Bool

  /// The counts that frames may have, the most likely first.
  /// - Parameter isDropFrame: Whether the flag of the frames is set. Some generators set it without
  ///   dropping anything, or drop frames without setting it.
  static func all(isDropFrame: Bool) -> [LinearTimecodeCount] {
    let drop = LinearTimecodeCount(quanta: 30, dropsFrames: true)
    let others = [30, 25, 24].map { LinearTimecodeCount(quanta: $0, dropsFrames: false) }
    return isDropFrame ? [drop] + others : others + [drop]
  }

  private var labels: TimecodeLabels? {
    TimecodeLabels(
      quanta: quanta, dropped: dropsFrames ? TimecodeLabels.dropped(perMinuteAt: quanta) : 0)
  }

  /// The number of frames in a day.
  var framesPerDay: Int64 { labels.map { Int64(clamping: $0.framesPerDay) } ?? 1 }

  /// Returns the number of the frame with this label; nil if there is none.
  func frameNumber(_ label: Timecode) -> Int64? {
    guard let labels, !(dropsFrames && labels.isSkipped(label)) else { return nil }
    return labels.frameNumber(label).map { Int64(clamping: $0) }
  }

  /// Whether one label is `count` frames after another, also across midnight.
  func isStep(from earlier: Timecode, to later: Timecode, by count: Int64) -> Bool {
    guard let from = frameNumber(earlier), let to = frameNumber(later) else { return false }
    let day = framesPerDay
    let difference = (to - from - count % day) % day
    return difference == 0
  }
}
