/// A sequence of numbers each of which is often as far from the one before as that is from its own: a
/// `RunLog` of the differences.
struct DifferenceLog: Sendable {
  private var steps = RunLog()
  private var last: Int64 = 0

  mutating func append(_ number: Int64) {
    steps.append(number &- last)
    last = number
  }
}

extension DifferenceLog: Sequence {
  struct Iterator: IteratorProtocol {
    private var steps: RunLog.Values
    private var number: Int64 = 0

    fileprivate init(_ log: DifferenceLog) { steps = log.steps.values }

    mutating func next() -> Int64? {
      guard let step = steps.next() else { return nil }
      number &+= step
      return number
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}
