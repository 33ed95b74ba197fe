/// A stretch of time over which timecode counts on evenly. A list of segments, linear timecode in
/// audio and the metadata of a camera all say such runs.
public struct TimecodeRun: Hashable, Sendable {
  /// When the run begins, from the start of the movie or the recording.
  public var time: MediaTime
  /// How long it lasts; nil if it lasts until the next run or, if it is the last, to the end.
  public var duration: MediaTime?
  /// How its frames are counted, and the reel.
  public var format: TimecodeFormat
  /// The number of its first frame.
  public var frameNumber: Int64

  /// A run of these parts.
  public init(
    at time: MediaTime, duration: MediaTime? = nil, format: TimecodeFormat, frameNumber: Int64
  ) {
    self.time = time
    self.duration = duration
    self.format = format
    self.frameNumber = frameNumber
  }

  /// The run as it is, or in two if its first label is shown only for `rest`: a run begins with a whole label.
  func divided(afterFirst rest: MediaTime?) -> [TimecodeRun] {
    guard let rest, rest > .zero, duration.map({ rest < $0 }) ?? true,
      case (let number, false) = frameNumber.addingReportingOverflow(1)
    else { return [self] }
    var (first, next) = (self, self)
    first.duration = rest
    next.time = time + rest
    next.duration = duration.map { $0 - rest }
    next.frameNumber = format.withinDay(number)
    return [first, next]
  }

  /// The label of its first frame, such as `01:00:00:00`.
  public var start: String { format.text(.frameNumber(frameNumber)) }
}
