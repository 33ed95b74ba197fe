/// The media of a track that a stretch of the movie shows.
struct NeededMedia: Sendable {
  let trackID: UInt32
  let timescale: Int32
  /// The ranges of media, in ticks, one for each edit that shows some of the stretch.
  let ranges: [Range<Int64>]
  /// The edits as they would be if the media never ended.
  private let edits: EditMappings

  /// More ticks than any media lasts: fifty days at 10^9 ticks per second.
  private static let forever: Int64 = 1 << 52

  /// Nil if the edits cannot be known before all fragments are read, or the track has no timescale.
  /// `track` has no samples in fragments yet.
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
      // A moment that is held counts as one tick.
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

  /// The start of the earliest range.
  var start: MediaTime? {
    ranges.map(\.lowerBound).min().map { MediaTime(value: $0, timescale: timescale) }
  }

  /// The end of the latest range, in ticks.
  var end: Int64 { ranges.map(\.upperBound).max() ?? .min }

  /// Whether a time of an index may be that of a fragment of the track. Some writers store the time
  /// in the media, others the time in the movie. Times in other units are rounded.
  func agrees(_ time: MediaTime, with extent: FragmentExtent) -> Bool {
    let tolerance = Int64(clamping: extent.longest)
    let first = min(extent.decode.lowerBound, extent.shown.lowerBound).addingClamping(-tolerance)
    let last = max(extent.decode.upperBound, extent.shown.upperBound)
      .addingClamping(tolerance).addingClamping(tolerance)
    // There can be as many edits as rows of an index.
    let ends = edits.partitioningIndex { $0.target.end >= time }
    let lasts = edits.partitioningIndex { $0.target.end > time }
    let inMedia = [ends, lasts].lazy.filter { $0 < edits.count }
      .compactMap { edits[$0].sourceTime(at: time) }.first
    return [time, inMedia].contains { time in
      guard let ticks = time.flatMap({ Self.ticks($0, timescale, .towardNegativeInfinity) }) else {
        return false
      }
      return (first...max(first, last)).contains(ticks)
    }
  }
}
