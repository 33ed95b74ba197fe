/// A source of time: the counterpart of `CMClock`. A `Timebase` is a clock too, so it can be the
/// source of another timebase.
public protocol MediaClock: AnyObject, Sendable {
  /// The current time: a number, or an infinity if it does not fit in a `MediaTime`.
  var time: MediaTime { get }

  /// Returns when the clock has reached `time`: at once if it has already reached it, and never if
  /// it does not get there. For an invalid or indefinite time it returns at once.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func sleep(until time: MediaTime) async throws(CancellationError)
}
