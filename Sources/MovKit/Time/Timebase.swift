import Synchronization

/// A timeline that can be controlled: the counterpart of `CMTimebase`. It moves at a rate relative
/// to a clock or another timebase, is stopped at rate 0, and can be set to any time.
///
/// A time is always computed from the point where the timeline was last set (its anchor), so errors
/// do not add up. It is exact if a timescale up to 2147483647 can hold it; otherwise it is rounded
/// by less than a nanosecond and flagged.
public final class Timebase: MediaClock {
  /// The clock or timebase relative to which it moves.
  public let source: any MediaClock

  private let state: Mutex<Motion>
  let changes = Signal()

  /// A timebase that shows `time` now and moves at `rate` from now on. By default it is stopped at
  /// 0. A time that is not a number is taken as 0.
  public init(source: any MediaClock, time: MediaTime = .zero, rate: MediaRate = .zero) {
    self.source = source
    state = Mutex(
      Motion(
        anchor: time.isNumeric ? time : .zero, sourceAnchor: source.time, rate: rate))
  }

  /// The time shown now.
  public var time: MediaTime { motion.time(atSource: source.time) }

  /// Returns the time shown now in a timescale, rounded.
  public func time(
    in timescale: Int32, rounding: MediaTime.Rounding = .roundHalfAwayFromZero
  ) -> MediaTime {
    time.converted(to: timescale, rounding: rounding)
  }

  /// The rate relative to the source. A new rate applies from the time shown now.
  public var rate: MediaRate {
    get { motion.rate }
    set { change { $0 = $0.reanchored(atSource: source.time, rate: newValue) } }
  }

  /// The rate relative to the clock at the end of the chain of sources; nil if it does not fit in a
  /// `MediaRate`.
  public var effectiveRate: MediaRate? {
    guard let base = source as? Timebase else { return rate }
    return base.effectiveRate?.multiplied(by: rate)
  }

  /// Sets the time shown now, and keeps the rate. A time that is not a number changes nothing.
  public func setTime(_ time: MediaTime) { set(time: time, atSource: source.time) }

  /// Sets `time` as the time that is shown when the source shows `sourceTime`, as if the timebase
  /// had always moved at `rate`; without `rate`, the current one. Times that are not numbers change
  /// nothing.
  public func set(time: MediaTime, atSource sourceTime: MediaTime, rate: MediaRate? = nil) {
    guard time.isNumeric, sourceTime.isNumeric else { return }
    change {
      $0 = Motion(anchor: time, sourceAnchor: sourceTime, rate: rate ?? $0.rate)
    }
  }

  /// Returns when the timeline has reached `time`, to a nanosecond, whatever its rate is until
  /// then. While it is stopped, a time is reached if it is not later than the time shown.
  public func sleep(until time: MediaTime) async throws(CancellationError) {
    guard time.isNumeric || time.isInfinite else { return }
    while true {
      let count = changes.count
      let motion = motion
      guard motion.rate != .zero else {
        if motion.anchor >= time { return }
        try await changes.wait(after: count)
        continue
      }
      if try await isFirst(sourceAt: motion.sourceTime(at: time), beforeChange: count) { return }
    }
  }

  var motion: Motion { state.withLock { $0 } }

  private func change(_ change: (inout Motion) -> Void) {
    state.withLock { change(&$0) }
    changes.send()
  }

  /// Waits until the source reaches a time or this timebase is changed. Returns whether the source
  /// reached the time.
  private func isFirst(
    sourceAt deadline: MediaTime, beforeChange count: UInt64
  ) async throws(CancellationError) -> Bool {
    do {
      return try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await self.source.sleep(until: deadline)
          return true
        }
        group.addTask {
          try await self.changes.wait(after: count)
          return false
        }
        defer { group.cancelAll() }
        return try await group.next() ?? false
      }
    } catch {
      throw CancellationError()
    }
  }
}

/// A straight line between the times of a source and those of a timebase.
struct Motion: Hashable, Sendable {
  var anchor: MediaTime
  /// The time of the source at the anchor.
  var sourceAnchor: MediaTime
  var rate: MediaRate

  func time(atSource sourceTime: MediaTime) -> MediaTime {
    guard isInOneEpoch(with: sourceTime) else {
      return anchor + (sourceTime - sourceAnchor).scaled(by: rate)
    }
    return .onLine(
      from: anchor, sourceTime, since: sourceAnchor,
      times: MediaTime(value: Int64(rate.numerator), timescale: 1),
      over: MediaTime(value: Int64(rate.denominator), timescale: 1))
  }

  /// Invalid if the rate is 0.
  func sourceTime(at time: MediaTime) -> MediaTime {
    guard rate != .zero, isInOneEpoch(with: time) else {
      return sourceAnchor + (time - anchor).divided(by: rate)
    }
    return .onLine(
      from: sourceAnchor, time, since: anchor,
      times: MediaTime(value: Int64(rate.denominator), timescale: 1),
      over: MediaTime(value: Int64(rate.numerator), timescale: 1))
  }

  /// Whether this line and a time are numbers in epoch 0, so that no rule of epochs applies.
  private func isInOneEpoch(with time: MediaTime) -> Bool {
    [anchor, sourceAnchor, time].allSatisfy { $0.isNumeric && $0.epoch == 0 }
  }

  /// Returns the line that meets this one at `sourceTime` and has another rate from there.
  func reanchored(atSource sourceTime: MediaTime, rate: MediaRate) -> Motion {
    Motion(anchor: time(atSource: sourceTime), sourceAnchor: sourceTime, rate: rate)
  }
}
