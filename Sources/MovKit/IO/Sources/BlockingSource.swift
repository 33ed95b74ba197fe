import Synchronization

/// An `AsyncByteSource` for code that reads at once. Such code runs in a thread of its own
/// (`withThread`), which waits for the bytes. The task that waits for the thread is suspended, and no
/// thread of Swift's pool is blocked.
final class BlockingSource: ByteSource {
  /// The source itself, for what can wait for it.
  let base: any AsyncByteSource
  /// The work that may read, by its thread.
  private let work = Mutex<[UInt: Work]>([:])

  init(_ base: any AsyncByteSource) { self.base = base }

  var size: UInt64 { base.size }

  func read(at offset: UInt64, count: Int) throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try check(at: offset, count: UInt64(count))
    guard let work = work.withLock({ $0[WorkerThread.current] }) else {
      throw IOError(.read, nil, .asynchronous)
    }
    return try work.read(base, at: offset, count: count)
  }

  /// Runs `body`, which may read the source, in a thread of its own. Returns nil if the system has no
  /// more threads.
  func withThread<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result? {
    let work = Work()
    let result = await withTaskCancellationHandler {
      await WorkerThread.run { () -> Swift.Result<Result, Failure> in
        let thread = WorkerThread.current
        self.work.withLock { $0[thread] = work }
        defer { self.work.withLock { _ = $0.removeValue(forKey: thread) } }
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
      }
    } onCancel: {
      work.cancel()
    }
    return try result?.get()
  }
}

/// Work in a thread that waits for one request at a time.
private final class Work: Sendable {
  private struct State {
    var isCancelled = false
    var request: Task<Void, Never>?
  }

  private let state = Mutex(State())

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.request
    }?.cancel()
  }

  /// Blocks the thread until the bytes are there.
  func read(
    _ source: any AsyncByteSource, at offset: UInt64, count: Int
  ) throws(IOError) -> [UInt8] {
    let answer = Answer()
    let request = Task {
      do throws(IOError) {
        answer.give(.success(try await source.read(exactly: count, at: offset)))
      } catch { answer.give(.failure(error)) }
    }
    let isCancelled = state.withLock { state in
      state.request = request
      return state.isCancelled
    }
    if isCancelled { request.cancel() }
    let result = answer.wait()
    if state.withLock({ $0.isCancelled }) { throw IOError(.read, nil, .cancelled) }
    return try result.get()
  }
}

extension AsyncByteSource {
  /// Reads `count` bytes, and throws `changed` if the source gives more or fewer.
  func read(exactly count: Int, at offset: UInt64) async throws(IOError) -> [UInt8] {
    guard count >= 0 else { throw IOError(.read, nil, .tooLarge) }
    try IOError.checkRange(.read, nil, at: offset, count: UInt64(count), within: size)
    let bytes = try await read(at: offset, count: count)
    guard bytes.count == count else { throw IOError(.read, nil, .changed) }
    return bytes
  }
}

/// A result that one thread waits for and a task gives.
private final class Answer: Sendable {
  private let result = Mutex<Result<[UInt8], IOError>?>(nil)
  private let isThere = ThreadSignal()

  func give(_ result: Result<[UInt8], IOError>) {
    self.result.withLock { $0 = result }
    isThere.send()
  }

  func wait() -> Result<[UInt8], IOError> {
    isThere.wait()
    return result.withLock { $0 } ?? .failure(IOError(.read, nil, .changed))
  }
}
