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
  private var last: (end: Int64, duration: UInt64)?

  /// All gaps.
  init() { allowed = nil }

  /// Gaps that are longer than this number of ticks, and than the sample before them: what is shorter comes from
  /// rounded times, or from a frame that a live encoder dropped.
  init(longerThan allowed: UInt64) { self.allowed = allowed }

  /// Adds samples that differ in nothing but their times.
  mutating func add(_ sample: SampleTable.Sample, count samples: Int) {
    if let last, sample.decodeTime > last.end {
      countOfAll += 1
      let least = allowed.map { max($0, last.duration) } ?? 0
      if sample.decodeTime.subtracting(last.end).map(\.magnitude) ?? .max > least {
        count += 1
        first = first ?? last.end..<sample.decodeTime
      }
    }
    let length = Int64(clamping: sample.duration.timesOrGreatest(UInt64(samples)))
    last = (sample.decodeTime.addingClamping(length), sample.duration)
  }

  /// Their number in words.
  var text: String { counted(count, "gap") }
}
