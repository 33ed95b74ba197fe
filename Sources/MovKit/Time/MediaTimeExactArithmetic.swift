/// Why a time cannot be computed exactly.
public enum MediaTimeError: Error, Hashable, Sendable {
  /// An operand is not a number, or the epochs of the operands cannot be combined.
  case notNumeric
  /// The result needs more than 64 bits of ticks.
  case overflow
  /// The result is not a whole number of ticks.
  case inexact
}

extension MediaTimeError: IdentifiedError {
  public var id: String {
    switch self {
    case .notNumeric: "not-numeric"
    case .overflow: "overflow"
    case .inexact: "inexact"
    }
  }

  public var description: String {
    switch self {
    case .notNumeric: "a time is not a number, or the epochs of the times differ"
    case .overflow: "the result needs more than 64 bits"
    case .inexact: "the result is not a whole number of ticks"
    }
  }
}

/// Arithmetic that throws if the ordinary form would round or become an infinity.
extension MediaTime {
  /// Returns the sum; throws if `adding` would round it or make it infinite.
  public func adding(exactly other: MediaTime) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, other) { $0.adding($1) }
  }

  /// Returns the difference; throws if `subtracting` would round it or make it infinite.
  public func subtracting(exactly other: MediaTime) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, other) { $0.subtracting($1) }
  }

  /// Returns the time multiplied by `multiplier / divisor`; throws if that would be rounded or
  /// infinite. A divisor of 0 throws `notNumeric`.
  public func multiplied(
    exactlyBy multiplier: Int64, over divisor: Int64 = 1
  ) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, self) { time, _ in time.multiplied(by: multiplier, over: divisor) }
  }

  /// Returns the same time in another timescale; throws if it is not a whole number of its ticks. A
  /// timescale that is not positive throws `notNumeric`.
  public func converted(exactlyTo timescale: Int32) throws(MediaTimeError) -> MediaTime {
    try Self.exact(self, self) { time, _ in time.converted(to: timescale) }
  }

  /// Performs `operation` on times without `hasBeenRounded`, to see whether the operation itself
  /// rounds. The result has the flag if an operand had it.
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
