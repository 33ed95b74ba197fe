import Synchronization

/// Tells tasks that something has changed. Whoever waits names how many changes it has seen, so that
/// none is missed between looking and waiting.
final class Signal: Sendable {
  private struct State {
    var count: UInt64 = 0
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// How many changes there have been.
  var count: UInt64 { state.withLock { $0.count } }

  /// Whether somebody waits.
  var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Counts a change and wakes everybody.
  func send() {
    let waiters = state.withLock { state in
      state.count &+= 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Returns when there have been more changes than `count`. Throws when the task is cancelled.
  func wait(after count: UInt64) async throws(CancellationError) {
    let number = state.withLock { state in
      state.nextWaiter &+= 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The cancellation may have come before there was anything to cancel.
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
