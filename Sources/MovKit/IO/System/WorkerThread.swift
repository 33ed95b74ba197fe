#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Threads for work that waits for the disk or for an answer, which must not block the few threads of
/// Swift's pool.
package enum WorkerThread {
  /// Identifies the thread that this runs in.
  static var current: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Parsing descends as deep as `Limits` allow, which takes more than the 512 KiB that threads have
  /// on some systems.
  private static let stackSize = 8 << 20

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` in a thread of its own while the calling task is suspended. Returns nil if the
  /// system has no more threads.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
    await withCheckedContinuation { continuation in
      if !start({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
    }
  }

  /// Runs `body` in a thread of its own. Returns false if the system has no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let watch = SourceWatch.current
    let work = unsafe Unmanaged.passRetained(Work { SourceWatch.using(watch, body) })
    guard unsafe !start(work.toOpaque()) else { return true }
    unsafe work.release()
    return false
  }

  /// The number of processors that the system uses, at least 1.
  package static var processorCount: Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  private static func start(_ work: UnsafeMutableRawPointer) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    _ = unsafe pthread_attr_setstacksize(&attributes, stackSize)
    _ = unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return unsafe pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        #else
          if let argument = unsafe argument {
            unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          }
        #endif
        return nil
      }, work) == 0
  }
}

/// Lets one thread wait until another has done something.
final class ThreadSignal: Sendable {
  private let isSent = Monitor(false)

  /// Lets `wait` return, now or later.
  func send() { isSent.update { $0 = true } }

  /// Blocks the thread until `send` has been called.
  func wait() { isSent.wait { $0 ? () : nil } }
}
