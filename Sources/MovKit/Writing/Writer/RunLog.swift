/// A sequence of numbers stored as runs of equal ones. A run takes one to ten bytes, most often two
/// or three, and nothing is ever moved to make room for more.
struct RunLog: Sendable {
  struct Run: Equatable, Sendable {
    var value: Int64
    var count: UInt64
  }

  /// The sizes of the first page, since a movie can have a hundred thousand tracks, and of the largest.
  private static let pageSizes = 1 << 6...1 << 15
  /// A run consists of two numbers of up to ten bytes each.
  private static let longestRun = 20

  private var pages: [[UInt8]] = []
  private var closedRuns = 0
  /// The run that may still grow; its count is 0 before the first number.
  private var open = Run(value: 0, count: 0)
  /// The number of numbers.
  private(set) var count: UInt64 = 0

  init() {}

  init(repeating value: Int64, count: UInt64) { append(value, count: count) }

  /// The number of runs.
  var runCount: Int { closedRuns + (open.count > 0 ? 1 : 0) }

  mutating func append(_ value: Int64, count: UInt64 = 1) {
    guard count > 0 else { return }
    self.count &+= count
    if open.count > 0, open.value == value {
      open.count &+= count
      return
    }
    if open.count > 0 { close() }
    open = Run(value: value, count: count)
  }

  private mutating func close() {
    closedRuns += 1
    if pages.last.map({ $0.capacity - $0.count < Self.longestRun }) ?? true {
      var page: [UInt8] = []
      let size = 2 * (pages.last?.capacity ?? 0)
      page.reserveCapacity(
        Swift.min(Swift.max(size, Self.pageSizes.lowerBound), Self.pageSizes.upperBound))
      pages.append(page)
    }
    let last = pages.count - 1
    // The sign is stored in the lowest bit, so that small numbers are short whatever their sign is.
    let word = UInt64(bitPattern: open.value << 1 ^ open.value >> 63)
    Self.put(word, flag: open.count > 1, into: &pages[last])
    if open.count > 1 { Self.put(open.count, flag: false, into: &pages[last]) }
  }

  /// Stores seven bits per byte, the lowest first. The top bit is set if more bytes follow. The
  /// first byte has six bits and a flag.
  private static func put(_ word: UInt64, flag: Bool, into page: inout [UInt8]) {
    var rest = word >> 6
    var byte = UInt8(truncatingIfNeeded: word & 0x3F) | (flag ? 0x40 : 0)
    while rest > 0 {
      page.append(byte | 0x80)
      byte = UInt8(truncatingIfNeeded: rest & 0x7F)
      rest >>= 7
    }
    page.append(byte)
  }
}

extension RunLog: Sequence {
  struct Iterator: IteratorProtocol {
    private let log: RunLog
    private var page = 0
    private var position = 0
    private var isAtEnd = false

    fileprivate init(_ log: RunLog) { self.log = log }

    mutating func next() -> Run? {
      if page < log.pages.count, position >= log.pages[page].count {
        page += 1
        position = 0
      }
      guard page < log.pages.count else {
        guard !isAtEnd, log.open.count > 0 else { return nil }
        isAtEnd = true
        return log.open
      }
      let (word, isRun) = take()
      let value = Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
      return Run(value: value, count: isRun ? take().word : 1)
    }

    private mutating func take() -> (word: UInt64, flag: Bool) {
      var byte = log.pages[page][position]
      position += 1
      let flag = byte & 0x40 != 0
      var word = UInt64(byte & 0x3F)
      var shift: UInt64 = 6
      while byte & 0x80 != 0 {
        byte = log.pages[page][position]
        position += 1
        word |= UInt64(byte & 0x7F) << shift
        shift += 7
      }
      return (word, flag)
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  /// The single numbers.
  var values: Values { Values(runs: makeIterator()) }

  struct Values: Sequence, IteratorProtocol {
    private var runs: RunLog.Iterator
    private var run = Run(value: 0, count: 0)

    fileprivate init(runs: RunLog.Iterator) { self.runs = runs }

    mutating func next() -> Int64? {
      if run.count == 0 {
        guard let next = runs.next() else { return nil }
        run = next
      }
      run.count -= 1
      return run.value
    }
  }
}
