/// Gives the samples of a reader when a display needs them: a timebase sets the pace.
///
/// ```swift
/// let timebase = Timebase(source: HostClock.shared, rate: 1)
/// for try await sample in PacedReader(reader, on: timebase) { show(try sample.data()) }
/// ```
///
/// A display shows a sample when the timebase reaches its presentation time in the movie. The samples
/// of a track still come in decode order, so that a decoder can come between: a sample that is decoded
/// before others and shown after them comes with the first of these. With several outputs, the sample
/// that is needed first comes first.
///
/// No sample is left out: a program that is slower than the timebase gets the next one at once. Pausing
/// the timebase pauses the reader. Setting its time back does not return samples again;
/// `MovieReader.reset(forReadingTimeRanges:)` does.
public struct PacedReader: AsyncSequence {
  private let reader: MovieReader
  private let timebase: Timebase
  private let lead: MediaTime

  /// - Parameters:
  ///   - reader: A reader that is reading. Nobody else takes samples from it meanwhile.
  ///   - timebase: Gives the time of the movie. It should not go backwards.
  ///   - lead: How much earlier every sample comes, in the time of the timebase: what a decoder needs
  ///     to be ready in time.
  public init(_ reader: MovieReader, on timebase: Timebase, lead: MediaTime = .zero) {
    self.reader = reader
    self.timebase = timebase
    self.lead = lead
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      reader: reader, timebase: timebase, lead: lead,
      queues: reader.outputs.map { DueQueue(of: $0) })
  }

  /// Waits for the samples.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: MovieReader
    let timebase: Timebase
    let lead: MediaTime
    var queues: [DueQueue]

    /// Returns the next sample when it is due; nil after the last one. If the task is cancelled, so is
    /// the reader, and nothing more comes.
    ///
    /// - Throws: What `MovieReader.nextSample()` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ReadingError) -> SampleBuffer? {
      for index in queues.indices { try queues[index].fill() }
      // The first of those that are due at one time.
      var first: (index: Int, due: MediaTime)?
      for index in queues.indices {
        guard let due = queues[index].due, first.map({ due < $0.due }) ?? true else { continue }
        first = (index, due)
      }
      guard let first else {
        for output in reader.outputs { try output.checkIsWhole() }
        return nil
      }
      do throws(CancellationError) { try await timebase.sleep(until: first.due - lead) } catch {
        reader.cancelReading()
        return nil
      }
      return queues[first.index].removeFirst()
    }

    public mutating func next() async throws(ReadingError) -> SampleBuffer? {
      try await next(isolation: nil)
    }
  }
}

/// The samples of an output that come next.
struct DueQueue {
  /// A picture that is decoded before others that are shown before it is at most 16 of them ahead:
  /// decoders hold no more (H.264, A.3.1; H.265, A.4.2).
  private static let depth = 17

  private let output: TrackOutput
  /// In decode order, with the times at which the movie shows them.
  private var samples: [(sample: SampleBuffer, start: MediaTime?)] = []

  init(of output: TrackOutput) { self.output = output }

  mutating func fill() throws(ReadingError) {
    while samples.count < Self.depth, let next = try output.nextGiven() {
      samples.append((next, next.shownRange?.start))
    }
  }

  /// When the first sample is needed: as soon as it, or one that is decoded after it, is shown. A
  /// sample that is not shown is only there to be decoded, and is due at once. Nil if there is no
  /// sample.
  var due: MediaTime? {
    guard let first = samples.first else { return nil }
    guard first.start != nil else { return .negativeInfinity }
    return samples.lazy.compactMap(\.start).min()
  }

  mutating func removeFirst() -> SampleBuffer { samples.removeFirst().sample }
}
