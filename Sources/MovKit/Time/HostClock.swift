/// The clock of the machine in nanoseconds, as `CMClockGetHostTimeClock`: it never goes back, and
/// stands still while the machine sleeps. It has no meaning outside the process, where it was 0 when
/// it was first asked for.
public final class HostClock: MediaClock {
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
        // An hour at a time, so that even infinity can be waited for.
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
