/// The samples of a track in the order in which they are shown, with constant memory: a sample
/// waits only until none that follows in decode order can be shown before it.
struct PresentationTimes: Sequence, IteratorProtocol {
  struct Frame: Equatable {
    /// Ticks of the media.
    var time: Int64
    var duration: UInt64
  }

  private let samples: SampleTable
  private let smallestOffset: Int32
  private var upcoming = 0
  /// Waiting frames, the earliest last.
  private var waiting: [Frame] = []

  init(_ samples: SampleTable) {
    self.samples = samples
    smallestOffset = samples.smallestCompositionOffset
  }

  mutating func next() -> Frame? {
    while upcoming < samples.count {
      let sample = samples[upcoming]
      // No later sample is shown before this.
      let bound = sample.decodeTime.addingReportingOverflow(Int64(smallestOffset)).partialValue
      if let first = waiting.last, first.time < bound { break }
      insert(Frame(time: sample.presentationTime, duration: sample.duration))
      upcoming += 1
    }
    return waiting.popLast()
  }

  private mutating func insert(_ frame: Frame) {
    let place = waiting.lastIndex { $0.time > frame.time }.map { $0 + 1 } ?? 0
    waiting.insert(frame, at: place)
  }
}
