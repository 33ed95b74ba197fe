import Synchronization

/// A clock that moves only when it is advanced, for tests and for media that is processed faster or
/// slower than it is watched.
public final class ManualClock: MediaClock {
  private let now: Mutex<MediaTime>
  let moves = Signal()

  /// A clock at `time`, or at 0 if `time` is not a number.
  public init(at time: MediaTime = .zero) {
    now = Mutex(time.isNumeric ? time : .zero)
  }

  public var time: MediaTime { now.withLock { $0 } }

  /// Advances the clock to `time` and wakes the tasks that wait for it. A clock does not go back:
  /// an earlier time, or one that is not a number, changes nothing.
  public func advance(to time: MediaTime) { advance { _ in time } }

  /// Advances the clock by a duration. Durations by which several tasks advance it add up.
  public func advance(by duration: MediaTime) { advance { $0 + duration } }

  private func advance(_ next: (_ now: MediaTime) -> MediaTime) {
    // The time is read and set under one lock: another task may advance the clock as well.
    let moved = now.withLock { now in
      let time = next(now)
      guard time.isNumeric, time > now else { return false }
      now = time
      return true
    }
    if moved { moves.send() }
  }

  public func sleep(until time: MediaTime) async throws(CancellationError) {
    while time.isNumeric || time.isPositiveInfinity {
      let count = moves.count
      if self.time >= time { return }
      try await moves.wait(after: count)
    }
  }
}
