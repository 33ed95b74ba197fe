/// Writes a part of a movie to a new movie, without encoding anything again.
///
/// ```swift
/// let cut = try MovieCut(movie, during: MediaTimeRange(start: from, end: to))
/// try cut.write(to: "part.mov")
/// ```
///
/// The samples of every track that are needed to show the part are copied, and an edit list hides
/// those that are only needed to decode: from the sync sample before the first picture, and up to
/// the last reference of the last one. The timecode is written so that its first sample has the
/// label of the first picture. Everything else is kept as by `MovieRemux`.
///
/// Memory use does not grow with the size of the media, only by a few bytes per sample.
public struct MovieCut: Sendable {
  /// Where the part may begin and end.
  public enum Accuracy: Sendable {
    /// At any frame. An edit list hides what is before it.
    case exact
    /// Only at sync samples of the first video: at or before the wanted start, and at or after the
    /// wanted end. Programs that ignore edit lists then show the same pictures.
    case atSync
  }

  /// What is kept of a track.
  public struct Part: Sendable {
    /// The track of the old movie.
    public let track: Track
    /// The number of samples that are copied, or written if it is timecode.
    public let sampleCount: Int
    /// The number of bytes of these samples.
    public let byteCount: UInt64
    /// For a timecode track, the label that the new movie begins with; nil for other tracks.
    public let firstTimecode: String?
  }

  /// The movie that is cut.
  public let movie: Movie
  /// What the new movie shows, in movie time of the old one: what was wanted, moved to frames or to
  /// sync samples of the first video. It does not include its end.
  public let range: MediaTimeRange
  /// The number of frames of the first video in the part; nil if there is no video.
  public let frameCount: Int?
  /// What is kept of each track.
  public let parts: [Part]
  /// What the result lacks or has in another form.
  public let losses: [Diagnostic]
  /// The part, ready to be written.
  package let rewritten: RewrittenMovie

  /// Prepares to cut a movie.
  /// - Parameters:
  ///   - movie: A movie that was read completely.
  ///   - file: The file that it was read from; nil for the `File` that it was opened from. It must not change until
  ///     the new one is written.
  ///   - range: The part, in movie time, without its end. The end may be infinite, which means the
  ///     end of the movie. Both are moved to the nearest frame of the first video, if that is at
  ///     most half a frame away.
  ///   - accuracy: Where the part may begin and end.
  ///   - fastStart: Whether the header comes before the media. The new movie is not fragmented.
  /// - Throws: `CutError` if the part is not in the movie, or the movie cannot be rewritten without
  ///   guessing.
  public init(
    _ movie: Movie, in file: File? = nil, during range: MediaTimeRange,
    accuracy: Accuracy = .exact, fastStart: Bool = false
  ) throws(CutError) {
    let layout: MovieWriter.Options.Layout = fastStart ? .fastStart() : .movieLast
    let source: File
    let end: MediaTime
    do throws(FormatError) {
      _ = try MovieEditor(checking: movie)
      source = try movie.fileOfSamples(file)
      try movie.checkHeaderIsWhole()
      try MovieRemux.check(movie, layout: layout, isCopy: true)
      end = try movie.presentationEnd()
    } catch { throw .format(error) }
    let place = try CutRange(range, in: movie, end: end, accuracy: accuracy)
    var plan: CutPlan
    do throws(FormatError) { plan = try CutPlan(movie, source, place) } catch {
      throw .format(error)
    }
    plan.reserveCapacity(movie.tracks.count)
    for track in movie.tracks { try plan.add(track) }
    plan.losses.addFile()
    if place.range.start > .zero {
      do throws(IOError) { try plan.losses.addStarts(of: movie) } catch { throw .io(error) }
    }
    do throws(FormatError) { rewritten = try plan.movie(layout) } catch { throw .format(error) }
    parts = plan.parts
    losses = plan.losses.found
    self.movie = movie
    self.range = place.range
    frameCount = place.frameCount
  }

  /// Writes the part to `path`, where it appears when it is complete and has been read back.
  /// - Parameters:
  ///   - path: The path of the new file, a text or a `FilePath`.
  ///   - overwriting: Whether a file that exists at `path` is replaced. The file that was read never is.
  /// - Returns: Which permissions and attributes of the old file could not be kept.
  /// - Throws: `WritingError` if the movie cannot be written, or differs when it is read back. A file
  ///   that was at `path` before is then still there.
  @discardableResult
  public func write(
    to path: some FilePathConvertible, overwriting: Bool = false
  ) throws(WritingError) -> [IOError] {
    try write(to: OutputPlace(path.filePath, overwrites: overwriting))
  }

  /// Writes the part to a place that says what it may replace.
  @discardableResult
  package func write(to place: OutputPlace) throws(WritingError) -> [IOError] {
    try rewritten.write(to: place)
  }
}

/// Collects what a cut keeps, one track after another.
private struct CutPlan {
  private let movie: Movie
  private let file: File
  private let place: CutRange
  private let fragments: FragmentContainers
  private var tracks: [RewrittenMovie.Part] = []
  private(set) var parts: [MovieCut.Part] = []
  /// The part of each audio track; nil if it is in several pieces.
  private var sound: [TrackCut.SoundPart?] = []
  var losses: RemuxLosses

  init(_ movie: Movie, _ file: File, _ place: CutRange) throws(FormatError) {
    self.movie = movie
    self.file = file
    self.place = place
    fragments = try FragmentContainers(movie)
    losses = RemuxLosses(movie)
  }

  mutating func reserveCapacity(_ count: Int) {
    tracks.reserveCapacity(count)
    parts.reserveCapacity(count)
  }

  mutating func add(_ track: Track) throws(CutError) {
    if track.isTimecode {
      let timecode = try readTimecode(track)
      do throws(FormatError) {
        if let timecode { return try add(timecode, of: track) }
      } catch { throw .format(error) }
    }
    do throws(FormatError) { try addCopy(track) } catch { throw .format(error) }
  }

  private mutating func addCopy(_ track: Track) throws(FormatError) {
    let cut = try TrackCut(track, to: place.range)
    var copy = try TrackCopy(track, in: file, needing: cut.stretches.map(\.samples))
    var trak = track.atom
    let table = try track.sampleTable()
    let saysShift = trak.descendant("mdia", "minf", "stbl", "cslg") != nil
    try trak.removeTablesOfWhole(track, losses: &losses)
    if saysShift { try trak.setCompositionShift(of: [(table, cut.stretches)]) }
    var settings = try copy.keep(
      trak, of: track, in: movie, fragments, file, tables: .all, isFragmented: false,
      losses: &losses)
    losses.add(track, to: .movieLast)
    if let finding = track.findingOfHints { losses.add(finding) }
    if place.range.start > .zero, let finding = track.findingOfTextTimes { losses.add(finding) }
    if let finding = finding(ofStartsOf: cut, track, table) { losses.add(finding) }
    if track.mediaType == .audio {
      sound.append(cut.shownSound(of: table, timescale: track.timescale))
    }
    copy.stretches = cut.stretches
    settings.edits = EditMappings(cut.edits)
    // The old edits are those of the whole media.
    settings.kept?.rewritesEdits = true
    tracks.append(RewrittenMovie.Part(content: .samples([copy]), settings: settings))
    var (count, bytes) = (0, UInt64(0))
    for stretch in cut.stretches {
      count += stretch.samples.count
      bytes &+= table.size(of: stretch.samples)
    }
    parts.append(
      MovieCut.Part(track: track, sampleCount: count, byteCount: bytes, firstTimecode: nil))
    guard count == 0, !table.isEmpty else { return }
    // GoPro's recovery data, for example.
    let isNever = table.presentedTicks.map { $0.lowerBound == $0.upperBound } ?? false
    losses.add(
      "track-empty",
      isNever
        ? "the samples of track \(track.id) have no duration, so no part shows them, and they are left out"
        : "track \(track.id) shows nothing in this part, so it has no samples",
      track.path, track.atom.offset)
  }

  /// How many of the places where a part goes on elsewhere are looked at. There can be a million of them.
  private static let mostStarts = 8

  /// Returns a finding if a place of the part begins with a picture that needs others, which are not copied.
  private func finding(
    ofStartsOf cut: TrackCut, _ track: Track, _ table: SampleTable
  ) -> Diagnostic? {
    for stretch in cut.stretches.prefix(Self.mostStarts) {
      // Before the first sample of all is nothing that could be copied.
      let index = stretch.samples.lowerBound
      guard index > 0, index < table.count,
        let finding = track.findingOfStart(
          at: table[index], in: file,
          so: "programs show damaged pictures in the part, up to the next key frame")
      else { continue }
      return finding
    }
    return nil
  }

  /// Returns the timecode of a track; nil if its samples cannot be understood, so that they can only be
  /// copied.
  private mutating func readTimecode(_ track: Track) throws(CutError) -> TimecodeTrack? {
    var found: TimecodeTrack?
    do throws(ReadingError) { found = try TimecodeTrack(track) } catch {
      if case .io(let error) = error { throw .io(error) }
    }
    guard let timecode = found, timecode.sampleCount > 0,
      timecode.sampleCount == (try? track.sampleTable().count),
      timecode.formats.allSatisfy({ $0.frameDuration.isNumeric })
    else {
      losses.add(
        "timecode-not-moved",
        "the timecode of track \(track.id) cannot be read, so its samples are copied; the first may "
          + "have the label of an earlier picture",
        track.path, track.atom.offset)
      return nil
    }
    return timecode
  }

  /// Adds a timecode track with new samples.
  private mutating func add(_ timecode: TimecodeTrack, of track: Track) throws(FormatError) {
    // They are gone through several times.
    var parts = TimecodeParts(
      TimecodeTimeline(timecode).parts(in: place.range, firstFrameEnd: place.firstFrameEnd))
    var (formats, descriptions) = (timecode.formats, track.sampleDescriptions)
    // Many programs take the start or the reel from a description that no sample of the part has.
    if let used = parts.descriptions(of: descriptions.count), formats.count == descriptions.count {
      parts = TimecodeParts(parts, renumbering: used)
      (formats, descriptions) = (used.map { formats[$0] }, used.map { descriptions[$0] })
    }
    let media = try RewrittenTimecode(parts, formats: formats, timescale: track.timescale)
    var trak = track.atom
    try trak.removeTablesOfWhole(track, losses: &losses)
    if descriptions.count < track.sampleDescriptions.count {
      try trak.updateSampleTable { stbl throws(FormatError) in
        try stbl.replaceDescriptions(by: descriptions)
      }
    }
    if media.timescale != track.timescale { try trak.setMediaTimescale(media.timescale) }
    var settings = media.settings(trak, of: track)
    settings.sampleDescriptions = descriptions
    tracks.append(RewrittenMovie.Part(content: .timecode(Boxed(media)), settings: settings))
    let part = parts.first
    let first = part.map { formats[$0.description].text($0.value) }
    self.parts.append(
      MovieCut.Part(
        track: track, sampleCount: media.samples.count,
        byteCount: media.byteCount, firstTimecode: first))
    guard part.map({ $0.target.start > .zero }) ?? true else {
      if let part, part.hidden > .zero, let first {
        let label = formats[part.description].frameDuration
        losses.add(
          "timecode-mid-label",
          "the part begins in the middle of label \(first) of track \(track.id), whose labels last "
            + "\(label) s; an edit says so, and programs that ignore it change labels too late",
          track.path, track.atom.offset)
      }
      return
    }
    losses.add(
      "track-empty", "track \(track.id) has no timecode at the start of this part", track.path,
      track.atom.offset)
  }

  mutating func movie(
    _ layout: MovieWriter.Options.Layout
  ) throws(FormatError) -> RewrittenMovie {
    var moov = movie.atom
    moov.removeChildren("mvex")
    try moov.removePlaces(movie.file.schema, losses: &losses)
    for keys in try MovieRemux.keysOfFragments(movie) { moov.appendChild(keys) }
    try moov.removeChapterList(losses: &losses)
    try moov.keepHighlights(in: place.range)
    // The numbers do not say of which track they are.
    let sound = sound.count == 1 ? sound[0] : nil
    try moov.keepGaplessPlayback(losses: &losses) { whole in
      sound.flatMap { whole.part(of: $0.count, kept: $0.kept, shown: $0.shown) }
    }
    let atoms = RemuxedFile(movie, isFragmented: false)
    let timescale = movie.timescale(exactFor: movie.mediaTimescales)
    var options = MovieWriter.Options(
      fileType: movie.isQuickTime ? .quickTime : .mp4, layout: layout)
    options.timescale = timescale
    options.creationTime = movie.creationTime
    let kept = KeptMovie(
      file: file, head: try atoms.head(), tail: atoms.tail, moov: moov, isCopy: true,
      clock: KeptClock(timescale: timescale, start: place.range.start))
    return RewrittenMovie(
      kept: kept, options: options, tracks: tracks, sources: [file],
      readingOptions: movie.file.reading)
  }
}

extension RewrittenTimecode {
  /// The settings of a track that replaces another one.
  func settings(_ trak: Atom, of track: Track) -> MovieWriter.TrackSettings {
    var kept = KeptTrack(trak: trak, trackID: track.id, tables: .all)
    kept.rewritesEdits = true
    var settings = MovieWriter.TrackSettings(
      mediaType: track.mediaType ?? .unnamed, timescale: timescale,
      sampleDescriptions: track.sampleDescriptions)
    settings.edits = EditMappings(edits)
    settings.size = track.size
    settings.kept = kept
    return settings
  }
}
