extension TimecodeTrack {
  /// A stretch of the movie over which timecode counts on evenly.
  public struct Segment: Hashable, Sendable {
    /// The start of the stretch, in movie time.
    public var movieTime: MediaTime
    /// The duration of the stretch, in movie time.
    public var duration: MediaTime
    /// The index in `formats` of the format that applies, from 0.
    public var formatIndex: Int
    /// The value at the first moment of the stretch.
    public var first: TimecodeSample
    /// The value at the last moment of the stretch.
    public var last: TimecodeSample
    /// The range of media that is shown.
    var source: MediaTimeRange
    /// The rate of playback, in 1/65536.
    package var rate: Int64
    /// The index of the sample from which `first` is counted.
    var sampleIndex: Int
    /// The media time at which that sample begins.
    var sampleStart: MediaTime
    /// The value of that sample.
    package var sampleValue: TimecodeSample

    /// The media time from the beginning of that sample to what is shown first.
    package var elapsed: MediaTime { source.start - sampleStart }
  }

  /// The stretches that a viewer sees, through the edit list, in the order of the movie. There is
  /// no segment for an empty edit, or for the part of an edit that extends past the samples.
  public var segments: Segments { Segments(of: self) }

  /// The first of `segments`, which may last longer.
  var firstSegment: Segment? { Segments(of: self, atMost: 1).first }

  /// Returns the format of a segment; the first of the track if there is none.
  func format(of segment: Segment?) -> TimecodeFormat { formats[segment?.formatIndex ?? 0] }

  /// The label that is shown first and its format, as `TimecodeTimeline` has them, without looking up
  /// what follows.
  package var start: (label: String?, format: TimecodeFormat) {
    let first = firstSegment
    let format = format(of: first)
    return (first.map { format.text($0.first) }, format)
  }

  /// The segments of a track. There can be one for each sample, of four bytes, so only where each
  /// begins is kept, and it is made when it is asked for.
  public struct Segments: RandomAccessCollection, Sendable {
    /// A segment as it is kept: 16 bytes.
    fileprivate struct Row: Sendable {
      /// When it begins, in movie time.
      var ticks: Int64
      /// The sample with which it begins.
      var sample: UInt32
      /// The place in `joined`; -1 if it has only this sample.
      var joined: Int32
    }

    /// What successive segments have in common.
    fileprivate struct Stretch: Sendable {
      /// The first of them.
      var first: Int
      /// The timescale in which they begin; 0 if that is not a plain number.
      var timescale: Int32
      /// The edit with which they begin.
      var edit: UInt32

      init(_ segment: Segment, edit: Int, first: Int) {
        let time = segment.movieTime
        let isPlain = time.flags == .valid && time.epoch == 0
        timescale = isPlain ? time.timescale : 0
        self.edit = UInt32(clamping: edit)
        self.first = first
      }
    }

    /// What a segment of several samples has: its duration, and the edit and the sample with which it
    /// ends.
    fileprivate struct Joined: Sendable {
      var duration: MediaTime
      var edit: UInt32
      var sample: UInt32
    }

    /// What is kept of all segments, of which copies share one.
    final class Kept: Sendable {
      fileprivate let rows: PiecedList<Row>
      fileprivate let stretches: PiecedList<Stretch>
      fileprivate let joined: PiecedList<Joined>
      /// The segments themselves if they are few, as they mostly are.
      fileprivate let few: [Segment]?

      fileprivate init(_ found: SegmentSearch) {
        rows = found.rows
        stretches = found.stretches
        joined = found.joined
        few = found.few
      }
    }

    private let timecode: TimecodeTrack
    private let kept: Kept

    fileprivate init(of timecode: TimecodeTrack) {
      self.timecode = timecode
      kept = timecode.segmentCache.value { Kept(SegmentSearch(of: timecode, atMost: .max)) }
    }

    /// The first segments, which are not kept for others that ask.
    fileprivate init(of timecode: TimecodeTrack, atMost wanted: Int) {
      self.timecode = timecode
      kept = timecode.segmentCache.known ?? Kept(SegmentSearch(of: timecode, atMost: wanted))
    }

    /// The index of the first segment: 0.
    public var startIndex: Int { 0 }
    /// The number of segments.
    public var endIndex: Int { kept.rows.count }

    /// A segment, by its number from 0.
    public subscript(position: Int) -> Segment { segment(position, hasLast: true) }

    /// Returns a segment, by its number from 0.
    /// - Parameter hasLast: Whether its last value is asked for, which takes as long to find as all else; if not, it
    ///   may be the first.
    func segment(_ position: Int, hasLast: Bool) -> Segment {
      if let few = kept.few { return few[position] }
      let row = kept.rows[position]
      guard
        var segment = segment(
          edit: stretch(of: position).edit, sample: row.sample, hasLast: hasLast && row.joined < 0)
      else { preconditionFailure("the segment was made before") }
      guard row.joined >= 0 else { return segment }
      let end = kept.joined[Int(row.joined)]
      guard let last = self.segment(edit: end.edit, sample: end.sample, hasLast: hasLast) else {
        return segment
      }
      segment.duration = end.duration
      segment.source = MediaTimeRange(start: segment.source.start, end: last.source.end)
      if hasLast { segment.last = last.last }
      return segment
    }

    private func segment(edit: UInt32, sample: UInt32, hasLast: Bool) -> Segment? {
      let edit = timecode.edits[Int(edit)]
      guard let rate = edit.rateIn65536,
        case .segment(let segment) = timecode.piece(
          of: Int(sample), in: edit, rate: rate, hasLast: hasLast)
      else { return nil }
      return segment
    }

    /// Returns the number of segments that begin before a time, in movie time.
    func count(startingBefore time: MediaTime) -> Int {
      (0..<count).partitioningIndex { movieTime(at: $0) >= time }
    }

    /// Returns when a segment begins, in movie time.
    func movieTime(at position: Int) -> MediaTime {
      let timescale = stretch(of: position).timescale
      return timescale > 0
        ? MediaTime(value: kept.rows[position].ticks, timescale: timescale)
        : self[position].movieTime
    }

    /// Returns what a segment has in common with those around it.
    private func stretch(of position: Int) -> Stretch {
      kept.stretches[kept.stretches.indexBeforeFirst(where: { $0.first > position }) ?? 0]
    }
  }

  /// Finds the segments of a track.
  fileprivate struct SegmentSearch {
    let timecode: TimecodeTrack
    var rows = PiecedList<Segments.Row>()
    var stretches = PiecedList<Segments.Stretch>()
    var joined = PiecedList<Segments.Joined>()
    /// The last segment so far.
    private var open: Segment?
    /// The segments themselves while they are few.
    var few: [Segment]? = []
    private static let fewSegments = 1 << 10

    /// How many segments any track may have, however few samples and edits it has.
    private static let mostSegments = 1 << 14

    init(of timecode: TimecodeTrack, atMost wanted: Int) {
      self.timecode = timecode
      // Every edit may show every sample, so a small file could claim any number of segments. One
      // that shows its media four times still has all of them.
      var budget = timecode.track.fileSize
      let edits = timecode.edits
      let most = Swift.min(
        4 * (timecode.sampleCount + edits.count) + Self.mostSegments, Int(Int32.max), wanted)
      for (index, edit) in edits.enumerated() where !edit.isEmpty && edit.source.start.isNumeric {
        guard rows.count < most else { break }
        add(edit, index, atMost: wanted, budget: &budget)
      }
    }

    private mutating func add(
      _ edit: MediaTimeMapping, _ editIndex: Int, atMost wanted: Int, budget: inout UInt64
    ) {
      guard let rate = edit.rateIn65536, let first = timecode.firstSample(at: edit.source.start)
      else { return }
      for index in first..<timecode.sampleCount {
        guard budget > 0 else { return }
        budget -= 1
        // The last value is kept of few segments only.
        switch timecode.piece(of: index, in: edit, rate: rate, hasLast: few != nil) {
        case .segment(let segment): append(segment, edit: editIndex, sample: index)
        case .nothing: continue
        case .end: return
        }
        if rate == 0 || rows.count == wanted { return }
      }
    }

    /// Joins a segment to the one before if the timecode counts on. Tracks with a sample for each
    /// frame do that throughout.
    private mutating func append(_ segment: Segment, edit: Int, sample: Int) {
      guard let before = open, before.formatIndex == segment.formatIndex,
        before.rate == segment.rate, segment.rate > 0,
        before.movieTime + before.duration == segment.movieTime,
        before.source.end == segment.source.start,
        timecode.countsOn(before, to: segment)
      else {
        let stretch = Segments.Stretch(segment, edit: edit, first: rows.count)
        if stretches.last?.edit != stretch.edit || stretches.last?.timescale != stretch.timescale {
          stretches.append(stretch)
        }
        rows.append(
          Segments.Row(
            ticks: segment.movieTime.value, sample: UInt32(clamping: sample), joined: -1))
        open = segment
        if rows.count > Self.fewSegments { few = nil }
        few?.append(segment)
        return
      }
      let end = Segments.Joined(
        duration: before.duration + segment.duration, edit: UInt32(clamping: edit),
        sample: UInt32(clamping: sample))
      open?.duration = end.duration
      open?.source = MediaTimeRange(start: before.source.start, end: segment.source.end)
      open?.last = segment.last
      if let open, few != nil { few?[rows.count - 1] = open }
      let place = Int(rows[rows.count - 1].joined)
      if place >= 0 {
        joined[place] = end
      } else {
        rows[rows.count - 1].joined = Int32(clamping: joined.count)
        joined.append(end)
      }
    }
  }

  /// What an edit shows of a sample.
  private enum Piece {
    case segment(Segment)
    /// The sample has no length there.
    case nothing
    /// The edit ends before the sample.
    case end
  }

  /// - Parameter hasLast: Whether the last value of the segment is asked for; if not, it is the first.
  private func piece(
    of index: Int, in edit: MediaTimeMapping, rate: Int64, hasLast: Bool
  ) -> Piece {
    let sample = self.sample(index)
    let isOpen = index == sampleCount - 1 && isLastOpen
    let sampleEnd = isOpen ? track.mediaDuration : sample.mediaTime + sample.duration
    let start = max(edit.source.start, sample.mediaTime)
    guard rate == 0 || start < edit.source.end else { return .end }
    let end = rate == 0 ? start : min(edit.source.end, sampleEnd)
    guard rate == 0 || start < end else { return .nothing }
    let range = MediaTimeRange(start: start, end: end)
    let movieTime =
      rate == 0
      ? edit.target.start
      : edit.target.start
        + (start - edit.source.start).multiplied(by: 1 << 16, over: rate)
    let duration =
      rate == 0 ? edit.target.duration : range.duration.multiplied(by: 1 << 16, over: rate)
    let first = value(of: sample, at: start)
    return .segment(
      Segment(
        movieTime: movieTime, duration: duration, formatIndex: sample.formatIndex, first: first,
        last: hasLast
          ? lastValue(of: sample, before: end, from: start, first) {
            start - sample.mediaTime + ($0 - movieTime).multiplied(by: rate, over: 1 << 16)
          } : first,
        source: range, rate: rate, sampleIndex: index, sampleStart: sample.mediaTime,
        sampleValue: sample.value))
  }

  /// Whether the sample before and the segment agree about the value at the first moment of the
  /// segment, to a quarter of a frame, so that the ticks of a coarse timescale do not separate
  /// them. If the frames of the video are not even, a part of a frame decides about labels, and only ticks may
  /// differ.
  private func countsOn(_ before: Segment, to segment: Segment) -> Bool {
    let elapsed = segment.source.start - before.sampleStart
    guard let grid = grids[segment.formatIndex] else {
      return before.sampleValue == segment.first
    }
    if segment.source.start == segment.sampleStart {
      guard let frames = before.sampleValue.frames(to: segment.first) else { return false }
      return grid.begins(frames, at: elapsed, in: track)
    }
    return advance(before.sampleValue, by: elapsed, format: segment.formatIndex) == segment.first
  }

  /// Returns for how long the movie shows the label that it shows at a time, if that is not the beginning of the
  /// label; nil if it is.
  /// - Parameter time: In movie time, in the segment.
  package func restOfLabel(at time: MediaTime, in segment: Segment) -> MediaTime? {
    guard let grid = grids[segment.formatIndex], segment.rate > 0 else { return nil }
    let elapsed =
      segment.source.start - segment.sampleStart
      + (time - segment.movieTime).multiplied(by: segment.rate, over: 1 << 16)
    guard let index = grid.index(at: elapsed), index < .max,
      !grid.begins(index, at: elapsed, in: track), !grid.begins(index + 1, at: elapsed, in: track)
    else { return nil }
    let rest = (grid.time(of: index + 1) - elapsed).multiplied(by: 1 << 16, over: segment.rate)
    return rest.isNumeric ? rest : nil
  }

  /// Returns the first sample that ends after a media time.
  private func firstSample(at time: MediaTime) -> Int? {
    guard sampleCount > 0, let scale = Int32(exactly: track.timescale), scale > 0 else {
      return nil
    }
    let ticks = time.converted(to: scale, rounding: .towardNegativeInfinity)
    guard ticks.isNumeric else { return nil }
    if let index = table.index(endingAfter: ticks.value), index < sampleCount { return index }
    return isLastOpen ? sampleCount - 1 : nil
  }

  /// Whether the last sample has a duration of 0, and so lasts until the end of the media.
  private var isLastOpen: Bool { sampleCount == table.count && table.last?.duration == 0 }

  private func value(of sample: Sample, at time: MediaTime) -> TimecodeSample {
    if time == sample.mediaTime { return sample.value }
    return advance(sample.value, by: time - sample.mediaTime, format: sample.formatIndex)
  }

  /// Returns what a sample says some time after its beginning: the same value if the format has no
  /// frame duration.
  func advance(_ value: TimecodeSample, by elapsed: MediaTime, format: Int) -> TimecodeSample {
    grids[format]?.index(at: elapsed).map { value.advanced(byFrames: $0) } ?? value
  }

  /// Returns the value at the last moment before `end`. At `start` it is `first`.
  /// - Parameter elapsed: Returns the media time from the beginning of the sample to a time of the movie.
  private func lastValue(
    of sample: Sample, before end: MediaTime, from start: MediaTime, _ first: TimecodeSample,
    elapsed: (MediaTime) -> MediaTime
  ) -> TimecodeSample {
    let shownEnd = end - sample.mediaTime
    guard start < end, let grid = grids[sample.formatIndex],
      let frame = grid.index(at: start - sample.mediaTime),
      var last = grid.lastIndex(before: shownEnd)
    else { return first }
    let length = grid.time(of: 1)
    if last > frame {
      // A label that is shown for less than half of a frame of video is not that of any, unless several labels
      // pass while a frame is shown.
      let (shown, half) = (shownEnd - grid.time(of: last), length.multiplied(by: 1, over: 2))
      let isFrames = track.counted?.value.halfOfFrame.map { shown >= min($0, half) } ?? true
      if !isFrames { last -= 1 }
    } else {
      last = frame
    }
    // The last frame of video has a label like all others, however short it is.
    if let next = last.adding(1), grid.time(of: next) < shownEnd,
      let shown = track.counted?.value.lastFrame
    {
      let (from, to) = (elapsed(shown.start), elapsed(shown.end))
      let middle = from + min(to - from, length).multiplied(by: 1, over: 2)
      if middle < shownEnd, grid.index(ofFrameFrom: from, lasting: to - from) == next {
        last = next
      }
    }
    return last == frame ? first : sample.value.advanced(byFrames: last)
  }
}

extension TimecodeSample {
  /// Returns the value a number of frames later.
  package func advanced(byFrames frames: Int64) -> TimecodeSample {
    switch self {
    case .frameNumber(let number): .frameNumber(number &+ frames)
    case .counter(let count): .counter(count &+ UInt64(bitPattern: frames))
    }
  }

  /// Returns how many frames another value comes after this one; nil if they are not of the same
  /// kind, or are too far apart.
  package func frames(to other: TimecodeSample) -> Int64? {
    switch (self, other) {
    case (.frameNumber(let first), .frameNumber(let last)):
      return last.subtracting(first)
    case (.counter(let first), .counter(let last)):
      return last >= first
        ? Int64(exactly: last - first) : Int64(exactly: first - last).map { -$0 }
    default: return nil
    }
  }
}
