/// The samples of a track in presentation order, with constant memory: a sample waits only as long
/// as a sample that follows in decode order can still be shown before it.
struct PresentationTimes: Sequence, IteratorProtocol {
  struct Frame: Equatable {
    /// The composition time, in ticks of the media.
    var time: Int64
    var duration: UInt64
    /// The index of the sample.
    var sample: Int
  }

  /// The largest number of waiting frames. No codec reorders over so many; if a damaged table seems
  /// to, the order does not matter.
  private static let mostWaiting = 256

  private let samples: SampleTable
  private let smallestOffset: Int32
  /// The index of the sample that is looked at next.
  private(set) var upcoming: Int
  private var walk = SampleTable.TimesWalk()
  /// The waiting frames, sorted so that the earliest is last; of equal times, the one that is
  /// decoded first is last.
  private var waiting: [Frame] = []

  init(_ samples: SampleTable) {
    self.init(samples, from: 0, smallestOffset: samples.compositionOffsets.lowerBound)
  }

  /// Begins with the sample `first` of the decode order. `smallestOffset` is the smallest
  /// composition offset of all samples.
  init(_ samples: SampleTable, from first: Int, smallestOffset: Int32) {
    self.samples = samples
    self.smallestOffset = smallestOffset
    upcoming = first
  }

  // It is large, and a copy in each loop takes long to compile.
  @inline(never)
  mutating func next() -> Frame? {
    while upcoming < samples.count, waiting.count < Self.mostWaiting {
      let times = samples.times(of: upcoming, &walk)
      // No sample that follows is shown before this time.
      let bound = SampleTable.presentationTime(of: times.decode, offset: smallestOffset)
      if let first = waiting.last, first.time < bound { break }
      let frame = Frame(time: times.presentation, duration: times.duration, sample: upcoming)
      upcoming += 1
      // Without composition offsets, no frame has to wait.
      if frame.time == bound, waiting.isEmpty { return frame }
      insert(frame)
    }
    return waiting.popLast()
  }

  private mutating func insert(_ frame: Frame) {
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = low + (high - low) / 2
      if waiting[middle].time > frame.time { low = middle + 1 } else { high = middle }
    }
    waiting.insert(frame, at: low)
  }
}
