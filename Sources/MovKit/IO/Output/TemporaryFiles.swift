import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The unfinished outputs of this process, so that a program can remove them when it is told to
/// stop.
package enum TemporaryFiles {
  /// From now on, `EndingSignals` remove the unfinished outputs before they end the
  /// program as usual, and exceeding the limit on the size of files is an error instead of a
  /// signal.
  ///
  /// For programs, to be called once at the start; MovKit never calls it. A signal that is already
  /// ignored, as under `nohup`, stays ignored.
  package static func removeOnSignals() {
    // Made now: the handler may not make them.
    _ = unsafe (directories, names)
    _ = changing.load(ordering: .relaxed)
    _ = isEnding.load(ordering: .relaxed)
    for number in EndingSignals.numbers where !EndingSignals.isIgnored(number) {
      var action = sigaction()
      action.setHandler { number in
        TemporaryFiles.beginToEnd()
        TemporaryFiles.awaitChanges()
        TemporaryFiles.removeAll()
        // Ends the program when the handler has returned.
        _ = signal(number, SIG_DFL)
        raise(number)
      }
      action.sa_flags = 0
      // A further signal waits in this thread, and in `beginToEnd` in another.
      _ = unsafe sigemptyset(&action.sa_mask)
      for other in EndingSignals.numbers { _ = unsafe sigaddset(&action.sa_mask, other) }
      _ = unsafe sigaction(number, &action, nil)
    }
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// From now on, if the program is aborted, the unfinished outputs are removed, `text` is written to
  /// standard error, and the exit status is 1. Swift aborts a program to which the system gives no
  /// memory.
  package static func removeOnAbort(writing text: StaticString) {
    unsafe lastWords = text
    var action = sigaction()
    action.setHandler { _ in
      TemporaryFiles.beginToEnd()
      TemporaryFiles.awaitChanges()
      TemporaryFiles.removeAll()
      _ = unsafe write(
        STDERR_FILENO, TemporaryFiles.lastWords.utf8Start,
        TemporaryFiles.lastWords.utf8CodeUnitCount)
      _exit(1)
    }
    _ = unsafe sigaction(SIGABRT, &action, nil)
  }

  /// Set once, before there are other threads.
  private nonisolated(unsafe) static var lastWords: StaticString = ""

  // MARK: Files that come and go

  /// The number of threads that are making or naming an output.
  private static let changing = Atomic<Int>(0)
  /// Whether a signal is about to end the program.
  private static let isEnding = Atomic<Bool>(false)

  /// Runs `body`, which makes a temporary file or gives it its name. A signal that removes the
  /// temporary files waits until it has returned, in whatever thread it arrives, so that it neither
  /// misses a file nor finds half a change.
  static func changing<Result: ~Copyable>(
    _ body: () throws(IOError) -> Result
  ) throws(IOError) -> Result {
    // A handler in this thread would wait for itself.
    let before = EndingSignals.block()
    changing.add(1, ordering: .sequentiallyConsistent)
    if isEnding.load(ordering: .sequentiallyConsistent) {
      changing.subtract(1, ordering: .sequentiallyConsistent)
      // Nothing new begins any more.
      while true { _ = poll(nil, 0, -1) }
    }
    defer {
      changing.subtract(1, ordering: .sequentiallyConsistent)
      EndingSignals.restore(before)
    }
    return try body()
  }

  /// Called by a signal handler: from now on no file is made or named. Returns in the first thread that
  /// gets a signal. Others wait for it to end the program: two signals may come at once.
  private static func beginToEnd() {
    guard isEnding.exchange(true, ordering: .sequentiallyConsistent) else { return }
    while true { _ = poll(nil, 0, -1) }
  }

  /// Called by a signal handler: waits for the files that are being made or named, but not for a file
  /// system that does not answer.
  private static func awaitChanges() {
    for _ in 0..<2000 where changing.load(ordering: .sequentiallyConsistent) > 0 {
      _ = poll(nil, 0, 1)
    }
  }

  /// Called by a signal handler: uses only atomic loads and `unlinkat`, which POSIX allows there.
  private static func removeAll() {
    for index in 0..<slotCount {
      let directory = unsafe directories[index].load(ordering: .acquiring)
      if directory >= 0 { _ = unsafe unlinkat(directory, name(of: index), 0) }
    }
  }

  /// Remembers a file by its directory and its name, which has at most 255 bytes and a terminating
  /// zero. Returns the slot to release; nil if all slots are taken, and then signals do not remove
  /// the file.
  static func remember(_ name: [CChar], in directory: Int32) -> Int? {
    guard name.count <= nameSpace else { return nil }
    for index in 0..<slotCount {
      let (won, _) = unsafe directories[index].compareExchange(
        expected: free, desired: claimed, ordering: .acquiring)
      guard won else { continue }
      unsafe self.name(of: index).update(from: name, count: name.count)
      unsafe directories[index].store(directory, ordering: .releasing)
      return index
    }
    return nil
  }

  static func forget(_ slot: Int) {
    unsafe directories[slot].store(free, ordering: .releasing)
  }

  /// More than outputs that are written at the same time.
  private static let slotCount = 512
  private static let nameSpace = 256
  private static let free: Int32 = -1
  private static let claimed: Int32 = -2

  // Raw memory that is never freed: a signal handler may neither lock nor allocate.

  /// For each slot, the descriptor of the directory of a file to remove, or `free` or `claimed`.
  private nonisolated(unsafe) static let directories: UnsafeMutablePointer<Atomic<Int32>> = {
    let memory = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: slotCount)
    for index in 0..<slotCount { unsafe (memory + index).initialize(to: Atomic(free)) }
    return unsafe memory
  }()

  /// The names of these files: one piece of memory, of which the system gives no page before it is written.
  private nonisolated(unsafe) static let names = UnsafeMutablePointer<CChar>.allocate(
    capacity: slotCount * nameSpace)

  private static func name(of slot: Int) -> UnsafeMutablePointer<CChar> {
    unsafe names + slot * nameSpace
  }
}

extension sigaction {
  fileprivate mutating func setHandler(_ handler: @escaping @convention(c) (CInt) -> Void) {
    #if canImport(Darwin)
      unsafe __sigaction_u.__sa_handler = handler
    #elseif canImport(Glibc)
      unsafe __sigaction_handler.sa_handler = handler
    #else
      unsafe __sa_handler.sa_handler = handler
    #endif
  }
}
