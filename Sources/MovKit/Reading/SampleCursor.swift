/// Goes through the samples of one track in decode order: all of the media, or what the movie shows in
/// some time ranges.
struct SampleCursor {
  /// Samples that are read one after another.
  private struct Span {
    var samples: Range<Int>
    /// The edit that shows them; nil if the media is read as it is.
    var edit: Int?
    /// What is wanted of the media, in ticks; nil for all of it.
    var ticks: Range<Int64>?
  }

  let media: ReadTrack
  let source: SampleSource
  private var walk: SampleTable.Iterator
  private var span = Span(samples: 0..<0)
  /// What to read after `span`.
  private var ranges: ArraySlice<MediaTimeRange> = []
  private var edits: Range<Int> = 0..<0
  private var stretches: StretchFinder
  /// A sample that was looked at but not taken.
  private var upcoming: SampleBuffer?
  private var isAtEnd = false
  /// How many more samples are given: a file cannot hold more samples than bytes, however many its
  /// tables and edits claim, or more than its packets if a packet has several.
  private var budget: UInt64 = 0
  /// No old compressed audio has more samples than that in a byte.
  private static let mostSamplesInByte: UInt64 = 64
  /// Why samples were left out; nil if none were.
  private(set) var reasonForCut: FormatError?
  /// How many samples one buffer may hold; at least 1.
  var samplesAtOnce = 1
  /// Whether only the wanted frames are given of a sample of uncompressed audio that has several.
  var trimsUncompressedAudio = false
  /// Whether the samples are given as well that the decoder needs before the first that is wanted.
  var includesLeadIn = true
  /// How many those are, found when that is first needed.
  private lazy var leadIn: Int = media.track.leadIn(media.samples)

  /// Begins with the first sample of the media.
  init(_ media: ReadTrack, _ source: SampleSource) {
    self.media = media
    self.source = source
    walk = SampleTable.Iterator(media.samples)
    stretches = StretchFinder(media.times, fileSize: media.track.fileSize)
    readAll()
  }

  /// Begins again with all of the media, also what no edit shows.
  mutating func readAll() {
    upcoming = nil
    isAtEnd = false
    reasonForCut = nil
    budget = media.track.fileSize
    if let packet = media.samples.packet, packet.bytes > 0 {
      let (whole, rest) = packet.samples.quotientAndRemainder(dividingBy: packet.bytes)
      budget = budget.timesOrGreatest(
        min(Self.mostSamplesInByte, rest > 0 ? whole + 1 : max(1, whole)))
    }
    ranges = []
    edits = 0..<0
    span = Span(samples: 0..<media.samples.count, edit: nil)
    walk.index = 0
  }

  /// Begins again with what the movie shows in each of the ranges.
  mutating func read(_ ranges: [MediaTimeRange]) {
    readAll()
    self.ranges = ranges[...]
    edits = 0..<(ranges.isEmpty ? 0 : media.edits.count)
    span = Span(samples: 0..<0)
  }

  /// Continues with the sample at an index, and reads from there to the end of the media.
  mutating func seek(to index: Int) {
    readAll()
    span.samples = min(max(0, index), media.samples.count)..<media.samples.count
    walk.index = span.samples.lowerBound
  }

  /// The sample that `take` will return.
  mutating func peek() -> SampleBuffer? {
    if upcoming == nil { upcoming = advance() }
    return upcoming
  }

  /// The next sample; nil after the last.
  mutating func take() -> SampleBuffer? {
    guard let sample = upcoming else { return advance() }
    upcoming = nil
    return sample
  }

  /// Lets `take` return a sample once more.
  mutating func putBack(_ sample: SampleBuffer) { upcoming = sample }

  /// Whether all samples were taken.
  var isExhausted: Bool { isAtEnd && upcoming == nil }

  /// The sample at an index, wherever the cursor is.
  func sample(at index: Int) -> SampleBuffer? {
    guard media.samples.indices.contains(index) else { return nil }
    return buffer(of: media.samples[index], edit: nil)
  }

  private mutating func advance() -> SampleBuffer? {
    guard !isAtEnd else { return nil }
    while walk.index >= span.samples.upperBound || span.samples.isEmpty {
      let next: Span?
      do throws(FormatError) { next = try nextSpan() } catch {
        next = nil
        reasonForCut = error.inside(media.track.path)
      }
      guard let next else {
        isAtEnd = true
        return nil
      }
      span = next
      walk.index = next.samples.lowerBound
    }
    let wanted = wantedFrames()
    let left = span.samples.upperBound - walk.index
    let most = wanted.map { $0.isAtEdge ? 1 : left - 1 } ?? left
    guard budget > 0, let (sample, count, size) = walk.next(atMost: min(samplesAtOnce, most))
    else {
      if budget == 0 { reasonForCut = tooManySamples }
      isAtEnd = true
      return nil
    }
    budget -= 1
    if let wanted, wanted.isAtEdge {
      return buffer(of: sample.trimmed(to: wanted.ticks, wanted.size), edit: span.edit)
    }
    return buffer(of: sample, count: count, size: size, edit: span.edit)
  }

  private var tooManySamples: FormatError {
    FormatError(
      .limit("its tables and edits claim more samples than the file has bytes"),
      path: media.track.path, at: media.track.atom.offset)
  }

  /// What is wanted of uncompressed audio, the size of its frames, and whether the next sample is the first
  /// or the last that has some of it. Nil if samples are given whole.
  private func wantedFrames() -> (ticks: Range<Int64>, size: UInt64, isAtEdge: Bool)? {
    guard trimsUncompressedAudio, let ticks = span.ticks, let size = media.frameSize else {
      return nil
    }
    let isAtEdge =
      walk.index == span.samples.lowerBound || walk.index == span.samples.upperBound - 1
    return (ticks, size, isAtEdge)
  }

  /// What the next edit shows of the range, or the first edit of the next range.
  private mutating func nextSpan() throws(FormatError) -> Span? {
    while let range = ranges.first {
      while let edit = edits.popFirst() {
        guard let source = media.edits[edit].sourceRange(of: range),
          let start = media.ticks(source.start, rounding: .towardNegativeInfinity),
          let sourceEnd = media.ticks(source.end, rounding: .towardPositiveInfinity),
          // A moment that is held is one tick.
          case let end = max(sourceEnd, start.addingClamping(1)),
          let samples = try stretches.span(
            showing: start, to: end, lead: includesLeadIn ? leadIn : 0)
        else { continue }
        return Span(samples: samples, edit: edit, ticks: start < end ? start..<end : nil)
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

extension SampleTable.Sample {
  /// Returns the part of a sample of uncompressed audio that is in a range of the media, in ticks. A tick
  /// is a frame of `frameSize` bytes; if it is not, or nothing is in the range, the whole sample.
  fileprivate func trimmed(to ticks: Range<Int64>, _ frameSize: UInt64) -> Self {
    let start = presentationTime
    guard let count = Int64(exactly: duration), count > 1,
      case (size, false) = duration.multipliedReportingOverflow(by: frameSize),
      case (let end, false) = start.addingReportingOverflow(count),
      case (_, false) = offset.addingReportingOverflow(size)
    else { return self }
    let kept = ticks.clamped(to: start..<end)
    guard !kept.isEmpty, kept != start..<end else { return self }
    let skipped = kept.lowerBound - start
    var part = self
    part.decodeTime = decodeTime &+ skipped
    part.duration = UInt64(kept.upperBound - kept.lowerBound)
    // The whole sample has a size and an end in 64 bits.
    part.offset += UInt64(skipped) * frameSize
    part.size = part.duration * frameSize
    return part
  }
}
