/// A stretch of time from `start` up to, and without, `end`: the counterpart of `CMTimeRange`.
///
/// A start or duration that is indefinite or infinite is taken by its place in the order of times:
/// a range whose duration is not known goes on after every number. A range lies in the epoch of its
/// start, and ranges and times of different epochs have nothing in common.
public struct MediaTimeRange: Hashable, Sendable {
  public var start: MediaTime
  public var duration: MediaTime

  public init(start: MediaTime, duration: MediaTime) {
    self.start = start
    self.duration = duration
  }

  /// The range between two times; invalid where `end` comes before `start`, or two numbers are of
  /// different epochs.
  public init(start: MediaTime, end: MediaTime) {
    guard !start.isNumeric || !end.isNumeric || start.epoch == end.epoch else {
      self = .invalid
      return
    }
    self.init(start: start, duration: end - start)
  }

  public static let zero = MediaTimeRange(start: .zero, duration: .zero)
  public static let invalid = MediaTimeRange(start: .invalid, duration: .invalid)
  /// Every number of epoch 0.
  public static let all = MediaTimeRange(start: .negativeInfinity, duration: .positiveInfinity)

  /// The first time that is no longer in the range: infinite or indefinite where the duration is.
  public var end: MediaTime {
    if start.isNegativeInfinity, duration.isPositiveInfinity { return .positiveInfinity }
    return start + duration
  }

  /// Whether start and duration are valid, and the duration is a length: not negative, epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero
  }

  /// Whether the range is valid and its start or duration is not known.
  public var isIndefinite: Bool {
    isValid && (start.isIndefinite || duration.isIndefinite)
  }

  /// Whether the range is valid and has no length, so that it contains no time.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether `start <= time < end`. False for times that are not numbers.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && time.epoch == start.epoch && start <= time && isBeforeEnd(time)
  }

  /// Whether `other` neither begins before nor ends after this range. An empty range is in every
  /// range that it lies within or touches.
  public func contains(_ other: MediaTimeRange) -> Bool {
    sharesEpoch(with: other) && start <= other.start && !endsBefore(other)
  }

  /// The smallest range that holds both, and with them any gap between; invalid if either is, or
  /// their epochs differ.
  public func union(_ other: MediaTimeRange) -> MediaTimeRange {
    guard sharesEpoch(with: other) else { return .invalid }
    return (endsBefore(other) ? other : self).extended(from: min(start, other.start))
  }

  /// What lies in both: `zero` where nothing does, invalid if either range is, or their epochs
  /// differ.
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

/// Comparisons with the exact end, which `end` may have had to round.
extension MediaTimeRange {
  /// Whether start and duration are both numbers.
  var isNumeric: Bool { start.isNumeric && duration.isNumeric }

  private var exactEnd: ExactFraction? {
    guard isNumeric else { return nil }
    let scales = (Int128(start.timescale), Int128(duration.timescale))
    return ExactFraction(
      Int128(start.value) * scales.1 + Int128(duration.value) * scales.0,
      over: UInt128(scales.0 * scales.1))
  }

  /// Whether a time of the same epoch comes before the end.
  func isBeforeEnd(_ time: MediaTime) -> Bool {
    guard time.isNumeric, let exactEnd else { return time < end }
    return ExactFraction(Int128(time.value), over: UInt128(time.timescale.magnitude)) < exactEnd
  }

  private func endsBefore(_ other: MediaTimeRange) -> Bool {
    guard let own = exactEnd, let others = other.exactEnd else { return end < other.end }
    return own < others
  }

  /// From another start in the same epoch, which comes before the end, up to the end of this range.
  private func extended(from first: MediaTime) -> MediaTimeRange {
    if first == start { return MediaTimeRange(start: first, duration: duration) }
    guard isNumeric, first.isNumeric else { return MediaTimeRange(start: first, end: end) }
    return MediaTimeRange(start: first, duration: .sum(start, duration, minus: first))
  }
}

extension MediaTimeRange: CustomStringConvertible {
  /// Start and end, `[0/1, 1001/30000)`.
  public var description: String {
    isValid ? "[\(start), \(end))" : "invalid"
  }
}
