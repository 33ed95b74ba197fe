import MovKit

/// Works on many files in several threads, and gives the results in the order of the files.
enum ParallelFiles {
  static let jobs = Option.number(
    "--jobs", in: 1...256, help: "Read N files at a time (default: the number of processors)")

  /// How many results may wait, for each thread, until those before them are there.
  private static let waiting = 32

  private struct Done<Result: Sendable>: Sendable {
    let result: Result
    let lines: [String]
    let errors: Int
  }

  private struct State<Result: Sendable>: Sendable {
    /// The index of the next file to begin.
    var next = 0
    /// The number of results that were used.
    var used = 0
    var results: [Int: Done<Result>] = [:]
    var threads = 0
    var isStopped = false
  }

  private enum Step {
    case work(Int)
    case end
  }

  /// Calls `work` for each item in one of `jobs` threads, and `use` in this thread with each result,
  /// in the order of the items. The messages of an item are printed before its result is used.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads; 1 for none besides this one.
  ///   - progress: Counts the items.
  ///   - willPrint: Called before messages are printed.
  ///   - work: Gets the item, and takes its messages. What goes wrong is part of the result, so that
  ///     one failure does not stop the others.
  ///   - use: Ends everything if it throws.
  static func forEach<Item: Sendable, Result: Sendable>(
    _ items: [Item], jobs: Int, _ messages: Messages, progress: Progress? = nil,
    willPrint: () -> Void = {},
    work: @escaping @Sendable (Item, Messages) -> Result,
    use: (Result) throws(Failure) -> Void
  ) throws(Failure) {
    let level = messages.level
    let monitor = Monitor(State<Result>())
    let threads = start(min(jobs, items.count), items, monitor, level, work)
    defer {
      monitor.update { $0.isStopped = true }
      monitor.wait { $0.threads == 0 ? () : nil }
    }
    for (index, item) in items.enumerated() {
      let done =
        threads == 0
        ? run(item, level, work)
        : monitor.wait { state -> Done<Result>? in
          guard let done = state.results.removeValue(forKey: index) else { return nil }
          state.used = index + 1
          return done
        }
      if !done.lines.isEmpty {
        progress?.clear()
        willPrint()
      }
      messages.replay(done.lines, errors: done.errors)
      try use(done.result)
      progress?.update(UInt64(index + 1))
    }
  }

  /// Starts threads, and returns how many the system gave; none for one job, which needs none.
  private static func start<Item: Sendable, Result: Sendable>(
    _ jobs: Int, _ items: [Item], _ monitor: Monitor<State<Result>>, _ level: Messages.Level,
    _ work: @escaping @Sendable (Item, Messages) -> Result
  ) -> Int {
    guard jobs > 1 else { return 0 }
    let window = jobs * waiting
    var count = 0
    for _ in 0..<jobs {
      monitor.update { $0.threads += 1 }
      let isStarted = WorkerThread.start {
        while case .work(let index) = monitor.wait({ (state) -> Step? in
          if state.isStopped || state.next == items.count { return .end }
          guard state.next - state.used < window else { return nil }
          state.next += 1
          return .work(state.next - 1)
        }) {
          let done = run(items[index], level, work)
          monitor.update { $0.results[index] = done }
        }
        monitor.update { $0.threads -= 1 }
      }
      guard isStarted else {
        monitor.update { $0.threads -= 1 }
        break
      }
      count += 1
    }
    return count
  }

  private static func run<Item, Result>(
    _ item: Item, _ level: Messages.Level, _ work: (Item, Messages) -> Result
  ) -> Done<Result> {
    let (messages, kept) = Messages.kept(at: level)
    let result = work(item, messages)
    return Done(result: result, lines: kept.lines, errors: messages.errors)
  }
}

extension Arguments {
  /// The number of files to read at a time.
  var jobCount: Int { self[ParallelFiles.jobs] ?? WorkerThread.processorCount }
}
