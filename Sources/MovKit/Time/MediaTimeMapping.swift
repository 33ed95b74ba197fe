/// A stretch of media and the stretch of the timeline that shows it: the counterpart of
/// `CMTimeMapping`, and the meaning of one entry of an edit list.
///
/// A source without length and a target with a length are a dwell: one moment is held.
public struct MediaTimeMapping: Hashable, Sendable {
  /// The stretch of media, in media time; invalid in an empty edit.
  public var source: MediaTimeRange
  /// The stretch of the timeline that the edit belongs to.
  public var target: MediaTimeRange

  /// A mapping that shows `source` during `target`.
  public init(source: MediaTimeRange, target: MediaTimeRange) {
    self.source = source
    self.target = target
  }

  /// A mapping that shows nothing during `target`.
  public init(emptyOver target: MediaTimeRange) {
    self.init(source: .invalid, target: target)
  }

  /// Whether the edit is valid and shows nothing.
  public var isEmpty: Bool { target.isValid && !source.start.isNumeric }

  /// How fast an edit shows its media: the ratio of media time to timeline time in lowest terms. It is exact, so
  /// its terms can be larger than those of a `MediaRate`.
  public struct Rate: Hashable, Sendable, CustomStringConvertible {
    /// The numerator in lowest terms.
    public let numerator: Int128
    /// The denominator in lowest terms; always greater than 0.
    public let denominator: Int128

    /// The rate of normal playback.
    public static let one = Rate(1, over: 1)

    /// - Parameter below: Greater than 0.
    fileprivate init(_ above: Int128, over below: Int128) {
      let common = Int128(greatestCommonDivisor(above.magnitude, below.magnitude))
      (numerator, denominator) = (above / common, below / common)
    }

    /// The same rate for a `Timebase`; nil if its terms do not fit in 32 bits.
    public var mediaRate: MediaRate? {
      guard let above = Int64(exactly: numerator), let below = Int64(exactly: denominator) else {
        return nil
      }
      return MediaRate(above, over: below)
    }

    /// `2`, or `1/2`.
    public var description: String {
      denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
  }

  /// The ratio of media time to timeline time: 1 is normal playback, 0 a dwell. Nil in an empty edit, and if either
  /// range is not finite or the target has no length.
  public var rate: Rate? {
    guard source.isValid, target.isValid,
      let (above, below) = source.duration.ratio(to: target.duration)
    else { return nil }
    return Rate(above, over: below)
  }

  /// Returns the media time shown at a time of the timeline.
  ///
  /// The result is exact if a timescale up to 2147483647 can hold it. Nil outside the target, in an
  /// empty edit, and if either range is not finite.
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
  /// Source and target, such as `[0/1, 2/1) at [5/1, 7/1)`.
  public var description: String {
    isEmpty ? "nothing at \(target)" : "\(source) at \(target)"
  }
}

extension MediaTimeMapping {
  /// How fast the media is shown, in 1/65536, as edit lists have it; 0 for a dwell. Nil if nothing is
  /// shown.
  ///
  /// It is the nearest, because the length of the media is rounded where no timescale can hold it.
  package var rateIn65536: Int64? {
    let (length, shown) = (source.duration, target.duration)
    // Nearly all edits show the media at its own rate, and there can be very many.
    if length.isNumeric, shown.isNumeric, length.timescale == shown.timescale,
      length.value == shown.value, length.value > 0, source.isValid, target.isValid
    {
      return 1 << 16
    }
    guard let rate, rate.numerator >= 0 else { return nil }
    // Both parts have at most 94 bits.
    return Int64(clamping: (rate.numerator << 17 + rate.denominator) / (rate.denominator << 1))
  }
}
