/// Writes several movies, one after another, to a new movie, without encoding anything again: the
/// chapters of a camera, or parts of a movie.
///
/// ```swift
/// let join = try MovieJoin([first, second])
/// try join.write(to: "whole.mov")
/// ```
///
/// Tracks continue those of the same kind, in the same order. All samples are copied; edit lists show
/// what each movie showed. Timecode has one sample for each stretch over which it counts on, so that
/// chapters whose timecode continues have one, and a jump begins another. The header, the metadata
/// and everything else is that of the first movie.
///
/// Memory use does not grow with the size of the media, only by a few bytes per sample.
public struct MovieJoin: Sendable {
  /// What is in the place of each movie.
  public struct Chapter: Hashable, Sendable {
    /// When it begins in the new movie. It lasts as long as its first video, and the last one as long as
    /// it shows anything.
    public let range: MediaTimeRange
    /// The label of its first picture; nil if it has no timecode.
    public let firstTimecode: String?
  }

  /// The movies that are joined.
  public let chapters: [Chapter]
  /// The number of stretches over which the timecode counts on; nil if there is no timecode.
  public let timecodeRuns: Int?
  /// What the result lacks or has in another form: for each, the index of the movie.
  public let losses: [(movie: Int, finding: Diagnostic)]
  /// The movie, ready to be written.
  package let rewritten: RewrittenMovie

  /// Prepares to join movies that were opened from files.
  /// - Parameters:
  ///   - movies: Two or more movies that were read completely, each opened from a path or a `File`, which must not
  ///     change until the new one is written.
  ///   - fastStart: Whether the header comes before the media. The new movie is not fragmented.
  /// - Throws: `JoinError` if a movie was not opened from a file, or its tracks cannot continue those of the first.
  public init(_ movies: [Movie], fastStart: Bool = false) throws(JoinError) {
    var all: [(movie: Movie, file: File)] = []
    for (index, movie) in movies.enumerated() {
      do throws(FormatError) {
        all.append((movie, try movie.fileOfSamples(nil)))
      } catch { throw JoinError(index, error) }
    }
    try self.init(all, fastStart: fastStart)
  }

  /// Prepares to join movies.
  /// - Parameters:
  ///   - movies: Two or more movies that were read completely, each with the file that it was read
  ///     from, which must not change until the new one is written.
  ///   - fastStart: Whether the header comes before the media. The new movie is not fragmented.
  /// - Throws: `JoinError` if the tracks of a movie cannot continue those of the first.
  public init(
    _ movies: [(movie: Movie, file: File)], fastStart: Bool = false
  ) throws(JoinError) {
    let layout: MovieWriter.Options.Layout = fastStart ? .fastStart() : .movieLast
    guard let first = movies.first else {
      throw JoinError(0, FormatError(.missing("there is no movie to join")))
    }
    var plan = JoinPlan(first.movie, first.file)
    for (index, movie) in movies.enumerated() {
      do throws(FormatError) {
        _ = try MovieEditor(checking: movie.movie)
        _ = try movie.movie.fileOfSamples(movie.file)
        try movie.movie.checkHeaderIsWhole()
        try MovieRemux.check(movie.movie, layout: layout, isCopy: true)
        try plan.add(movie.movie, movie.file, index, isLast: index == movies.count - 1)
      } catch { throw JoinError(index, error) }
    }
    do throws(FormatError) {
      rewritten = try plan.movie(layout)
    } catch { throw JoinError(0, error) }
    chapters = plan.chapters
    timecodeRuns = plan.timecodeRuns
    losses = plan.losses
  }

  /// Writes the movie to `path`, where it appears when it is complete and has been read back.
  /// - Parameters:
  ///   - path: The path of the new file, a text or a `FilePath`.
  ///   - overwriting: Whether a file that exists at `path` is replaced. Those that were read never are.
  /// - Returns: Which permissions and attributes of the first file could not be kept.
  /// - Throws: `WritingError` if the movie cannot be written, or differs when it is read back. A file
  ///   that was at `path` before is then still there.
  @discardableResult
  public func write(
    to path: some FilePathConvertible, overwriting: Bool = false
  ) throws(WritingError) -> [IOError] {
    try write(to: OutputPlace(path.filePath, overwrites: overwriting))
  }

  /// Writes the movie to a place that says what it may replace.
  @discardableResult
  package func write(to place: OutputPlace) throws(WritingError) -> [IOError] {
    try rewritten.write(to: place)
  }
}

/// Collects the tracks of the new movie, one old movie after another.
private struct JoinPlan {
  private let first: Movie
  private let file: File
  private var lanes: [JoinedTrack] = []
  private var sources: [File] = []
  private var position = MediaTime.zero
  /// How long the last movie lasts by itself.
  private var lastLength = MediaTime.zero
  private(set) var chapters: [MovieJoin.Chapter] = []
  private(set) var losses: [(movie: Int, finding: Diagnostic)] = []
  private(set) var timecodeRuns: Int?

  init(_ first: Movie, _ file: File) {
    self.first = first
    self.file = file
  }

  mutating func add(
    _ movie: Movie, _ file: File, _ index: Int, isLast: Bool
  ) throws(FormatError) {
    if index == 0 { lanes = movie.tracks.map { JoinedTrack($0) } }
    guard movie.isQuickTime == first.isQuickTime else {
      throw FormatError(
        .unsupported(
          movie.isQuickTime
            ? "it is a QuickTime movie and the first is an MP4 file"
            : "it is an MP4 file and the first is a QuickTime movie"))
    }
    let type: MovieWriter.Options.FileType = movie.isQuickTime ? .quickTime : .mp4
    let length = try movie.joinedLength(isLast: isLast)
    let range = MediaTimeRange(start: position, duration: length)
    guard range.end.isNumeric, length > .zero else {
      throw FormatError(.invalidTime("it shows nothing"))
    }
    // The tracks that continue none so far, of each kind, the last first. There can be one in every few
    // hundred bytes.
    var rest: [JoinedTrack.Kind: [Int]] = [:]
    for (place, track) in movie.tracks.enumerated().reversed() {
      rest[JoinedTrack.Kind(of: track), default: []].append(place)
    }
    losses += movie.lossesInFragments(of: movie.tracks).map { (index, $0) }
    if let finding = index == 0 ? movie.findingOfLateStart : movie.findingOfHole(after: lastLength)
    {
      losses.append((index, finding))
    }
    var firstTimecode: String?
    for number in lanes.indices {
      let wanted = lanes[number].track
      guard let place = rest[JoinedTrack.Kind(of: wanted)]?.popLast() else {
        throw FormatError(
          .missing("no track continues \(wanted.kindText) \(wanted.id) of the first movie"))
      }
      let track = movie.tracks[place]
      for finding in track.losses(for: type) where finding.isOfSamples {
        losses.append((index, finding))
      }
      if let finding = track.findingOfSyncGroups { losses.append((index, finding)) }
      if let finding = track.findingOfHints { losses.append((index, finding)) }
      if index > 0, let finding = track.findingOfTextTimes { losses.append((index, finding)) }
      if index > 0, track.mediaType == .video, let finding = try track.findingAtSeam(in: file) {
        losses.append((index, finding))
      }
      if !isLast, let finding = try track.findingOfRest(after: length) {
        losses.append((index, finding))
      }
      let label = try lanes[number].add(track, in: file, during: range)
      firstTimecode = firstTimecode ?? label
    }
    if let extra = rest.values.compactMap(\.last).min().map({ movie.tracks[$0] }) {
      throw FormatError(
        .unsupported(
          "the first movie has no track that \(extra.kindText) \(extra.id) could continue"),
        path: extra.path, at: extra.atom.offset)
    }
    sources.append(file)
    chapters.append(MovieJoin.Chapter(range: range, firstTimecode: firstTimecode))
    position = range.end
    lastLength = length
  }

  mutating func movie(
    _ layout: MovieWriter.Options.Layout
  ) throws(FormatError) -> RewrittenMovie {
    var found = RemuxLosses(first)
    var moov = first.atom
    moov.removeChildren("mvex")
    try moov.removePlaces(first.file.schema, losses: &found)
    try moov.removeChapterList(losses: &found)
    try moov.removeGaplessPlayback(losses: &found)
    found.addFile()
    losses += found.found.map { (0, $0) }
    var parts: [RewrittenMovie.Part] = []
    parts.reserveCapacity(lanes.count)
    for lane in lanes {
      let (part, runs) = try lane.part()
      parts.append(part)
      if let runs { timecodeRuns = max(timecodeRuns ?? 0, runs) }
    }
    let scales = zip(lanes, parts).lazy.filter { lane, _ in !lane.track.isTimecode }
      .map { lane, part in (isVideo: lane.track.mediaType == .video, part.settings.timescale) }
    let scale = first.timescale(
      exactFor: scales.sorted { $0.isVideo && !$1.isVideo }.map(\.1))
    let atoms = RemuxedFile(first, isFragmented: false)
    var options = MovieWriter.Options(
      fileType: first.isQuickTime ? .quickTime : .mp4, layout: layout)
    options.timescale = scale
    options.creationTime = first.creationTime
    let kept = KeptMovie(
      file: file, head: try atoms.head(), tail: atoms.tail, moov: moov, isCopy: true,
      clock: KeptClock(timescale: scale, start: .zero))
    return RewrittenMovie(
      kept: kept, options: options, tracks: parts, sources: sources,
      readingOptions: first.file.reading)
  }
}

extension Movie {
  /// How long the movie lasts among others: as long as its first video or, without video, as its
  /// longest track. The last one, which nothing follows, also lasts until all that it shows ends.
  fileprivate func joinedLength(isLast: Bool) throws(FormatError) -> MediaTime {
    guard let video = tracks(.video).first else { return try presentationEnd() }
    let end = video.shownEnd(try video.sampleTable())
    guard isLast, end.isNumeric else { return end }
    return max(end, try Self.presentationEnd(of: tracks.filter { $0.isEnabled && !$0.isTimecode }))
  }
}

extension Movie {
  /// A finding if the movie shows nothing at first, so that there is a hole where it follows another one.
  /// - Parameter end: When the movie before it ends, by its own times.
  fileprivate func findingOfHole(after end: MediaTime) -> Diagnostic? {
    guard let start = firstShown, start > Track.mostSeamSlack else { return nil }
    let goesOn = (start - end).absoluteValue <= Track.mostSeamSlack
    return Diagnostic(
      "joined-starts-late", .warning,
      "this movie shows nothing before \(start.inSeconds)"
        + (goesOn ? ", because its times go on from the end of the movie before" : "")
        + ", so nothing is shown for as long between the two", path: "moov", at: atom.offset)
  }
}

extension Diagnostic {
  /// Whether it is about a table of samples, or about what says how the media of one movie is loaded.
  fileprivate var isOfSamples: Bool { path.contains("/stbl/") || path.hasSuffix("/load") }
}

extension JoinedTrack {
  /// What two tracks have in common if one can continue the other.
  fileprivate struct Kind: Hashable {
    let isTimecode: Bool
    let mediaType: MediaType?
    /// The format of the samples; nil for video, audio and timecode, which may be in any.
    let format: FourCC?

    init(of track: Track) {
      isTimecode = track.isTimecode
      mediaType = track.mediaType
      let isAnyFormat = isTimecode || mediaType == .video || mediaType == .audio
      format = isAnyFormat ? nil : track.sampleDescriptions.first?.type
    }
  }
}

extension Track {
  /// A finding if the track has groups of the kind `sync`, which are not made again.
  fileprivate var findingOfSyncGroups: Diagnostic? {
    let stbl = atom.descendant("mdia", "minf", "stbl")
    let groups = stbl?.children.first { table in
      table.type == "sgpd"
        ? (try? table.decode(SampleGroupDescriptions.self).groupingType) == "sync"
        : SampleGroupTable(table)?.type == "sync"
    }
    return groups.map { groups in
      Diagnostic(
        "atom-left-out", .warning, "the sample groups 'sync' are not copied into the other movie",
        path: "\(path)/mdia/minf/stbl/\(groups.type)", at: groups.offset)
    }
  }

  /// A finding if the track shows more after the end of its movie, where the next one begins, than may be
  /// continued without a gap.
  fileprivate func findingOfRest(after end: MediaTime) throws(FormatError) -> Diagnostic? {
    guard !isTimecode else { return nil }
    let table = try sampleTable()
    // Another video may end with a frame of its own.
    let slack = mediaType == .video ? Self.mostSeamSlack : seamSlack(table)
    guard let shown = shownEdits(table).last(where: { !$0.isEmpty })?.target.end,
      case let rest = shown - end, rest.isNumeric, rest > slack
    else { return nil }
    return Diagnostic(
      "joined-rest-hidden", .warning,
      "the last \(rest.inSeconds) of track \(id) are hidden, because the next movie begins where the video of this "
        + "one ends",
      path: path, at: atom.offset)
  }

  fileprivate var kindText: String {
    if isTimecode { return "timecode track" }
    guard let type = sampleDescriptions.first?.type else { return "track" }
    return "'\(type)' track"
  }
}
