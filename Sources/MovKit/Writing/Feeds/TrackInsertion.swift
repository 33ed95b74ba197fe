/// Adds a track of another movie, or one made from audio or a video stream, to a movie. Its media
/// is added after all existing media, and the existing tracks stay as they are.
package struct TrackInsertion {
  private var editor: MovieEditor
  private let input: MovieWriter.Input
  private let track: NewTrack
  private let media: [(range: Range<UInt64>, file: File)]
  /// The new track's ID.
  package var trackID: UInt32 { input.trackID }
  /// The files that the plan refers to besides the movie's own.
  package let sources: [File]
  /// Anything unusual about the resulting movie, such as several timecode tracks.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Takes all samples of a feed.
  /// - Parameters:
  ///   - settings: The kind of track and its settings.
  ///   - movie: The movie to change. Even if its samples are in fragments, the new track's samples
  ///     are described in its `moov`.
  ///   - start: The movie time at which to show what the feed has at time 0, or what the first of
  ///     its edits shows; not negative.
  ///   - path: Where the changed movie will be written. Samples that are in no file are kept beside
  ///     it until then.
  ///
  /// - Throws: `WritingError` if the movie cannot be changed, and what the feed throws.
  package init(
    _ feed: any SampleFeed, settings: MovieWriter.TrackSettings, into movie: Movie,
    at start: MediaTime = .zero, beside path: FilePath
  ) throws(WritingError) {
    guard start.isNumeric, start >= .zero else {
      throw .format(
        FormatError(
          .invalidTime("invalid start time \(start)"), path: "moov", at: movie.atom.offset))
    }
    let id: UInt32
    do throws(FormatError) {
      editor = try MovieEditor(checking: movie)
      id = try editor.takeTrackID()
      editor.insertedID = id
      try editor.addFragmentDefaults(of: [id])
    } catch { throw .format(error) }
    var settings = settings
    if !movie.hasAlternatives(to: settings) { settings.alternateGroup = 0 }
    var options = MovieWriter.Options(fileType: movie.isQuickTime ? .quickTime : .mp4)
    options.creationTime = movie.creationTime
    if let edits = settings.edits {
      let moved = Self.shifted(edits, by: start)
      settings.edits = settings.showsAllMedia ? Self.rounded(moved, to: movie.timescale) : moved
    } else {
      options.startTime = start.negated()
    }
    let wanted = settings.edits.map { $0.first { !$0.isEmpty }?.target.start ?? start } ?? start
    if let finding = Self.rounding(of: wanted, in: movie) { diagnostics.append(finding) }
    if let other = (feed as? TrackCopy)?.track {
      if start > .zero, let finding = other.findingOfTextTimes { diagnostics.append(finding) }
      if let finding = Self.lateStart(of: other, at: start, in: movie) {
        diagnostics.append(finding)
      }
    }
    (input, track) = try NewTrack.collect(
      feed, settings: settings, trackID: id, options: options, beside: path)
    let track = track
    media = try io { () throws(IOError) in try track.media() }
    var files: [File] = []
    for piece in media where !files.contains(where: { $0 === piece.file }) {
      files.append(piece.file)
    }
    sources = files
    if settings.isTimecode {
      if let track = movie.timecodeTracks.last {
        diagnostics.append(
          .timecodeTracks(movie.timecodeTracks.count + 1, .warning, second: track))
      }
      if let description = settings.sampleDescriptions.first,
        let format = try? TimecodeFormat(sampleDescription: description),
        let video = movie.tracks(.video).first, !format.isCounter,
        format.frameDuration.isNumeric, format.frameDuration.value > 0,
        var finding = CountedVideo(video).rateFinding(format.frameDuration, isNew: true)
      {
        (finding.path, finding.offset) = (video.path, video.atom.offset)
        diagnostics.append(finding)
      }
    }
    do throws(FormatError) {
      if settings.isTimecode {
        try editor.addReference("tmcd", to: id, from: movie.tracks(.video).map(\.id))
      }
      try editor.lengthen(to: try trackAtom(shift: 0).1)
    } catch { throw .format(error) }
  }

  /// Returns edits that begin later. There is one empty edit at first: some readers count no other.
  private static func shifted(_ edits: EditMappings, by start: MediaTime) -> EditMappings {
    guard start > .zero else { return edits }
    var moved = PackedMappings()
    var rest = edits[...]
    var gap = start
    while let edit = rest.first, edit.isEmpty {
      gap = gap + edit.target.duration
      rest = rest.dropFirst()
    }
    moved.append(MediaTimeMapping(emptyOver: MediaTimeRange(start: .zero, duration: gap)))
    for var edit in rest {
      edit.target.start = edit.target.start + start
      moved.append(edit)
    }
    return EditMappings(moved)
  }

  /// Returns edits whose last one ends at a whole tick of the movie, at or after its end: an edit list can have
  /// no other, and the last samples must not be cut off.
  private static func rounded(_ edits: EditMappings, to timescale: UInt32) -> EditMappings {
    guard var last = edits.last, !last.isEmpty, let timescale = Int32(exactly: timescale),
      timescale > 0
    else { return edits }
    let end = last.target.end.converted(to: timescale, rounding: .awayFromZero)
    guard end.isNumeric, end > last.target.end else { return edits }
    let more = end - last.target.end
    last.target.duration = last.target.duration + more
    last.source.duration = last.source.duration + more
    return EditMappings(Array(edits.dropLast()) + [last])
  }

  /// The warning that the new track shows nothing for a minute or longer, and then only after the end of the movie: its
  /// times count from the start of a stream; nil if it does not.
  private static func lateStart(
    of track: Track, at start: MediaTime, in movie: Movie
  ) -> Diagnostic? {
    guard let first = track.firstShown, first >= Movie.lateStart,
      case let shown = start + first, shown > movie.duration
    else { return nil }
    return Diagnostic(
      "movie-starts-late", .warning,
      "nothing of the new track is shown before \(shown.inSeconds), after the end of the movie",
      path: "moov", at: movie.atom.offset)
  }

  /// The warning that a track cannot start at a time, which is between two ticks of the movie; nil if it can,
  /// or almost: many movies count milliseconds, which are exact enough for any player.
  private static func rounding(of start: MediaTime, in movie: Movie) -> Diagnostic? {
    guard let timescale = Int32(exactly: movie.timescale), timescale > 0 else { return nil }
    let rounded = start.converted(to: timescale)
    guard rounded.isNumeric,
      (rounded - start).absoluteValue > MediaTime(value: 1, timescale: 2000)
    else { return nil }
    return Diagnostic(
      "track-start-rounded", .warning,
      "the movie counts \(counted(timescale, "tick")) a second, so the new track starts at \(rounded.inSeconds), not at "
        + start.inSeconds,
      path: "moov/mvhd", at: movie.atom.first("mvhd")?.offset)
  }

  /// Returns the `trak`, and its duration in ticks of the movie. `shift` is the offset of its
  /// media, which the chunk offsets are relative to.
  private func trackAtom(shift: UInt64) throws(FormatError) -> (Atom, UInt64) {
    guard let timescale = Int32(exactly: editor.movie.timescale), timescale > 0 else {
      throw FormatError(
        .invalidTime("the movie has no valid timescale"), path: "moov/mvhd")
    }
    var tree = StreamedAtoms()
    let (atom, duration) = try NewMovieAtoms(inputs: [input], options: track.options).track(
      input, movieTimescale: timescale, shift: shift, into: &tree)
    return (try tree.inMemory(atom), duration)
  }

  /// Returns the plan of the file with the new track, made of the movie and of `sources`.
  ///
  /// The new media is added at the end of the file if possible. If no media comes after the `moov`,
  /// it is inserted directly before the `moov`, so that the `moov` stays last. Nothing else moves
  /// except what is after the `moov`, by as many bytes as were inserted before it.
  package func writePlan() throws(FormatError) -> WritePlan {
    let movie = editor.movie
    let start = movie.storedAtom.offset ?? 0
    let head = try mediaHead()
    let isLast = !movie.file.atoms.contains { atom in
      (atom.offset ?? 0) > start && ["mdat", "idat"].contains(atom.type)
    }
    // Nothing would be found after an atom without an end, or after bytes that are no atom. After
    // fragments comes their index, which readers look for at the end of the file.
    let last = movie.file.atoms.last
    let canAppend =
      movie.file.trailing.isEmpty && last?.form != .toEnd && last?.claimedSize == nil
      && !movie.isFragmented
    let (trak, _) = try trackAtom(shift: UInt64(head.count))
    let isBesideHeader = isLast || !canAppend
    var assembly = try editor.assembly(
      try editor.moov(inserting: trak), media: isBesideHeader ? steps(head) : [],
      isMediaFirst: isLast, at: start, without: editor.removedStretches)
    if !isBesideHeader { assembly.parts.append(.newMedia(steps(head))) }
    return try assembly.plan()
  }

  /// Returns the same plan after checking that a reader finds the movie in the result, with the same media.
  ///
  /// Throws if it would not, because of bytes before the first atom or media at bytes that change, or if
  /// the source cannot be read.
  /// - Parameter source: The file that the movie was read from.
  package func writePlan(from source: any ByteSource) throws(ReadingError) -> WritePlan {
    let plan: WritePlan
    do { plan = try writePlan() } catch { throw .format(error) }
    try editor.check(plan, from: source, others: sources)
    guard MediaPlacement(editor.movie, findsReaches: false).isMisplaced else { return plan }
    do throws(ReadingError) {
      try check(PlannedSource(plan, from: source, others: sources), against: source, plan: plan)
    } catch { throw error.ofPlan(path: "moov", at: editor.movie.atom.offset) }
    return plan
  }

  private func mediaHead() throws(FormatError) -> [UInt8] {
    var atom = Atom("mdat", .extent(0..<track.size))
    if atom.size > UInt64(UInt32.max) { atom.form = .extended }
    return try atom.serializedHeader()
  }

  private func steps(_ head: [UInt8]) -> [WritePlan.Step] {
    [.bytes(Pieces(head), label: "header of the new mdat")]
      + media.map { piece in
        .copyOther(
          sources.firstIndex { $0 === piece.file } ?? 0, piece.range, label: "the new track")
      }
  }

  /// Reads a written copy back and verifies it: it must contain the new track, and every other
  /// track's samples must be where the plan put their bytes.
  package func check(_ result: any ByteSource, against source: any ByteSource, plan: WritePlan)
    throws(ReadingError)
  {
    try expectation(of: plan).check(result, against: source)
  }

  /// What must be true of the copy that a plan makes. The old movie need not stay in memory for it.
  package func expectation(of plan: WritePlan) -> Expectation {
    Expectation(
      copy: CopyExpectation(editor, plan), trackID: trackID,
      sampleCount: Int(exactly: input.tables.sampleCount))
  }

  /// What must be true of a written copy.
  package struct Expectation {
    fileprivate let copy: CopyExpectation
    fileprivate let trackID: UInt32
    fileprivate let sampleCount: Int?

    /// Reads a written copy back and verifies it, as `TrackInsertion.check` does.
    package func check(
      _ result: any ByteSource, against source: any ByteSource
    ) throws(ReadingError) {
      guard let written = try copy.check(result, against: source).track(trackID),
        let count = try? written.sampleTable().count, count == sampleCount
      else {
        throw .notAsPlanned("the new track differs", nil)
      }
    }
  }
}

extension Movie {
  /// Whether a track of another movie is an alternative of tracks of this one: they have its group and are of its
  /// kind, and each states another language than it. The number of a group means nothing outside of its movie
  /// (ISO/IEC 14496-12, 8.3.2.3), and most programs give all sound the same, but players play one track of a group.
  fileprivate func hasAlternatives(to settings: MovieWriter.TrackSettings) -> Bool {
    guard settings.alternateGroup != 0,
      let language = settings.languageCode.stated(besides: settings.extendedLanguage)
    else { return false }
    let group = tracks.filter { track in
      track.mediaType == settings.mediaType
        && track.atom.trackHeader?.alternateGroup == settings.alternateGroup
    }
    return !group.isEmpty
      && group.allSatisfy { $0.language.map { $0 != language } ?? false }
  }
}
