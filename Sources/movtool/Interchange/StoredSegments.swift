import MovKit

/// What the samples and the edits of a document show, for a comparison with its segments.
///
/// The samples and the edits are written, and the segments are what a person reads and changes.
struct StoredSegments {
  /// An edit that shows something.
  private struct Piece {
    let start: MediaTime
    let duration: MediaTime
    let mediaTime: MediaTime
    let rate: Int64
  }

  private let track: StoredTimecode.Track
  private let timescale: Int32
  /// The ticks of the media at which each sample begins, and the end of the last.
  private var ticks: [Int64] = [0]
  private var pieces: [Piece] = []

  /// Nil if there are no samples or their times are out of range, which is found when the media is made, and if the last
  /// sample has no duration: it lasts until the end of the media, which the document does not say.
  init?(_ track: StoredTimecode.Track) {
    guard let timescale = Int32(exactly: track.timescale), timescale > 0 else { return nil }
    self.track = track
    self.timescale = timescale
    ticks.reserveCapacity(track.samples.count + 1)
    for sample in track.samples {
      let duration = sample.duration.converted(to: timescale)
      guard duration.isNumeric, duration.value >= 0,
        let end = ticks[ticks.count - 1].adding(duration.value)
      else { return nil }
      ticks.append(end)
    }
    guard let last = track.samples.last, last.duration != .zero else { return nil }
    let end = MediaTime(value: ticks[ticks.count - 1], timescale: timescale)
    guard !track.edits.isEmpty else {
      pieces.append(Piece(start: .zero, duration: end, mediaTime: .zero, rate: 1 << 16))
      return
    }
    var start = MediaTime.zero
    for (index, edit) in track.edits.enumerated() {
      // In a fragmented movie, the last edit can have no duration, and lasts until the end of the media.
      let isOpen = edit.duration == .zero && index == track.edits.count - 1
      if let piece = Self.piece(edit, at: start, isOpen: isOpen, end: end) { pieces.append(piece) }
      start = start + edit.duration
      guard start.isNumeric, edit.mediaTime?.converted(to: timescale).isNumeric ?? true else {
        return nil
      }
    }
  }

  private static func piece(
    _ edit: StoredTimecode.Edit, at start: MediaTime, isOpen: Bool, end: MediaTime
  ) -> Piece? {
    guard let mediaTime = edit.mediaTime, edit.rate >= 0, mediaTime < end else { return nil }
    var duration = edit.duration
    if edit.rate > 0 {
      let rest = (end - mediaTime).multiplied(by: 1 << 16, over: edit.rate)
      duration = isOpen ? rest : min(duration, rest)
    }
    return Piece(start: start, duration: duration, mediaTime: mediaTime, rate: edit.rate)
  }

  /// Returns what is wrong with the segments, and the number of the one that differs; of none if all do. Nil if the
  /// samples and the edits show the same, and if there are no segments: programs that make documents leave them out.
  func difference() -> (reason: String, segment: Int?)? {
    guard !track.segments.isEmpty else { return nil }
    let advice = "; to use the segments, insert a list in CSV"
    for (index, segment) in track.segments.enumerated() {
      let format = track.formats[segment.format]
      let said = format.text(segment.value)
      let shown = shown(in: segment)
      guard shown?.isSame(segment.format, segment.value) != true else { continue }
      let own = shown.map {
        track.formats[$0.format].text($0.value.advanced(byFrames: $0.frames.lowerBound))
      }
      return (
        "the segments say \(said) at \(segment.movieTime.inSeconds), but the samples and edits say "
          + (own.map { $0 == said ? "the same in another format" : $0 } ?? "nothing") + advice,
        index
      )
    }
    let said = track.segments.reduce(MediaTime.zero) { $0 + $1.duration }
    let shown = pieces.reduce(MediaTime.zero) { $0 + $1.duration }
    let frame = track.formats.map(\.frameDuration).filter(\.isNumeric).max() ?? .zero
    let slack = frame.multiplied(by: Int64(pieces.count) + 1)
    guard said.isNumeric, shown.isNumeric, slack.isNumeric, (said - shown).absoluteValue > slack
    else { return nil }
    return (
      "the segments last \(said.inSeconds) together, but what the samples and edits show lasts \(shown.inSeconds)"
        + advice, nil
    )
  }

  /// What is shown at the beginning of a segment.
  private struct Shown {
    let format: Int
    let value: TimecodeSample
    /// The frames from the value of the sample to that of the segment. A range, because the beginning of the segment
    /// may be rounded, and after a long time the frames of the video may have drifted from those of the timecode.
    let frames: ClosedRange<Int64>

    func isSame(_ format: Int, _ other: TimecodeSample) -> Bool {
      format == self.format && value.frames(to: other).map(frames.contains) ?? false
    }
  }

  private func shown(in segment: StoredTimecode.Segment) -> Shown? {
    let frame = track.formats[segment.format].frameDuration
    let isCounted = frame.isNumeric && frame > .zero
    // In the segment, however its beginning is rounded.
    let inside = (isCounted ? min(frame, segment.duration) : segment.duration)
      .multiplied(by: 1, over: 4)
    let time = segment.movieTime + inside
    guard let last = pieces.indexBeforeFirst(where: { $0.start > time }),
      case let piece = pieces[last],
      time < piece.start + piece.duration
    else { return nil }
    func media(_ time: MediaTime) -> MediaTime { time.multiplied(by: piece.rate, over: 1 << 16) }
    let mediaTime = piece.mediaTime + media(time - piece.start)
    let at = mediaTime.converted(to: timescale, rounding: .towardNegativeInfinity)
    guard at.isNumeric, at.value >= 0 else { return nil }
    guard let number = ticks.indexBeforeFirst(where: { $0 > at.value }), number + 1 < ticks.count
    else {
      return nil
    }
    let sample = track.samples[number]
    let elapsed = mediaTime - MediaTime(value: ticks[number], timescale: timescale)
    let length = track.formats[sample.format].frameDuration
    func frames(_ time: MediaTime) -> Int64? {
      time.frames(lasting: length, rounding: .towardNegativeInfinity)
    }
    guard let first = frames(elapsed - media(inside)), let last = frames(elapsed), first <= last
    else { return Shown(format: sample.format, value: sample.value, frames: 0...0) }
    // A rate and its 1000/1001 are 1 in 1001 apart, and times in a coarse timescale may be rounded besides.
    let slack = max(0, last) / 500
    return Shown(
      format: sample.format, value: sample.value,
      frames: first.addingClamping(-slack)...last.addingClamping(slack))
  }
}
