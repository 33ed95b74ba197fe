/// A timecode track, read: what its samples say, and what a viewer is shown through its edits.
public struct TimecodeTrack: Sendable {
  /// How to read samples that do not say themselves what they are.
  public struct Options: Sendable {
    /// Samples are hours, minutes, seconds and frames in a byte each, as the QuickTime File Format
    /// of 1996 has them, and not frame numbers.
    public var packed = false
    /// Frame numbers a second, whatever the track declares.
    public var quanta: UInt32?
    public init() {}
  }

  /// One sample, as the media holds it.
  public struct Sample: Equatable, Sendable {
    public var index: Int
    /// Which of the track's formats holds, from 0.
    public var formatIndex: Int
    /// When it begins, in the media.
    public var mediaTime: MediaTime
    public var duration: MediaTime
    public var value: TimecodeSample
  }

  public let track: Track
  /// One for each sample description, in their order.
  public let formats: [TimecodeFormat]
  /// What is odd about the formats and the samples. Of the tables, `Movie.findings` tells.
  public private(set) var diagnostics: [Diagnostic] = []

  let table: SampleTable
  /// For each format, how its frames lie in time; nil where its frame duration is no number.
  let grids: [FrameGrid?]
  /// The number of each sample that could be read: signed where the format is no counter.
  private var values: [UInt64] = []

  /// Reads all samples of a track whose media type is `tmcd`.
  ///
  /// Throws where its tables are damaged, no description can be understood, or the source fails.
  public init(_ track: Track, from source: some ByteSource, options: Options = Options())
    throws(ReadingError)
  {
    self.track = track
    let read: [TimecodeFormat?]
    do throws(FormatError) {
      table = try track.sampleTable()
      read = try Self.formats(of: track)
    } catch { throw .format(error) }
    formats = read.map { format in
      let format = format ?? Self.unknownFormat
      return options.quanta.map { format.labelled(by: $0) } ?? format
    }
    grids = Self.grids(of: formats, in: track)
    for (description, format) in zip(track.sampleDescriptions, read) where format == nil {
      diagnostics.append(
        Diagnostic(
          "timecode-description", .warning,
          "the \(description.type) timecode description cannot be read, "
            + "so its samples are shown only as numbers", path: track.path,
          at: description.offset))
    }
    // Who gives the quanta need not hear what is odd about the one that is declared.
    let oddities = read.compactMap(\.self).flatMap(\.oddities).filter { oddity in
      options.quanta == nil || !oddity.isAboutQuanta
    }
    for oddity in Set(oddities).sorted(by: {
      ($0.ruleID, $0.message) < ($1.ruleID, $1.message)
    }) {
      note(oddity.ruleID, oddity.message)
    }
    try readSamples(from: source, packed: options.packed)
  }

  private static func grids(of formats: [TimecodeFormat], in track: Track) -> [FrameGrid?] {
    let timescales = [track.timescale] + track.editTimescales
    let video = track.countedVideo
    return formats.map { format in
      TimecodeRateFit(format.frameDuration, in: video?.cadence)
        .flatMap { FrameGrid($0, timescales: timescales + (video?.timescales ?? [])) }
    }
  }

  /// nil stands for a description that cannot be understood. Throws where that is so of all.
  private static func formats(of track: Track) throws(FormatError) -> [TimecodeFormat?] {
    var failure = FormatError(
      .invalid("the timecode track has no sample description"), path: track.path,
      at: track.atom.offset)
    var formats: [TimecodeFormat?] = []
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

  /// Frame numbers of which nothing else is known.
  private static let unknownFormat = TimecodeFormat(frameDuration: .invalid, frameQuanta: 0)

  /// 45 hours with a sample for each of 100 frames a second.
  private static let mostBytes: UInt64 = 1 << 26

  private mutating func note(_ rule: String, _ message: String) {
    diagnostics.append(
      Diagnostic(rule, .warning, message, path: track.path, at: track.atom.offset))
  }

  // MARK: Samples

  public var sampleCount: Int { values.count }

  /// `index` is below `sampleCount`.
  public func sample(_ index: Int) -> Sample {
    let sample = table[index]
    let formatIndex = min(sample.descriptionIndex, formats.count - 1)
    return Sample(
      index: index, formatIndex: formatIndex, mediaTime: time(sample.decodeTime),
      duration: MediaTime(ticks: sample.duration, per: track.timescale) ?? .invalid,
      value: formats[formatIndex].isCounter
        ? .counter(values[index]) : .frameNumber(Int64(bitPattern: values[index])))
  }

  func time(_ ticks: Int64) -> MediaTime {
    MediaTime(ticks: ticks, per: track.timescale) ?? .invalid
  }

  private mutating func readSamples(from source: some ByteSource, packed: Bool)
    throws(ReadingError)
  {
    if let outside = track.mediaElsewhere {
      diagnostics.append(
        Diagnostic(
          "media-elsewhere", .warning,
          "the timecode samples are in another file, and external media is not supported",
          path: track.path, at: outside.offset))
      return
    }
    if table.isEmpty { note("no-samples", "the timecode track has no samples") }
    var window = WindowedSource(source)
    // Chunks may overlap, so that a small file can claim any number of samples.
    var budget = min(source.size, Self.mostBytes)
    var badRecords = 0
    for sample in table {
      let format = formats[min(sample.descriptionIndex, formats.count - 1)]
      let wanted = UInt64(format.mediaSubType.sampleSize)
      guard sample.size >= wanted, budget >= sample.size, sample.offset <= source.size,
        source.size - sample.offset >= wanted
      else {
        note(
          "timecode-sample-unreadable",
          "sample \(sample.index) of \(table.count) has \(sample.size) bytes at "
            + "\(sample.offset), which cannot be read; the rest is skipped")
        break
      }
      budget -= sample.size
      let bytes: [UInt8]
      do {
        bytes = try window.read(at: sample.offset, count: format.mediaSubType.sampleSize)
      } catch { throw .io(error) }
      switch format.sample(bytes) {
      case .counter(let count): values.append(count)
      case .frameNumber(let number):
        if packed, let record = UInt32(exactly: bytes.suffix(4).reduce(0) { $0 << 8 | UInt64($1) })
        {
          var lenient = format
          lenient.flags.insert(.negativeTimesOK)
          if let unpacked = try? lenient.frameNumber(for: Timecode(packed: record)) {
            values.append(UInt64(bitPattern: unpacked))
            continue
          }
          badRecords += 1
        }
        values.append(UInt64(bitPattern: number))
        if sample.index < 8 {
          for oddity in format.oddities(ofFrameNumber: number) {
            note(oddity.ruleID, oddity.message)
          }
        }
      case nil: return
      }
    }
    if badRecords > 0 {
      note(
        "timecode-packed",
        "\(badRecords) \(badRecords == 1 ? "sample is" : "samples are") not packed hours, minutes, "
          + "seconds and frames; reading \(badRecords == 1 ? "it" : "them") as frame numbers")
    }
  }
}
