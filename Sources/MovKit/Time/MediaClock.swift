/// A source of time: the counterpart of `CMClock`. A `Timebase` is one too, so that it can be the
/// source of another.
public protocol MediaClock: AnyObject, Sendable {
  /// The time now: a number, or an infinity where it does not fit in a `MediaTime`.
  var time: MediaTime { get }

  /// Returns when the clock has come to `time`: at once where it is there already, and never where
  /// it does not get there. What is invalid or indefinite is taken as come.
  ///
  /// Throws when the task is cancelled.
  func sleep(until time: MediaTime) async throws(CancellationError)
}
