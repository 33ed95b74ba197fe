import MovKit

/// What is odd about timecode that is written as it was found: the first of each kind.
struct OddTimecode {
  private var found: [TimecodeOddity] = []
  private var last: TimecodeFormat?

  init() {}

  init(_ runs: some Sequence<TimecodeRun>) {
    for run in runs { add(run.frameNumber, run.format) }
  }

  mutating func add(_ number: Int64, _ format: TimecodeFormat) {
    if format != last {
      add(format.oddities)
      last = format
    }
    add(format.oddities(ofFrameNumber: number))
  }

  private mutating func add(_ oddities: [TimecodeOddity]) {
    for oddity in oddities where !found.contains(where: { $0.ruleID == oddity.ruleID }) {
      found.append(oddity)
    }
  }

  /// A warning for each that is not among others.
  func diagnostics(besides others: [Diagnostic]) -> [Diagnostic] {
    found.filter { oddity in !others.contains { $0.rule == oddity.ruleID } }
      .map { Diagnostic($0.ruleID, .warning, $0.message) }
  }
}
