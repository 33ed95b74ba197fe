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
  public func advance(to time: MediaTime) {
    let moved = now.withLock { now in
      guard time.isNumeric, time > now else { return false }
      now = time
      return true
    }
    if moved { moves.send() }
  }

  /// Advances the clock by a duration.
  public func advance(by duration: MediaTime) { advance(to: time + duration) }

  public func sleep(until time: MediaTime) async throws(CancellationError) {
    while time.isNumeric || time.isPositiveInfinity {
      let count = moves.count
      if self.time >= time { return }
      try await moves.wait(after: count)
    }
  }
}
