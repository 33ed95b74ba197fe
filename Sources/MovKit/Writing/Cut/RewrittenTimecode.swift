/// The samples and edits of a new timecode track: one sample for each stretch over
/// which the timecode counts on.
///
/// Most programs read the first sample and ignore the edits, so that sample has the label of the
/// first picture.
struct RewrittenTimecode {
  struct Sample: Equatable {
    var value: TimecodeSample
    /// In ticks.
    var start: Int64
    var duration: Int64
    var description: Int
  }

  /// The number of ticks per second of the media.
  let timescale: UInt32
  private(set) var samples: [Sample] = []
  /// The number of bytes of all samples.
  private(set) var byteCount: UInt64 = 0
  private let formats: [TimecodeFormat]
  private(set) var edits: [MediaTimeMapping] = []
  /// The value that is shown first; nil if none is.
  let first: TimecodeSample?

  /// - Parameters:
  ///   - parts: The timecode, in the order of the movie.
  ///   - formats: The format of each sample description.
  ///   - timescale: The timescale of the media before. It is made finer if that makes times exact.
  /// - Throws: `FormatError` if a value or a time cannot be stored.
  init(
    _ parts: some Collection<TimecodePart>, formats: [TimecodeFormat], timescale: UInt32
  ) throws(FormatError) {
    self.formats = formats
    self.timescale = Self.timescale(
      timescale, exactFor: parts.lazy.flatMap { [$0.hidden, $0.shown] })
    first = parts.first?.value
    guard let scale = Int32(exactly: self.timescale), scale > 0 else {
      throw FormatError(.invalidTime("invalid timescale \(timescale)"))
    }
    var position = MediaTime(value: 0, timescale: scale)
    for part in parts {
      let gapStart = edits.last?.target.end ?? .zero
      if part.target.start > gapStart {
        edits.append(
          MediaTimeMapping(emptyOver: MediaTimeRange(start: gapStart, end: part.target.start)))
      }
      let source = MediaTimeRange(start: position + part.hidden, duration: part.shown)
      let start = position.converted(to: scale)
      // A moment that is held still needs media that has it.
      position = position + part.hidden + max(part.shown, MediaTime(value: 1, timescale: scale))
      let end = position.converted(to: scale)
      guard start.isNumeric, end.isNumeric, formats.indices.contains(part.description) else {
        throw FormatError(.invalidTime("a time of the timecode is out of range"))
      }
      let sample = Sample(
        value: part.value, start: start.value, duration: max(1, end.value - start.value),
        description: part.description)
      byteCount &+= UInt64(try bytes(of: sample).count)
      samples.append(sample)
      if let last = edits.last, !last.isEmpty, part.hidden == .zero,
        last.target.end == part.target.start, last.source.end == source.start,
        last.source.duration == last.target.duration, source.duration == part.target.duration
      {
        edits[edits.count - 1] = MediaTimeMapping(
          source: MediaTimeRange(start: last.source.start, end: source.end),
          target: MediaTimeRange(start: last.target.start, end: part.target.end))
      } else {
        edits.append(MediaTimeMapping(source: source, target: part.target))
      }
    }
  }

  /// Returns what a sample is in the file.
  private func bytes(of sample: Sample) throws(FormatError) -> [UInt8] {
    do throws(TimecodeError) {
      return try formats[sample.description].bytes(of: sample.value)
    } catch {
      throw FormatError(.invalidValue("\(error)"))
    }
  }

  /// Returns a timescale in which the times are whole ticks, a multiple of the old one; the old one
  /// if there is none that is practical.
  private static func timescale(_ old: UInt32, exactFor times: some Sequence<MediaTime>) -> UInt32 {
    var scale = UInt64(old)
    for time in times where time.isNumeric && time.value != 0 {
      let own = UInt64(time.timescale.magnitude)
      let needed = own / greatestCommonDivisor(own, time.value.magnitude)
      guard scale > 0, needed > 0 else { continue }
      let (common, overflow) = (scale / greatestCommonDivisor(scale, needed))
        .multipliedReportingOverflow(by: needed)
      if !overflow, common <= 10_000_000 { scale = common }
    }
    return UInt32(clamping: scale)
  }
}

extension RewrittenTimecode {
  /// Feeds the samples to an input of a writer.
  struct Feed: SampleFeed {
    private let media: RewrittenTimecode
    private let timescale: Int32
    private var next = 0

    init(_ media: RewrittenTimecode) {
      self.media = media
      timescale = Int32(clamping: media.timescale)
    }

    mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
      guard next < media.samples.count else { return false }
      let sample = media.samples[next]
      next += 1
      let bytes: [UInt8]
      do throws(FormatError) { bytes = try media.bytes(of: sample) } catch { throw .format(error) }
      let start = MediaTime(value: sample.start, timescale: timescale)
      try input.append(
        bytes,
        timing: SampleTiming(
          duration: MediaTime(value: sample.duration, timescale: timescale),
          presentationTime: start, decodeTime: start),
        description: sample.description)
      return true
    }
  }
}
