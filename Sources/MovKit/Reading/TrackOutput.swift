/// Gives the samples of one track in decode order: the counterpart of `AVAssetReaderTrackOutput`. A
/// `MovieReader` makes it, and it works as long as somebody holds it.
public final class TrackOutput {
  private let session: ReadingSession
  private var cursor: SampleCursor
  /// What is read, in movie time; nil for all of the media.
  private var ranges: [MediaTimeRange]?

  /// The most samples that one `SampleBuffer` holds, at least 1. With more than 1, a buffer holds
  /// samples that lie one after another in the file and differ only in place and time, such as the
  /// frames of uncompressed audio.
  public var samplesAtOnce: Int {
    get { cursor.samplesAtOnce }
    set { cursor.samplesAtOnce = max(1, newValue) }
  }

  /// Whether only the frames in the time range are given of uncompressed audio whose samples have many,
  /// as in fragments: the first and the last sample of a range are then parts of those in the file. False
  /// at first: samples are given whole.
  public var trimsUncompressedAudio: Bool {
    get { cursor.trimsUncompressedAudio }
    set { cursor.trimsUncompressedAudio = newValue }
  }

  /// Whether a time range of compressed audio also gives the samples before it that a decoder needs first: as many
  /// as the file says (`roll`), or else as the codec needs. True at first.
  public var includesLeadIn: Bool {
    get { cursor.includesLeadIn }
    set { cursor.includesLeadIn = newValue }
  }

  /// Whether `nextSample()` and `nextBatch(of:)` return nil where samples are left out, as they do after the last
  /// one, so that only `isCut` says it. False at first.
  package var isQuietWhereCut = false

  /// The number of bytes that `samplesInPacket` is about.
  private static let packetSize: UInt64 = 1 << 16

  init(_ media: ReadTrack, of session: ReadingSession) {
    self.session = session
    cursor = SampleCursor(media, session.source)
  }

  /// The track that is read.
  public var track: Track { cursor.media.track }

  /// The number of bytes of a frame of uncompressed audio; nil for other media.
  var frameSize: UInt64? { cursor.media.frameSize }

  /// Where and when every sample is.
  public var samples: SampleTable { cursor.media.samples }

  /// A good value for `samplesAtOnce`: of audio whose samples are single moments, uncompressed or in packets of
  /// several, the samples that 64 KiB hold; else 1.
  public var samplesInPacket: Int {
    guard cursor.media.hasMoments, let size = samples.momentSize else { return 1 }
    return Int(clamping: max(1, Self.packetSize / size))
  }

  /// The same for samples of any media that are all alike: those of which the source has all bytes, and no more of them
  /// than the source has bytes, as only then they read the same one by one. 1 for others.
  package var alikeInPacket: Int {
    let moments = samplesInPacket
    let (samples, end) = (samples, cursor.source.size)
    var walk = samples.makeIterator()
    guard moments == 1, samples.packet == nil, let (first, count, _) = walk.next(atMost: 2),
      count > 1, UInt64(samples.count) <= min(end, track.fileSize)
    else { return moments }
    for chunk in samples.chunks {
      guard chunk.offset <= end, chunk.size <= end - chunk.offset else { return moments }
    }
    return Int(clamping: max(1, Self.packetSize / max(1, first.size)))
  }

  /// Whether samples were left out because the tables and edits claim more than the file can hold, or composition
  /// offsets move them too far. Known after the last sample.
  public var isCut: Bool { cursor.reasonForCut != nil }

  /// Returns the next sample in decode order; nil after the last one, or after
  /// `MovieReader.cancelReading()`.
  ///
  /// - Throws: `ReadingError`: `notStarted` before `MovieReader.startReading()`; why the source
  ///   could not be read, once that has happened; `format` after the last sample if some were left out (`isCut`).
  public func nextSample() throws(ReadingError) -> SampleBuffer? {
    if let sample = try nextGiven() { return sample }
    try checkIsWhole()
    return nil
  }

  /// The samples that the output reads: all of the media, or what the movie shows in the ranges that
  /// were asked for. The sequence can be walked any number of times, and does not change what `nextSample()` returns.
  public var sampleBuffers: SampleSequence {
    SampleSequence(
      cursor.media, cursor.source, ranges: ranges, atOnce: samplesAtOnce,
      trimsUncompressedAudio: trimsUncompressedAudio, includesLeadIn: includesLeadIn)
  }

  /// The samples that `nextSample()` returns, with their bytes: the task is suspended while they are
  /// read, and if it is cancelled, so is the reader.
  public var asyncSampleBuffers: AsyncSampleSequence {
    AsyncSampleSequence(self, of: session)
  }

  /// Continues with other ranges of the movie, in their order, each as `MovieReader.timeRange`
  /// describes: what an encoder with several passes asks for. It can be called at any time while the
  /// reader is reading.
  public func reset(forReadingTimeRanges ranges: [MediaTimeRange]) {
    self.ranges = ranges
    cursor.read(ranges)
    session.outputWasReset()
  }
}

// MARK: Random access

extension TrackOutput {
  /// Returns the sample at an index, from 0, whatever has been read; nil if there is none.
  public func sample(at index: Int) -> SampleBuffer? { cursor.sample(at: index) }

  /// Returns the sample that the media shows at a time of its own timeline; nil before the first and
  /// after the last.
  public func sample(presentedAt mediaTime: MediaTime) -> SampleBuffer? {
    let media = cursor.media
    return media.ticks(mediaTime, rounding: .towardNegativeInfinity)
      .flatMap { media.times.index(shownAt: $0) }.flatMap { sample(at: $0) }
  }

  /// Returns the sample from which decoding must begin to get `sample` right: the nearest sync sample
  /// at or before it or, for a sample that is shown before that one, the sync sample before. The
  /// first sample if there is none.
  public func entryPoint(for sample: SampleBuffer) -> SampleBuffer? {
    guard samples.indices.contains(sample.index) else { return nil }
    return self.sample(at: cursor.media.times.entryPoint(for: sample.index))
  }

  /// Continues with the sample at an index, and reads from there to the end of the media without
  /// edits.
  public func seek(to index: Int) {
    ranges = nil
    cursor.seek(to: index)
    session.outputWasReset()
  }
}

// MARK: For the reader

extension TrackOutput {
  /// Begins with all of the media, or with what the movie shows in some ranges.
  func begin(_ ranges: [MediaTimeRange]?) {
    self.ranges = ranges
    if let ranges { cursor.read(ranges) } else { cursor.readAll() }
  }

  /// Returns the next sample; nil after the last one, also if some were left out.
  func nextGiven() throws(ReadingError) -> SampleBuffer? {
    guard try session.isReading() else { return nil }
    return cursor.take()
  }

  /// Throws what `nextSample()` throws after the last sample if some were left out.
  func checkIsWhole() throws(ReadingError) {
    if session.phase == .reading, let reasonForCut { throw .format(reasonForCut) }
  }

  /// Why samples were left out; nil if none were, or nobody wants to know.
  var reasonForCut: FormatError? { isQuietWhereCut ? nil : cursor.reasonForCut }

  func peek() -> SampleBuffer? { cursor.peek() }
  func take() -> SampleBuffer? { cursor.take() }
  func putBack(_ sample: SampleBuffer) { cursor.putBack(sample) }
  var isExhausted: Bool { cursor.isExhausted }
}
