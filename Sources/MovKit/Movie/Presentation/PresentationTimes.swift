/// The samples of a track in the order in which they are shown, with constant memory: a sample
/// waits only until none that follows in decode order can be shown before it.
struct PresentationTimes: Sequence, IteratorProtocol {
  struct Frame: Equatable {
    /// Ticks of the media.
    var time: Int64
    var duration: UInt64
  }

  /// No codec reorders over as many; where a damaged table seems to, order is not what matters.
  private static let mostWaiting = 256

  private let samples: SampleTable
  private let smallestOffset: Int32
  private var upcoming: Int
  /// Waiting frames, the earliest last; of equal times the one that is decoded first.
  private var waiting: [Frame] = []

  init(_ samples: SampleTable) {
    self.init(samples, from: 0, smallestOffset: samples.compositionOffsets.lowerBound)
  }

  /// Begins with a sample of the decode order. `smallestOffset` is that of all samples.
  init(_ samples: SampleTable, from first: Int, smallestOffset: Int32) {
    self.samples = samples
    self.smallestOffset = smallestOffset
    upcoming = first
  }

  mutating func next() -> Frame? {
    while upcoming < samples.count, waiting.count < Self.mostWaiting {
      let times = samples.times(of: upcoming)
      // No later sample is shown before this.
      let bound = times.decode.addingReportingOverflow(Int64(smallestOffset)).partialValue
      if let first = waiting.last, first.time < bound { break }
      let shown = times.decode.addingReportingOverflow(Int64(times.offset)).partialValue
      insert(Frame(time: shown, duration: times.duration))
      upcoming += 1
    }
    return waiting.popLast()
  }

  private mutating func insert(_ frame: Frame) {
    let place = waiting.lastIndex { $0.time > frame.time }.map { $0 + 1 } ?? 0
    waiting.insert(frame, at: place)
  }
}
