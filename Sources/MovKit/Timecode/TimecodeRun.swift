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

  /// The label of its first frame, such as `01:00:00:00`.
  public var start: String { format.text(.frameNumber(frameNumber)) }
}
