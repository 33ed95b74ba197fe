/// Why a time of one clock cannot be converted to another clock.
public enum TimebaseError: Error, Hashable, Sendable {
  /// A timebase on the way to `target` is stopped: it shows one time at all times of its source.
  case rateIsZero
  /// The clocks do not move relative to the same clock.
  case unrelatedClocks
}

extension TimebaseError: IdentifiedError {
  public var id: String {
    switch self {
    case .rateIsZero: "rate-is-zero"
    case .unrelatedClocks: "unrelated-clocks"
    }
  }

  public var description: String {
    switch self {
    case .rateIsZero: "a timebase on the way is stopped, so it shows one time at all times"
    case .unrelatedClocks: "the clocks do not move relative to the same clock"
    }
  }
}

extension MediaClock {
  /// Returns the time that `target` shows, showed or will show when this clock shows `time`, if no
  /// rate changes in between: the counterpart of `CMSyncConvertTime`.
  ///
  /// - Throws: `TimebaseError` if there is no such time.
  public func convert(
    _ time: MediaTime, to target: any MediaClock
  ) throws(TimebaseError) -> MediaTime {
    let down = target.sources
    var (clock, time) = (self as any MediaClock, time)
    var depth = down.firstIndex { $0 === clock }
    while depth == nil {
      guard let timebase = clock as? Timebase else { throw .unrelatedClocks }
      // Read once: another thread can set the rate in between.
      let motion = timebase.motion
      guard motion.rate != .zero else { throw .rateIsZero }
      time = motion.sourceTime(at: time)
      clock = timebase.source
      depth = down.firstIndex { $0 === clock }
    }
    for case let timebase as Timebase in down.prefix(depth ?? 0).reversed() {
      time = timebase.motion.time(atSource: time)
    }
    return time
  }

  /// Returns how far `target` moves while this clock moves by a second: the counterpart of
  /// `CMSyncGetRelativeRate`. Nil if the rate does not fit in a `MediaRate`.
  ///
  /// - Throws: `TimebaseError` if the clocks are unrelated or this clock is stopped.
  public func rate(of target: any MediaClock) throws(TimebaseError) -> MediaRate? {
    guard let own = effective, let other = target.effective else { return nil }
    guard own.clock === other.clock else { throw .unrelatedClocks }
    guard own.rate != .zero else { throw .rateIsZero }
    return MediaRate(
      Int64(other.rate.numerator) * Int64(own.rate.denominator),
      over: Int64(other.rate.denominator) * Int64(own.rate.numerator))
  }

  /// This clock, its source, the source of that, and so on, down to the clock that moves by itself.
  private var sources: [any MediaClock] {
    var chain: [any MediaClock] = [self]
    while let timebase = chain.last as? Timebase { chain.append(timebase.source) }
    return chain
  }

  private var effective: (clock: any MediaClock, rate: MediaRate)? {
    guard let clock = sources.last else { return nil }
    guard let timebase = self as? Timebase else { return (clock, .one) }
    return timebase.effectiveRate.map { (clock, $0) }
  }
}
