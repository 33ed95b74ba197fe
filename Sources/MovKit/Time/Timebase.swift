import Synchronization

/// A timeline under control: the counterpart of `CMTimebase`. It moves at a rate against a clock or
/// another timebase, stands still at rate 0, and can be set to any time.
///
/// A time is always computed from where the timeline was last set (its anchor), so that nothing adds
/// up. It is exact where a timescale up to 2147483647 holds it, else rounded to less than a
/// nanosecond and flagged.
public final class Timebase: MediaClock {
  /// The clock or timebase against which it moves.
  public let source: any MediaClock

  private let state: Mutex<Motion>
  let changes = Signal()

  /// A timebase that shows `time` now and moves at `rate` from here: by default it stands at 0.
  /// A time that is not a number is taken as 0.
  public init(source: any MediaClock, time: MediaTime = .zero, rate: MediaRate = .zero) {
    self.source = source
    state = Mutex(
      Motion(
        anchor: time.isNumeric ? time : .zero, sourceAnchor: source.time, rate: rate))
  }

  public var time: MediaTime { motion.time(atSource: source.time) }

  /// The time now in a timescale, rounded.
  public func time(
    in timescale: Int32, rounding: MediaTime.Rounding = .roundHalfAwayFromZero
  ) -> MediaTime {
    time.converted(to: timescale, rounding: rounding)
  }

  /// How fast it moves against its source. Setting it goes on from the time shown now.
  public var rate: MediaRate {
    get { motion.rate }
    set { change { $0 = $0.reanchored(atSource: source.time, rate: newValue) } }
  }

  /// How fast it moves against the clock under all its sources; nil where that does not fit in a
  /// `MediaRate`.
  public var effectiveRate: MediaRate? {
    guard let base = source as? Timebase else { return rate }
    return base.effectiveRate?.multiplied(by: rate)
  }

  /// Sets the time shown now, and goes on at the same rate. A time that is not a number changes
  /// nothing.
  public func setTime(_ time: MediaTime) { set(time: time, atSource: source.time) }

  /// Says that `time` is shown when the source shows `sourceTime`, as if it had always moved at this
  /// rate: the present one where none is given. Times that are not numbers change nothing.
  public func set(time: MediaTime, atSource sourceTime: MediaTime, rate: MediaRate? = nil) {
    guard time.isNumeric, sourceTime.isNumeric else { return }
    change {
      $0 = Motion(anchor: time, sourceAnchor: sourceTime, rate: rate ?? $0.rate)
    }
  }

  /// Returns when the timeline has come to `time`, to a nanosecond, at whatever rates it moves until
  /// then. While it stands, a time is come if it is not later than the one shown.
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

  /// Waits for the source to come to a time, or for this timebase to be changed; tells which was.
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
  /// What the source shows at the anchor.
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

  /// Invalid where the rate is 0.
  func sourceTime(at time: MediaTime) -> MediaTime {
    guard rate != .zero, isInOneEpoch(with: time) else {
      return sourceAnchor + (time - anchor).divided(by: rate)
    }
    return .onLine(
      from: sourceAnchor, time, since: anchor,
      times: MediaTime(value: Int64(rate.denominator), timescale: 1),
      over: MediaTime(value: Int64(rate.numerator), timescale: 1))
  }

  /// Whether this and a time are numbers that need no rule of epochs.
  private func isInOneEpoch(with time: MediaTime) -> Bool {
    [anchor, sourceAnchor, time].allSatisfy { $0.isNumeric && $0.epoch == 0 }
  }

  /// The same line up to `sourceTime`, and another rate from there.
  func reanchored(atSource sourceTime: MediaTime, rate: MediaRate) -> Motion {
    Motion(anchor: time(atSource: sourceTime), sourceAnchor: sourceTime, rate: rate)
  }
}
