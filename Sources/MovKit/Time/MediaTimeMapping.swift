/// A stretch of media and the stretch of the timeline that shows it: the counterpart of
/// `CMTimeMapping`, and the meaning of one entry of an edit list.
///
/// A source without length on a target with length is a dwell: one moment held.
public struct MediaTimeMapping: Hashable, Sendable {
  /// In the media; invalid in an empty edit.
  public var source: MediaTimeRange
  /// On the timeline that the edit belongs to.
  public var target: MediaTimeRange

  public init(source: MediaTimeRange, target: MediaTimeRange) {
    self.source = source
    self.target = target
  }

  /// A stretch of the timeline that shows nothing.
  public init(emptyOver target: MediaTimeRange) {
    self.init(source: .invalid, target: target)
  }

  /// Whether the edit is valid and shows nothing.
  public var isEmpty: Bool { target.isValid && !source.start.isNumeric }

  /// Media time a timeline time, in lowest terms: 1/1 is plain play, 0/1 a dwell.
  /// Nil in empty edits, and where either range is not finite or the target has no length.
  public var rate: (numerator: Int128, denominator: Int128)? {
    guard source.isValid, target.isValid, source.duration.isNumeric, target.duration.isNumeric,
      target.duration.value > 0
    else { return nil }
    let numerator = Int128(source.duration.value) * Int128(target.duration.timescale)
    let denominator = Int128(target.duration.value) * Int128(source.duration.timescale)
    let common = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    return (numerator / common, denominator / common)
  }

  /// The media time shown at a time of the timeline.
  ///
  /// Exact where a timescale up to 2147483647 holds it. Nil outside the target, in an empty edit,
  /// and where either range is not finite.
  public func sourceTime(at time: MediaTime) -> MediaTime? {
    guard target.contains(time), source.isValid, source.start.isNumeric,
      source.duration.isNumeric, target.duration.isNumeric
    else { return nil }
    guard target.start.isNumeric else { return nil }
    return .onLine(
      from: source.start, time, since: target.start, times: source.duration, over: target.duration)
  }
}

extension MediaTimeMapping: CustomStringConvertible {
  /// Source and target, `[0/1, 2/1) at [5/1, 7/1)`.
  public var description: String {
    isEmpty ? "nothing at \(target)" : "\(source) at \(target)"
  }
}
