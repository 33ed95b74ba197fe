import Synchronization

/// Notifies tasks that something has changed. A waiting task gives the number of changes that it
/// has seen, so that it misses none between looking and waiting.
final class Signal: Sendable {
  private struct State {
    var count: UInt64 = 0
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far.
  var count: UInt64 { state.withLock { $0.count } }

  /// Whether a task is waiting.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Counts a change and wakes all waiting tasks.
  func send() {
    let waiters = state.withLock { state in
      state.count &+= 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Returns when there have been more changes than `count`. Throws if the task is cancelled.
  func wait(after count: UInt64) async throws(CancellationError) {
    let number = state.withLock { state in
      state.nextWaiter &+= 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The task may have been cancelled before the continuation was stored.
        let isOver = state.withLock { state in
          if state.count != count || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    if Task.isCancelled { throw CancellationError() }
  }
}
