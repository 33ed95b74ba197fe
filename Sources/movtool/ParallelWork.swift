import MovKit

/// Works on many things in several threads, and gives the results in their order.
enum ParallelWork {
  private struct State<Items: IteratorProtocol & Sendable, Result: Sendable>: Sendable {
    /// Gives the items that nobody has begun.
    var items: Items
    /// The number of items that were begun.
    var begun = 0
    /// The number of results that were used; those that were taken and not used yet still wait.
    var used = 0
    var results: [Int: Result] = [:]
    var threads = 0
    var isStopped = false
  }

  private enum Step<Item> {
    case work(Item, index: Int)
    /// So many results wait that nothing is begun.
    case full
    case end
  }

  /// Calls `work` for each item in one of `jobs` threads, and `use` in this thread with each result,
  /// in the order of the items.
  ///
  /// - Parameters:
  ///   - count: The number of items.
  ///   - jobs: The number of threads; 1 for none besides this one.
  ///   - waiting: How many results may wait, for each thread, until they are used. This thread takes up to
  ///     half as many as may wait for one thread in one step.
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
    let atOnce = max(1, waiting / 2)
    var used = 0
    while used < count {
      var results = monitor.wait { state -> [Result]? in
        let hasRoom = state.used < used
        state.used = used
        var results: [Result] = []
        while results.count < atOnce,
          let result = state.results.removeValue(forKey: used + results.count)
        {
          results.append(result)
        }
        // The threads learn that there is room again, even if the next result is not there.
        return results.isEmpty && !hasRoom ? nil : results.reversed()
      }
      used += results.count
      // What was used is released.
      while let result = results.popLast() { try use(result) }
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
        // A result is given in the same step as the next item is taken: each step wakes the threads
        // that wait, which takes longer than to see that a file is missing.
        var done: (index: Int, result: Result)?
        var isAtEnd = false
        while !isAtEnd {
          let step = monitor.wait { (state) -> Step<Items.Element>? in
            let isGiving = done != nil
            if let (index, result) = done.take() { state.results[index] = result }
            if state.isStopped { return .end }
            guard state.begun - state.used < window else { return isGiving ? .full : nil }
            guard let item = state.items.next() else { return .end }
            state.begun += 1
            return .work(item, index: state.begun - 1)
          }
          switch step {
          case .work(let item, let index): done = (index, work(item))
          case .full: continue
          case .end: isAtEnd = true
          }
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
