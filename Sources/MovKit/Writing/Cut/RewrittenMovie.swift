/// A movie that is made of parts of others: which samples each track gets, and everything else of
/// the first movie.
package struct RewrittenMovie: Sendable {
  /// A track of the new movie.
  struct Part: Sendable {
    enum Content: Sendable {
      /// Samples of tracks of other movies, one after another.
      case samples([TrackCopy])
      case timecode(Boxed<RewrittenTimecode>)
    }

    var content: Content
    var settings: MovieWriter.TrackSettings
  }

  var kept: KeptMovie
  var options: MovieWriter.Options
  var tracks: [Part]
  /// The files that samples come from. They must not change, and are never replaced.
  var sources: [File]
  /// How the file whose header is kept was read.
  var readingOptions: ReadingOptions

  /// What a timecode track of the new movie will say.
  package struct Timecode {
    package let trackID: UInt32
    /// The label that is shown first; nil if nothing is.
    package let start: String?
    /// The format of that.
    package let format: TimecodeFormat
    /// The format of each sample description.
    package let formats: [TimecodeFormat]
  }

  /// The timecode tracks of the new movie, but for those whose samples can only be copied.
  package var timecodes: [Timecode] {
    tracks.compactMap { part in
      guard case .timecode(let media) = part.content, let id = part.settings.kept?.trackID,
        case let media = media.value, media.formats.indices.contains(media.firstFormat)
      else { return nil }
      let format = media.formats[media.firstFormat]
      return Timecode(
        trackID: id, start: media.first.map(format.text), format: format, formats: media.formats)
    }
  }

  /// Writes the movie to a place, where it appears when it is complete and has been read back. The old
  /// header is released before that.
  /// - Parameter keepsTimes: Whether the file gets the times of access and of modification of the first source.
  package consuming func write(
    to place: OutputPlace, keepsTimes: Bool = false
  ) throws(WritingError) -> [IOError] {
    var movie = self
    var lost: [IOError] = []
    for source in movie.sources { place.spared.insert(source.identity) }
    let writer = try MovieWriter(to: place, options: movie.takeOptions())
    let contents = try movie.addTracks(to: writer)
    let ids = writer.inputs.map(\.trackID)
    try writer.append(Self.feeds(of: contents, to: writer.inputs))
    try writer.finish { (file: File) throws(WritingError) in
      try io { () throws(IOError) in for source in movie.sources { try source.checkUnchanged() } }
      try reading { () throws(ReadingError) in
        try Self.check(file, movie.readingOptions, ids, contents)
      }
      if keepsTimes, let source = movie.sources.first { lost = file.takeTimes(of: source) }
    }
    return writer.lostMetadata + lost
  }

  /// Adds an input for each track. The settings are then in the inputs alone; the contents are returned.
  private mutating func addTracks(
    to writer: MovieWriter
  ) throws(WritingError) -> [Part.Content] {
    let contents = tracks.map(\.content)
    for track in tracks { _ = try writer.addInput(track.settings) }
    tracks = []
    return contents
  }

  private static func feeds(
    of contents: [Part.Content], to inputs: [MovieWriter.Input]
  ) -> [(feed: any SampleFeed, input: MovieWriter.Input)] {
    zip(contents, inputs).map { content, input in
      switch content {
      case .samples(let copies): (CopyChain(copies), input)
      case .timecode(let media): (RewrittenTimecode.Feed(media), input)
      }
    }
  }

  /// Returns the options of the writer. The header that is kept is gone afterwards.
  private mutating func takeOptions() -> MovieWriter.Options {
    var options = options
    options.kept = kept
    kept.releaseHeader()
    return options
  }

  /// Compares what was written with what was planned: the times, sizes and kinds of all samples, the
  /// bytes of the first and last ones that are copied together, and the values of the timecode.
  private static func check(
    _ result: File, _ options: ReadingOptions, _ ids: [UInt32], _ contents: [Part.Content]
  ) throws(ReadingError) {
    let written = try MovieOutline(result, as: options).movie()
    guard written.tracks.map(\.id) == ids else { throw .notAsPlanned("tracks are missing", nil) }
    for (content, track) in zip(contents, written.tracks) {
      switch content {
      case .samples(let copies): try CopyCheck(copies, track, result).run()
      case .timecode(let media):
        let timecode = try TimecodeTrack(track)
        let media = media.value
        guard timecode.sampleCount == media.samples.count,
          zip(0..., media.samples).allSatisfy({ timecode.sample($0).value == $1.value })
        else { throw .notAsPlanned("the timecode differs", track) }
        // What is shown first also depends on the edits.
        guard timecode.firstSegment?.first == media.first else {
          throw .notAsPlanned("the timecode does not begin as planned", track)
        }
      }
    }
  }
}

/// Feeds the samples of several tracks to one input.
struct CopyChain: SampleFeed {
  private var copies: ArraySlice<TrackCopy>

  init(_ copies: [TrackCopy]) { self.copies = copies[...] }

  mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
    while let first = copies.indices.first {
      if try copies[first].appendNext(to: input) { return true }
      copies.removeFirst()
    }
    return false
  }
}

/// Compares a track that was written with the tracks that its samples were copied from.
struct CopyCheck {
  private let copies: [TrackCopy]
  private let new: Track
  private let newFile: File

  init(_ copies: [TrackCopy], _ new: Track, _ newFile: File) {
    self.copies = copies
    self.new = new
    self.newFile = newFile
  }

  /// Throws if a sample differs.
  func run() throws(ReadingError) {
    let table = try table(of: new)
    // Audio in fragments is divided into its moments, so only the totals are compared.
    if copies.contains(where: { $0.moment != nil }) { return try compareTotals(table) }
    var walk = table.makeIterator()
    for copy in copies { try compare(copy, table, &walk) }
    guard walk.index <= table.count else { throw notAsPlanned("samples are lost") }
    guard walk.next() == nil else { throw notAsPlanned("there are too many samples") }
  }

  private func notAsPlanned(_ what: String) -> ReadingError {
    .format(FormatError(.notAsPlanned(what), path: new.path, at: new.atom.offset))
  }

  private func table(of track: Track) throws(ReadingError) -> SampleTable {
    do { return try track.sampleTable() } catch { throw .format(error) }
  }

  private func compare(
    _ copy: TrackCopy, _ written: SampleTable, _ walk: inout SampleTable.Iterator
  ) throws(ReadingError) {
    let table = try table(of: copy.track)
    for stretch in copy.copiedStretches {
      var olds = SampleTable.Iterator(table, at: stretch.samples.lowerBound)
      while olds.index < stretch.samples.upperBound {
        let most = stretch.limits == nil ? stretch.samples.upperBound - olds.index : 1
        guard let (old, count, size) = olds.next(atMost: most),
          let (copied, _, _) = walk.next(atMost: 1)
        else { throw notAsPlanned("samples are lost") }
        guard copied.size == old.size, copied.decodeTime == stretch.decodeTime(of: old),
          copied.presentationTime == stretch.presentationTime(of: old),
          copied.descriptionIndex == copy.description(of: old), copied.isSync == old.isSync,
          // Gaps between fragments are filled by the sample before.
          copied.duration == UInt64(clamping: stretch.duration(of: old, withGap: true))
            || copy.track.hasFragments
        else { throw notAsPlanned("sample \(copied.index) differs") }
        let compared = Self.samplesToCompare(of: count, size)
        let isFirst = old.index == stretch.samples.lowerBound
        if isFirst {
          try compareBytes(
            of: copied.index..<copied.index + compared, in: written, copy.file, at: old.offset)
        }
        if olds.index == stretch.samples.upperBound, !isFirst || compared < count {
          // A packet is not split.
          let packet = max(1, written.packet.map { Int(clamping: $0.samples) } ?? 1)
          let left = (count - compared) / packet * packet
          let last = copied.index + left..<copied.index + count
          let skipped = size - min(size, written.size(of: last))
          try compareBytes(
            of: last, in: written, copy.file, at: old.offset.addingClamping(skipped))
        }
        // The samples after the first of a run are alike.
        walk.index += count - 1
      }
    }
  }

  private func compareTotals(_ table: SampleTable) throws(ReadingError) {
    var before: UInt64 = 0
    for copy in copies {
      let old = try self.table(of: copy.track)
      for stretch in copy.copiedStretches { before &+= old.size(of: stretch.samples) }
    }
    guard before == table.size(of: 0..<table.count) else {
      throw notAsPlanned("audio is lost")
    }
  }

  /// How many samples of a run have the bytes that are compared at its beginning and at its end: as
  /// many as fit in those, and at least one.
  private static func samplesToCompare(of count: Int, _ size: UInt64) -> Int {
    let each = max(1, size / UInt64(count))
    return min(count, max(1, Int(clamping: WritePlan.comparedBytes / each)))
  }

  /// Compares samples that were written with those of a run of the old file, which begin at an offset.
  /// They need not lie together any more.
  private func compareBytes(
    of samples: Range<Int>, in table: SampleTable, _ oldFile: File, at offset: UInt64
  ) throws(ReadingError) {
    var walk = SampleTable.Iterator(table, at: samples.lowerBound)
    // They lie together in the old file, and are read at once: in the new one, they can be in many chunks.
    let together = Int(min(table.size(of: samples), WritePlan.comparedBytes))
    var old = try bytes(in: oldFile, together, at: offset)
    while walk.index < samples.upperBound, !old.isEmpty,
      let (first, _, size) = walk.next(atMost: samples.upperBound - walk.index)
    {
      let count = Int(min(size, UInt64(old.count)))
      let copy = try bytes(in: newFile, count, at: first.offset)
      guard old.prefix(count).hasSameBytes(as: copy) else { throw notAsPlanned("bytes differ") }
      old = old.dropFirst(count)
    }
  }

  private func bytes(
    in file: File, _ count: Int, at offset: UInt64
  ) throws(ReadingError) -> Bytes {
    do throws(IOError) { return try file.read(exactly: count, at: offset)[...] } catch {
      throw .io(error)
    }
  }
}
