import Foundation
import Testing

/// A thread that runs the jobs of one test and of no other.
///
/// A test that waits for its own tasks takes turns with them on the threads that all tests share, where
/// a turn comes round only when each of the others has had one. Here it comes at once.
final class OwnThread: TaskExecutor, @unchecked Sendable {
  /// The thread of the test that calls.
  @TaskLocal static var current: OwnThread?

  private let condition = NSCondition()
  private let deadline: Date
  private var jobs: [UnownedJob] = []
  private var isOver = false
  private var whenLate: (() -> Void)?

  /// - Parameter seconds: How long the thread may run jobs before ``cancelWhenLate(_:)`` acts.
  init(limit seconds: Double) {
    deadline = Date(timeIntervalSinceNow: seconds)
    Thread.detachNewThread {
      while let job = self.next() {
        unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }

  /// Starts a task on the thread of the test that calls.
  static func task<Success: Sendable>(
    _ operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: current, operation: operation)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Cancels a task when the time of the thread is over.
  func cancelWhenLate(_ task: Task<some Sendable, any Error>) {
    condition.withLock {
      whenLate = { task.cancel() }
      condition.signal()
    }
  }

  /// Ends the thread when it has no jobs left.
  func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while true {
        if let late = whenLate, Date() >= deadline {
          whenLate = nil
          late()
        }
        if !jobs.isEmpty { return jobs.removeFirst() }
        if isOver { return nil }
        if whenLate == nil { condition.wait() } else { _ = condition.wait(until: deadline) }
      }
    }
  }
}

/// Gives each test, or each case of it, a thread of its own, and a minute on it.
struct OwnThreadTrait: TestTrait, TestScoping {
  private static let limit = Duration.seconds(60)

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let thread = OwnThread(limit: Double(Self.limit.components.seconds))
    defer { thread.end() }
    // The time ends on the thread too: this function goes on only when the others let it.
    let time = try await withoutActuallyEscaping(function) { function in
      let run = OwnThread.$current.withValue(thread) {
        OwnThread.task {
          let start = SuspendingClock.now
          try await function()
          return SuspendingClock.now - start
        }
      }
      thread.cancelWhenLate(run)
      return try await run.value
    }
    #expect(time < Self.limit, "it does not come to an end")
  }
}

extension Trait where Self == OwnThreadTrait {
  /// Runs a test that waits for its own tasks on a thread of its own.
  static var ownThread: Self { Self() }
}
