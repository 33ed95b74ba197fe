import MovKit

/// Works on many files in several threads, and gives the results in the order of the files.
enum ParallelFiles {
  static let jobs = Option.number(
    "--jobs", in: 1...256,
    help: "Read N files at a time, 256 at most (default: the number of processors)")

  /// How many results may wait, for each thread, until those before them are there.
  private static let waiting = 32

  private struct Done<Result: Sendable>: Sendable {
    let result: Result
    let lines: [String]
    let errors: Int
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
  static func forEach<Items: Collection, Result: Sendable>(
    _ items: Items, jobs: Int, _ messages: Messages, progress: Progress? = nil,
    willPrint: () -> Void = {},
    work: @escaping @Sendable (Items.Element, Messages) -> Result,
    use: (Result) throws(Failure) -> Void
  ) throws(Failure) where Items.Element: Sendable, Items.Iterator: Sendable {
    let level = messages.level
    var count: UInt64 = 0
    try ParallelWork.forEach(
      items, count: items.count, jobs: jobs, waiting: waiting,
      work: { item -> Done<Result> in
        let (messages, kept) = Messages.kept(at: level)
        let result = work(item, messages)
        return Done(result: result, lines: kept.lines, errors: messages.errors)
      },
      use: { (done) throws(Failure) in
        if !done.lines.isEmpty {
          progress?.clear()
          willPrint()
        }
        messages.replay(done.lines, errors: done.errors)
        try use(done.result)
        count += 1
        progress?.update(count)
      })
  }
}

extension Arguments {
  /// The number of files to read at a time.
  var jobCount: Int { self[ParallelFiles.jobs] ?? WorkerThread.processorCount }
}
