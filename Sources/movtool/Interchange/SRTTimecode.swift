import MovKit

/// Writes timecode as SubRip subtitles: a cue for each second of timecode, or for each frame. Several
/// movies come one after the other.
///
/// Times are rounded down to milliseconds, the beginning and the end of a cue alike. So a cue never
/// begins after its frame, and a player that shows whole frames shows the right one.
struct SRTTimecode: TimecodeWriter {
  private let output: Output
  private let listsFrames: Bool
  private var cueCount = 0
  /// Where the current movie begins.
  private var origin = MediaTime.zero

  /// The end of what two digits of hours can express, in milliseconds.
  private static let limit: Int128 = 100 * 3600 * 1000

  init(to output: Output, listsFrames: Bool) {
    self.output = output
    self.listsFrames = listsFrames
  }

  mutating func write(_ movie: TimecodeMovie) throws(Failure) -> [Diagnostic] {
    var notes = movie.tracksLeftOut
    var isWhole = true
    if let track = movie.tracks.first {
      if listsFrames {
        let videoEnd = movie.video(of: track).map(\.shownEnd).flatMap { $0.isNumeric ? $0 : nil }
        var counted = CountedFrames()
        notes += try movie.forEachFrame(of: track, &counted) { (frame) throws(Failure) in
          guard let label = frame.label else { return }
          let end = frame.end ?? videoEnd ?? frame.time + (frame.format?.frameDuration ?? .invalid)
          if try !writeCue(label, frame.time, end) { isWhole = false }
        }
      } else {
        for row in movie.rows(of: track) where isWhole { isWhole = try write(row) }
      }
    }
    if !isWhole {
      notes.append(
        Diagnostic(
          "frames-left-out", .warning,
          "subtitles have times below 100 hours; the rest is left out", path: "moov"))
    }
    origin = origin + movie.duration
    return notes
  }

  mutating func finish() throws(Failure) { try output.finish() }

  /// Writes a row. Returns false if not all of it fits.
  private mutating func write(_ row: TimecodeRow) throws(Failure) -> Bool {
    let (format, segment) = (row.format, row.segment)
    let end = segment.movieTime + segment.duration
    guard format.hasLabelsAndRate, segment.rate > 0 else {
      return try writeCue(format.text(segment.first), segment.movieTime, end)
    }
    let frames = row.frames
    var frame: Int64 = 0
    while frame < frames {
      let value = segment.first.advanced(byFrames: frame)
      let next = min(frames, frame + Self.framesToWholeSecond(from: value, format))
      guard let start = row.track.movieTime(ofFrame: frame, in: segment) else { return false }
      let nextTime =
        next == frames ? end : row.track.movieTime(ofFrame: next, in: segment) ?? end
      guard try writeCue(format.text(value), start, nextTime) else { return false }
      frame = next
    }
    return true
  }

  /// The number of frames to the next label with frame 0 or, in drop frame, the first that there is;
  /// at least 1.
  private static func framesToWholeSecond(
    from value: TimecodeSample, _ format: TimecodeFormat
  ) -> Int64 {
    guard case .frameNumber(let number) = value,
      let label = format.timecode(forFrameNumber: number)
    else { return 1 }
    let quanta = Int64(format.labelQuanta)
    let frames = Int64(label.frames)
    // Before zero, labels count down.
    if label.isNegative { return frames == 0 ? quanta : frames }
    return max(1, quanta - frames)
  }

  /// Writes a cue. Returns false if it begins too late for its form.
  private mutating func writeCue(
    _ text: String, _ start: MediaTime, _ end: MediaTime
  ) throws(Failure) -> Bool {
    guard let first = (origin + start).wholeMilliseconds, first < Self.limit else { return false }
    let last = min((origin + end).wholeMilliseconds ?? first, Self.limit - 1)
    cueCount += 1
    try output.write(
      "\(cueCount)\n\(Self.clock(first)) --> \(Self.clock(max(first, last)))\n\(text)\n\n")
    return true
  }

  /// A time as SubRip writes it: `00:01:40,725`. There are no times before zero.
  static func clock(_ milliseconds: Int128) -> String {
    let (seconds, fraction) = max(0, milliseconds).quotientAndRemainder(dividingBy: 1000)
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + "," + padded(fraction, 3)
  }
}
