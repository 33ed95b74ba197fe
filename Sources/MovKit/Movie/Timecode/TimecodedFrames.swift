/// The frames of a video, in the order in which they are shown, each with its timecode.
public struct TimecodedFrames: Sequence, IteratorProtocol, Sendable {
  public struct Frame: Sendable {
    /// When it begins to be shown, in the movie.
    public var time: MediaTime
    /// nil where the timecode track shows nothing.
    public var timecode: (value: TimecodeSample, formatIndex: Int)?
  }

  private let timeline: TimecodeTimeline
  private var frames: PresentedFrames
  private var upcoming: MediaTime?

  /// Throws where the video's sample table is damaged.
  public init(_ timeline: TimecodeTimeline, of video: Track) throws(FormatError) {
    self.timeline = timeline
    frames = try PresentedFrames(video)
    upcoming = frames.next()
  }

  /// Whether frames were left out because the tables claim more than the file can hold.
  public var isCut: Bool { frames.isCut }

  public mutating func next() -> Frame? {
    guard let time = upcoming else { return nil }
    upcoming = frames.next()
    return Frame(time: time, timecode: timeline.value(ofFrameFrom: time, to: upcoming))
  }
}
