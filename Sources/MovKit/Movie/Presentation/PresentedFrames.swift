/// The frames of a video track as a viewer gets them: through the edit list, in the order in which
/// they are shown, with constant memory.
///
/// A frame is shown from its composition time until the next one, so one that another follows at the same
/// time is not shown. An edit that begins in the middle of a frame shows it from the beginning of the edit;
/// an edit that dwells shows one frame. A track without an edit list shows all other frames, also those that
/// composition offsets move past the end of the media.
package struct PresentedFrames: Sequence, IteratorProtocol, Sendable {
  let samples: SampleTable
  private let timescale: UInt32
  private let offsets: ClosedRange<Int32>
  private var edits: EditMappings
  private let isWhole: Bool
  private var nextEdit = 0
  private var current: Edit?
  /// The frames of the media from the beginning of the edit on. They are apart from it, because they are
  /// large, and the edit is copied for each frame.
  private var times: PresentationTimes?
  /// How many more samples are looked at: a file cannot hold more frames than bytes, however many its
  /// tables and edits claim.
  private(set) var budget: UInt64
  /// Whether frames were left out because the tables claim more than the file can hold.
  package private(set) var isCut = false

  private struct Edit {
    var target: MediaTimeRange
    /// When the edit ends; nil if there is no edit list.
    var targetEnd: MediaTime?
    /// In ticks of the media.
    var start: Int64
    /// The first tick that is not shown.
    var end: Int64
    /// In 1/65536; 0 for a dwell.
    var rate: Int64
    /// Read ahead.
    var upcoming: PresentationTimes.Frame?
    var hasBegun = false
  }

  /// Throws `FormatError` if the sample table is damaged.
  package init(_ track: Track) throws(FormatError) { self.init(track, try track.sampleTable()) }

  /// These frames without the edits that show none, if most of them are such: for who goes through the frames
  /// several times.
  package func withoutEmptyEdits() -> PresentedFrames {
    guard edits.count > Self.fewEdits else { return self }
    var shown = PackedMappings()
    var last = 0
    var walk = self
    while walk.next() != nil {
      guard walk.nextEdit != last else { continue }
      last = walk.nextEdit
      shown.append(edits[last - 1])
      // So many frames take longer than the edits.
      if shown.count > edits.count / 2 { return self }
    }
    guard !walk.isCut else { return self }
    var frames = self
    frames.edits = EditMappings(shown)
    return frames
  }

  /// So many edits take no time.
  private static let fewEdits = 64

  /// `samples` is the sample table of `track`.
  init(_ track: Track, _ samples: SampleTable) {
    self.samples = samples
    timescale = track.timescale
    offsets = samples.compositionOffsets
    edits = track.edits
    isWhole = !track.hasEditList
    budget = track.fileSize
  }

  /// A frame that is shown.
  package struct Element: Sendable {
    /// The time in the movie at which the frame begins to be shown.
    package let time: MediaTime
    /// The index of its sample.
    package let sample: Int
    /// How long the sample lasts, in ticks of the media.
    fileprivate let duration: UInt64
    /// When the edit ends that shows it; nil if there is no edit list.
    fileprivate let editEnd: MediaTime?
  }

  /// Returns when a frame ends: with the next one that is shown, or with its edit.
  func end(of frame: Element, before next: Element?) -> MediaTime? {
    guard let end = frame.editEnd, end > frame.time else {
      guard next == nil, let duration = Int64(exactly: frame.duration) else { return next?.time }
      return MediaTime(ticks: duration, per: timescale).map { frame.time + $0 }
    }
    return next.map { Swift.min($0.time, end) } ?? end
  }

  /// The next frame that is shown.
  // It is large, and a copy in each loop takes long to compile.
  @inline(never)
  package mutating func next() -> Element? {
    while true {
      if current == nil {
        guard let edit = beginEdit() else { return nil }
        current = edit
      }
      if let frame = nextInEdit() { return frame }
      current = nil
    }
  }

  private mutating func beginEdit() -> Edit? {
    while nextEdit < edits.count {
      guard budget > 0 else {
        isCut = true
        return nil
      }
      let edit = edits[nextEdit]
      nextEdit += 1
      guard !edit.isEmpty, let rate = isWhole ? 1 << 16 : edit.rateIn65536,
        let start = ticks(edit.source.start),
        let end = isWhole ? .max : ticks(edit.source.end, rounding: .towardPositiveInfinity)
      else { continue }
      let first = samples.firstCandidate(at: start, offsets)
      times = PresentationTimes(samples, from: first, smallestOffset: offsets.lowerBound)
      return Edit(
        target: edit.target, targetEnd: isWhole ? nil : edit.target.end, start: start, end: end,
        rate: rate, upcoming: nextOfMedia())
    }
    return nil
  }

  private mutating func nextInEdit() -> Element? {
    if current?.hasBegun == false, let frame = firstInEdit() { return frame }
    guard let edit = current, edit.rate > 0, let frame = takeLasting(), frame.time < edit.end else {
      return nil
    }
    let (elapsed, overflow) = frame.time.subtractingReportingOverflow(edit.start)
    guard !overflow, let time = MediaTime(ticks: elapsed, per: timescale) else { return nil }
    return Element(
      time: edit.target.start + time.multiplied(by: 1 << 16, over: edit.rate),
      sample: frame.sample, duration: frame.duration, editEnd: edit.targetEnd)
  }

  /// The frame that is shown when the edit begins, if one is.
  private mutating func firstInEdit() -> Element? {
    current?.hasBegun = true
    guard let edit = current else { return nil }
    var shown: PresentationTimes.Frame?
    while let next = current?.upcoming, next.time <= edit.start {
      shown = take()
      if shown == nil { return nil }
    }
    guard let shown else { return nil }
    let (end, overflow) = shown.time.addingReportingOverflow(Int64(clamping: shown.duration))
    guard current?.upcoming != nil || overflow || end > edit.start || shown.time == edit.start
    else { return nil }
    return Element(
      time: edit.target.start, sample: shown.sample, duration: shown.duration,
      editEnd: edit.targetEnd)
  }

  /// The next frame that no other one replaces at its own time.
  private mutating func takeLasting() -> PresentationTimes.Frame? {
    var frame = take()
    while let time = frame?.time, current?.upcoming?.time == time { frame = take() }
    return frame
  }

  private mutating func take() -> PresentationTimes.Frame? {
    guard let frame = current?.upcoming else { return nil }
    guard budget > 0 else {
      isCut = true
      return nil
    }
    let following = nextOfMedia()
    current?.upcoming = following
    return frame
  }

  /// Takes the samples from the budget that are looked at.
  private mutating func nextOfMedia() -> PresentationTimes.Frame? {
    let first = times?.upcoming ?? 0
    let frame = times?.next()
    budget -= Swift.min(budget, UInt64(Swift.max(1, (times?.upcoming ?? 0) - first)))
    return frame
  }

  private func ticks(
    _ time: MediaTime, rounding: MediaTime.Rounding = .towardNegativeInfinity
  ) -> Int64? {
    guard let scale = Int32(exactly: timescale), scale > 0, time.isNumeric else { return nil }
    let ticks = time.converted(to: scale, rounding: rounding)
    if ticks.isPositiveInfinity { return .max }
    return ticks.isNumeric ? ticks.value : nil
  }
}
