/// Reads the samples of a movie's tracks: the counterpart of `AVAssetReader`.
///
/// ```swift
/// let reader = MovieReader(movie, from: file)
/// let output = try reader.addOutput(for: track)
/// try reader.startReading()
/// while let sample = output.nextSample() { use(try sample.data(), at: sample.timing) }
/// ```
///
/// Samples in fragments and samples that `moov` tells of are read alike. Memory does not grow with
/// the media: a sample's bytes are read when they are asked for, and neighbours share a large read.
///
/// Fragments are found when the movie is read: all by one pass over the heads of the file, or where
/// only a `timeRange` of a long one is wanted, those that hold it, which `sidx` or `mfra` finds:
/// `Movie(reading:during:)`. The samples are the same.
public final class MovieReader {
  public enum Status: Sendable {
    /// Nothing was started yet.
    case unknown
    case reading
    /// All samples of all outputs were handed out.
    case completed
    /// The source could not be read; no more samples come.
    case failed(ReadingError)
    case cancelled
  }

  private enum Phase {
    case unknown, reading, completed, cancelled
  }

  public let movie: Movie
  public private(set) var outputs: [TrackOutput] = []
  /// What to read, in movie time; all of the media, also what no edit shows, where there is none.
  ///
  /// In decode order come the samples that must be decoded to show the range, from a sync sample on,
  /// once for each edit that shows some of it. It holds from `startReading` on. Of a movie that was
  /// read for a part of its time (`Movie.readRange`), it lies within that.
  public var timeRange: MediaTimeRange?

  private let source: SampleSource
  private var phase = Phase.unknown
  /// The outputs by where their next samples lie in the file; empty until it is asked for.
  private var queue = MinimumHeap<Upcoming>()
  private var isQueueFilled = false

  /// - Parameters:
  ///   - movie: one that was read from `source`.
  ///   - source: the file; for segments in files of their own a `ConcatenatedSource` of all.
  public init(_ movie: Movie, from source: any ByteSource) {
    self.movie = movie
    self.source = SampleSource(source)
  }

  /// How far it is.
  public var status: Status {
    if let error = source.failure { return .failed(.io(error)) }
    return switch phase {
    case .unknown: .unknown
    case .reading: .reading
    case .completed: .completed
    case .cancelled: .cancelled
    }
  }

  /// Will also hand out the samples of a track, from its first on or where `timeRange` begins.
  /// - Throws: where the track's tables are damaged.
  public func addOutput(for track: Track) throws(FormatError) -> TrackOutput {
    let output = TrackOutput(try ReadTrack(track), source, of: self)
    outputs.append(output)
    if phase == .reading { begin(output) }
    isQueueFilled = false
    return output
  }

  /// Begins, or begins again from the start, also after `cancelReading`.
  public func startReading() {
    phase = .reading
    isQueueFilled = false
    for output in outputs { begin(output) }
  }

  /// Goes on with other ranges of the movie in all outputs: `TrackOutput` tells more.
  public func reset(forReadingTimeRanges ranges: [MediaTimeRange]) {
    phase = .reading
    isQueueFilled = false
    for output in outputs { output.read(ranges) }
  }

  /// Hands out nothing more.
  public func cancelReading() {
    if phase != .completed { phase = .cancelled }
  }

  /// The next sample of all outputs as they lie in the file; those of one track stay in decode
  /// order. Nil behind the last one, and where the reader is not reading.
  public func nextSample() -> SampleBuffer? {
    guard isReading else { return nil }
    if !isQueueFilled { fillQueue() }
    while let first = queue.popFirst() {
      let output = outputs[first.output]
      guard let sample = output.peek() else { continue }
      // The output may have been read by itself meanwhile.
      guard sample.sample.offset == first.offset else {
        queue.insert(Upcoming(offset: sample.sample.offset, output: first.output))
        continue
      }
      let taken = output.take()
      if let next = output.peek() {
        queue.insert(Upcoming(offset: next.sample.offset, output: first.output))
      }
      return taken
    }
    phase = .completed
    return nil
  }

  private func begin(_ output: TrackOutput) {
    if let timeRange { output.read([timeRange]) } else { output.readAll() }
  }

  private func fillQueue() {
    queue = MinimumHeap()
    for (number, output) in outputs.enumerated() {
      guard let sample = output.peek() else { continue }
      queue.insert(Upcoming(offset: sample.sample.offset, output: number))
    }
    isQueueFilled = true
  }
}

extension MovieReader {
  var isReading: Bool { phase == .reading && source.failure == nil }

  func checkWhetherCompleted() {
    if phase == .reading, outputs.allSatisfy(\.isExhausted) { phase = .completed }
  }

  func outputWasReset(_ output: TrackOutput) {
    if phase == .completed { phase = .reading }
    isQueueFilled = false
  }
}

/// An output's next sample in the file; of equal places the first output's comes first.
private struct Upcoming: Comparable, Sendable {
  var offset: UInt64
  var output: Int

  static func < (a: Upcoming, b: Upcoming) -> Bool {
    (a.offset, a.output) < (b.offset, b.output)
  }
}
