import MovKit

/// Works on many things in several threads, and gives the results in their order.
enum ParallelWork {
  private struct State<Items: IteratorProtocol & Sendable, Result: Sendable>: Sendable {
    /// Gives the items that nobody has begun.
    var items: Items
    /// The number of items that were begun.
    var begun = 0
    /// The number of results that were used.
    var used = 0
    var results: [Int: Result] = [:]
    var threads = 0
    var isStopped = false
  }

  private enum Step<Item> {
    case work(Item, index: Int)
    case end
  }

  /// Calls `work` for each item in one of `jobs` threads, and `use` in this thread with each result,
  /// in the order of the items.
  ///
  /// - Parameters:
  ///   - count: The number of items.
  ///   - jobs: The number of threads; 1 for none besides this one.
  ///   - waiting: How many results may wait, for each thread, until those before them are there.
  ///   - work: What goes wrong is part of the result, so that one failure does not stop the others.
  ///   - use: Ends everything if it throws.
  static func forEach<Items: Sequence, Result: Sendable>(
    _ items: Items, count: Int, jobs: Int, waiting: Int,
    work: @escaping @Sendable (Items.Element) -> Result,
    use: (Result) throws(Failure) -> Void
  ) throws(Failure) where Items.Element: Sendable, Items.Iterator: Sendable {
    let monitor = Monitor(State<Items.Iterator, Result>(items: items.makeIterator()))
    guard start(min(jobs, count), waiting: waiting, monitor, work) > 0 else {
      for item in items { try use(work(item)) }
      return
    }
    defer {
      monitor.update { $0.isStopped = true }
      monitor.wait { $0.threads == 0 ? () : nil }
    }
    for index in 0..<count {
      try use(
        monitor.wait { state -> Result? in
          guard let result = state.results.removeValue(forKey: index) else { return nil }
          state.used = index + 1
          return result
        })
    }
  }

  /// Starts threads, and returns how many the system gave; none for one job, which needs none.
  private static func start<Items: IteratorProtocol & Sendable, Result: Sendable>(
    _ jobs: Int, waiting: Int, _ monitor: Monitor<State<Items, Result>>,
    _ work: @escaping @Sendable (Items.Element) -> Result
  ) -> Int where Items.Element: Sendable {
    guard jobs > 1 else { return 0 }
    let window = jobs * waiting
    var count = 0
    for _ in 0..<jobs {
      monitor.update { $0.threads += 1 }
      let isStarted = WorkerThread.start {
        while case .work(let item, let index) = monitor.wait({ (state) -> Step<Items.Element>? in
          if state.isStopped { return .end }
          guard state.begun - state.used < window else { return nil }
          guard let item = state.items.next() else { return .end }
          state.begun += 1
          return .work(item, index: state.begun - 1)
        }) {
          let result = work(item)
          monitor.update { $0.results[index] = result }
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
}

// MARK: Parts of one output

extension ParallelWork {
  /// The most threads for parts of one output. Each holds the text of some parts.
  private static let mostWriters = 4

  /// Calls `write` for each part with an output of its own, in several threads, and `use` with what was
  /// written, and what `write` returned, in the order of the parts.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - size: How many bytes are expected of a part.
  static func write<Parts: Sequence, Result: Sendable>(
    _ parts: Parts, count: Int, ofSize size: Int,
    _ write: @escaping @Sendable (Parts.Element, Output) throws(Failure) -> Result,
    use: (_ text: [UInt8], Result) throws(Failure) -> Void
  ) throws(Failure) where Parts.Element: Sendable, Parts.Iterator: Sendable {
    try forEach(
      parts, count: count, jobs: min(WorkerThread.processorCount, mostWriters), waiting: 2,
      work: { (part) -> Swift.Result<([UInt8], Result), Failure> in
        let output = Output.memory(reserving: size)
        do throws(Failure) {
          let result = try write(part, output)
          return .success((output.contents, result))
        } catch { return .failure(error) }
      },
      use: { (written) throws(Failure) in
        let (text, result) = try written.get()
        try use(text, result)
      })
  }
}
