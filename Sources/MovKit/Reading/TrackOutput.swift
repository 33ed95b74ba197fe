/// Hands out the samples of one track in decode order: the counterpart of
/// `AVAssetReaderTrackOutput`. A `MovieReader` makes it.
public final class TrackOutput {
  /// Where reading goes on.
  private struct Span {
    var samples: Range<Int>
    /// The edit that shows them; nil where media is read as it is.
    var edit: Int?
  }

  let media: ReadTrack
  private let source: SampleSource
  /// The reader holds its outputs, and whoever reads holds the reader.
  private weak var reader: MovieReader?
  private var walk: SampleTable.Iterator
  private var span = Span(samples: 0..<0)
  /// What to read behind `span`.
  private var ranges: ArraySlice<MediaTimeRange> = []
  private var edits: Range<Int> = 0..<0
  /// A sample that was looked at but not handed out.
  private var upcoming: SampleBuffer?
  private var isAtEnd = false
  /// What may still be handed out: a file cannot hold more samples than bytes, however many its
  /// tables claim and however often its edits show them.
  private var budget: UInt64 = 0
  /// Whether samples were left out because the tables claim more than the file can hold.
  public private(set) var isCut = false

  /// How many samples one `SampleBuffer` may hold where they lie one behind the other and differ in
  /// nothing but place and time; from 1. More than 1 from the beginning for uncompressed sound,
  /// where a sample is a moment of a few bytes.
  public var samplesAtOnce: Int {
    didSet { samplesAtOnce = max(1, samplesAtOnce) }
  }

  /// Bytes that a buffer of uncompressed sound has at most unless asked for otherwise.
  private static let soundBytes: UInt64 = 1 << 16

  init(_ media: ReadTrack, _ source: SampleSource, of reader: MovieReader) {
    self.media = media
    self.source = source
    self.reader = reader
    walk = SampleTable.Iterator(media.samples)
    samplesAtOnce =
      media.samples.momentSize.map { Int(clamping: max(1, Self.soundBytes / $0)) } ?? 1
    readAll()
  }

  public var track: Track { media.track }
  /// Where every sample is and when, for a look at what is not read in order.
  public var samples: SampleTable { media.samples }

  /// The next sample in decode order; nil behind the last one, and where the reader is not reading.
  public func nextSample() -> SampleBuffer? {
    guard let reader, reader.isReading else { return nil }
    let sample = take()
    if sample == nil { reader.checkWhetherCompleted() }
    return sample
  }

  /// Lets `nextSample` return once more what it returned last.
  func putBack(_ sample: SampleBuffer) { upcoming = sample }

  /// Goes on with other ranges of the movie, in their order, each as `MovieReader.timeRange` says:
  /// what an encoder of several passes asks for. Allowed at any time while the reader is reading.
  public func reset(forReadingTimeRanges ranges: [MediaTimeRange]) {
    read(ranges)
    reader?.outputWasReset(self)
  }
}

extension TrackOutput {
  func cancelReading() { reader?.cancelReading() }
}

// MARK: Random access

extension TrackOutput {
  /// The sample with an index, wherever reading is; nil where there is none.
  public func sample(at index: Int) -> SampleBuffer? {
    guard media.samples.indices.contains(index) else { return nil }
    return buffer(of: media.samples[index], edit: nil)
  }

  /// The sample that the media shows at a time of its own timeline; nil ahead of the first and
  /// behind the last.
  public func sample(presentedAt mediaTime: MediaTime) -> SampleBuffer? {
    media.ticks(mediaTime, rounding: .towardNegativeInfinity)
      .flatMap { media.times.index(shownAt: $0) }.flatMap { sample(at: $0) }
  }

  /// The sample from which on must be decoded to get one right: the nearest sync sample at or before
  /// it, and for what is shown ahead of that, the one before. The first where there is none.
  public func entryPoint(for sample: SampleBuffer) -> SampleBuffer? {
    guard media.samples.indices.contains(sample.index) else { return nil }
    return self.sample(at: media.times.entryPoint(for: sample.index))
  }

  /// Goes on with the sample of an index, and without edits from there to the end of the media.
  public func seek(to index: Int) {
    readAll()
    span.samples = min(max(0, index), media.samples.count)..<media.samples.count
    walk.index = span.samples.lowerBound
    reader?.outputWasReset(self)
  }
}

// MARK: In order

extension TrackOutput {
  /// All of the media in decode order, also what no edit shows.
  func readAll() {
    upcoming = nil
    isAtEnd = false
    isCut = false
    budget = media.track.fileSize
    ranges = []
    edits = 0..<0
    span = Span(samples: 0..<media.samples.count, edit: nil)
    walk.index = 0
  }

  /// What the movie shows in each of the ranges.
  func read(_ ranges: [MediaTimeRange]) {
    readAll()
    self.ranges = ranges[...]
    edits = 0..<(ranges.isEmpty ? 0 : media.edits.count)
    span = Span(samples: 0..<0)
  }

  /// What `take` will return.
  func peek() -> SampleBuffer? {
    if upcoming == nil { upcoming = advance() }
    return upcoming
  }

  func take() -> SampleBuffer? {
    guard let sample = upcoming else { return advance() }
    upcoming = nil
    return sample
  }

  /// Whether all was handed out.
  var isExhausted: Bool { isAtEnd && upcoming == nil }

  private func advance() -> SampleBuffer? {
    guard !isAtEnd else { return nil }
    while walk.index >= span.samples.upperBound || span.samples.isEmpty {
      guard let next = nextSpan() else {
        isAtEnd = true
        return nil
      }
      span = next
      walk.index = next.samples.lowerBound
    }
    let left = span.samples.upperBound - walk.index
    guard budget > 0, let (sample, count, size) = walk.next(atMost: min(samplesAtOnce, left))
    else {
      isCut = budget == 0
      isAtEnd = true
      return nil
    }
    budget -= 1
    return buffer(of: sample, count: count, size: size, edit: span.edit)
  }

  /// What the next edit shows of the range, or the first edit of the next range.
  private func nextSpan() -> Span? {
    while let range = ranges.first {
      while let edit = edits.popFirst() {
        guard let source = media.edits[edit].sourceRange(of: range),
          let start = media.ticks(source.start, rounding: .towardNegativeInfinity),
          let end = media.ticks(source.end, rounding: .towardPositiveInfinity),
          // A moment that is held is one tick.
          let samples = media.times.span(
            showing: start, to: max(end, start.addingReportingOverflow(1).partialValue))
        else { continue }
        return Span(samples: samples, edit: edit)
      }
      ranges.removeFirst()
      edits = 0..<(ranges.isEmpty ? 0 : media.edits.count)
    }
    return nil
  }

  private func buffer(
    of sample: SampleTable.Sample, count: Int = 1, size: UInt64? = nil, edit: Int?
  ) -> SampleBuffer {
    SampleBuffer(
      sample: sample, sampleCount: count, size: size ?? sample.size, media: media, source: source,
      edit: edit)
  }
}

extension Range<Int> {
  fileprivate mutating func popFirst() -> Int? {
    guard !isEmpty else { return nil }
    defer { self = lowerBound + 1..<upperBound }
    return lowerBound
  }
}
