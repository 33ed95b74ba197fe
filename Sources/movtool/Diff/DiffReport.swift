import MovKit

/// Says what differs between originals and proxies, as text or as JSON Lines, and a summary.
struct DiffReport {
  enum Status: String, CaseIterable { case same, different, unmatched, failed }

  /// What became of a pair.
  struct Line: Sendable {
    let pair: DiffPairs.Pair
    var comparison: TimecodeComparison?
    /// Why there is no comparison; nil if there is one.
    var problem: String?

    var status: Status {
      if let comparison { return comparison.isSame ? .same : .different }
      return pair.problem == nil ? .failed : .unmatched
    }

    var advice: DiffAdvice? {
      guard let comparison, let original = pair.original, let proxy = pair.proxy else { return nil }
      return DiffAdvice(original: original.path, proxy: proxy.path, comparison: comparison)
    }
  }

  private let output = Output.standard()
  private var json: JSONWriter?
  private let isQuiet: Bool
  private var counts: [Status: Int] = [:]

  init(asJSON: Bool, isQuiet: Bool) {
    json = asJSON ? JSONWriter(to: output, layout: .compact) : nil
    self.isQuiet = isQuiet
  }

  mutating func add(_ line: Line) throws(Failure) {
    counts[line.status, default: 0] += 1
    if json != nil {
      try json?.write(line)
    } else if !(isQuiet && line.status == .same) {
      try output.write(DiffText(line: line).text)
    }
  }

  mutating func finish() throws(Failure) {
    if json != nil {
      try json?.write(summary: counts)
      try json?.endLines()
    } else if counts.values.reduce(0, +) > 1, !isQuiet {
      let words = Status.allCases.compactMap { status in
        counts[status].map { "\($0) \(status.rawValue)" }
      }
      try output.write("\(counts.values.reduce(0, +)) pairs: \(words.joined(separator: ", "))\n")
    }
    try output.finish()
  }
}
