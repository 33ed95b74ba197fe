/// When some video tracks together are shown after edits: from the first frame of any to the end of
/// the last.
struct TimecodeExtent {
  /// When the first frame is shown.
  let start: MediaTime
  /// When the last frame ends.
  let end: MediaTime
  private let movieScale: Int32
  /// The video that ends last.
  private let video: Track
  /// The video that is shown first.
  private let firstVideo: Track?
  // Many timecode tracks can belong to one video.
  private let frame = FoundOnce<MediaTime?>()

  /// How long a frame of the video that is shown first lasts; nil if they are not even.
  private var frameDuration: MediaTime? { frame.value { firstVideo?.exactFrame } }

  /// - Throws: `FormatError` if the movie has no valid timescale, or the video no duration.
  init(of videos: [Track], in movie: Movie) throws(FormatError) {
    let ends = videos.map { (video: $0, end: $0.shownEnd) }
    guard let (video, end) = ends.max(by: { $0.end < $1.end }),
      let movieScale = Int32(exactly: movie.timescale), movieScale > 0
    else {
      throw FormatError(
        .invalidTime("the movie has no valid timescale"), path: "moov/mvhd")
    }
    self.movieScale = movieScale
    self.video = video
    self.end = end
    let starts = videos.map { (video: $0, time: $0.leadingGap) }
    let first = starts.min { $0.time < $1.time }
    firstVideo = first?.video
    start = first?.time ?? .zero
    let length = end - start
    guard length.isNumeric, length.value > 0 else { throw refuse("the video has no duration") }
  }

  func refuse(_ reason: String) -> FormatError {
    FormatError(.invalidTime(reason), path: video.path, at: video.atom.offset)
  }

  /// Returns a movie time in ticks of the movie.
  func movieTicks(_ time: MediaTime, _ rounding: MediaTime.Rounding) -> UInt64 {
    UInt64(clamping: time.converted(to: movieScale, rounding: rounding).value)
  }

  /// Returns how much of the first frame an edit does not show, if that is more than half of a frame: counted
  /// from what is shown, its label would go on over the middle of the second frame. 0 if the frames are not
  /// even, or last another time.
  func hiddenPart(ofFramesLasting duration: MediaTime) -> MediaTime {
    guard let video = firstVideo, video.hasEditList, CountedVideo(video).cadence?.isEven == true,
      let frame = video.exactFrame, frame == duration, var frames = try? PresentedFrames(video),
      let first = frames.next(), first.time == start, let second = frames.next()
    else { return .zero }
    let hidden = frame - (second.time - first.time)
    return hidden.isNumeric && hidden.multiplied(by: 2) > frame && hidden < frame ? hidden : .zero
  }

  /// Returns a run that begins after the first frame, counted back to that, and how much of its first label is before
  /// the frame. The frames that have labels keep them: where labels are no whole frames, the run stays as it is, after
  /// another one.
  /// - Parameter rest: For how long the first label of the run is shown; nil for all of it.
  func countedBack(
    _ run: TimecodeRun, rest: MediaTime?
  ) throws(FormatError) -> (runs: [TimecodeRun], hidden: MediaTime) {
    let label = run.format.frameDuration
    let begin = rest.map { run.time + $0 - label } ?? run.time
    // Edits can be rounded to coarse ticks, so the first label is the one whose beginning is nearest to the frame.
    let half = run.format.halfOfLabel(orOfFrame: frameDuration)
    guard begin.isNumeric, let back = run.format.frames(in: start - begin + half),
      let number = run.frameNumber.adding(back)
    else { throw refuse("the labels of the timecode cannot be counted back to the first frame") }
    var first = run
    first.time = start
    first.frameNumber = number < 0 ? run.format.withinDay(number) : number
    let hidden = start - (begin + label.multiplied(by: back))
    let late = run.time - start
    first.duration = run.duration.map { $0 + late }
    if wholeFrames(nearest: label) == label, let hidden = wholeFrames(nearest: hidden) {
      return ([first], hidden)
    }
    guard late >= half else { return ([first], .zero) }
    first.duration = late
    return ([first] + run.divided(afterFirst: rest), hidden > half ? hidden : .zero)
  }

  /// Returns a time as whole frames of the video, rounded to the nearest; nil if its frames are not even.
  private func wholeFrames(nearest time: MediaTime) -> MediaTime? {
    guard let frame = frameDuration, frame > .zero,
      let frames = TimecodeFormat(frameDuration: frame, frameQuanta: 0)
        .frames(in: time + frame.multiplied(by: 1, over: 2))
    else { return nil }
    return frame.multiplied(by: frames)
  }

  /// A part of a run that is within the video.
  struct Piece {
    var range: MediaTimeRange
    var format: TimecodeFormat
    var frameNumber: Int64
  }

  /// Calls `body` with each part of the runs that is within the video, up to the next run at the latest. A
  /// run that begins before the video has counted on when the video begins, to the middle of the first frame: the
  /// edits can be rounded to coarse ticks. One that begins so shortly
  /// before the end that no frame has its timecode is left out: an edit can hold the last frame longer than
  /// it lasts.
  /// - Parameter division: Divides parts that no sample can be as long as; nil if there are none.
  func forEachPiece<Failure>(
    of runs: some Sequence<TimecodeRun>, divided division: Division? = nil,
    _ body: (Piece) throws(Failure) -> Void
  ) throws(Failure) {
    var hidden = division?.hidden ?? .zero
    var runs = runs.makeIterator()
    var following = runs.next()
    while let run = following {
      following = runs.next().flatMap { isShown($0) ? $0 : nil }
      let runEnd = run.duration.map { run.time + $0 } ?? end
      let (from, until) = (max(run.time, start), min(runEnd, following?.time ?? end, end))
      guard from.isNumeric, until.isNumeric, from < until,
        let number = from == run.time
          ? run.frameNumber
          : run.format.frameNumber(
            run.frameNumber,
            advancedBy: from - run.time + run.format.halfOfLabel(orOfFrame: frameDuration))
      else { continue }
      var piece = Piece(
        range: MediaTimeRange(start: from, end: until), format: run.format, frameNumber: number)
      while let first = division?.takeFirst(of: &piece, hidden: hidden) {
        hidden = .zero
        try body(first)
      }
      hidden = .zero
      try body(piece)
    }
  }

  /// Divides what is longer than the duration of a sample can say into parts of whole frames, over which
  /// labels count on.
  struct Division {
    /// The greatest duration of a part.
    var most: MediaTime
    /// How much of the first label is before what is shown.
    var hidden: MediaTime

    /// Takes the first part off a piece; nil if the piece is not longer than a part may be.
    fileprivate func takeFirst(of piece: inout Piece, hidden: MediaTime) -> Piece? {
      let frame = piece.format.frameDuration
      guard piece.range.duration > most, frame.isNumeric, frame > .zero,
        let frames = piece.format.frames(in: most), frames > 0,
        let number = piece.frameNumber.adding(frames)
      else { return nil }
      let length = frame.multiplied(by: frames) - hidden
      guard length.isNumeric, length > .zero, length < piece.range.duration else { return nil }
      var first = piece
      first.range.duration = length
      piece.range = MediaTimeRange(start: piece.range.start + length, end: piece.range.end)
      piece.frameNumber = piece.format.withinDay(number)
      return first
    }
  }

  /// Returns how to divide timecode of which a part is longer than a sample can be; nil if there would be
  /// very many parts, as no real movie has.
  func division(hidden: MediaTime) -> Division? {
    guard let most = longestSample, end - start < most.multiplied(by: 4096) else { return nil }
    return Division(most: most, hidden: hidden)
  }

  /// Whether the video is longer than one sample in its timescale can be.
  var isLongerThanASample: Bool { longestSample.map { end - start > $0 } ?? true }

  /// The most that a sample can last; nil if the video has no timescale. Many programs read 31 bits; one tick is left
  /// for what rounding adds.
  private var longestSample: MediaTime? {
    MediaTime(ticks: Int64(Int32.max) - 1, per: video.timescale)
  }

  /// Whether a run begins at least half a frame before the end.
  private func isShown(_ run: TimecodeRun) -> Bool {
    let frame = run.format.frameDuration
    guard frame.isNumeric, frame.value > 0, run.time.isNumeric else { return true }
    return run.time + frame.multiplied(by: 1, over: 2) <= end
  }

  /// Returns what finds the timescale of media whose first frame lasts `frameDuration`.
  func timescaleSearch(frameDuration: MediaTime) -> TimescaleSearch {
    // The timescale of the video is tried first, as the QuickTime File Format requires. With 90000
    // ticks per second, 31 bits last six and a half hours; the timescale of the frame rate or of the movie
    // lasts longer.
    let common = greatestCommonDivisor(
      frameDuration.value.magnitude, UInt64(frameDuration.timescale.magnitude))
    let rateScale = Int64(frameDuration.timescale) / Int64(clamping: max(1, common))
    return TimescaleSearch([Int64(video.timescale), rateScale, Int64(movieScale)])
  }
}

extension TimecodeFormat {
  /// Half of what a label lasts, or of a frame of video if that is shorter.
  func halfOfLabel(orOfFrame frame: MediaTime?) -> MediaTime {
    let lengths = [frame, frameDuration].compactMap(\.self).filter { $0.isNumeric && $0 > .zero }
    return (lengths.min() ?? .zero).multiplied(by: 1, over: 2)
  }
}

extension Track {
  /// The time for which the movie shows nothing of the track: until the end of its empty edits, or
  /// until the composition time of its first frame if no edit compensates for that.
  var leadingGap: MediaTime {
    if let first = firstFrameTime, first < editedDuration || first < shownEnd { return first }
    return edits.prefix { $0.isEmpty }.last?.target.end ?? .zero
  }
}
