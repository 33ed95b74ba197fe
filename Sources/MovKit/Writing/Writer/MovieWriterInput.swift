extension MovieWriter {
  /// One track of the movie that is being written: takes its samples in decode order.
  public final class Input {
    /// The track's number in the movie.
    public let trackID: UInt32
    public let settings: TrackSettings
    /// The entries of `stsd`, those added since among them.
    public private(set) var sampleDescriptions: [Atom]
    /// Tracks that this one refers to, by the type of the reference.
    private(set) var references: [FourCC: [UInt32]] = [:]
    /// The groups that its samples are in.
    private(set) var combinations = GroupCombinations()

    let index: Int
    let timescale: Int32
    /// The writer lets go of its inputs when it ends.
    private weak var writer: (any InputOwner)?
    private(set) var isFinished = false

    /// Supplies the samples, if somebody has asked for that.
    var request: ((Input) throws -> Void)?
    private(set) var tables = TrackTables()
    /// The number of samples that were appended.
    private(set) var appendedCount: UInt64 = 0
    private(set) var times = InputTimes()
    /// Counts samples of timecode by itself.
    let timecode: (format: TimecodeFormat, startFrame: Int64, targets: [Input])?

    init(
      _ settings: TrackSettings, index: Int, trackID: UInt32, timescale: Int32,
      writer: any InputOwner,
      timecode: (TimecodeFormat, Int64, [Input])? = nil
    ) {
      self.settings = settings
      self.index = index
      self.timescale = timescale
      self.writer = writer
      self.timecode = timecode
      self.trackID = trackID
      sampleDescriptions = settings.sampleDescriptions
    }

    // MARK: What it is told

    /// Whether the next sample can be taken without getting ahead of other inputs. One that is
    /// appended all the same is written, but stands out of its place.
    public var isReadyForMoreData: Bool { writer?.isReady(self) ?? false }

    /// Adds a sample description. Returns its number, by which samples name it, from 0.
    ///
    /// Throws where a fragment was written already, since they stand in the header ahead of it.
    public func addSampleDescription(_ description: Atom) throws(WritingError) -> Int {
      guard let writer else { throw .finished }
      try writer.checkHeaderIsOpen()
      guard sampleDescriptions.count < Int(UInt16.max) else { throw .tooLarge(track: trackID) }
      sampleDescriptions.append(description)
      return sampleDescriptions.count - 1
    }

    /// Lets the track refer to another: `tmcd` to its timecode, `chap` to its chapters.
    public func addReference(_ type: FourCC, to other: Input) throws(WritingError) {
      guard let writer else { throw .finished }
      try writer.checkHeaderIsOpen()
      references[type, default: []].append(other.trackID)
    }

    /// No more samples will come: other inputs need not wait for this one.
    public func markAsFinished() throws(WritingError) {
      guard let writer else { throw .finished }
      guard !isFinished else { return }
      isFinished = true
      try writer.finish(self)
    }

    // MARK: Samples

    /// Adds the next sample in decode order.
    /// - Parameters:
    ///   - data: its bytes.
    ///   - timing: when it is decoded and shown. That another sample follows counts for more than
    ///     its duration.
    ///   - description: the number of its sample description, from 0.
    public func append(
      _ data: Bytes, timing: SampleTiming, attachments: SampleAttachments = SampleAttachments(),
      description: Int = 0
    ) throws(WritingError) {
      try append(
        .bytes(data), count: 1, timing: timing, attachments: attachments, description: description)
    }

    /// Adds the next sample in decode order.
    public func append(
      _ data: [UInt8], timing: SampleTiming, attachments: SampleAttachments = SampleAttachments(),
      description: Int = 0
    ) throws(WritingError) {
      try append(data[...], timing: timing, attachments: attachments, description: description)
    }

    /// Adds a sample whose bytes stand in another file, which must stay as it is until the writer
    /// ends. The system copies them.
    public func append(
      _ range: Range<UInt64>, of file: File, timing: SampleTiming,
      attachments: SampleAttachments = SampleAttachments(), description: Int = 0
    ) throws(WritingError) {
      try append(
        .range(range, file), count: 1, timing: timing, attachments: attachments,
        description: description)
    }

    /// Adds many samples of one size and duration, such as the frames of uncompressed sound.
    /// - Parameters:
    ///   - data: the bytes of all; what is left behind the last whole sample is not written.
    ///   - sampleSize: bytes of each, at least 1.
    ///   - timing: of the first; the others follow.
    public func append(
      samples data: Bytes, ofSize sampleSize: Int, timing: SampleTiming, description: Int = 0
    ) throws(WritingError) {
      guard sampleSize > 0 else { throw .tooLarge(track: trackID) }
      let count = data.count / sampleSize
      guard count > 0 else { return }
      try append(
        .bytes(data.prefix(count * sampleSize)), count: count, timing: timing,
        attachments: SampleAttachments(), description: description)
    }

    /// Adds many samples of one size and duration that stand in another file.
    public func append(
      samples range: Range<UInt64>, of file: File, ofSize sampleSize: Int, timing: SampleTiming,
      attachments: SampleAttachments = SampleAttachments(), description: Int = 0
    ) throws(WritingError) {
      guard sampleSize > 0,
        let count = Int(exactly: (range.upperBound - range.lowerBound) / UInt64(sampleSize))
      else { throw .tooLarge(track: trackID) }
      guard count > 0 else { return }
      let end = range.lowerBound + UInt64(count) * UInt64(sampleSize)
      try append(
        .range(range.lowerBound..<end, file), count: count, timing: timing,
        attachments: attachments, description: description)
    }

    /// Adds sound of which each moment is a sample of one duration, and so many make a packet, that
    /// stands in another file.
    /// - Parameters:
    ///   - count: moments; where the last packet has fewer than others, a chunk ends with it.
    ///   - packet: the moments and the bytes of each packet, at least 1.
    ///   - timing: of the first moment; the others follow.
    func append(
      packets range: Range<UInt64>, of file: File, count: Int,
      packet: (samples: UInt32, bytes: UInt32), timing: SampleTiming,
      attachments: SampleAttachments, description: Int
    ) throws(WritingError) {
      try append(
        .range(range, file), count: count, packet: packet, timing: timing,
        attachments: attachments, description: description)
    }

    func append(
      _ data: MediaPiece, count: Int, packet: (samples: UInt32, bytes: UInt32)? = nil,
      timing: SampleTiming, attachments: SampleAttachments, description: Int,
      groups: [UInt32] = [], extras: SampleExtras? = nil
    ) throws(WritingError) {
      guard let writer, !isFinished else { throw .finished }
      guard sampleDescriptions.indices.contains(description) else {
        throw .noDescription(description, track: trackID)
      }
      guard let number = UInt32(exactly: count), number > 0,
        let size = packet?.bytes ?? UInt32(exactly: data.size / UInt64(number)),
        tables.sampleCount + UInt64(number) <= UInt64(UInt32.max)
      else { throw .tooLarge(track: trackID) }
      let shown = try ticks(timing.presentationTime)
      let decode = timing.decodeTime.isValid ? try ticks(timing.decodeTime) : shown
      let (offset, overflow) = shown.subtractingReportingOverflow(decode)
      guard !overflow, let compositionOffset = Int32(exactly: offset),
        let duration = UInt32(exactly: try ticks(timing.duration)),
        // Of 32 bits each: 64 hold the product.
        UInt64(duration) * UInt64(number) < 1 << 61
      else { throw .timeOutOfRange(track: trackID) }
      var samples = InputSamples(
        count: number, size: size, perPacket: packet?.samples ?? 1, data: data, decode: decode,
        duration: duration, timescale: timescale, compositionOffset: compositionOffset,
        attachments: attachments, descriptionIndex: description)
      if !groups.isEmpty { samples.groups = combinations.number(of: groups) }
      samples.extras = extras
      let gap = try times.append(samples, track: trackID)
      if !writer.options.isFragmented {
        if let gap { tables.appendDuration(gap) }
        tables.appendDuration(duration, count: UInt64(number - 1))
        // The size of a moment of compressed sound is 1, whatever a packet has.
        try atoms { () throws(FormatError) in
          if let extras { try tables.append(extras) }
        }
        tables.append(
          count: UInt64(number), size: packet == nil ? size : 1,
          compositionOffset: compositionOffset, attachments, groups: samples.groups)
      }
      appendedCount += UInt64(number)
      try writer.accept(samples, from: self)
    }

    /// A time in whole ticks.
    func ticks(_ time: MediaTime) throws(WritingError) -> Int64 {
      let converted = time.converted(to: timescale)
      // A quarter of what 64 bits hold leaves room for every sum of two.
      guard converted.isNumeric, converted.value.magnitude < 1 << 61 else {
        throw .timeOutOfRange(track: trackID)
      }
      return converted.value
    }

    // MARK: For the writer

    /// Whether the file is a QuickTime movie.
    var isInQuickTime: Bool { writer?.options.isQuickTime ?? true }

    /// Whether the movie's samples stand in fragments.
    var isInFragments: Bool { writer?.options.isFragmented ?? false }

    func addChunk(_ chunk: MediaChunk, at offset: UInt64) {
      tables.appendChunk(
        at: offset, samples: chunk.samples,
        descriptionIndex: UInt16(clamping: chunk.descriptionIndex))
    }

    /// Notes where one kind of auxiliary information of all samples stands.
    func setAuxiliaryOffset(_ offset: UInt64, of kind: Int) {
      tables.auxiliaryOffsets[kind] = offset
    }

    /// Lets the last sample go on to `end`, in ticks; it is the only one of its kind of track.
    func lengthen(to end: Int64) { times.lengthen(to: end) }
  }
}

/// The times of a track's samples as a whole, in ticks on the timeline of all inputs.
struct InputTimes {
  /// When the first sample is decoded; nil before there is one.
  private(set) var first: Int64?
  private var lastDecode: Int64 = 0
  private var lastDuration: Int64 = 0
  /// When the earliest sample is shown, and when the latest ends.
  private(set) var presentationStart: Int64 = .max
  private(set) var presentationEnd: Int64 = .min
  /// The least composition offset; 0 where none is negative.
  private(set) var leastOffset: Int64 = 0

  /// When the last sample ends.
  var end: Int64 { lastDecode + lastDuration }

  /// How long the last sample is, as long as no other follows.
  var pendingDuration: UInt32? { first == nil ? nil : UInt32(clamping: lastDuration) }

  /// Ticks from the first decode time to the end of the last sample.
  var duration: UInt64 { first.map { UInt64(clamping: end - $0) } ?? 0 }

  /// Takes the next samples. Returns how long the sample ahead of them turns out to be; nil where
  /// there is none.
  mutating func append(_ samples: InputSamples, track: UInt32) throws(WritingError) -> UInt32? {
    var gap: UInt32?
    if first != nil {
      guard samples.decode >= lastDecode else { throw .decodeTimeGoesBack(track: track) }
      gap = UInt32(exactly: samples.decode - lastDecode)
      guard gap != nil else { throw .timeOutOfRange(track: track) }
    }
    let all = samples.endTicks
    guard all < 1 << 61 else { throw .timeOutOfRange(track: track) }
    if first == nil { first = samples.decode }
    lastDuration = Int64(samples.duration)
    lastDecode = all - lastDuration
    leastOffset = min(leastOffset, Int64(samples.compositionOffset))
    presentationStart = min(
      presentationStart, samples.decode + Int64(samples.compositionOffset))
    presentationEnd = max(presentationEnd, all + Int64(samples.compositionOffset))
    return gap
  }

  mutating func lengthen(to end: Int64) {
    lastDuration = max(0, end - lastDecode)
    presentationEnd = max(presentationEnd, end)
  }
}
