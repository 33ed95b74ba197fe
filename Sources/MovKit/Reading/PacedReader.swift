/// Hands out the samples of a reader when a display would need them: the pace is a timebase's.
///
/// ```swift
/// let timebase = Timebase(source: HostClock.shared, rate: 1)
/// for await sample in PacedReader(reader, on: timebase) { show(try sample.data()) }
/// ```
///
/// A display shows a sample when the timebase comes to its presentation time in the movie. Samples
/// of a track still come in decode order, so that a decoder can go between: one that is decoded
/// ahead of others and shown behind them comes with the first of these. With several outputs, the
/// next is the one that is needed first.
///
/// No sample is left out: whoever is slower than the timebase gets the next one at once. Pausing the
/// timebase pauses the reader, and setting its time back does not hand out again what was read
/// (`MovieReader.reset(forReadingTimeRanges:)` does).
public struct PacedReader: AsyncSequence {
  private let reader: MovieReader
  private let timebase: Timebase
  private let lead: MediaTime

  /// - Parameters:
  ///   - reader: one that is reading. It is read by nobody else meanwhile.
  ///   - timebase: shows the time of the movie. It should not go backwards.
  ///   - lead: how much earlier every sample comes, in the time of the timebase: what a decoder
  ///     needs to be ready in time.
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

  public struct Iterator: AsyncIteratorProtocol {
    let reader: MovieReader
    let timebase: Timebase
    let lead: MediaTime
    var queues: [DueQueue]

    /// The next sample, when it is due; nil behind the last one. Where the task is cancelled, the
    /// reader is too, and nothing more comes.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> SampleBuffer? {
      for index in queues.indices { queues[index].fill() }
      // The first of those that are due at one time.
      var first: (index: Int, due: MediaTime)?
      for index in queues.indices {
        guard let due = queues[index].due, first.map({ due < $0.due }) ?? true else { continue }
        first = (index, due)
      }
      guard let first else { return nil }
      do throws(CancellationError) { try await timebase.sleep(until: first.due - lead) } catch {
        reader.cancelReading()
        return nil
      }
      return queues[first.index].removeFirst()
    }

    public mutating func next() async -> SampleBuffer? { await next(isolation: nil) }
  }
}

/// The samples of an output that will be handed out next.
struct DueQueue {
  /// A picture that is decoded ahead of others shown before it is ahead of at most 16 of them:
  /// decoders hold no more (H.264, A.3.1; H.265, A.4.2).
  private static let depth = 17

  private let output: TrackOutput
  /// In decode order, with the times at which the movie shows them.
  private var samples: [(sample: SampleBuffer, start: MediaTime?)] = []

  init(of output: TrackOutput) { self.output = output }

  mutating func fill() {
    while samples.count < Self.depth, let next = output.nextSample() {
      samples.append((next, next.presentationTimeInMovie))
    }
  }

  /// When the first sample is needed: as soon as it is shown, or one that is decoded behind it. A
  /// sample that is not shown itself is only there to be decoded, and due at once. Nil where there
  /// is no sample.
  var due: MediaTime? {
    guard let first = samples.first else { return nil }
    guard first.start != nil else { return .negativeInfinity }
    return samples.lazy.compactMap(\.start).min()
  }

  mutating func removeFirst() -> SampleBuffer { samples.removeFirst().sample }
}
