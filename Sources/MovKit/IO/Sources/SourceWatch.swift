import Synchronization

/// What happens to the files that a task reads: whether a read fails, and whether another program
/// changes one.
///
/// What reads a movie tolerates what it cannot understand, and a read that failed must not pass for
/// that. So a file notes its failures here too, whatever becomes of the error, and the task asks
/// for them at its end. A file that is opened by its name also notes whether it is still the same
/// when it is closed. `OutputFile` takes no name, and `EditableFile` begins no change, after either.
///
/// A file that is opened, and an output that is begun, belong to the `current` watch. It is that of
/// `watching` in this thread, or in the thread that started this one. Without one, nothing is noted.
package final class SourceWatch: Sendable {
  private struct State {
    var failure: IOError?
    var change: IOError?
    /// The files that are open and must not change.
    var files: [(id: ObjectIdentifier, file: OpenedFile)] = []
    /// Watches of parts that are over, but whose files may be open.
    var parts: [SourceWatch] = []
  }

  private static let local = TaskLocal<SourceWatch?>(wrappedValue: nil)

  /// The watch of what runs in this thread; nil for none.
  static var current: SourceWatch? { local.get() }

  private let around: SourceWatch?
  private let state = Mutex(State())

  private init(in around: SourceWatch?) { self.around = around }

  /// Runs `body` with a watch of its own.
  /// - Parameter isPart: Whether outputs of what runs around `body` are made from its files. If so,
  ///   these must not change, then or afterwards. If `body` fails, it is left out of the outputs.
  /// - Returns: What `body` returned or threw, and why the first read failed; nil if none has.
  package static func watching<Value, Fault>(
    isPart: Bool = false, _ body: () throws(Fault) -> Value
  ) -> (result: Result<Value, Fault>, failure: IOError?) {
    let watch = SourceWatch(in: current)
    let result = using(watch) { Result(catching: body) }
    let failure = watch.failure
    if isPart, let around = watch.around {
      if failure == nil, case .success = result {
        around.add(watch)
        return (result, failure)
      }
      if let change = watch.state.withLock({ $0.change }) { around.changed(change) }
    }
    // Nothing asks again, and parts refer to what is around them.
    let parts = watch.state.withLock { state in
      let parts = state.parts
      state.parts = []
      return parts
    }
    withExtendedLifetime(parts) {}
    return (result, failure)
  }

  /// Runs `body` with a watch as the current one.
  static func using<Value>(_ watch: SourceWatch?, _ body: () -> Value) -> Value {
    local.withValue(watch, operation: body)
  }

  /// Throws the first error of a read of the current watch, also if that error was tolerated.
  package static func checkReads() throws(IOError) {
    if let failure = current?.failure { throw failure }
  }

  /// Why the first read failed; nil if none has.
  private var failure: IOError? {
    let (own, parts) = state.withLock { ($0.failure, $0.parts) }
    return own ?? parts.lazy.compactMap(\.failure).first
  }

  /// Throws if a read has failed, or another program has changed a file, here or in what runs
  /// around this.
  func check() throws(IOError) {
    try checkInside()
    try around?.check()
  }

  private func checkInside() throws(IOError) {
    // A file takes the lock before it is closed, so all of these are open. A weak reference to it would
    // make every other one slow.
    let (error, parts) = state.withLock { state -> (IOError?, [SourceWatch]) in
      var error = state.failure ?? state.change
      for (_, file) in state.files where error == nil {
        do throws(IOError) { try file.checkUnchanged() } catch let changed { error = changed }
      }
      return (error, state.parts)
    }
    if let error { throw error }
    for part in parts { try part.checkInside() }
  }

  private func add(_ part: SourceWatch) {
    let isClean = part.state.withLock { $0.change == nil && $0.files.isEmpty && $0.parts.isEmpty }
    if !isClean { state.withLock { $0.parts.append(part) } }
  }

  // MARK: What sources say

  func failed(_ error: IOError) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
    // The file has become shorter.
    if error.kind == .changed { changed(error) }
  }

  func changed(_ error: IOError) {
    state.withLock { if $0.change == nil { $0.change = error } }
  }

  /// - Parameter id: Says which file it is. It must call `closed` before its descriptor is closed.
  func opened(_ file: OpenedFile, by id: ObjectIdentifier) {
    state.withLock { $0.files.append((id, file)) }
  }

  /// - Parameter change: Why the file is not as it was when it was opened; nil if it is.
  func closed(_ file: ObjectIdentifier, _ change: IOError?) {
    state.withLock { state in
      // The file that was opened last is mostly closed first.
      if let place = state.files.lastIndex(where: { $0.id == file }) {
        state.files.remove(at: place)
      }
    }
    if let change { changed(change) }
  }
}
