/// Stretches of timecode, in the order of a new movie. There can be one for each frame, so they are
/// kept as numbers that most often change by as much as before: a few bytes for each.
struct TimecodeParts {
  private var kinds = NumberedKinds<Kind>()
  private var kindNumbers = RunLog()
  private var values = DifferenceLog()
  private var hidden = DifferenceLog()
  private var shown = DifferenceLog()
  private var starts = DifferenceLog()
  private var durations = DifferenceLog()
  private(set) var count = 0
  /// The last part. The ones before it are in the logs.
  private(set) var last: TimecodePart?

  /// What a part is besides its numbers.
  private struct Kind: Hashable {
    var isCounter: Bool
    var description: Int
    var hidden: MediaTime.Unit
    var shown: MediaTime.Unit
    var start: MediaTime.Unit
    var duration: MediaTime.Unit
  }

  init() {}

  init(_ parts: some Sequence<TimecodePart>) {
    for part in parts { append(part) }
  }

  /// The same stretches, whose descriptions have other indices: `used` has the old one of each.
  init(_ parts: TimecodeParts, renumbering used: [Int]) {
    let numbers = Dictionary(uniqueKeysWithValues: zip(used, 0...))
    for var part in parts {
      part.description = numbers[part.description] ?? part.description
      append(part)
    }
  }

  /// Returns the indices of the sample descriptions that any stretch has, in their order; nil if that is
  /// none, all, or one that does not exist.
  func descriptions(of count: Int) -> [Int]? {
    var used = Set(kinds.kinds.map(\.description))
    if let last { used.insert(last.description) }
    guard !used.isEmpty, used.count < count, used.allSatisfy((0..<count).contains) else {
      return nil
    }
    return used.sorted()
  }

  mutating func append(_ part: TimecodePart) {
    if let last { close(last) }
    last = part
    count += 1
  }

  /// Gives the last part another length.
  mutating func extendLast(shown: MediaTime, target: MediaTimeRange) {
    last?.shown = shown
    last?.target = target
  }

  private mutating func close(_ part: TimecodePart) {
    let kind = Kind(
      isCounter: part.value.isCounter, description: part.description, hidden: part.hidden.unit,
      shown: part.shown.unit, start: part.target.start.unit, duration: part.target.duration.unit)
    kindNumbers.append(Int64(kinds.number(of: kind)))
    values.append(Int64(bitPattern: part.value.bits))
    hidden.append(part.hidden.value)
    shown.append(part.shown.value)
    starts.append(part.target.start.value)
    durations.append(part.target.duration.value)
  }
}

extension TimecodeParts: Sequence {
  struct Iterator: IteratorProtocol {
    private let kinds: NumberedKinds<Kind>
    private var kindNumbers: RunLog.Values
    private var values: DifferenceLog.Iterator
    private var hidden: DifferenceLog.Iterator
    private var shown: DifferenceLog.Iterator
    private var starts: DifferenceLog.Iterator
    private var durations: DifferenceLog.Iterator
    private var last: TimecodePart?

    fileprivate init(_ parts: TimecodeParts) {
      kinds = parts.kinds
      kindNumbers = parts.kindNumbers.values
      values = parts.values.makeIterator()
      hidden = parts.hidden.makeIterator()
      shown = parts.shown.makeIterator()
      starts = parts.starts.makeIterator()
      durations = parts.durations.makeIterator()
      last = parts.last
    }

    // It is large, and a copy in each loop takes long to compile.
    @inline(never)
    mutating func next() -> TimecodePart? {
      guard let number = kindNumbers.next(), let value = values.next(), let hidden = hidden.next(),
        let shown = shown.next(), let start = starts.next(), let duration = durations.next()
      else { return last.take() }
      let kind = kinds[Int(number)]
      return TimecodePart(
        value: TimecodeSample(bits: UInt64(bitPattern: value), isCounter: kind.isCounter),
        description: kind.description,
        hidden: MediaTime(hidden, kind.hidden), shown: MediaTime(shown, kind.shown),
        target: MediaTimeRange(
          start: MediaTime(start, kind.start), duration: MediaTime(duration, kind.duration)))
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  var first: TimecodePart? { first { _ in true } }
}
