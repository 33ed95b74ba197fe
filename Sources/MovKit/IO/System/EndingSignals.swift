#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals that tell a program to stop, and that it can hold back.
package enum EndingSignals {
  static let numbers = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
  ]

  /// Blocks the signals in this thread while `body` runs. A signal that arrives meanwhile takes
  /// effect right after, unless another thread takes it.
  ///
  /// `body` can call `isInterrupted` to ask whether a signal has arrived.
  package static func holding<Result, Problem: Error>(
    _ body: (_ isInterrupted: () -> Bool) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let before = block()
    defer { restore(before) }
    return try body {
      var waiting = sigset_t()
      guard unsafe sigpending(&waiting) == 0 else { return false }
      // A signal that was already blocked before will not be delivered afterwards either, and one that is
      // ignored waits too as long as it is blocked.
      var before = before
      return numbers.contains {
        unsafe sigismember(&waiting, $0) == 1 && sigismember(&before, $0) == 0 && !isIgnored($0)
      }
    }
  }

  /// Whether a signal is ignored, as SIGHUP is under `nohup`.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    _ = unsafe sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #else
      let handler = unsafe action.__sa_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Blocks the signals in this thread. Returns what to give to `restore`.
  static func block() -> sigset_t {
    var held = sigset_t()
    var before = sigset_t()
    _ = unsafe sigemptyset(&held)
    for number in numbers { _ = unsafe sigaddset(&held, number) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
    return before
  }

  static func restore(_ before: sigset_t) {
    var before = before
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
