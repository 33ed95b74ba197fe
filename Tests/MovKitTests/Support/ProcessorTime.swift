import Foundation

/// What threads have had of the processor, whatever other tests and programs take.
enum ProcessorTime {
  static var ofThisThread: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Returns how much of it a function takes in its own thread.
  static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = ofThisThread
    try body()
    return ofThisThread - start
  }
}
