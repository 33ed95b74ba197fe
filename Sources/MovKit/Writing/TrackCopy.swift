/// The samples of a track of another movie on their way into a new one, with their times.
public struct TrackCopy: SampleFeed {
  private let track: Track
  private let table: SampleTable
  private let file: File
  private let timescale: Int32
  private var next = 0
  /// The chunks, where all samples are alike, as the moments of uncompressed sound are: then a chunk
  /// is taken at once.
  private var chunks: AnyIterator<SampleTable.Chunk>?

  /// - Parameters:
  ///   - track: one that has its samples in `file`.
  ///   - file: must stay as it is until the new movie is written.
  ///
  /// Throws where the track's tables are damaged, or its samples are in other files.
  public init(_ track: Track, in file: File) throws(FormatError) {
    func refuse(_ reason: String) -> FormatError {
      FormatError(.invalid(reason), path: track.path, at: track.atom.offset)
    }
    guard track.isInMovieFile else { throw refuse("its samples are in another file") }
    guard let timescale = Int32(exactly: track.timescale), timescale > 0 else {
      throw refuse("a timescale of \(track.timescale)")
    }
    table = try track.sampleTable()
    self.timescale = timescale
    self.track = track
    self.file = file
    if track.hasUniformSamples, table.count > 1, table[0].size > 0, table[1].size == table[0].size {
      chunks = AnyIterator(table.sampleChunks.makeIterator())
    }
  }

  /// The same track, to be written anew: description, size, language and edits are its own.
  public var settings: MovieWriter.TrackSettings {
    var settings = MovieWriter.TrackSettings(
      mediaType: track.mediaType ?? "data", timescale: track.timescale,
      sampleDescriptions: track.sampleDescriptions.map { description in
        var description = description
        // All media of the new movie is in its own file.
        try? description.pointToOwnFile()
        return description
      })
    settings.width = track.naturalSize.width
    settings.height = track.naturalSize.height
    settings.matrix = track.matrix
    settings.language = track.language
    settings.extendedLanguage = track.extendedLanguage
    settings.isEnabled = track.isEnabled
    settings.edits = track.hasEditList ? track.edits : nil
    return settings
  }

  public var count: Int { table.count }

  public mutating func appendNext(to input: MovieWriter.Input) throws -> Bool {
    guard next < table.count else { return false }
    let sample = table[next]
    let timing = SampleTiming(
      duration: time(Int64(clamping: sample.duration)),
      presentationTime: time(sample.presentationTime), decodeTime: time(sample.decodeTime))
    if chunks != nil {
      guard let chunk = chunks?.next(), let size = Int(exactly: sample.size) else { return false }
      next = chunk.samples.upperBound
      let (end, overflow) = chunk.offset.addingReportingOverflow(chunk.size)
      try input.append(
        samples: chunk.offset..<(overflow ? .max : end), of: file, ofSize: size, timing: timing,
        description: chunk.descriptionIndex)
    } else {
      next += 1
      try input.append(
        sample.byteRange, of: file, timing: timing,
        attachments: SampleAttachments(isSync: sample.isSync),
        description: sample.descriptionIndex)
    }
    return true
  }

  private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
}

extension Track {
  /// Whether all samples are of one size and duration, and none is like no other.
  fileprivate var hasUniformSamples: Bool {
    guard !hasFragments, let stbl = atom.descendant("mdia", "minf", "stbl"),
      stbl.first("ctts") == nil, stbl.first("stss") == nil, stbl.first("stps") == nil,
      let times = try? stbl.first("stts")?.decode(TimeToSample.self), times.entries.count == 1,
      let sizes = try? stbl.first("stsz")?.decode(SampleSizes.self)
    else { return false }
    return sizes.sampleSize > 0
  }
}

extension Atom {
  /// In a `stsd`: makes the description's media that of the first entry of `dref`.
  fileprivate mutating func pointToOwnFile() throws(FormatError) {
    try update(GenericDescription.self) { record throws(FormatError) in
      record.dataReferenceIndex = 1
    }
  }
}
