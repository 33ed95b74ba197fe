extension MovieWriter {
  /// A track of the movie that is being written. It takes samples in decode order.
  ///
  /// `MovieWriter.addInput` makes inputs. After the writer has ended, an input takes no more
  /// samples.
  public final class Input {
    /// The ID of the track.
    public let trackID: UInt32
    /// The settings that the input was added with.
    public private(set) var settings: TrackSettings
    /// The entries of `stsd`, including those added by `addSampleDescription`.
    public private(set) var sampleDescriptions: [Atom]
    /// The types and tracks of the references, in the order in which they were added.
    private(set) var references: [(type: FourCC, trackID: UInt32)] = []
    /// What was appended.
    private var log = InputLog()
    /// The combinations of sample groups that the samples are in.
    var combinations: GroupCombinations { log.combinations }

    let index: Int
    let timescale: Int32
    /// Whether the movie is written in fragments. The options of the writer would be copied to ask them.
    let isInFragments: Bool
    /// Unowned, because the writer owns its inputs; set to nil before the writer ends. Not weak, because that
    /// makes every use of the writer several times slower.
    private unowned var writer: (any InputOwner)?
    private(set) var isFinished = false

    /// Supplies the samples; nil if the program appends them itself.
    var request: ((Input) throws -> Void)?
    var tables: TrackTables { log.tables }
    /// The number of samples that were appended.
    var appendedCount: UInt64 { log.count }
    var times: InputTimes { log.times }
    /// Set for a timecode track whose samples the writer makes.
    let timecode: Timecode?

    init(
      _ settings: TrackSettings, index: Int, trackID: UInt32, timescale: Int32,
      writer: any InputOwner,
      timecode: Timecode? = nil
    ) {
      self.settings = settings
      self.index = index
      self.timescale = timescale
      isInFragments = writer.options.isFragmented
      self.writer = writer
      self.timecode = timecode
      self.trackID = trackID
      sampleDescriptions = settings.sampleDescriptions
    }

    /// The writer calls this before it ends.
    func writerEnds() { writer = nil }

    // MARK: State and references

    /// Whether the next sample can be taken without getting ahead of the other inputs. A sample
    /// that is appended anyway is written, but then the tracks are interleaved less well.
    public var isReadyForMoreData: Bool { writer?.isReady(self) ?? false }

    /// Adds a sample description.
    /// - Returns: The index by which samples name it, from 0.
    /// - Throws: `WritingError`: `tooLate` if a fragment was written already, since the header
    ///   with the descriptions comes before it; `tooLarge` if there are 65535 descriptions;
    ///   `finished` if the writer has ended.
    public func addSampleDescription(_ description: Atom) throws(WritingError) -> Int {
      guard let writer else { throw .finished }
      try writer.checkHeaderIsOpen()
      guard sampleDescriptions.count < Int(UInt16.max) else { throw .tooLarge(track: trackID) }
      sampleDescriptions.append(description)
      return sampleDescriptions.count - 1
    }

    /// Makes this track refer to another: by `tmcd` to its timecode, by `chap` to its chapters
    /// (`tref`).
    /// - Throws: `WritingError`: `tooLate` if the header was written already; `finished` if the
    ///   writer has ended; `format` if the other track is one of another writer.
    public func addReference(_ type: FourCC, to other: Input) throws(WritingError) {
      guard let writer else { throw .finished }
      try writer.checkHeaderIsOpen()
      try other.checkOwner(writer)
      references.append((type, other.trackID))
    }

    /// Throws if the track is not one of this writer.
    func checkOwner(_ owner: any InputOwner) throws(WritingError) {
      guard writer !== owner else { return }
      throw .format(
        FormatError(.invalid("a track cannot refer to one of another movie, or belong to it")))
    }

    /// Says that no more samples will come, so that other inputs need not wait for this one. Does
    /// nothing if that was said before.
    /// - Throws: `WritingError` if samples that were waiting cannot be written; `finished` if the
    ///   writer no longer exists.
    public func markAsFinished() throws(WritingError) {
      guard let writer else { throw .finished }
      guard !isFinished else { return }
      isFinished = true
      try writer.finish(self)
    }

    // MARK: Samples

    /// Adds the next sample in decode order.
    /// - Parameters:
    ///   - data: The bytes of the sample.
    ///   - timing: When the sample is decoded and shown. If another sample follows, this one
    ///     lasts until that one is decoded, whatever its duration here.
    ///   - attachments: The further properties of the sample.
    ///   - description: The index of its sample description, from 0.
    /// - Throws: `WritingError` if the sample is decoded before the previous one, does not fit
    ///   the format or cannot be written, or if the input is finished.
    public func append(
      _ data: Bytes, timing: SampleTiming, attachments: SampleAttachments = SampleAttachments(),
      description: Int = 0
    ) throws(WritingError) {
      try append(
        .bytes(data), count: 1, timing: timing, attachments: attachments, description: description)
    }

    /// Adds the next sample in decode order, from an array. The parameters are those of the other
    /// `append`.
    public func append(
      _ data: [UInt8], timing: SampleTiming, attachments: SampleAttachments = SampleAttachments(),
      description: Int = 0
    ) throws(WritingError) {
      try append(data[...], timing: timing, attachments: attachments, description: description)
    }

    /// Adds the next sample in decode order, whose bytes are in another file. The system copies
    /// them. The file must not change until the writer ends.
    /// - Parameters:
    ///   - range: The place of the bytes in `file`.
    ///   - file: The file that has the bytes.
    ///   - timing: When the sample is decoded and shown, as in `append` with bytes.
    ///   - attachments: The further properties of the sample.
    ///   - description: The index of its sample description, from 0.
    /// - Throws: `WritingError`, as `append` with bytes does.
    public func append(
      _ range: Range<UInt64>, of file: File, timing: SampleTiming,
      attachments: SampleAttachments = SampleAttachments(), description: Int = 0
    ) throws(WritingError) {
      try append(
        .range(range, file), count: 1, timing: timing, attachments: attachments,
        description: description)
    }

    /// Adds many samples with the same size and duration, such as the frames of uncompressed audio.
    /// - Parameters:
    ///   - data: The bytes of all samples. Bytes after the last whole sample are not written.
    ///   - sampleSize: The number of bytes of each sample, at least 1.
    ///   - timing: The timing of the first sample. The others follow one after another.
    ///   - attachments: The further properties of each sample.
    ///   - description: The index of their sample description, from 0.
    /// - Throws: `WritingError`, as `append` with one sample does.
    public func append(
      samples data: Bytes, ofSize sampleSize: Int, timing: SampleTiming,
      attachments: SampleAttachments = SampleAttachments(), description: Int = 0
    ) throws(WritingError) {
      guard sampleSize > 0 else { throw .tooLarge(track: trackID) }
      let count = data.count / sampleSize
      guard count > 0 else { return }
      try append(
        .bytes(data.prefix(count * sampleSize)), count: count, timing: timing,
        attachments: attachments, description: description)
    }

    /// Adds many samples with the same size and duration, from an array. The parameters are those of the
    /// other `append`.
    public func append(
      samples data: [UInt8], ofSize sampleSize: Int, timing: SampleTiming,
      attachments: SampleAttachments = SampleAttachments(), description: Int = 0
    ) throws(WritingError) {
      try append(
        samples: data[...], ofSize: sampleSize, timing: timing, attachments: attachments,
        description: description)
    }

    /// Adds many samples with the same size and duration whose bytes are in another file, which
    /// must not change until the writer ends.
    /// - Parameters:
    ///   - range: The place of the bytes in `file`. Bytes after the last whole sample are not
    ///     written.
    ///   - file: The file that has the bytes.
    ///   - sampleSize: The number of bytes of each sample, at least 1.
    ///   - timing: The timing of the first sample. The others follow one after another.
    ///   - attachments: The further properties of each sample.
    ///   - description: The index of their sample description, from 0.
    /// - Throws: `WritingError`, as `append` with one sample does.
    public func append(
      samples range: Range<UInt64>, of file: File, ofSize sampleSize: Int, timing: SampleTiming,
      attachments: SampleAttachments = SampleAttachments(), description: Int = 0
    ) throws(WritingError) {
      guard sampleSize > 0,
        let count = Int(exactly: range.length / UInt64(sampleSize))
      else { throw .tooLarge(track: trackID) }
      guard count > 0 else { return }
      let end = range.lowerBound + UInt64(count) * UInt64(sampleSize)
      try append(
        .range(range.lowerBound..<end, file), count: count, timing: timing,
        attachments: attachments, description: description)
    }

    /// Adds compressed audio that is in another file, as QuickTime describes it: each audio frame
    /// is a sample with the same duration, and a fixed number of frames makes a packet.
    /// - Parameters:
    ///   - count: The number of audio frames. If the last packet has fewer than the others, a
    ///     chunk ends with it.
    ///   - packet: The number of audio frames and bytes of each packet, at least 1.
    ///   - timing: The timing of the first frame. The others follow one after another.
    func append(
      packets range: Range<UInt64>, of file: File, count: Int,
      packet: (samples: UInt32, bytes: UInt32), timing: SampleTiming,
      attachments: SampleAttachments, description: Int
    ) throws(WritingError) {
      try append(
        .range(range, file), count: count, packet: packet, timing: timing,
        attachments: attachments, description: description)
    }

    @inline(never)
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
        log.tables.sampleCount + UInt64(number) <= UInt64(UInt32.max)
      else { throw .tooLarge(track: trackID) }
      let shown = try ticks(timing.presentationTime)
      let decode = timing.decodeTime.isValid ? try ticks(timing.decodeTime) : shown
      let (offset, overflow) = shown.subtractingReportingOverflow(decode)
      guard !overflow, let compositionOffset = Int32(exactly: offset),
        let duration = UInt32(exactly: try ticks(timing.duration)),
        // Both have 32 bits, so the product fits in 64.
        UInt64(duration) * UInt64(number) < 1 << 61
      else { throw .timeOutOfRange(track: trackID) }
      var samples = InputSamples(
        count: number, size: size, perPacket: packet?.samples ?? 1, data: data, decode: decode,
        duration: duration, timescale: timescale, compositionOffset: compositionOffset,
        attachments: attachments, descriptionIndex: description)
      samples.extras = extras
      // The size of a frame of compressed audio is 1, whatever the size of a packet is.
      try log.append(
        &samples, groups: groups, size: packet == nil ? size : 1, keepsTables: !isInFragments,
        track: trackID)
      try writer.accept(samples, from: self)
    }

    /// Adds some samples, from the first on: as many as complete a chunk, and at least one if there is one. They are
    /// removed from those that were gathered. The movie must not be written in fragments.
    /// - Parameter gathered: Samples with times in ticks of this track.
    func append(_ gathered: inout GatheredSamples) throws(WritingError) {
      guard let writer, !isFinished else { throw .finished }
      let rows = writer.fitting(gathered.rest, of: self)
      guard let description = rows.first.map({ Int($0.descriptionIndex) }) else { return }
      guard sampleDescriptions.indices.contains(description) else {
        throw .noDescription(description, track: trackID)
      }
      guard log.tables.sampleCount + UInt64(rows.count) <= UInt64(UInt32.max) else {
        throw .tooLarge(track: trackID)
      }
      try log.append(rows, gathered.groups, track: trackID)
      try writer.accept(rows, of: gathered.media, from: self)
      gathered.removeFirst(rows.count)
    }

    /// Returns a time in whole ticks.
    func ticks(_ time: MediaTime) throws(WritingError) -> Int64 {
      guard let ticks = time.ticks(ofTrackPer: timescale) else {
        throw .timeOutOfRange(track: trackID)
      }
      return ticks
    }

    // MARK: For the writer

    /// Whether the file is a QuickTime movie.
    var isInQuickTime: Bool { writer?.options.isQuickTime ?? true }

    func addChunk(_ chunk: MediaChunk, at offset: UInt64) {
      log.tables.appendChunk(
        at: offset, samples: chunk.samples,
        descriptionIndex: UInt16(clamping: chunk.descriptionIndex))
    }

    /// Records where one kind of auxiliary information of all samples is.
    func setAuxiliaryOffset(_ offset: UInt64, of kind: Int) {
      log.tables.auxiliaryOffsets[kind] = offset
    }

    /// Releases what the header was made from.
    func releaseTables() {
      log.tables = TrackTables()
      settings.kept = nil
    }

    /// Says when the first sample will be decoded at the earliest, if none was appended yet.
    func expectStart(at time: MediaTime) {
      let ticks = time.converted(to: timescale, rounding: .towardNegativeInfinity)
      if ticks.isNumeric, ticks.value.magnitude < 1 << 61 { log.times.expectedFirst = ticks.value }
    }

    /// Extends the last sample to `end`, in ticks. Called only for a track with a single sample, of
    /// timecode.
    func lengthen(to end: Int64) { log.times.lengthen(to: end) }
  }
}

extension MediaTime {
  /// The time in whole ticks of a track that is written; nil if it is out of range.
  func ticks(ofTrackPer timescale: Int32) -> Int64? {
    let converted = converted(to: timescale)
    // A quarter of the range of 64 bits leaves room for the sum of any two.
    guard converted.isNumeric, converted.epoch == 0, converted.value.magnitude < 1 << 61 else {
      return nil
    }
    return converted.value
  }
}

extension MovieWriter.Input {
  /// Timecode whose samples the writer makes.
  struct Timecode {
    var format: TimecodeFormat
    /// The number at `start`.
    var startFrame: Int64
    /// When it begins, in movie time.
    var start: MediaTime
    /// The inputs of the tracks that it belongs to.
    var targets: [MovieWriter.Input]

    /// Returns the bytes of a sample that begins with a frame.
    func sampleBytes(atFrame frame: Int64) throws(WritingError) -> [UInt8] {
      do { return try format.sampleBytes(frameNumber: format.withinDay(frame)) } catch {
        throw .format(FormatError(.invalidTime("\(error)")))
      }
    }

    /// When the last of these tracks ends to be shown, as far as it was appended; nil if none was.
    func end(_ options: MovieWriter.Options) -> MediaTime? {
      targets.compactMap { target -> MediaTime? in
        if let edits = target.settings.edits {
          return edits.last.map { options.startTime + $0.target.end }
        }
        guard target.times.first != nil else { return nil }
        return MediaTime(value: target.times.presentationEnd, timescale: target.timescale)
      }.max()
    }

    /// When the last of these tracks ends to be shown, if edits say it of all; nil if not.
    func endOfEdits(_ options: MovieWriter.Options) -> MediaTime? {
      targets.allSatisfy { $0.settings.edits != nil } ? end(options) : nil
    }
  }
}

extension MovieWriter.Input {
  /// Appends a timecode sample.
  func appendTimecode(
    atFrame frame: Int64, from start: MediaTime, lasting duration: MediaTime
  ) throws(WritingError) {
    guard let timecode else { return }
    try append(
      try timecode.sampleBytes(atFrame: frame),
      timing: SampleTiming(duration: duration, presentationTime: start, decodeTime: start))
  }
}
