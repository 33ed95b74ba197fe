import MovKit

/// Makes a movie from the inputs of the command line.
struct MovieBuild {
  private let arguments: Arguments
  private let session: Session
  private let type: MovieWriter.Options.FileType
  private let target: FilePath

  init(_ arguments: Arguments, _ session: Session) throws(Failure) {
    self.arguments = arguments
    self.session = session
    target = arguments.file(Build.target)
    type = try MovieBuild.fileType(of: target, arguments)
    if arguments[Build.timecode] == nil {
      let isReel = arguments[Build.reel] != nil
      guard !isReel, !arguments[Build.dropFrame] else {
        throw arguments.usage("'\(isReel ? "--reel" : "--drop-frame")' requires '--timecode'")
      }
    }
    guard arguments[Build.reel] != "" else {
      throw arguments.badValue(Build.reel, "the name is empty")
    }
    if arguments[Build.timecode] == "bwf", arguments.all(Build.audio).isEmpty {
      throw arguments.usage("'--timecode bwf' requires '--audio'")
    }
    if let interval = arguments[Build.fragment], interval.value == 0 {
      throw arguments.badValue(Build.fragment, "a fragment must be longer than 0 seconds")
    }
  }

  /// What is wrong with the timecode, whatever the files are; nil if nothing is, or if they say the timecode.
  var knownError: StampError? {
    guard let start = arguments[Build.timecode], start != "bwf" else { return nil }
    // A movie has a rate of its own, and the one that was given is what is wrong.
    if arguments[Build.rate] != nil, let video = arguments[Build.video],
      FileList.isNamedLikeMovie(video)
    {
      return nil
    }
    return request(start: start).knownError(rate: arguments[Build.rate])
  }

  private func request(start: String) -> StampRequest {
    var request = StampRequest(start: start)
    request.reel = arguments[Build.reel]
    if arguments[Build.dropFrame] { request.dropFrame = true }
    return request
  }

  /// Returns the file type that the extension of the name states.
  /// - Throws: `Failure.usage` if it is not an extension of a movie.
  static func fileType(
    of path: FilePath, _ arguments: Arguments
  ) throws(Failure) -> MovieWriter.Options.FileType {
    // Names such as .m4a and .3gp promise brands that a new movie does not have.
    guard let name = path.nameExtension, [".mov", ".qt", ".mp4", ".m4v"].contains(name),
      let type = MovieWriter.Options.FileType(nameOf: path)
    else {
      throw arguments.usage(
        "the name '\(path)' does not say the format; use .mov, .qt, .mp4 or .m4v")
    }
    return type
  }

  private var options: MovieWriter.Options {
    var options = MovieWriter.Options(fileType: type)
    let isFast = arguments[Build.fastStart]
    if isFast { options.layout = .fastStart() }
    if let interval = arguments[Build.fragment] {
      options.layout = isFast ? .indexedFragments(every: interval) : .fragmented(every: interval)
    }
    return options
  }

  func run() throws {
    let video = try openVideo()
    video.warnOfLosses(session)
    let sounds = try arguments.all(Build.audio).map { path in
      try about(path) {
        let file = try Input.file(path)
        let wave = try WaveFile(reading: file)
        session.messages.report(wave.diagnostics, file: path)
        return (path: path, file: file, wave: wave)
      }
    }
    let remux = try self.remux(video)
    let place = arguments.place(Build.target)
    for file in video.files + sounds.map(\.file) { arguments.spared.insert(file.identity) }
    let writer = try MovieWriter(to: place, options: remux?.options ?? options(of: video))
    var feeds: [(feed: any SampleFeed, input: MovieWriter.Input)] = []
    switch video {
    case .stream(let stream, let path):
      try about(path) { feeds.append((stream, try writer.addInput(stream.settings(for: type)))) }
    case .movie(let movie, let file, let path):
      try about(path) {
        try movie.checkHeaderIsWhole()
        feeds +=
          try remux?.addTracks(to: writer) ?? addTracks(of: movie, in: file, path, to: writer)
        guard !feeds.isEmpty else {
          throw Failure.problem(
            movie.unreadableProblem ?? "the movie has no track to copy", file: path)
        }
        for track in movie.unreadableTracks where takes(track.mediaType, track.isTimecode) {
          session.messages.warning(
            "\(track); skipping it", rule: "track-unreadable", file: path)
        }
      }
    }
    let videos = feeds.map(\.input).filter { $0.settings.mediaType == .video }
    for sound in sounds {
      try about(sound.path) {
        let feed = WaveFile.Feed(sound.wave, in: sound.file)
        feeds.append((feed, try writer.addInput(feed.settings(for: type))))
      }
    }
    if arguments[Build.timecode] != nil {
      if case .movie(let movie, _, let path) = video {
        session.messages.report(movie.timecodeTracks.map { $0.replacedTimecode }, file: path)
      }
      try addTimecode(of: video, sounds.map { ($0.file, $0.wave) }, for: videos, to: writer)
    }
    do { try writer.append(feeds) } catch {
      guard case .parameterSetsChange(_, at: let time) = error else { throw video.reason(error) }
      // The samples before the change are a complete movie.
      try writer.finish()
      throw Failure.problem(
        "the video's parameter sets change at \(time.readableOrKind), so the movie ends there; "
          + "use --in-band-parameter-sets to allow changes", file: target)
    }
    try writer.finish()
    video.warnOfSkippedPictures(session)
  }

  private func openVideo() throws -> VideoSource {
    let path = arguments[Build.video] ?? FilePath("-")
    return try about(path) {
      let isInBand = arguments[Build.inBandParameterSets]
      let source = try VideoSource(
        path, rate: arguments[Build.rate], parameterSets: isInBand ? .samples : .description,
        for: target)
      if case .movie = source, arguments[Build.rate] != nil {
        throw Failure.problem(
          "'--rate' applies only to byte streams, and this is a movie, whose frames keep their "
            + "times", file: path)
      }
      if case .movie = source, isInBand {
        throw Failure.problem(
          "'--in-band-parameter-sets' applies only to byte streams, and this is a movie, whose "
            + "samples are copied unchanged", file: path)
      }
      return source
    }
  }

  /// Runs `body`. An error in it is reported as one of the file `path`.
  private func about<Result>(_ path: FilePath, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as WritingError {
      // A writing error concerns the output file.
      throw error
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// Adds the tracks of a movie, except those that the command line replaces.
  private func addTracks(
    of movie: Movie, in file: File, _ path: FilePath, to writer: MovieWriter
  ) throws -> [(feed: any SampleFeed, input: MovieWriter.Input)] {
    session.messages.report(
      movie.findings(of: { takes($0) })
        .filter { $0.rule != "track-unreadable" }
        + movie.losses(of: movie.tracks.filter { takes($0) }, for: type)
        + [movie.findingOfLateStart].compactMap(\.self), file: path)
    var feeds: [(feed: any SampleFeed, input: MovieWriter.Input)] = []
    var added: [(track: Track, input: MovieWriter.Input)] = []
    for track in movie.tracks {
      guard takes(track) else { continue }
      if let finding = track.finding(for: type) {
        session.messages.report(finding, file: path)
      }
      var copy = try TrackCopy(track, in: file)
      if arguments[Build.fragment] == nil { try copy.divideFragmentedSound() }
      var settings = try copy.settings(for: type)
      settings.extensions = try track.extensions(for: type)
      let input = try writer.addInput(settings)
      added.append((track, input))
      feeds.append((copy, input))
    }
    try writer.addReferences(of: added)
    return feeds
  }

  /// Prepares to copy the movie with everything in it, except the tracks that the command line
  /// replaces. Nil if the video is not a movie, or if the result is of the other kind, QuickTime or
  /// MP4, and is made as a new movie.
  private func remux(_ video: VideoSource) throws -> MovieRemux? {
    guard case .movie(let movie, let file, let path) = video,
      movie.isQuickTime == (type == .quickTime)
    else { return nil }
    return try about(path) {
      let remux = try MovieRemux(movie, in: file, layout: options.layout, isCopy: false) {
        takes($0)
      }
      session.messages.report(remux.losses, file: path)
      return remux
    }
  }

  /// Returns the options for a new movie. A movie that is converted to the other kind keeps what
  /// both kinds support.
  private func options(of video: VideoSource) -> MovieWriter.Options {
    var options = options
    guard case .movie(let movie, _, _) = video else { return options }
    options.creationTime = movie.creationTime
    options.matrix = movie.matrix
    options.extensions = movie.extensions(for: type)
    return options
  }

  /// Whether a track of the movie is copied, because the command line does not replace tracks of
  /// its kind.
  private func takes(_ track: Track) -> Bool { takes(track.mediaType, track.isTimecode) }

  private func takes(_ mediaType: MediaType?, _ isTimecode: Bool) -> Bool {
    if isTimecode { return arguments[Build.timecode] == nil }
    return mediaType != .audio || arguments.all(Build.audio).isEmpty
  }

  /// Adds the timecode track that `--timecode` asks for.
  private func addTimecode(
    of video: VideoSource, _ waves: [(file: File, wave: WaveFile)],
    for videos: [MovieWriter.Input],
    to writer: MovieWriter
  ) throws {
    let frameDuration = try video.frameDuration()
    let text = arguments[Build.timecode] ?? ""
    var request = request(start: text)
    let format: TimecodeFormat
    let startFrame: Int64
    let start: MediaTime
    let notes: [Diagnostic]
    if text == "bwf" {
      start = .zero
      // What is wrong with the options, whatever the recorder says.
      if request.dropFrame == true { _ = try request.format(frameDuration: frameDuration) }
      let (found, run, said, path) = try Self.start(
        of: waves,
        FoundTimecode.Counting(video: frameDuration, dropFrame: request.dropFrame))
      session.messages.report(said, file: path)
      if request.reel == nil, let reel = found.reel, !reel.isEmpty { request.reel = reel }
      let quanta = run.format.labelQuanta
      request.quanta = (1...255).contains(quanta) ? quanta : nil
      (format, notes) = try request.format(
        frameDuration: run.format.frameDuration, isDropFrame: run.format.isDropFrame)
      startFrame = run.frameNumber
    } else {
      start = video.start
      (format, startFrame, notes) = try request.timecode(frameDuration: frameDuration)
    }
    session.messages.report(notes, file: target)
    _ = try writer.addTimecode(format, startFrame: startFrame, at: start, for: videos)
  }

  /// Returns what the first recording that has a start time says, as `insert timecode --from` reads it, and what there is
  /// to say about it. That a recorder without a rate counts as the video does is what `--timecode bwf` means, and
  /// nothing that is assumed.
  private static func start(
    of waves: [(file: File, wave: WaveFile)], _ counting: FoundTimecode.Counting
  ) throws -> (found: FoundTimecode, run: TimecodeRun, notes: [Diagnostic], path: FilePath) {
    for (file, wave) in waves {
      if let reference = wave.timeReference,
        !BroadcastExtension.isWithinDay(reference, sampleRate: wave.format.sampleRate)
      {
        throw Failure.problem(
          "the audio start time (bext) is not within a day", file: file.path)
      }
      var options = TimecodeSources.Options()
      options.frameDuration = counting.frameDuration
      let sources = try TimecodeSources(wave: file, options)
      guard sources.sources.contains(where: { !$0.kind.isClock && $0.eachRun.first != nil }) else {
        continue
      }
      let found = try FoundTimecode(nil, in: sources, counting, file.path)
      guard let run = found.runs.first else { continue }
      let statesRate = try TimecodeSources(wave: file).sources.contains { $0.eachRun.first != nil }
      return (
        found, run, found.notes.filter { statesRate || $0.rule != "timecode-assumed" }, file.path
      )
    }
    throw Failure.problem(
      "no --audio file has a start time (bext or iXML); use --timecode HH:MM:SS:FF", file: nil)
  }
}
