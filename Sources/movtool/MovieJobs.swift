import MovKit

/// Work on many movies. Copies are written in several threads; their messages and results come in
/// the order of the files.
enum MovieJobs {
  static let jobs = option(". Changes in place are made one after the other")
    .excluding("--in-place")
  /// The same option of commands that change nothing in place.
  static let jobsOfCopies = option("")

  private static func option(_ rest: String) -> Option<Int> {
    .number(
      "--jobs", in: 1...256,
      help: "Write N copies at a time, 256 at most (default: the number of processors)\(rest)")
  }

  /// Calls `work` for each job, and `use` in this thread with each result, in the order of the jobs.
  ///
  /// Changes in place are made in this thread, one after the other: they hold signals back, and a
  /// signal is only held back from a program in which no other thread takes it.
  /// - Parameters:
  ///   - work: What goes wrong is part of the result, so that one failure does not stop the others.
  ///   - use: Ends everything if it throws. Copies that have begun are finished.
  static func forEach<Result: Sendable>(
    _ jobs: MovieJobList, _ arguments: Arguments, _ session: Session,
    work: @escaping @Sendable (MovieJob, Session) -> Result,
    use: (Result) throws(Failure) -> Void
  ) throws(Failure) {
    let wanted = arguments[Self.jobs] ?? WorkerThread.processorCount
    guard jobs.count > 1, wanted > 1, !arguments[MovieChange.inPlace] else {
      for job in jobs { try use(work(job, session)) }
      return
    }
    let line = SharedProgress(session.progress("copying", total: size(of: jobs)))
    let terminal = session.terminal
    try ParallelFiles.forEach(
      jobs, jobs: wanted, session.messages, willPrint: { line?.clear() },
      work: { job, messages in
        let share = line.map { SharedProgress.Share(of: $0, size: size(of: [job])) }
        defer { share?.finish() }
        return work(
          job, Session(terminal: terminal, messages: messages, part: .init(share: share)))
      },
      use: { (result) throws(Failure) in
        line?.clear()
        try use(result)
      })
  }

  /// The number of bytes of the files, about as many as their copies have. What cannot be examined
  /// has none.
  private static func size(of jobs: some Sequence<MovieJob>) -> UInt64 {
    jobs.reduce(0) { sum, job in
      let size = (try? FoundFile(job.file))?.size ?? 0
      return sum.addingOrGreatest(size)
    }
  }
}
