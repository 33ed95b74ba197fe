import MovKit
import Synchronization

/// One progress line for jobs in several threads, over the bytes of all of them.
final class SharedProgress: Sendable {
  private struct State {
    let line: Progress
    var done: UInt64 = 0
  }

  private let state: Mutex<State>

  /// Nil if there is no line to share.
  init?(_ line: sending Progress?) {
    guard let line else { return nil }
    state = Mutex(State(line: line))
  }

  /// Counts further bytes.
  func add(_ bytes: UInt64) {
    state.withLock { state in
      state.done = state.done.addingClamping(bytes)
      state.line.update(state.done)
    }
  }

  /// Removes the line, so that a message can take its place.
  func clear() { state.withLock { $0.line.clear() } }

  /// What one job contributes to the line.
  final class Share {
    private let whole: SharedProgress
    private let size: UInt64
    private var done: UInt64 = 0

    /// `size` is the number of bytes that the line's total has for the job.
    init(of whole: SharedProgress, size: UInt64) {
      self.whole = whole
      self.size = size
    }

    /// Says how many bytes of the job are done. More than its size do not count.
    func update(_ now: UInt64) {
      let now = min(now, size)
      guard now > done else { return }
      whole.add(now - done)
      done = now
    }

    /// The job is done, whatever became of it.
    func finish() { update(size) }
  }
}
