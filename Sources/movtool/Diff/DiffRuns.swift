import MovKit

extension DiffSide {
  /// The stretches over which the timecode of a movie counts on evenly, those of frame numbers. There
  /// can be one for each frame, so each is made when it is asked for.
  struct Runs: Sequence {
    private let timeline: TimecodeTimeline?
    private let end: MediaTime?
    /// The last run, which ends with the video.
    private var lastRun: Run?
    private(set) var count = 0
    /// The number of frames of all runs; nil if there are none, or it does not fit in 64 bits.
    private(set) var frameCount: Int64?
    /// Whether a run names no reel.
    private(set) var hasOneWithoutReel = false

    /// No runs.
    init() {
      timeline = nil
      end = nil
    }

    /// - Parameter end: When the video ends; nil if there is none.
    init(_ timeline: TimecodeTimeline, until end: MediaTime?) {
      self.timeline = timeline
      self.end = end
      var last: (run: Run, segment: TimecodeTrack.Segment)?
      var sum: Int64? = 0
      for segment in timeline.segments {
        guard let run = run(of: segment) else { continue }
        if let last { sum = Self.sum(sum, last.run) }
        if run.format.sourceName?.text.isEmpty ?? true { hasOneWithoutReel = true }
        last = (run, segment)
        count += 1
      }
      guard let last else { return }
      let run = Self.ended(last.run, last.segment, at: end, timeline)
      lastRun = run
      frameCount = Self.sum(sum, run)
    }

    private static func sum(_ count: Int64?, _ run: Run) -> Int64? {
      guard let count, let more = run.frameCount else { return nil }
      return count.adding(more)
    }

    private func run(of segment: TimecodeTrack.Segment) -> Run? {
      guard let timeline, case .frameNumber(let first) = segment.first,
        case .frameNumber(let last) = segment.last, first <= last,
        end.map({ segment.movieTime < $0 }) ?? true
      else { return nil }
      return Run(
        time: segment.movieTime, first: first, last: last,
        format: timeline.track.formats[segment.formatIndex])
    }

    /// Returns a run that ends with the video.
    private static func ended(
      _ run: Run, _ segment: TimecodeTrack.Segment, at end: MediaTime?, _ timeline: TimecodeTimeline
    ) -> Run {
      guard let end, segment.movieTime + segment.duration > end else { return run }
      let frame = run.format.frameDuration
      let start = frame.isNumeric ? Swift.max(segment.movieTime, end - frame) : segment.movieTime
      guard case .frameNumber(let last)? = timeline.value(ofFrameFrom: start, to: end)?.value,
        last >= run.first
      else { return run }
      return Run(time: run.time, first: run.first, last: last, format: run.format)
    }

    struct Iterator: IteratorProtocol {
      private let runs: Runs
      private var segments: TimecodeTrack.Segments.Iterator?
      private var rest: Int

      fileprivate init(_ runs: Runs) {
        self.runs = runs
        segments = runs.timeline?.segments.makeIterator()
        rest = runs.count
      }

      mutating func next() -> Run? {
        guard rest > 0 else { return nil }
        rest -= 1
        if rest == 0 { return runs.lastRun }
        while let segment = segments?.next() {
          if let run = runs.run(of: segment) { return run }
        }
        return nil
      }
    }

    func makeIterator() -> Iterator { Iterator(self) }
  }
}
