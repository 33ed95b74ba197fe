/// Which media of a track a stretch of the movie shows.
struct NeededMedia: Sendable {
  let trackID: UInt32
  let timescale: Int32
  /// In ticks of the media, one for each edit that shows some of the stretch.
  let ranges: [Range<Int64>]
  /// As they are where the media goes on and on.
  private let edits: [MediaTimeMapping]

  /// Longer than any media: fifty days at a thousand million ticks a second.
  private static let forever: Int64 = 1 << 52

  /// `track` has no samples in fragments yet. Nil where its edits cannot be known before all
  /// fragments are, or it has no timescale.
  init?(_ track: Track, during range: MediaTimeRange) {
    guard let timescale = Int32(exactly: track.timescale), timescale > 0,
      let edits = track.edits(
        lasting: MediaTime(value: Self.forever, timescale: timescale))
    else { return nil }
    trackID = track.id
    self.timescale = timescale
    self.edits = edits
    ranges = edits.compactMap { edit in
      guard let source = edit.sourceRange(of: range) else { return nil }
      let start = Self.ticks(source.start, timescale, .towardNegativeInfinity)
      let end = Self.ticks(source.end, timescale, .towardPositiveInfinity)
      guard let start, let end else { return nil }
      // A moment that is held is one tick.
      return start..<max(end, start.addingClamping(1), start)
    }
  }

  private static func ticks(
    _ time: MediaTime, _ timescale: Int32, _ rounding: MediaTime.Rounding
  ) -> Int64? {
    let converted = time.converted(to: timescale, rounding: rounding)
    if converted.isInfinite { return converted.isPositiveInfinity ? .max : .min }
    return converted.isNumeric ? converted.value : nil
  }

  /// When the first of the ranges begins.
  var start: MediaTime? {
    ranges.map(\.lowerBound).min().map { MediaTime(value: $0, timescale: timescale) }
  }

  /// When the last of the ranges ends, in ticks.
  var end: Int64 { ranges.map(\.upperBound).max() ?? .min }

  /// Whether a time of an index may be that of a fragment of the track. Some writers give the time
  /// in the media, others that in the movie; times in other units are rounded.
  func agrees(_ time: MediaTime, with extent: FragmentExtent) -> Bool {
    let tolerance = Int64(clamping: extent.longest)
    let first = min(extent.decode.lowerBound, extent.shown.lowerBound).addingClamping(-tolerance)
    let last = max(extent.decode.upperBound, extent.shown.upperBound)
      .addingClamping(tolerance).addingClamping(tolerance)
    let inMedia = edits.lazy.compactMap { $0.sourceTime(at: time) }.first
    return [time, inMedia].contains { time in
      guard let ticks = time.flatMap({ Self.ticks($0, timescale, .towardNegativeInfinity) }) else {
        return false
      }
      return (first...max(first, last)).contains(ticks)
    }
  }
}
