/// A stretch of time from `start` up to, but without, `end`: the counterpart of `CMTimeRange`.
///
/// An indefinite or infinite start or duration counts by its place in the order of times: a range
/// whose duration is not known ends after every number. A range is in the epoch of its start;
/// ranges and times of different epochs have nothing in common.
public struct MediaTimeRange: Hashable, Sendable {
  /// The first time of the range.
  public var start: MediaTime
  /// The length of the range; not negative and in epoch 0 if the range is valid.
  public var duration: MediaTime

  /// A range from `start` of this length.
  public init(start: MediaTime, duration: MediaTime) {
    self.start = start
    self.duration = duration
  }

  /// The range between two times; invalid if `end` comes before `start`, or if they are numbers of
  /// different epochs.
  public init(start: MediaTime, end: MediaTime) {
    guard !start.isNumeric || !end.isNumeric || start.epoch == end.epoch else {
      self = .invalid
      return
    }
    self.init(start: start, duration: end - start)
  }

  /// The range at 0 without length.
  public static let zero = MediaTimeRange(start: .zero, duration: .zero)
  /// The invalid range: the result of an operation that has none.
  public static let invalid = MediaTimeRange(start: .invalid, duration: .invalid)
  /// A range that contains every number of epoch 0.
  public static let all = MediaTimeRange(start: .negativeInfinity, duration: .positiveInfinity)

  /// The first time after the range; infinite or indefinite if the duration is.
  public var end: MediaTime {
    if start.isNegativeInfinity, duration.isPositiveInfinity { return .positiveInfinity }
    return start + duration
  }

  /// Whether start and duration are valid, and the duration is a length: not negative and in epoch
  /// 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero
  }

  /// Whether the range is valid and its start or duration is not known.
  public var isIndefinite: Bool {
    isValid && (start.isIndefinite || duration.isIndefinite)
  }

  /// Whether the range is valid and has no length, so that it contains no time.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether `start <= time < end`. False if the time is not a number.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && time.epoch == start.epoch && start <= time && isBeforeEnd(time)
  }

  /// Whether `other` neither begins before nor ends after this range. An empty range is contained
  /// in every range that it lies in or touches.
  public func contains(_ other: MediaTimeRange) -> Bool {
    sharesEpoch(with: other) && start <= other.start && !endsBefore(other)
  }

  /// Returns the smallest range that contains both, including any gap between them; invalid if
  /// either is invalid, or if their epochs differ.
  public func union(_ other: MediaTimeRange) -> MediaTimeRange {
    guard sharesEpoch(with: other) else { return .invalid }
    return (endsBefore(other) ? other : self).extended(from: min(start, other.start))
  }

  /// Returns the range that is in both; `zero` if they do not overlap, invalid if either range is
  /// invalid or if their epochs differ.
  public func intersection(_ other: MediaTimeRange) -> MediaTimeRange {
    guard sharesEpoch(with: other) else { return .invalid }
    let first = max(start, other.start)
    let last = endsBefore(other) ? self : other
    return last.isBeforeEnd(first) ? last.extended(from: first) : .zero
  }

  /// Whether both ranges are valid and can be compared.
  private func sharesEpoch(with other: MediaTimeRange) -> Bool {
    isValid && other.isValid && start.epoch == other.start.epoch
  }
}

/// Comparisons with the exact end, because `end` itself may be rounded.
extension MediaTimeRange {
  /// Whether start and duration are both numbers.
  var isNumeric: Bool { start.isNumeric && duration.isNumeric }

  /// The end in ticks of the start and the duration; nil if these count different ticks, or it does not fit.
  private var endTicks: Int64? {
    guard isNumeric, start.timescale == duration.timescale,
      case (let ticks, false) = start.value.addingReportingOverflow(duration.value)
    else { return nil }
    return ticks
  }

  private var exactEnd: ExactFraction? {
    guard isNumeric else { return nil }
    let scales = (Int128(start.timescale), Int128(duration.timescale))
    return ExactFraction(
      Int128(start.value) * scales.1 + Int128(duration.value) * scales.0,
      over: UInt128(scales.0 * scales.1))
  }

  /// Whether a time of the same epoch comes before the end.
  func isBeforeEnd(_ time: MediaTime) -> Bool {
    // Nearly always all times count the same ticks, and there can be very many.
    if time.isNumeric, time.timescale == start.timescale, let endTicks {
      return time.value < endTicks
    }
    guard time.isNumeric, let exactEnd else { return time < end }
    return ExactFraction(Int128(time.value), over: UInt128(time.timescale.magnitude)) < exactEnd
  }

  private func endsBefore(_ other: MediaTimeRange) -> Bool {
    if start.timescale == other.start.timescale, let own = endTicks, let others = other.endTicks {
      return own < others
    }
    guard let own = exactEnd, let others = other.exactEnd else { return end < other.end }
    return own < others
  }

  /// Returns the range from another start in the same epoch, which comes before the end, up to the
  /// end of this range.
  private func extended(from first: MediaTime) -> MediaTimeRange {
    if first == start { return MediaTimeRange(start: first, duration: duration) }
    guard isNumeric, first.isNumeric else { return MediaTimeRange(start: first, end: end) }
    return MediaTimeRange(start: first, duration: .sum(start, duration, minus: first))
  }
}

extension MediaTimeRange: CustomStringConvertible {
  /// Start and end, such as `[0/1, 1001/30000)`.
  public var description: String {
    isValid ? "[\(start), \(end))" : "invalid"
  }
}
