#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// State that several threads share, one at a time, and that they can wait for.
@safe package final class Monitor<State: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: State) {
    self.state = state
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
    _ = unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    _ = unsafe pthread_cond_destroy(condition)
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state, and lets the threads that wait look at it again.
  package func update(_ change: (inout State) -> Void) {
    wait { change(&$0) }
  }

  /// Blocks the thread until `take` returns a value, and returns that. `take` is called with the
  /// state as it is and after each change; it may change the state when it returns a value.
  package func wait<Value>(_ take: (inout State) -> Value?) -> Value {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let value = take(&state) {
        _ = unsafe pthread_cond_broadcast(condition)
        return value
      }
      _ = unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
