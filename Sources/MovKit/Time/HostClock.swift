/// The clock of the machine in nanoseconds, as `CMClockGetHostTimeClock`. It never goes back and
/// does not advance while the machine sleeps. It is 0 when it is first used, so its times have no
/// meaning outside the process.
public final class HostClock: MediaClock {
  /// The only host clock of the process.
  public static let shared = HostClock()

  private let origin = SuspendingClock.now

  private init() {}

  public var time: MediaTime {
    let (seconds, attoseconds) = (SuspendingClock.now - origin).components
    return MediaTime(value: seconds, timescale: 1)
      + MediaTime(value: attoseconds / 1_000_000_000, timescale: 1_000_000_000)
  }

  public func sleep(until time: MediaTime) async throws(CancellationError) {
    do {
      while time.isNumeric || time.isPositiveInfinity {
        let rest = time - self.time
        guard rest > .zero else { return }
        // An hour at a time, so that it is possible to wait even for infinity.
        let step = min(rest, MediaTime(value: 3600, timescale: 1))
          .converted(to: 1_000_000_000, rounding: .awayFromZero)
        try await SuspendingClock().sleep(
          until: .now.advanced(by: .nanoseconds(step.value)), tolerance: nil)
      }
    } catch {
      throw CancellationError()
    }
  }
}
