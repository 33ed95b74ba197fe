/// Samples of a track in decode order. The sequence can be walked any number of times, by several at
/// once.
///
/// A damaged file can claim any number of samples. The sequence then ends early, and `Iterator.isCut` says so:
///
/// ```swift
/// var samples = try track.samples().makeIterator()
/// while let sample = samples.next() { use(sample) }
/// if samples.isCut { print("there are more samples") }
/// ```
public struct SampleSequence: Sequence, Sendable {
  private let media: ReadTrack
  private let source: SampleSource
  private let ranges: [MediaTimeRange]?
  private let samplesAtOnce: Int
  private let trimsUncompressedAudio: Bool
  private let includesLeadIn: Bool

  init(
    _ media: ReadTrack, _ source: SampleSource, ranges: [MediaTimeRange]?, atOnce: Int = 1,
    trimsUncompressedAudio: Bool = false, includesLeadIn: Bool = true
  ) {
    self.media = media
    self.source = source
    self.ranges = ranges
    samplesAtOnce = Swift.max(1, atOnce)
    self.trimsUncompressedAudio = trimsUncompressedAudio
    self.includesLeadIn = includesLeadIn
  }

  public func makeIterator() -> Iterator {
    var cursor = SampleCursor(media, source)
    cursor.samplesAtOnce = samplesAtOnce
    cursor.trimsUncompressedAudio = trimsUncompressedAudio
    cursor.includesLeadIn = includesLeadIn
    if let ranges { cursor.read(ranges) }
    return Iterator(cursor: cursor)
  }

  public var underestimatedCount: Int { 0 }

  /// Goes through the samples.
  public struct Iterator: IteratorProtocol, Sendable {
    var cursor: SampleCursor

    /// Whether the sequence ended although there are more samples: the tables and edits claim more than the file can
    /// hold, or composition offsets move them too far. Known after the last sample.
    public var isCut: Bool { cursor.reasonForCut != nil }

    public mutating func next() -> SampleBuffer? { cursor.take() }

    /// Continues with the sample at an index, and goes from there to the end of the media without edits.
    package mutating func seek(to index: Int) { cursor.seek(to: index) }
  }
}

extension Track {
  /// The samples of the track in decode order, one `SampleBuffer` each.
  ///
  /// ```swift
  /// for sample in try track.samples() {
  ///   use(try sample.data(), at: sample.presentationTime)
  /// }
  /// ```
  ///
  /// Their bytes are read when they are asked for.
  /// - Parameter range: A part of the movie, in movie time; nil for all of the media, also what no
  ///   edit shows. The samples that must be decoded to show the part come too, once for each edit that shows some
  ///   of it: from a sync sample on and, of compressed audio, those before it that a decoder needs first.
  /// - Throws: `FormatError` if the track's tables are damaged.
  public func samples(during range: MediaTimeRange? = nil) throws(FormatError) -> SampleSequence {
    SampleSequence(try ReadTrack(self), SampleSource(source), ranges: range.map { [$0] })
  }

  /// The same samples with their bytes, for `for try await`. The task is suspended while they are read,
  /// be it from a file or from an `AsyncByteSource`. If samples were left out, the error after the last one says so.
  public func asyncSamples(
    during range: MediaTimeRange? = nil
  ) throws(FormatError) -> AsyncSampleSequence {
    let session = ReadingSession(SampleSource(source))
    session.phase = .reading
    session.ranges = range.map { [$0] }
    let output = TrackOutput(try ReadTrack(self), of: session)
    output.begin(session.ranges)
    return AsyncSampleSequence(output, of: session)
  }
}

/// Samples with their bytes, for `for try await`: the task is suspended while they are read. If it is
/// cancelled, nothing more comes.
///
/// Walking takes the samples from the reader, so that two loops share them.
public struct AsyncSampleSequence: AsyncSequence, AsyncIteratorProtocol {
  private let nextSample: () throws(ReadingError) -> SampleBuffer?
  private let session: ReadingSession

  init(_ output: TrackOutput, of session: ReadingSession) {
    nextSample = { () throws(ReadingError) in try output.nextSample() }
    self.session = session
  }

  init(_ reader: MovieReader, of session: ReadingSession) {
    nextSample = { () throws(ReadingError) in try reader.nextSample() }
    self.session = session
  }

  public func makeAsyncIterator() -> AsyncSampleSequence { self }

  /// Returns the next sample, with its bytes. Nil after the last one, or if the task is cancelled.
  ///
  /// - Throws: `ReadingError` if the source cannot be read or, after the last sample, if some were left out.
  public func next(
    isolation actor: isolated (any Actor)?
  ) async throws(ReadingError) -> SampleBuffer? {
    guard !Task.isCancelled, var sample = try nextSample() else {
      if Task.isCancelled { session.phase = .cancelled }
      return nil
    }
    do throws(ReadingError) { try await sample.load() } catch {
      // What is wrong with one sample is said by its `data()`.
      guard case .io(let error) = error else { return sample }
      guard error.kind != .cancelled, !Task.isCancelled else {
        session.phase = .cancelled
        return nil
      }
      throw .io(error)
    }
    return sample
  }

  public func next() async throws(ReadingError) -> SampleBuffer? {
    try await next(isolation: nil)
  }
}
