/// The frames of a video in the order in which they are shown, each with its timecode.
///
/// ```swift
/// for frame in try movie.frames() {
///   print(frame.time, frame.timecode ?? "no timecode", frame.isSync)
/// }
/// ```
///
/// It can be walked any number of times, and takes the same memory however long the movie is. A damaged file can claim
/// any number of frames: the sequence then ends early, and `Iterator.isCut` says so.
public struct TimecodedFrames: Sequence, Sendable {
  /// One frame as it is shown.
  public struct Frame: Sendable {
    /// When the frame begins to be shown, in the movie.
    public let time: MediaTime
    /// The index of the frame's sample in its track, from 0, in decode order.
    public let sampleIndex: Int
    /// The frame number or count of the frame, and the index of its format in `TimecodeTrack.formats`;
    /// nil if no timecode is shown then.
    public let value: (value: TimecodeSample, formatIndex: Int)?
    fileprivate let source: Source

    /// Whether decoding can begin at the frame.
    public var isSync: Bool { source.samples.isSync(sampleIndex) }

    /// The label of the frame, such as `01:00:00:00`, or the number of a counter; nil if no timecode
    /// is shown then.
    public var timecode: String? {
      guard let value, let track = source.timeline?.track else { return nil }
      return track.formats[value.formatIndex].text(value.value)
    }
  }

  /// What all frames share.
  fileprivate final class Source: Sendable {
    let timeline: TimecodeTimeline?
    let samples: SampleTable

    init(_ timeline: TimecodeTimeline?, _ samples: SampleTable) {
      self.timeline = timeline
      self.samples = samples
    }
  }

  private let source: Source
  private let frames: PresentedFrames

  /// The frames of a video.
  ///
  /// - Parameters:
  ///   - timeline: The timecode; nil for none.
  ///   - video: The track whose frames are shown.
  /// - Throws: `FormatError` if the video's sample table is damaged.
  package init(_ timeline: TimecodeTimeline?, of video: Track) throws(FormatError) {
    self.init(timeline, of: try PresentedFrames(video))
  }

  /// Frames with the timecode that they have.
  package init(_ timeline: TimecodeTimeline?, of frames: PresentedFrames) {
    source = Source(timeline, frames.samples)
    self.frames = frames
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through the frames.
  public struct Iterator: IteratorProtocol, Sendable {
    private let source: Source
    private var frames: PresentedFrames
    private var upcoming: PresentedFrames.Element?
    private var recent = TimecodeTimeline.RecentSegments()

    init(_ all: TimecodedFrames) {
      source = all.source
      frames = all.frames
      upcoming = frames.next()
    }

    /// Whether frames were left out because the tables claim more than the file can hold.
    public var isCut: Bool { frames.isCut }

    public mutating func next() -> Frame? {
      guard let frame = upcoming else { return nil }
      upcoming = frames.next()
      return Frame(
        time: frame.time, sampleIndex: frame.sample,
        value: source.timeline?.value(
          ofFrameFrom: frame.time, to: frames.end(of: frame, before: upcoming), &recent),
        source: source)
    }
  }
}

extension Movie {
  /// The frames of a video track as a viewer gets them, through the edit list, each with its time in
  /// the movie, its timecode, and whether it is a sync sample.
  ///
  /// - Parameter video: The track; nil for the first video.
  /// - Throws: `ReadingError` if the movie has no video, the track's sample table is damaged, or the
  ///   timecode cannot be read.
  public func frames(of video: Track? = nil) throws(ReadingError) -> TimecodedFrames {
    guard let video = video ?? tracks(.video).first else {
      throw .format(FormatError(.missing("the movie has no video track"), path: "moov"))
    }
    let track = timecodeTrack(of: video)
    let timeline =
      track?.id == timecodeTrack(of: tracks(.video).first)?.id
      ? try timecode
      : try track.map { track throws(ReadingError) in
        TimecodeTimeline(try TimecodeTrack(track))
      }
    do throws(FormatError) { return try TimecodedFrames(timeline, of: video) } catch {
      throw .format(error)
    }
  }
}
