/// Makes samples and edits of the pieces of timecode that a video shows, in their order.
struct PieceCollector {
  private(set) var samples: [TimecodeMedia.Sample] = []
  private(set) var edits: [EditList.Row] = []
  private let extent: TimecodeExtent
  /// The number of all pieces.
  private let count: Int
  /// The ticks per second of the media.
  private let timescale: Int32
  /// Where the first piece begins to be shown, in ticks of the media.
  private let firstShown: Int64
  /// Where the pieces so far end in the media, in which there are no gaps: exactly, and in ticks.
  private var end: MediaTime
  private var endTick: Int64 = 0
  /// Where the latest piece ends in the movie: exactly, and in ticks.
  private var endBefore: MediaTime?
  private var shownUntil: UInt64 = 0

  /// - Parameter hidden: How much of the first label is before what is shown.
  init(of extent: TimecodeExtent, count: Int, in timescale: Int32, hidden: MediaTime) {
    self.extent = extent
    self.count = count
    self.timescale = timescale
    firstShown = TimescaleSearch.ticks(hidden, isLast: false, in: timescale).value
    end = hidden
    samples.reserveCapacity(count)
  }

  /// Adds the next piece.
  /// - Parameter format: The number of its format.
  mutating func add(_ piece: TimecodeExtent.Piece, format: Int) throws(FormatError) {
    let start = endTick
    end = end + piece.range.duration
    endTick =
      TimescaleSearch.ticks(end, isLast: samples.count == count - 1, in: timescale).value
    guard let duration = UInt32(exactly: endTick - start), duration > 0 else {
      throw extent.refuse(
        "the timecode at \(piece.range.start.inSeconds) is too short or too long")
    }
    guard piece.format.frameNumber(piece.frameNumber, advancedBy: piece.range.duration) != nil
    else {
      let frame = piece.format.frameDuration
      throw extent.refuse(
        frame.isNumeric && frame > .zero
          ? "the labels of the timecode go on past 64 bits"
          : "the timecode does not say how long a frame lasts, so its labels cannot go on")
    }
    samples.append(
      TimecodeMedia.Sample(
        formatIndex: format, duration: duration, value: .frameNumber(piece.frameNumber)))
    try show(piece, from: start)
  }

  /// Adds the edit that shows a piece, or makes the last one longer if the piece follows without a gap.
  /// - Parameter start: Where the piece begins in the media.
  private mutating func show(
    _ piece: TimecodeExtent.Piece, from start: Int64
  ) throws(FormatError) {
    let joins = endBefore == piece.range.start
    endBefore = piece.range.end
    // Rounded down, so that a frame never comes before its timecode.
    let from =
      joins ? shownUntil : max(shownUntil, extent.movieTicks(piece.range.start, .towardZero))
    let until = extent.movieTicks(piece.range.end, .roundHalfAwayFromZero)
    let shown = max(until, from) - from
    if joins {
      edits[edits.count - 1].segmentDuration += shown
    } else {
      if from > shownUntil {
        edits.append(EditList.Row(segmentDuration: from - shownUntil, mediaTime: -1))
      }
      guard shown > 0 else {
        throw extent.refuse(
          "the timecode at \(piece.range.start.inSeconds) is shorter than a tick of the movie")
      }
      edits.append(EditList.Row(segmentDuration: shown, mediaTime: start == 0 ? firstShown : start))
    }
    shownUntil = from + shown
  }
}
