/// The timecode that a viewer sees: the samples of a timecode track through its edits, in movie time.
///
/// ```swift
/// let timecode = try movie.timecode
/// print(timecode?.label(at: .zero) ?? "none", timecode?.reel ?? "no reel")
/// ```
public struct TimecodeTimeline: Sendable {
  /// The track, with its samples and formats.
  public let track: TimecodeTrack
  /// The stretches over which the timecode counts on evenly, in order. Where an edit is empty, or
  /// extends past the samples, there is none.
  public let segments: TimecodeTrack.Segments

  /// The timeline of a timecode track.
  public init(_ track: TimecodeTrack) {
    self.track = track
    segments = track.segments
  }

  /// The format of what is shown first, or else the first of the track.
  public var format: TimecodeFormat { track.format(of: segments.first) }

  /// The name of the reel, tape or card: the first that is shown or, if nothing is shown, the first that the
  /// track has. Nil if there is none.
  public var reel: String? {
    let names = track.formats.map { $0.sourceName?.text }
    guard names.contains(where: { $0 != nil }) else { return nil }
    guard !segments.isEmpty else { return names.lazy.compactMap(\.self).first }
    return segments.lazy.compactMap { names[$0.formatIndex] }.first
  }

  /// The label that is shown first, such as `01:00:00:00`; nil if nothing is shown.
  public var start: String? { segments.first.map { track.format(of: $0).text($0.first) } }

  /// Returns the label at a time of the movie, such as `01:00:00:00`, or the number of a counter; nil
  /// if no timecode is shown then.
  public func label(at time: MediaTime) -> String? {
    value(at: time).map { track.formats[$0.formatIndex].text($0.value) }
  }

  /// Returns the frame number or count at a time of the movie, and the index of its format in
  /// `TimecodeTrack.formats`; nil if no timecode is shown then.
  ///
  /// If a timescale cannot express the frames, as 600 cannot express those of 30000/1001 per second, a
  /// time less than a tick before a frame belongs to that frame.
  public func value(at time: MediaTime) -> (value: TimecodeSample, formatIndex: Int)? {
    var recent = RecentSegments()
    return value(at: time, &recent)
  }

  /// The same for one time after another.
  package func value(
    at time: MediaTime, _ recent: inout RecentSegments
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    guard let segment = known(at: time, early: true, &recent)?.segment else { return nil }
    let value = track.advance(
      segment.sampleValue, by: elapsed(in: segment, at: time), format: segment.formatIndex)
    return (value, segment.formatIndex)
  }

  /// Returns the value of a frame of video that is shown from `start` to `end`: the one whose span
  /// contains the middle of the frame; nil if none does. For a frame that lasts longer than a frame of
  /// timecode, it is the value at its beginning. `end` is nil, or not a number, if it is not known.
  public func value(
    ofFrameFrom start: MediaTime, to end: MediaTime?
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    var recent = RecentSegments()
    return value(ofFrameFrom: start, to: end, &recent)
  }

  /// The same for one frame after another.
  package func value(
    ofFrameFrom start: MediaTime, to end: MediaTime?, _ recent: inout RecentSegments
  ) -> (value: TimecodeSample, formatIndex: Int)? {
    if let value = recent.frames?.value(ofFrameFrom: start, to: end) { return value }
    let duration = end.map { $0 - start }.flatMap { $0.isNumeric && $0 > .zero ? $0 : nil }
    guard let known = segment(around: start, lasting: duration, &recent) else { return nil }
    findFrames(of: known, in: start.timescale, &recent)
    let segment = known.segment
    guard let grid = track.grids[segment.formatIndex], segment.rate > 0,
      let index = grid.index(
        ofFrameFrom: elapsed(in: segment, at: start),
        lasting: duration.map { $0.multiplied(by: segment.rate, over: 1 << 16) })
    else { return (segment.first, segment.formatIndex) }
    return (segment.sampleValue.advanced(byFrames: index), segment.formatIndex)
  }

  /// Looks for frames of a segment whose timecode needs no search, when it is asked for a second time.
  private func findFrames(
    of known: RecentSegments.Known, in timescale: Int32, _ recent: inout RecentSegments
  ) {
    guard recent.framesIndex == known.index else {
      (recent.frames, recent.framesIndex, recent.hasLookedForFrames) = (nil, known.index, false)
      return
    }
    guard !recent.hasLookedForFrames else { return }
    recent.hasLookedForFrames = true
    // It is not worth while for a few frames.
    guard let grid = track.grids[known.segment.formatIndex],
      grid.time(of: 8) < known.segment.duration
    else { return }
    var end: MediaTime?
    if known.index + 1 < segments.count {
      let next = recent.segment(known.index + 1, of: segments).segment
      // Where a time means the next segment already, as `known` has it.
      end = next.movieTime - (track.grids[next.formatIndex]?.slack ?? .zero)
    }
    recent.frames = SegmentFrames(of: known.segment, in: timescale, grid, before: end)
  }

  /// The media time from the beginning of a segment's sample.
  private func elapsed(in segment: TimecodeTrack.Segment, at time: MediaTime) -> MediaTime {
    segment.source.start - segment.sampleStart
      + (time - segment.movieTime).multiplied(by: segment.rate, over: 1 << 16)
  }

  /// The segment that contains the middle of a frame, or that of its first part.
  private func segment(
    around start: MediaTime, lasting duration: MediaTime?, _ recent: inout RecentSegments
  ) -> RecentSegments.Known? {
    guard !segments.isEmpty else { return nil }
    let first = known(at: start, early: true, &recent)
    // After the last segment there is nothing, however long the frame is.
    if first == nil, duration != nil, recent.count == segments.count { return nil }
    let nearest = first ?? recent.segment(0, of: segments)
    let frame = track.formats[nearest.segment.formatIndex].frameDuration
    let rate = nearest.segment.rate
    var part = duration
    if frame.isNumeric, frame.value > 0, rate > 0 {
      let shown = frame.multiplied(by: 1 << 16, over: rate)
      part = part.map { min($0, shown) } ?? shown
    }
    guard let part else { return nearest }
    return known(at: start + part.multiplied(by: 1, over: 2), early: false, &recent)
  }

  /// The segment that contains a time; with `early`, also one that begins less than a tick later.
  private func known(
    at time: MediaTime, early: Bool, _ recent: inout RecentSegments
  ) -> RecentSegments.Known? {
    let low = recent.count(startingUpTo: time, in: segments)
    if early, low < segments.count {
      let next = recent.segment(low, of: segments)
      if let grid = track.grids[next.segment.formatIndex],
        next.segment.movieTime - time < grid.slack
      {
        return next
      }
    }
    guard low > 0 else { return nil }
    let known = recent.segment(low - 1, of: segments)
    return time < known.segment.movieTime + known.segment.duration ? known : nil
  }

  /// The segments that were looked up last. A segment is made when it is asked for, which takes longer than
  /// all else, and most times that are asked for follow one another.
  package struct RecentSegments: Sendable {
    /// The number of segments that begin at the last time, or before it.
    fileprivate var count = 0
    /// When the last of those begins, and when the one after it does; nil if there is none.
    private var begins: (last: MediaTime?, next: MediaTime?)
    private var even: Known?
    private var odd: Known?
    /// Those frames of the segment with this index whose timecode needs no search; nil if they are not known.
    fileprivate var frames: SegmentFrames?
    fileprivate var framesIndex = -1
    fileprivate var hasLookedForFrames = false

    /// A segment, which is too large to be copied for each frame.
    fileprivate final class Known: Sendable {
      let index: Int
      let segment: TimecodeTrack.Segment

      init(_ index: Int, _ segment: TimecodeTrack.Segment) {
        (self.index, self.segment) = (index, segment)
      }
    }

    package init() {}

    /// Returns the number of segments that begin at a time or before it.
    fileprivate mutating func count(
      startingUpTo time: MediaTime, in segments: TimecodeTrack.Segments
    ) -> Int {
      var (low, high) = (0, segments.count)
      if let last = begins.last, last <= time {
        guard let next = begins.next, next <= time else { return count }
        low = count + 1
        // Mostly it is the next one.
        let following = low < high ? segments.movieTime(at: low) : nil
        if following.map({ $0 > time }) ?? true {
          (count, begins) = (low, (next, following))
          return low
        }
      }
      while low < high {
        let middle = low + (high - low) / 2
        if segments.movieTime(at: middle) <= time { low = middle + 1 } else { high = middle }
      }
      count = low
      begins.last = low > 0 ? segments.movieTime(at: low - 1) : nil
      begins.next = low < segments.count ? segments.movieTime(at: low) : nil
      return low
    }

    fileprivate mutating func segment(
      _ index: Int, of segments: TimecodeTrack.Segments
    ) -> Known {
      let known = index % 2 == 0 ? even : odd
      if let known, known.index == index { return known }
      let made = Known(index, segments.segment(index, hasLast: false))
      if index % 2 == 0 { even = made } else { odd = made }
      return made
    }
  }
}
