/// Times between the fragments of a track that no sample lasts, because a fragment begins later than the one before it
/// ends (ISO/IEC 14496-12, 8.8.12). The samples of the track are added in decode order.
struct FragmentGaps {
  /// How many there are.
  private(set) var count = 0
  /// How many there are with those that are too short to be one.
  private(set) var countOfAll = 0
  /// The first of them, in ticks of the media.
  private(set) var first: Range<Int64>?
  /// What is no gap, in ticks; nil if all are.
  private let allowed: UInt64?
  /// Times in which there is none, in ticks, in order.
  private let exceptions: [Range<Int64>]
  private var last: (end: Int64, duration: UInt64)?

  /// All gaps.
  init() { (allowed, exceptions) = (nil, []) }

  /// Gaps that are longer than this number of ticks, and than the sample before them: what is shorter comes from
  /// rounded times, or from a frame that a live encoder dropped. A sample without a duration lasts until the next one.
  /// - Parameter exceptions: Times of the media, in order, in which there is no gap.
  init(longerThan allowed: UInt64, exceptIn exceptions: [Range<Int64>] = []) {
    self.allowed = allowed
    self.exceptions = exceptions
  }

  /// Adds samples that differ in nothing but their times.
  mutating func add(_ sample: SampleTable.Sample, count samples: Int) {
    if let last, sample.decodeTime > last.end {
      countOfAll += 1
      let least = allowed.map { max($0, last.duration) } ?? 0
      if allowed == nil || last.duration > 0,
        sample.decodeTime.subtracting(last.end).map(\.magnitude) ?? .max > least,
        !isExcepted(last.end..<sample.decodeTime)
      {
        count += 1
        first = first ?? last.end..<sample.decodeTime
      }
    }
    let length = Int64(clamping: sample.duration.timesOrGreatest(UInt64(samples)))
    last = (sample.decodeTime.addingClamping(length), sample.duration)
  }

  private func isExcepted(_ gap: Range<Int64>) -> Bool {
    guard !exceptions.isEmpty else { return false }
    let next = exceptions.indices.partitioningIndex { exceptions[$0].upperBound >= gap.upperBound }
    return next < exceptions.count && exceptions[next].lowerBound <= gap.lowerBound
  }

  /// Their number in words.
  var text: String { counted(count, "gap") }
}
