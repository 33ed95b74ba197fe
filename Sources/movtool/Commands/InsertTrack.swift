import MovKit

/// `movtool insert track`
enum InsertTrack: DeclaresCommand {
  static let word = "track"
  static let file = Positional(name: "FILE", role: .input, help: "Movie; it is not modified")
  static let from = Option<FilePath>.path(
    "--from", role: .input, placeholder: "OTHER",
    help: "Where the track comes from: a movie, a WAV file, or a byte stream of H.264 or HEVC"
  ).required()
  static let track = Option.track(help: "Track of OTHER to add (default: its only track)")
  static let start = Option.moment(
    "--at",
    help:
      "Movie time or timecode in FILE at which OTHER starts, such as 2.5, 00:01:30 or 01:30:17:00 "
      + "(default: 0)")
  static let rate = Option<CountingRate>.rate(
    "--rate", help: "Frames per second of a byte stream (default: as the stream states)")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "File to write; it must not be FILE or OTHER"
  ).required()

  static let command = Command(
    name: word, summary: "add a track from a movie, a WAV file or a byte stream",
    discussion: [
      "The new track keeps its times, edits and sample descriptions. Its media is copied after "
        + "that of FILE or, if FILE is fragmented, before the fragments. FILE's own tracks and unknown atoms are "
        + "unchanged, and the header stays where it is. OUT appears only after the copy is "
        + "complete and verified."
    ],
    positionals: [file],
    options: [
      from.declaration, track.declaration, start.declaration, rate.declaration, output.declaration,
      Option.overwrite.declaration, MovieChange.preserveTimes.declaration,
    ],
    examples: [
      Example(
        line: "movtool insert track clip.mov --from take.wav --at 0.5 -o dub.mov",
        effect: "Add an audio track that starts after half a second."),
      Example(
        line: "movtool insert track clip.mov --from other.mov --track 3 -o both.mov",
        effect: "Add track 3 of another movie."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(file)
    do {
      let target = try arguments.moviePlace(output) ?? OutputPlace(FilePath(""))
      let source = try Input.file(path)
      let copy = try planned(source, target, arguments, session)
      let copying = session.progress("copying", total: copy.plan.size)
      let lost = try OutputFile.write(
        copy.plan, from: source, others: copy.others, to: target,
        keepsTimes: arguments[MovieChange.preserveTimes],
        verify: {
          copying?.clear()
          try copy.expected.check($0, against: source)
        }, progress: copying.map { line in { line.update($0) } })
      session.messages.report(lost: lost)
      session.messages.detail(
        "wrote \(counted(copy.plan.size, "byte")) and read them back", file: target.path)
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// The plan of the new file, the files that it refers to, and what is expected of the result. The
  /// movie is no longer in memory.
  private typealias Copy = (
    plan: WritePlan, others: [File], expected: TrackInsertion.Expectation
  )

  /// Reads the movie, and plans its copy with the new track.
  private static func planned(
    _ source: File, _ target: OutputPlace, _ arguments: Arguments, _ session: Session
  ) throws -> Copy {
    let path = arguments.file(file)
    let movie = try MovieChange.movie(from: source, path, session)
    let (feed, settings, video) = try feed(arguments, session, into: movie)
    let start = try arguments[Self.start].map { moment in
      try movie.time(of: moment, path) { session.messages.report($0, file: path) }
    }
    let insertion: TrackInsertion
    do {
      insertion = try TrackInsertion(
        feed, settings: settings, into: movie, at: start ?? .zero, beside: target.path)
    } catch { throw video?.reason(error) ?? error }
    video?.warnOfSkippedPictures(session)
    session.messages.report(insertion.diagnostics, file: path)
    let plan = try insertion.writePlan(from: source)
    session.checkName(of: target.path, isQuickTime: movie.isQuickTime)
    return (plan, insertion.sources, insertion.expectation(of: plan))
  }

  /// Opens OTHER and returns the samples and the settings of the track to insert, and the source of video.
  private static func feed(
    _ arguments: Arguments, _ session: Session, into movie: Movie
  ) throws(Failure) -> (any SampleFeed, MovieWriter.TrackSettings, VideoSource?) {
    let path = arguments[from] ?? FilePath("")
    let type: MovieWriter.Options.FileType = movie.isQuickTime ? .quickTime : .mp4
    do {
      if path != FilePath("-"), let file = try? Input.file(path), WaveFile.isWave(file) {
        try refuse([rate.declaration, track.declaration], of: "a WAV file", arguments, path)
        let wave = try WaveFile(reading: file)
        session.messages.report(wave.diagnostics, file: path)
        let feed = WaveFile.Feed(wave, in: file)
        return (feed, try feed.settings(for: type), nil)
      }
      let source = try VideoSource(path, rate: arguments[rate], for: arguments[output] ?? path)
      source.warnOfLosses(session)
      switch source {
      case .stream(let stream, _):
        try refuse([track.declaration], of: "a byte stream", arguments, path)
        return (stream, try stream.settings(for: type), source)
      case .movie(let other, let file, _):
        try refuse([rate.declaration], of: "a movie", arguments, path)
        try other.checkHeaderIsWhole()
        let track = try chosen(arguments, of: other, path)
        let findings = other.findings { $0.path == track.path }
        session.messages.report(
          findings.filter { $0.path == track.path || $0.path.hasPrefix("\(track.path)/") },
          file: path)
        if let finding = track.finding(for: type) {
          session.messages.report(finding, file: path)
        }
        var copy = try TrackCopy(track, in: file)
        try copy.divideFragmentedSound()
        var settings = try copy.settings(for: type)
        settings.extensions = try track.extensions(for: type)
        // Edits begin at a tick of the movie; without them, the media would have to begin at one of its own.
        if arguments[start] != nil, !track.hasEditList {
          settings.edits = try copy.editsShowingAll()
          settings.showsAllMedia = true
        }
        session.messages.report(
          track.losses(for: type, keepsReferences: false) + other.lossesInFragments(of: [track])
            + lostReferences(to: track, of: other, in: movie).map { reference in
              Diagnostic(
                "reference-left-out", .warning,
                "track \(reference.id) refers to it by '\(reference.type)', and no track of the new movie does"
                  + (reference.type == "chap" ? ", so players show no chapters" : ""),
                path: track.path)
            },
          file: path)
        return (copy, settings, nil)
      }
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// The references to a track that no track of the new movie has. All video of that refers to timecode, as that of the
  /// other movie did.
  private static func lostReferences(
    to track: Track, of other: Movie, in movie: Movie
  ) -> [(id: UInt32, type: FourCC)] {
    let references = other.references(to: track)
    guard track.isTimecode, !movie.tracks(.video).isEmpty else { return references }
    return references.filter {
      $0.type != "tmcd" || other.track($0.id)?.mediaType != .video
    }
  }

  /// Throws if an option is given that does not apply to this kind of source.
  private static func refuse(
    _ options: [OptionDeclaration], of kind: String, _ arguments: Arguments, _ path: FilePath
  ) throws(Failure) {
    for option in options where arguments.isGiven(option) {
      throw .problem("'\(option.name)' does not apply to \(kind)", file: path)
    }
  }

  /// Returns the track of a movie to insert: the selected one, or the only one.
  private static func chosen(
    _ arguments: Arguments, of movie: Movie, _ path: FilePath
  ) throws(Failure) -> Track {
    if let selector = arguments[track] { return try movie.track(selector, of: path) }
    guard let first = movie.tracks.first else {
      throw .problem(movie.unreadableProblem ?? "the movie has no tracks", file: path)
    }
    guard movie.tracks.count == 1, movie.unreadableTracks.isEmpty else {
      let others = movie.unreadableProblem.map { "; \($0)" } ?? ""
      throw .problem(
        "several tracks match; choose one with --track: \(movie.tracks.listed)\(others)", file: path
      )
    }
    return first
  }
}
