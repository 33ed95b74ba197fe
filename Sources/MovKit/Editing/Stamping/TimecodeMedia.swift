/// The samples, formats and edits of a timecode track to write.
package struct TimecodeMedia: Equatable, Sendable {
  package struct Sample: Equatable, Sendable {
    /// The number of its value, as 64 bits.
    private var bits: UInt64
    /// In ticks of the media.
    package var duration: UInt32
    /// The index of its format in the low 31 bits, and whether its value is a counter in the highest: there
    /// may be a million samples.
    private var formatAndKind: UInt32

    package init(formatIndex: Int, duration: UInt32, value: TimecodeSample) {
      bits = value.bits
      self.duration = duration
      formatAndKind = UInt32(clamping: formatIndex) & 0x7FFF_FFFF | (value.isCounter ? 1 << 31 : 0)
    }

    /// The index of its format in `formats`.
    package var formatIndex: Int { Int(formatAndKind & 0x7FFF_FFFF) }

    /// The value of its first frame.
    package var value: TimecodeSample {
      get { TimecodeSample(bits: bits, isCounter: formatAndKind >> 31 == 1) }
      set { self = Self(formatIndex: formatIndex, duration: duration, value: newValue) }
    }
  }

  /// The number of ticks per second of the media.
  package var timescale: UInt32
  /// One for each sample description.
  package var formats: [TimecodeFormat]
  package var samples: [Sample]
  /// Empty if all of the media is shown from the start of the movie.
  package var edits: [EditList.Row]

  package init(
    timescale: UInt32, formats: [TimecodeFormat], samples: [Sample], edits: [EditList.Row]
  ) {
    self.timescale = timescale
    self.formats = formats
    self.samples = samples
    self.edits = edits
  }

  /// The duration of the media in its ticks.
  var duration: UInt64 {
    // A count of samples in memory has far fewer than 32 bits.
    samples.reduce(0) { $0 + UInt64($1.duration) }
  }

  /// The duration of all edits, in ticks of the movie.
  /// - Throws: `FormatError` if it does not fit 64 bits.
  func editedDuration(movieTimescale: UInt32) throws(FormatError) -> UInt64 {
    guard !edits.isEmpty else {
      guard let scale = Int32(exactly: movieTimescale), scale > 0,
        let whole = MediaTime(ticks: Int64(clamping: duration), per: timescale)?
          .converted(to: scale), whole.isNumeric
      else { throw FormatError(.invalidTime("the timecode is too long for the movie's timescale")) }
      return UInt64(clamping: whole.value)
    }
    var sum: UInt64 = 0
    for edit in edits {
      let (next, overflow) = sum.addingReportingOverflow(edit.segmentDuration)
      guard !overflow else {
        throw FormatError(.invalidTime("the edits of the timecode are longer than 64 bits"))
      }
      sum = next
    }
    return sum
  }

  /// The size of all samples in bytes.
  var sampleByteCount: UInt64 {
    samples.reduce(0) { $0 + UInt64(format(of: $1).mediaSubType.sampleSize) }
  }

  /// The bytes of all samples, one after the other.
  /// - Throws: `FormatError` if a value does not fit its format.
  func sampleBytes() throws(FormatError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(clamping: sampleByteCount))
    for (index, sample) in samples.enumerated() {
      do { bytes += try format(of: sample).bytes(of: sample.value) } catch {
        throw FormatError(
          .invalidTime(samples.count == 1 ? "\(error)" : "timecode sample \(index): \(error)"))
      }
    }
    return bytes
  }

  func format(of sample: Sample) -> TimecodeFormat { formats[sample.formatIndex] }

  /// States the duration of a frame in the ticks of the media, where it is a whole number of them: the timescale of a
  /// description should be that of its media (TN2310), and there are programs that mix them up.
  mutating func stateFramesInItsTicks() {
    guard let timescale = Int32(exactly: timescale), timescale > 0 else { return }
    for index in formats.indices {
      guard let ticks = try? formats[index].frameDuration.converted(exactlyTo: timescale),
        UInt32(exactly: ticks.value) != nil
      else { continue }
      formats[index].frameDuration = ticks
    }
  }
}

// MARK: - From runs

extension TimecodeMedia {
  /// The timecode of the video that has this extent.
  ///
  /// A run lasts until its end, the next run, or the end of the video, whichever comes first. Where
  /// there is no run, nothing is shown. What is longer than the duration of a sample can be is divided into
  /// several samples, which count on.
  /// - Parameters:
  ///   - runs: In the order of their times, which are movie times.
  ///   - hidden: How much of the first label is before what is shown.
  /// - Throws: `FormatError` if there is no duration, no run within the video, or a sample is too long in
  ///   any usual timescale.
  init(
    _ runs: some Sequence<TimecodeRun>, of extent: TimecodeExtent, hidden: MediaTime = .zero
  ) throws(FormatError) {
    var formats = NumberedKinds<TimecodeFormat>()
    var division: TimecodeExtent.Division?
    var (count, found) = Self.survey(runs, of: extent, hidden, nil, &formats)
    guard count > 0 else {
      throw extent.refuse(
        "no timecode is within the video, which lasts from \(extent.start.inSeconds) to "
          + extent.end.inSeconds)
    }
    if found == nil {
      division = extent.division(hidden: hidden)
      if division != nil {
        (count, found) = Self.survey(runs, of: extent, hidden, division, &formats)
      }
    }
    guard let timescale = found else {
      throw extent.refuse(
        extent.isLongerThanASample
          ? "the video is too long for timecode samples in its timescale"
          : "a part of the timecode is shorter than a tick of the video")
    }
    var collector = PieceCollector(of: extent, count: count, in: timescale, hidden: hidden)
    try extent.forEachPiece(of: runs, divided: division) { piece throws(FormatError) in
      try collector.add(piece, format: formats.number(of: piece.format))
    }
    self.init(
      timescale: UInt32(timescale), formats: formats.kinds, samples: collector.samples,
      edits: collector.edits)
  }

  /// Counts the samples, and finds the timescale in which they are exact; nil if one of them is longer than
  /// 31 bits in all that are tried.
  private static func survey(
    _ runs: some Sequence<TimecodeRun>, of extent: TimecodeExtent, _ hidden: MediaTime,
    _ division: TimecodeExtent.Division?, _ formats: inout NumberedKinds<TimecodeFormat>
  ) -> (count: Int, timescale: Int32?) {
    var search: TimescaleSearch?
    var count = 0
    var end = hidden
    extent.forEachPiece(of: runs, divided: division) { piece in
      _ = formats.number(of: piece.format)
      if search == nil {
        search = extent.timescaleSearch(frameDuration: piece.format.frameDuration)
        if hidden > .zero { search?.add(hidden) }
      }
      end = end + piece.range.duration
      search?.add(end)
      count += 1
    }
    return (count, search?.found())
  }
}

extension TimecodeMedia.Sample {
  /// A sample as it was read.
  init(_ sample: TimecodeTrack.Sample) {
    self.init(
      formatIndex: sample.formatIndex, duration: UInt32(clamping: sample.duration.value),
      value: sample.value)
  }
}
