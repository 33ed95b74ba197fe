/// The samples and edits of a new timecode track: one sample for each stretch over
/// which the timecode counts on, or several if it is longer than a sample can be.
///
/// Most programs read the first sample and ignore the edits, so that sample has the label of the
/// first picture.
struct RewrittenTimecode {
  /// The number of ticks per second of the media.
  let timescale: UInt32
  private(set) var samples = Samples()
  /// The number of bytes of all samples.
  private(set) var byteCount: UInt64 = 0
  let formats: [TimecodeFormat]
  /// How often a sample was divided, because it would have been too long.
  private var divisions = 0
  private(set) var edits = PackedMappings()
  /// The value that is shown first; nil if none is.
  let first: TimecodeSample?
  /// The index of its format; that of the first one if nothing is shown.
  let firstFormat: Int

  /// - Parameters:
  ///   - parts: The timecode, in the order of the movie.
  ///   - formats: The format of each sample description.
  ///   - timescale: The timescale of the media before. It is made finer if that makes times exact.
  /// - Throws: `FormatError` if a value or a time cannot be stored.
  init(
    _ parts: TimecodeParts, formats: [TimecodeFormat], timescale: UInt32
  ) throws(FormatError) {
    self.formats = formats
    self.timescale = Self.timescale(timescale, exactFor: parts)
    let shown = parts.first
    first = shown?.value
    firstFormat = shown?.description ?? 0
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
      try append(
        Sample(
          value: part.value, start: start.value, duration: max(1, end.value - start.value),
          description: part.description), scale)
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

  /// The greatest duration of a sample, in ticks. The field has 32 bits (ISO/IEC 14496-12, 8.6.1.2), and many
  /// programs read 31. One is for what rounding adds.
  private static let mostTicks = Int64(Int32.max) - 1
  /// No real movie is longer than so many of the greatest durations.
  private static let mostDivisions = 4096

  /// Appends a sample, or several that count on if it lasts longer than a sample can.
  private mutating func append(_ sample: Sample, _ scale: Int32) throws(FormatError) {
    var rest = sample
    var number: Int64 = 0
    while rest.duration > Self.mostTicks {
      number += 1
      divisions += 1
      guard divisions <= Self.mostDivisions, let start = start(ofPart: number, of: sample, scale),
        start.ticks > rest.start
      else {
        // Without a rate nothing says what the next sample would say.
        guard number == 1, UInt32(exactly: rest.duration) != nil else {
          throw FormatError(.invalidTime("a time of the timecode is out of range"))
        }
        break
      }
      var first = rest
      first.duration = start.ticks - rest.start
      byteCount &+= UInt64(try bytes(of: first).count)
      samples.append(first)
      rest.duration -= first.duration
      (rest.start, rest.value) = (start.ticks, start.value)
    }
    guard rest.duration > 0 else { return }
    byteCount &+= UInt64(try bytes(of: rest).count)
    samples.append(rest)
  }

  /// Returns when a part of a long sample begins, and with what; nil if it cannot be divided. Parts are whole
  /// frames, counted from the beginning of all, so that no rounding adds up.
  private func start(
    ofPart number: Int64, of sample: Sample, _ scale: Int32
  ) -> (ticks: Int64, value: TimecodeSample)? {
    let format = formats[sample.description]
    let most = MediaTime(value: Self.mostTicks, timescale: scale)
    guard let frames = format.frames(in: most), frames > 0, let all = frames.times(number),
      let value = sample.value.advanced(by: all, format)
    else { return nil }
    let time = format.frameDuration.multiplied(by: all).converted(to: scale)
    guard time.isNumeric, let ticks = sample.start.adding(time.value) else { return nil }
    return (ticks, value)
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
  private static func timescale(_ old: UInt32, exactFor parts: TimecodeParts) -> UInt32 {
    var scale = UInt64(old)
    func include(_ time: MediaTime) {
      guard time.isNumeric, time.value != 0 else { return }
      let own = UInt64(time.timescale.magnitude)
      // Most times are whole ticks of the timescale already.
      guard own > 0, !scale.isMultiple(of: own) else { return }
      let needed = own / greatestCommonDivisor(own, time.value.magnitude)
      guard scale > 0, needed > 0 else { return }
      let (common, overflow) = (scale / greatestCommonDivisor(scale, needed))
        .multipliedReportingOverflow(by: needed)
      if !overflow, common <= 10_000_000 { scale = common }
    }
    for part in parts {
      include(part.hidden)
      include(part.shown)
    }
    return UInt32(clamping: scale)
  }
}

extension RewrittenTimecode {
  struct Sample: Equatable {
    var value: TimecodeSample
    /// In ticks.
    var start: Int64
    var duration: Int64
    var description: Int
  }

  /// The samples in order. There can be one for each frame, so they are kept as numbers that most often
  /// change by as much as before.
  struct Samples: Sequence {
    private var values = DifferenceLog()
    private var starts = DifferenceLog()
    private var durations = RunLog()
    /// The index of the description, and in the lowest bit whether the value is a plain count.
    private var kinds = RunLog()

    var count: Int { Int(clamping: kinds.count) }

    fileprivate mutating func append(_ sample: Sample) {
      values.append(Int64(bitPattern: sample.value.bits))
      starts.append(sample.start)
      durations.append(sample.duration)
      kinds.append(Int64(sample.description) << 1 | (sample.value.isCounter ? 1 : 0))
    }

    struct Iterator: IteratorProtocol {
      private var values: DifferenceLog.Iterator
      private var starts: DifferenceLog.Iterator
      private var durations: RunLog.Values
      private var kinds: RunLog.Values

      fileprivate init(_ samples: Samples) {
        values = samples.values.makeIterator()
        starts = samples.starts.makeIterator()
        durations = samples.durations.values
        kinds = samples.kinds.values
      }

      // It is large, and a copy in each loop takes long to compile.
      @inline(never)
      mutating func next() -> Sample? {
        guard let value = values.next(), let start = starts.next(),
          let duration = durations.next(), let kind = kinds.next()
        else { return nil }
        return Sample(
          value: TimecodeSample(bits: UInt64(bitPattern: value), isCounter: kind & 1 == 1),
          start: start, duration: duration, description: Int(kind >> 1))
      }
    }

    func makeIterator() -> Iterator { Iterator(self) }
  }

  /// Feeds the samples to an input of a writer.
  struct Feed: SampleFeed {
    private let media: Boxed<RewrittenTimecode>
    /// Where the feed is; nil before it begins and after it ends. It is far larger than the rest, and a
    /// movie can have very many tracks of which most wait for their turn.
    private var reading: Apart<Reading>?
    private var hasEnded = false

    private struct Reading {
      var samples: Samples.Iterator
      /// Samples that were read and not appended yet.
      var ahead = GatheredSamples()
      /// What was read after them, and is not appended together with others.
      var following: Sample?

      init(_ media: RewrittenTimecode) { samples = media.samples.makeIterator() }

      mutating func next() -> Sample? { following.take() ?? samples.next() }

      mutating func append(to input: MovieWriter.Input) throws(WritingError) {
        try input.append(&ahead)
      }

      /// Reads a few samples.
      mutating func readAhead(_ media: RewrittenTimecode) throws(FormatError) {
        while !ahead.isFull, let sample = next() {
          guard let duration = UInt32(exactly: sample.duration), sample.start.magnitude < 1 << 61,
            let description = Int32(exactly: sample.description)
          else {
            following = sample
            return
          }
          ahead.append(
            try media.bytes(of: sample), at: sample.start, lasting: duration,
            description: description)
        }
      }
    }

    init(_ media: Boxed<RewrittenTimecode>) { self.media = media }

    mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
      let media = media.value
      if reading == nil, !hasEnded { reading = Apart(Reading(media)) }
      if !input.isInFragments, input.timescale == Int32(clamping: media.timescale),
        try appendAhead(media, to: input)
      {
        return true
      }
      guard let sample = reading?.value.next() else {
        hasEnded = true
        reading = nil
        return false
      }
      let bytes: [UInt8]
      do throws(FormatError) { bytes = try media.bytes(of: sample) } catch { throw .format(error) }
      let timescale = Int32(clamping: media.timescale)
      let start = MediaTime(value: sample.start, timescale: timescale)
      try input.append(
        bytes,
        timing: SampleTiming(
          duration: MediaTime(value: sample.duration, timescale: timescale),
          presentationTime: start, decodeTime: start),
        description: sample.description)
      return true
    }

    /// Appends samples that were read ahead, up to where a chunk is complete. Returns false if what comes next has
    /// to be appended by itself.
    private mutating func appendAhead(
      _ media: RewrittenTimecode, to input: MovieWriter.Input
    ) throws(WritingError) -> Bool {
      guard reading != nil else { return false }
      if reading?.value.ahead.isEmpty == true, reading?.value.following == nil {
        try atoms { () throws(FormatError) in try reading?.value.readAhead(media) }
      }
      guard reading?.value.ahead.isEmpty == false else { return false }
      try reading?.value.append(to: input)
      return true
    }
  }
}

extension TimecodeSample {
  /// Returns the value of the frame that is so many frames later; nil if there is none.
  fileprivate func advanced(by frames: Int64, _ format: TimecodeFormat) -> TimecodeSample? {
    switch self {
    case .frameNumber(let number): number.adding(frames).map { .frameNumber(format.withinDay($0)) }
    case .counter(let count):
      UInt64(exactly: frames).flatMap { count.adding($0) }.map { .counter($0) }
    }
  }
}
