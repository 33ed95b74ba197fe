/// A timecode track with its samples, which are read when the value is created. It gives the
/// timecode of the samples, and the timecode that a viewer sees through the edits (QuickTime File
/// Format, "Timecode Media").
public struct TimecodeTrack: Sendable {
  /// Options for samples and formats that do not say what they are, or say it wrongly.
  public struct Options: Sendable {
    /// Whether samples are hours, minutes, seconds and frames in one byte each, as in the QuickTime
    /// File Format of 1996, and not frame numbers. A sample that is not a valid label is read as a
    /// frame number.
    public var packed = false
    /// The number of labels per second, whatever the track declares; nil means as the track
    /// declares.
    public var quanta: UInt32?
    public init() {}
  }

  /// A timecode sample, as it is in the media.
  public struct Sample: Hashable, Sendable {
    /// The index of the sample in the track, from 0.
    public var index: Int
    /// The index of its format in `TimecodeTrack.formats`.
    public var formatIndex: Int
    /// The media time at which it begins.
    public var mediaTime: MediaTime
    /// How long it lasts, in media time.
    public var duration: MediaTime
    /// The frame number or the counter that the sample holds.
    public var value: TimecodeSample
  }

  /// The content of the track, shared by all copies.
  private final class Storage: Sendable {
    let track: Track
    let formats: [TimecodeFormat]
    let table: SampleTable
    let edits: EditMappings
    let grids: [FrameGrid?]
    let reading: SampleReading
    let segments = FoundOnce<Segments.Kept>()

    init(
      _ track: Track, formats: [TimecodeFormat], table: SampleTable, grids: [FrameGrid?],
      reading: SampleReading
    ) {
      self.track = track
      self.formats = formats
      self.table = table
      edits = track.hasEditList ? track.shownEdits(table) : track.edits
      self.grids = grids
      self.reading = reading
    }
  }

  private let storage: Storage

  /// The track that was read.
  public var track: Track { storage.track }
  /// One format for each sample description, in their order. A description that cannot be read has
  /// a format without a frame duration, so that its samples are shown only as numbers.
  public var formats: [TimecodeFormat] { storage.formats }
  /// What is odd about the formats and the samples. `Movie.findings` reports what is odd about the
  /// tables.
  public var diagnostics: [Diagnostic] { storage.reading.diagnostics }

  var table: SampleTable { storage.table }
  /// The edits of the track; the last ends with the last sample if only ticks of the movie keep it from that.
  var edits: EditMappings { storage.edits }
  /// What was found of the segments, for all copies.
  var segmentCache: FoundOnce<Segments.Kept> { storage.segments }
  /// How the frames of each format lie in time; nil if its frame duration is not a number.
  var grids: [FrameGrid?] { storage.grids }

  /// The duration of a frame of a format, and how much earlier than a frame a time may be that means it; nil if the
  /// format gives no usable duration.
  package func frame(ofFormat index: Int) -> (duration: MediaTime, slack: MediaTime)? {
    grids[index].map { ($0.time(of: 1), $0.slack) }
  }

  /// Reads all samples of a timecode track, up to the first that cannot be read.
  /// - Parameters:
  ///   - track: A track whose media type is `tmcd`.
  ///   - options: How to read samples that do not say what they are.
  /// - Throws: `ReadingError` if the tables of the track are damaged, no description can be read,
  ///   or the source cannot be read.
  public init(_ track: Track, options: Options = Options()) throws(ReadingError) {
    let table: SampleTable
    let read: [TimecodeFormat?]
    do throws(FormatError) {
      table = try track.sampleTable()
      read = try Self.formats(of: track)
    } catch { throw .format(error) }
    let formats = read.map { format in
      let format = format ?? Self.unknownFormat
      return options.quanta.map { format.labelled(by: $0) } ?? format
    }
    var reading = SampleReading(path: track.path, offset: track.atom.offset)
    for (description, format) in zip(track.sampleDescriptions, read) where format == nil {
      reading.diagnostics.append(
        Diagnostic(
          "timecode-description", .warning,
          "the \(description.type) timecode description cannot be read, "
            + "so its samples are shown only as numbers", path: track.path,
          at: description.offset))
    }
    // If the quanta is given, what is odd about the declared one does not matter.
    var oddities: Set<TimecodeOddity> = []
    for case let format? in read {
      for oddity in format.oddities where options.quanta == nil || !oddity.isAboutQuanta {
        oddities.insert(oddity)
      }
    }
    for oddity in oddities.sorted(by: {
      ($0.ruleID, $0.message) < ($1.ruleID, $1.message)
    }) {
      let right = track.countedVideo?.rateThatFits(oddity) ?? ""
      reading.note(oddity.ruleID, oddity.message + right)
    }
    if let outside = track.mediaElsewhere {
      reading.diagnostics.append(
        Diagnostic(
          "media-elsewhere", .warning,
          "the timecode samples are in another file\(track.targetElsewhere), and external media is not "
            + "supported",
          path: track.path, at: outside.offset))
    } else {
      try reading.read(table, formats, of: track, packed: options.packed)
    }
    storage = Storage(
      track, formats: formats, table: table, grids: Self.grids(of: formats, in: track),
      reading: reading)
  }

  private static func grids(of formats: [TimecodeFormat], in track: Track) -> [FrameGrid?] {
    let timescales = [track.timescale] + track.editTimescales
    let video = track.countedVideo
    return formats.map { format in
      TimecodeRateFit(format.frameDuration, in: video?.cadence)
        .flatMap {
          FrameGrid(
            $0, timescales: timescales + (video?.timescales ?? []),
            endTimescales: track.editEndTimescales)
        }
    }
  }

  /// Returns the format of each description; nil for one that cannot be read. Throws if none can be
  /// read.
  private static func formats(of track: Track) throws(FormatError) -> [TimecodeFormat?] {
    var failure = FormatError(
      .missing("the timecode track has no sample description"), path: track.path,
      at: track.atom.offset)
    var formats: [TimecodeFormat?] = []
    // A list that grows by itself would take up to three times as much.
    formats.reserveCapacity(track.sampleDescriptions.count)
    for description in track.sampleDescriptions {
      do throws(FormatError) {
        formats.append(try TimecodeFormat(sampleDescription: description))
      } catch {
        failure = error.inside("\(track.path)/mdia/minf/stbl/stsd")
        formats.append(nil)
      }
    }
    guard formats.contains(where: { $0 != nil }) else { throw failure }
    return formats
  }

  /// The format of frame numbers about which nothing else is known.
  private static let unknownFormat = TimecodeFormat(frameDuration: .invalid, frameQuanta: 0)

  // MARK: Samples

  /// The number of samples that could be read.
  public var sampleCount: Int { storage.reading.values.count }

  /// Returns a sample. `index` must be less than `sampleCount`; any other stops the program.
  public func sample(_ index: Int) -> Sample {
    // Mostly there is one format, and where the sample is need not be looked up.
    let formatIndex =
      formats.count == 1 ? 0 : min(table[index].descriptionIndex, formats.count - 1)
    let span = table.decodeSpan(of: index)
    return Sample(
      index: index, formatIndex: formatIndex, mediaTime: time(span.start),
      duration: MediaTime(ticks: span.duration, per: track.timescale) ?? .invalid,
      value: TimecodeSample(
        bits: storage.reading.values[index], isCounter: formats[formatIndex].isCounter))
  }

  func time(_ ticks: Int64) -> MediaTime {
    MediaTime(ticks: ticks, per: track.timescale) ?? .invalid
  }
}

/// The values of the samples of a timecode track, and what is odd about them.
private struct SampleReading: Sendable {
  /// The path and the offset of the track.
  let path: String
  let offset: UInt64?
  var diagnostics: [Diagnostic] = []
  /// The number in each sample that could be read: signed, unless the format is a counter.
  private(set) var values = HalvedNumbers()

  init(path: String, offset: UInt64?) {
    self.path = path
    self.offset = offset
  }

  /// The limit of the bytes to read. It is enough for 45 hours with a sample for each of 100 frames
  /// per second.
  private static let mostBytes: UInt64 = 1 << 26

  mutating func note(_ rule: String, _ message: String) {
    diagnostics.append(Diagnostic(rule, .warning, message, path: path, at: offset))
  }

  /// Notes why a sample, and with it all after it, is not read.
  private mutating func skip(
    from sample: SampleTable.Sample, of table: SampleTable, _ reason: String
  ) {
    note(
      "timecode-sample-unreadable",
      "sample \(sample.index) of \(table.count) \(reason); the rest is skipped")
  }

  /// Returns the frame number for packed hours, minutes, seconds and frames; nil if the bytes are something else.
  private static func unpacked(_ bytes: ArraySlice<UInt8>, in format: TimecodeFormat) -> Int64? {
    let record = bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
    var lenient = format
    lenient.flags.insert(.negativeTimesOK)
    return try? lenient.frameNumber(for: Timecode(packed: record))
  }

  /// Reads the samples, up to the first that cannot be read.
  mutating func read(
    _ table: SampleTable, _ formats: [TimecodeFormat], of track: Track, packed: Bool
  ) throws(ReadingError) {
    if table.isEmpty { note("no-samples", "the timecode track has no samples") }
    var window = WindowedSource(track.source)
    // Chunks may overlap, and tracks may have the same ones, so a small file can claim any number of samples.
    let mostBytes = min(window.size, Self.mostBytes)
    let allowance = track.timecodeSamples.allowance(
      of: track.atom.place, upTo: mostBytes, within: window.size)
    var budget = allowance
    defer { track.timecodeSamples.count(allowance - budget, of: track.atom.place) }
    var badRecords = 0
    var odd = OddNumbers()
    // Growing by doubling would take three times the memory.
    values.reserveCapacity(min(table.count, Int(budget / 4)))
    for sample in table {
      let formatIndex = min(sample.descriptionIndex, formats.count - 1)
      let format = formats[formatIndex]
      let wanted = UInt64(format.mediaSubType.sampleSize)
      guard sample.size >= wanted, sample.offset <= window.size,
        window.size - sample.offset >= wanted
      else {
        skip(
          from: sample, of: table,
          "has \(counted(sample.size, "byte")) at \(sample.offset), which cannot be read")
        break
      }
      guard budget >= sample.size else {
        skip(
          from: sample, of: table,
          allowance == mostBytes
            ? "is not read, because the samples up to it have more than \(mostBytes) bytes"
            : "is not read, because the timecode tracks share their samples, which have more than "
              + "\(window.size) bytes together")
        break
      }
      budget -= sample.size
      let bytes: ArraySlice<UInt8>
      do {
        bytes = try window.bytes(at: sample.offset, count: format.mediaSubType.sampleSize)
      } catch { throw .io(error) }
      guard let value = format.sample(bytes) else { break }
      switch value {
      case .counter(let count): values.append(count)
      case .frameNumber(let number):
        if packed {
          if let unpacked = Self.unpacked(bytes, in: format) {
            values.append(UInt64(bitPattern: unpacked))
            continue
          }
          badRecords += 1
        }
        values.append(UInt64(bitPattern: number))
        if odd.mayHaveNews(number, of: format, at: formatIndex) {
          for oddity in odd.add(number, of: format) { note(oddity.ruleID, oddity.message) }
        }
      }
    }
    if badRecords > 0 {
      note(
        "timecode-packed",
        "\(counted(badRecords, "sample", "is", "are")) not packed hours, minutes, "
          + "seconds and frames; reading \(badRecords == 1 ? "it" : "them") as frame numbers")
    }
  }
}

/// The kinds of odd frame numbers that a track has. There can be a number in every four bytes, so most are only
/// compared.
private struct OddNumbers {
  private var isNegativeFound = false
  private var isOver24HoursFound = false
  /// The format of the latest number, and its numbers of which there is nothing new to say.
  private var formatIndex: Int?
  private var usual: ClosedRange<Int64> = 0...0

  /// Whether a number may be odd in a way that no earlier one was.
  mutating func mayHaveNews(_ number: Int64, of format: TimecodeFormat, at index: Int) -> Bool {
    if index != formatIndex {
      formatIndex = index
      findUsual(of: format)
    }
    return !usual.contains(number)
  }

  /// Returns in which ways a number is odd in which no earlier one was.
  mutating func add(_ number: Int64, of format: TimecodeFormat) -> [TimecodeOddity] {
    let new = format.oddities(ofFrameNumber: number).filter { oddity in
      switch oddity {
      case .negative: !isNegativeFound
      case .over24Hours: !isOver24HoursFound
      default: false
      }
    }
    for oddity in new {
      if case .negative = oddity { isNegativeFound = true } else { isOver24HoursFound = true }
    }
    findUsual(of: format)
    return new
  }

  private mutating func findUsual(of format: TimecodeFormat) {
    let day = isOver24HoursFound ? nil : format.framesUntilWrap
    let last = day.map { $0 - 1 } ?? .max
    let allowsNegative = isNegativeFound || format.flags.contains(.negativeTimesOK)
    usual = (allowsNegative ? day.map { 1 - $0 } ?? .min : 0)...last
  }
}
