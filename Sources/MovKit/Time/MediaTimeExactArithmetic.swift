/// Why a time could not be had exactly.
public enum MediaTimeError: Error, Hashable, Sendable {
  /// An operand is not a number, or both are in epochs that cannot be measured against each other.
  case notNumeric
  /// The result needs more than 64 bits of ticks.
  case overflow
  /// The result is no whole number of ticks.
  case inexact
}

/// The arithmetic that throws where its other form would round or become an infinity.
extension MediaTime {
  /// The sum, which `adding` would round or make infinite where this throws.
  public func adding(exactly other: MediaTime) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, other) { $0.adding($1) }
  }

  /// The difference, which `subtracting` would round or make infinite where this throws.
  public func subtracting(exactly other: MediaTime) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, other) { $0.subtracting($1) }
  }

  /// The time times `multiplier / divisor`. A divisor of 0 throws `notNumeric`.
  public func multiplied(
    exactlyBy multiplier: Int64, over divisor: Int64 = 1
  ) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, self) { time, _ in time.multiplied(by: multiplier, over: divisor) }
  }

  /// The same time in another timescale, of which it must be a whole number of ticks. A timescale
  /// that is not positive throws `notNumeric`.
  public func converted(exactlyTo timescale: Int32) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, self) { time, _ in time.converted(to: timescale) }
  }

  /// Does `operation` on times that are not rounded yet, so that what it rounds itself is seen, and
  /// then remembers what was rounded before.
  private static func exact(
    _ a: MediaTime, _ b: MediaTime, _ operation: (MediaTime, MediaTime) -> MediaTime
  ) throws(MediaTimeError) -> MediaTime {
    guard a.isNumeric, b.isNumeric else { throw .notNumeric }
    let result = operation(a.rounded(false), b.rounded(false))
    if result.isInfinite { throw .overflow }
    guard result.isNumeric else { throw .notNumeric }
    if result.hasBeenRounded { throw .inexact }
    return result.rounded(a.hasBeenRounded || b.hasBeenRounded)
  }

  private func rounded(_ isRounded: Bool) -> MediaTime {
    MediaTime(
      value: value, timescale: timescale, flags: isRounded ? [.valid, .hasBeenRounded] : .valid,
      epoch: epoch)
  }
}
