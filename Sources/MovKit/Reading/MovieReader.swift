/// Reads the samples of a movie's tracks: the counterpart of `AVAssetReader`.
///
/// ```swift
/// let reader = MovieReader(movie)
/// let output = try reader.addOutput(for: track)
/// reader.startReading()
/// while let sample = try output.nextSample() {
///   use(try sample.data(), at: sample.timing)
/// }
/// ```
///
/// To read one track from its first sample to its last, `Track.samples()` is simpler.
///
/// Samples in fragments and samples of `moov` are read alike. Memory does not grow with the media: a
/// sample's bytes are read when they are asked for, and neighbours share a large read.
///
/// Fragments are found when the movie is opened: all of them by one pass over the headers of the file
/// or, if only a part of a long movie is needed, those that hold it (`Movie(from:during:)`). The samples
/// are the same.
public final class MovieReader {
  /// How far a reader is.
  public enum Status: Equatable, Sendable {
    /// Reading was not started yet.
    case unknown
    /// There may be more samples.
    case reading
    /// All samples of all outputs were returned. Without outputs there are none.
    case completed
    /// The source could not be read, or samples were left out (`TrackOutput.isCut`). No more samples come.
    case failed(ReadingError)
    /// Reading was cancelled.
    case cancelled
  }

  /// The movie that is read.
  public let movie: Movie
  /// The outputs, in the order in which they were added.
  public private(set) var outputs: [TrackOutput] = []
  /// What to read, in movie time; nil for all of the media, also what no edit shows.
  ///
  /// Of each track come the samples that must be decoded to show the range, in decode order, once for each edit that
  /// shows some of it: from a sync sample on and, of compressed audio, those before it that a decoder needs first
  /// (`TrackOutput.includesLeadIn`). The range applies from `startReading()` on.
  /// If the movie was opened for a part of its presentation (`Movie.readRange`), the range lies in it.
  public var timeRange: MediaTimeRange?

  private let session: ReadingSession
  /// The outputs by the places of their next samples in the file; made when it is first needed.
  private var queue: MinimumHeap<Upcoming>?
  /// `ReadingSession.resets` when `queue` was made.
  private var queuedResets = 0

  /// Makes a reader of a movie. It has no outputs yet.
  public init(_ movie: Movie) {
    self.movie = movie
    session = ReadingSession(SampleSource(movie.source))
  }

  /// How far the reader is.
  public var status: Status {
    if let error = session.source.failure { return .failed(.io(error)) }
    switch session.phase {
    case .unknown: return .unknown
    case .cancelled: return .cancelled
    case .reading where !isCompleted: return .reading
    case .reading: return reasonForCut.map { .failed(.format($0)) } ?? .completed
    }
  }

  private var isCompleted: Bool { outputs.allSatisfy(\.isExhausted) }

  /// Why samples were left out; nil if none were.
  private var reasonForCut: FormatError? { outputs.lazy.compactMap(\.reasonForCut).first }

  /// Adds an output for a track.
  /// - Returns: The output, which begins with the first sample of the track or of `timeRange`.
  /// - Throws: `FormatError` if the track's tables are damaged.
  public func addOutput(for track: Track) throws(FormatError) -> TrackOutput {
    let output = TrackOutput(try ReadTrack(track), of: session)
    outputs.append(output)
    output.begin(session.ranges)
    queue = nil
    return output
  }

  /// Starts to read, or starts again from the beginning, also after `cancelReading()`.
  public func startReading() {
    session.phase = .reading
    session.ranges = timeRange.map { [$0] }
    queue = nil
    for output in outputs { output.begin(session.ranges) }
  }

  /// Continues with other ranges of the movie in all outputs, in their order, each as `timeRange`
  /// describes.
  public func reset(forReadingTimeRanges ranges: [MediaTimeRange]) {
    session.phase = .reading
    session.ranges = ranges
    queue = nil
    for output in outputs { output.begin(ranges) }
  }

  /// Ends reading: no more samples come.
  public func cancelReading() {
    if session.phase != .reading || !isCompleted { session.phase = .cancelled }
  }

  /// Returns the next sample of all outputs, in the order of their places in the file; the samples of
  /// one track stay in decode order. Nil after the last one, or after `cancelReading()`.
  ///
  /// - Throws: `ReadingError`: `notStarted` before `startReading()`; why the source could not be
  ///   read, once that has happened; `format` after the last sample if some were left out.
  public func nextSample() throws(ReadingError) -> SampleBuffer? {
    guard try session.isReading() else { return nil }
    if queue == nil || queuedResets != session.resets { fillQueue() }
    while let first = queue?.popFirst() {
      let output = outputs[first.output]
      guard let sample = output.peek() else { continue }
      // The output may have been read by itself meanwhile.
      guard sample.sample.offset == first.offset else {
        queue?.insert(Upcoming(offset: sample.sample.offset, output: first.output))
        continue
      }
      let taken = output.take()
      if let next = output.peek() {
        queue?.insert(Upcoming(offset: next.sample.offset, output: first.output))
      }
      return taken
    }
    if let reasonForCut { throw .format(reasonForCut) }
    return nil
  }

  /// The samples that `nextSample()` returns, with their bytes: the task is suspended while they are
  /// read, and if it is cancelled, so is the reader.
  public var asyncSamples: AsyncSampleSequence { AsyncSampleSequence(self, of: session) }

  private func fillQueue() {
    var all = MinimumHeap<Upcoming>()
    for (number, output) in outputs.enumerated() {
      guard let sample = output.peek() else { continue }
      all.insert(Upcoming(offset: sample.sample.offset, output: number))
    }
    queue = all
    queuedResets = session.resets
  }
}

/// The place of an output's next sample in the file. At equal places, the first output comes first.
private struct Upcoming: Comparable, Sendable {
  var offset: UInt64
  var output: Int

  static func < (a: Upcoming, b: Upcoming) -> Bool {
    (a.offset, a.output) < (b.offset, b.output)
  }
}
