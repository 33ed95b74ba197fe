import MovKit

/// The timecode track that `insert timecode --from` and `--source` ask for.
struct OriginStamp {
  /// What the command line asks for, apart from the movie.
  struct Request {
    /// Where the timecode comes from; nil for the movie itself.
    var other: OtherFile?
    /// The kind of place in that file; nil for its timecode track, or what a WAV file says.
    var source: SourceSelector?
    /// The moment of the other file that the movie begins with; nil for its beginning.
    var offset: TimecodeOffset?
    var dropFrame: Bool?
    /// The flags, the reel and the tracks. Its label does not matter.
    var stamp: StampRequest
    /// What was read in the other file, if all movies are given its timecode. To look for linear timecode in a long
    /// recording takes a while.
    fileprivate let known = FirstResults<FrameKey, Taken, Failure>()

    init(source: SourceSelector?, offset: TimecodeOffset?, stamp: StampRequest) {
      (self.source, self.offset, self.stamp) = (source, offset, stamp)
    }
  }

  private(set) var stamp: TimecodeStamp
  /// What is odd about the movie, or is not as its timecode will be.
  private(set) var notes: [Diagnostic]
  /// What was found in the file that the timecode comes from.
  private(set) var findings: [Diagnostic] = []
  /// That file; nil for the movie itself.
  private(set) var other: FilePath?

  /// What the other file says.
  fileprivate struct Taken: Sendable {
    var runs: PackedRuns
    var reel: String?
    var findings: [Diagnostic] = []
    /// The time in that file from which the runs' times count.
    var origin = MediaTime.zero
    /// How long that file lasts from there; nil if it is the movie itself.
    var length: MediaTime?
    /// Whether the runs are to be laid on the frames of the video.
    var isLoose = true
    /// What of a format the runs have.
    var says = ReplacedSettings.Source.labels
  }

  /// The frame duration of a movie, with value and timescale as in the file, where 1/25 and 2/50 differ: what is read
  /// from OTHER has times in that timescale.
  fileprivate struct FrameKey: Equatable {
    let value: Int64?
    let timescale: Int32?
    let isNumeric: Bool?

    init(_ duration: MediaTime?) {
      (value, timescale, isNumeric) = (duration?.value, duration?.timescale, duration?.isNumeric)
    }
  }

  /// Reads the timecode for a movie.
  /// - Parameter opened: Receives each file that is opened.
  init(
    _ request: Request, for movie: Movie, named name: FilePath, opened: (File) -> Void
  ) throws {
    let counting = FoundTimecode.Counting(
      asked: request.stamp.frameDuration, video: movie.videoFrameDuration,
      dropFrame: request.dropFrame)
    var taken: Taken
    if let file = request.other {
      let path = try file.file(for: name)
      other = path
      taken = try Self.take(path, request, counting, opened)
    } else {
      taken = try Self.take(request, from: movie, counting, name)
    }
    findings = taken.findings
    let asked = request.stamp
    // What is taken says when and how frames are counted, and the replaced timecode does not.
    var base = asked
    base.dropsEverything = true
    base.dropFrame = nil
    let first = taken.runs[0].format
    if first.frameDuration.isNumeric, first.frameDuration > .zero {
      base.frameDuration = first.frameDuration
      base.quanta = (1...255).contains(first.labelQuanta) ? first.labelQuanta : nil
    }
    let (plan, notes) = try base.stamp(for: movie)
    self.notes = notes
    self.notes += try taken.complete(
      asked, ReplacedSettings(asked, in: movie, for: plan.trackIDs), other ?? name)
    let video = try StampedVideo(of: plan.trackIDs, in: movie)
    let shift = taken.length == nil ? .zero : video.start - taken.origin
    // Moved, so that they are copied only if they are kept for other movies.
    var runs = taken.runs
    taken.runs = PackedRuns()
    for index in runs.indices { runs[index].time = runs[index].time + shift }
    var isSaid = false
    if taken.isLoose {
      let coverage = video.cover(with: runs)
      guard !coverage.runs.isEmpty else {
        throw Failure.problem(
          "nothing of the timecode in it is from the moment on that the video begins with",
          file: other ?? name)
      }
      runs = coverage.runs
      let unseen = Self.note(unseen: coverage.unseen, of: video)
      isSaid = !unseen.isEmpty
      self.notes += unseen
    }
    if let length = taken.length {
      if !isSaid {
        self.notes += Self.note(
          length, taken.isLoose ? nil : runs.last, of: video, hasOffset: request.offset != nil)
      }
      // The last label counts on to the end of the video.
      if let last = runs.indices.last { runs[last].duration = nil }
    }
    self.notes += OddTimecode(runs).diagnostics(besides: self.notes)
    stamp = TimecodeStamp(.runs(runs), trackIDs: plan.trackIDs, replaces: plan.replaces)
    stamp.keepsTicks = taken.says == .format
  }

  // MARK: The movie itself

  private static func take(
    _ request: Request, from movie: Movie, _ counting: FoundTimecode.Counting, _ name: FilePath
  ) throws -> Taken {
    let found = try find(request.source?.choice, in: movie, counting, name)
    return Taken(
      runs: PackedRuns(found.runs), reel: found.reel, findings: found.notes,
      says: says(request.source))
  }

  /// What of a format a kind of source says.
  private static func says(_ source: SourceSelector?) -> ReplacedSettings.Source {
    switch source?.choice {
    case .kind(.timecodeTrack)?, nil: .format
    default: .labels
    }
  }

  private static func find(
    _ choice: SourceSelector.Choice?, in movie: Movie, _ counting: FoundTimecode.Counting,
    from moment: MediaTime = .zero, _ path: FilePath
  ) throws -> FoundTimecode {
    switch choice {
    case .linear(let channel): return try FoundTimecode(linear: channel, in: movie, counting, path)
    case .kind(let kind):
      var options = TimecodeSources.Options()
      options.frameDuration = counting.frameDuration
      options.sidecars = try SourcesDocument.sidecars(of: path)
      return try FoundTimecode(
        kind, in: try movie.timecodeSources(options), counting, from: moment, path)
    case nil: return try find(.kind(.timecodeTrack), in: movie, counting, path)
    }
  }

  // MARK: Another file

  private static func take(
    _ path: FilePath, _ request: Request, _ counting: FoundTimecode.Counting,
    _ opened: (File) -> Void
  ) throws(Failure) -> Taken {
    func read() throws(Failure) -> Taken {
      do {
        let file = try Input.file(path)
        opened(file)
        let taken = try take(file, path, request, counting)
        // The movies that come later would not notice it.
        try file.checkUnchanged()
        return taken
      } catch {
        throw Failure(error, about: path)
      }
    }
    guard request.other?.isOneFile == true else { return try read() }
    return try request.known.value(for: FrameKey(counting.video), read)
  }

  private static func take(
    _ file: File, _ path: FilePath, _ request: Request, _ counting: FoundTimecode.Counting
  ) throws -> Taken {
    if WaveFile.isWave(file) { return try take(wave: file, path, request, counting) }
    let movie = try MovieOutline(file).movie()
    var notes: [Diagnostic] = []
    let moment = try movie.time(of: request.offset, path) { notes.append($0) }
    guard let source = request.source else {
      var taken = try take(timecodeOf: movie, path, from: moment, request)
      taken.findings += notes
      return taken
    }
    let found = try find(source.choice, in: movie, counting, from: moment ?? .zero, path)
    let origin = moment ?? movie.shownStart
    let length = movie.shownStart + movie.shownDuration - origin
    try checkOffset(length, of: request, path)
    return Taken(
      runs: PackedRuns(found.runs), reel: found.reel, findings: found.notes + notes,
      origin: origin, length: length, says: says(source))
  }

  private static func take(
    timecodeOf movie: Movie, _ path: FilePath, from moment: MediaTime?, _ request: Request
  ) throws -> Taken {
    guard let shown = try TakenTimecode(of: movie, from: moment) else {
      throw Failure.problem(
        movie.unreadableTimecodeTrack?.problem
          ?? "the movie has no timecode track; 'movtool extract timecode --all-sources' shows what else "
          + "it says of timecode, and --source takes it", file: path)
    }
    guard !shown.runs.isEmpty else {
      throw Failure.problem(
        shown.hasCounter
          ? "its timecode track is a counter"
          : "it shows no timecode from \(shown.origin.inSeconds) on", file: path)
    }
    guard request.stamp.frameDuration == nil, request.dropFrame == nil else {
      throw Failure.problem(
        "its timecode track is taken as it counts, without --rate, --drop-frame and --non-drop-frame; "
          + "'movtool edit timecode' can change the result", file: path)
    }
    var findings: [Diagnostic] = []
    let others = movie.timecodeTracks.filter { $0.path != shown.track.path }
    if !others.isEmpty {
      findings.append(
        Diagnostic(
          "timecode-tracks-left-out", .warning,
          "the timecode of track \(shown.track.id) is taken, and not that of "
            + others.map(\.id).listed, path: shown.track.path))
    }
    if shown.beginsWithinLabel {
      findings.append(
        Diagnostic(
          "timecode-mid-label", .warning,
          "the frame at \(shown.origin.inSeconds) is in the middle of a label, so the first label is shown for a "
            + "shorter time, and programs that read one sample only change labels too late",
          path: shown.track.path))
    }
    // The times of the runs count from the frame that the movie begins with.
    return Taken(
      runs: shown.runs, reel: NamedMetadata(movie)[.reel], findings: findings,
      length: movie.shownStart + movie.shownDuration - shown.origin, isLoose: false, says: .format)
  }

  private static func take(
    wave file: File, _ path: FilePath, _ request: Request, _ counting: FoundTimecode.Counting
  ) throws -> Taken {
    let wave = try WaveFile(reading: file)
    let whole = MediaTime(ticks: wave.frameCount, per: wave.format.sampleRate) ?? .zero
    // To look for it takes a while, and a label that is the offset must be looked up in it.
    func linear(_ channel: Int?) throws -> FoundTimecode {
      try FoundTimecode(linear: channel, in: wave, file, counting, path)
    }
    var known: FoundTimecode?
    var moment = MediaTime.zero
    switch request.offset {
    case nil: break
    case .moment(.time(let time)): moment = time
    case .before(let time): moment = time.negated()
    case .frames(let count):
      moment = counting.frameDuration?.multiplied(by: Int64(count)) ?? .invalid
      guard moment.isNumeric else {
        throw Failure.problem("the frames of the offset cannot be counted; use --rate", file: path)
      }
    case .moment(.timecode(let label)):
      if case .linear(let channel)? = request.source?.choice {
        let found = try linear(channel)
        guard let time = found.time(of: label, before: whole) else {
          let text = found.runs.first?.format.text(label.timecode) ?? ""
          throw Failure.problem("no linear timecode in it has the label \(text)", file: path)
        }
        (known, moment) = (found, time)
        break
      }
      throw Failure.problem(
        "the offset into a WAV file is a time, such as 5 or 00:00:05, or frames of the video, such as 100f",
        file: path)
    }
    try checkOffset(whole - moment, of: request, path)
    let found: FoundTimecode
    switch request.source?.choice {
    case .linear(let channel): found = try known ?? linear(channel)
    case .kind(let kind):
      found = try FoundTimecode(kind, in: try sources(file, counting), counting, from: moment, path)
    case nil:
      found = try FoundTimecode(nil, in: try sources(file, counting), counting, from: moment, path)
    }
    return Taken(
      runs: PackedRuns(found.runs), reel: found.reel,
      findings: wave.diagnostics + found.notes, origin: moment,
      length: whole - moment)
  }

  /// Throws if nothing of a file is after the offset.
  /// - Parameter rest: How long the file lasts from the offset on.
  private static func checkOffset(
    _ rest: MediaTime, of request: Request, _ path: FilePath
  ) throws(Failure) {
    guard request.offset != nil, rest.isNumeric, rest <= .zero else { return }
    throw .problem(
      "--offset is \(rest.negated().inSeconds) past its end, where there is no timecode; use a smaller --offset",
      file: path)
  }

  private static func sources(
    _ file: File, _ counting: FoundTimecode.Counting
  ) throws(ReadingError) -> TimecodeSources {
    var options = TimecodeSources.Options()
    options.frameDuration = counting.frameDuration
    return try TimecodeSources(wave: file, options)
  }

  // MARK: Notes

  private static func note(unseen: MediaTime, of video: StampedVideo) -> [Diagnostic] {
    guard unseen > video.oneFrame else { return [] }
    return [
      Diagnostic(
        "timecode-extended", .warning,
        "for \(unseen.inSeconds) of the video nothing says the timecode, so it counts on from what "
          + "was found")
    ]
  }

  /// - Parameter last: The last run of a timecode track; nil for what has no end.
  private static func note(
    _ length: MediaTime, _ last: TimecodeRun?, of video: StampedVideo, hasOffset: Bool
  ) -> [Diagnostic] {
    let end = last.flatMap { run in run.duration.map { run.time + $0 } } ?? (video.start + length)
    if video.end - end > video.oneFrame {
      return [
        Diagnostic(
          "from-ends-early", .warning,
          "the timecode that is taken ends \((video.end - end).inSeconds) before the video; its last "
            + "label counts on to the end")
      ]
    }
    let difference = length - video.duration
    guard !hasOffset, difference > video.oneFrame || .zero - difference > video.oneFrame else {
      return []
    }
    return [
      Diagnostic(
        "from-length", .warning,
        "the video lasts \(video.duration.inSeconds) and the file that the timecode comes from "
          + "\(length.inSeconds); if it does not begin with the same frame, use --offset")
    ]
  }
}

extension StampedVideo {
  /// How long a frame lasts or, if that is not known, a frame at the slowest usual rate.
  fileprivate var oneFrame: MediaTime { frameDuration ?? MediaTime(value: 1001, timescale: 24000) }
}

extension OriginStamp.Taken {
  /// Gives the runs what a request asks for and what they keep of the replaced timecode.
  /// - Returns: What of that is lost.
  fileprivate mutating func complete(
    _ request: StampRequest, _ replaced: ReplacedSettings?, _ path: FilePath
  ) throws(Failure) -> [Diagnostic] {
    var formats: [TimecodeFormat] = []
    let (reel, says) = (self.reel, self.says)
    runs.changeFormats { format in
      if format.sourceName == nil, let reel { format.sourceName = .init(reel: reel) }
      replaced?.complete(&format, from: says)
      format.apply(request)
      formats.append(format)
    }
    let reels = says == .labels ? formats.compactMap(\.sourceName?.text) : []
    guard reels.allSatisfy({ $0.utf8.count <= Int(UInt16.max) }) else {
      throw .problem("\(StampError.reelTooLong)", file: path)
    }
    try obeyFlags(request, path)
    return replaced?.dropped(by: formats) ?? []
  }

  /// Makes the numbers such as the flags allow that are asked for. What the source has against its own flags stays.
  private mutating func obeyFlags(_ request: StampRequest, _ path: FilePath) throws(Failure) {
    guard request.wraps24Hours == true || request.allowsNegative == false else { return }
    for index in runs.indices {
      let run = runs[index]
      guard run.frameNumber >= 0 || request.allowsNegative != false else {
        var signed = run.format
        signed.flags.insert(.negativeTimesOK)
        throw .problem(
          "\(signed.text(.frameNumber(run.frameNumber))) is negative, which '--no-negative' does not allow",
          file: path)
      }
      let day = run.format.framesPerDay
      if request.wraps24Hours == true, day > 0, run.frameNumber >= day {
        runs[index].frameNumber = run.frameNumber % day
      }
    }
  }
}

extension TimecodeFormat {
  /// Takes over what a request asks for: reel, type and flags.
  fileprivate mutating func apply(_ request: StampRequest) {
    if let reel = request.reel { sourceName = SourceName(reel: reel) }
    if request.reel == nil, request.dropsReel { sourceName = nil }
    if let type = request.mediaSubType { mediaSubType = type }
    func set(_ flag: Flags, _ asked: Bool?) {
      guard let asked else { return }
      if asked { flags.insert(flag) } else { flags.remove(flag) }
    }
    set(.wraps24Hours, request.wraps24Hours)
    set(.negativeTimesOK, request.allowsNegative)
  }
}

extension Movie {
  /// Returns the movie time of a moment; nil if none is given.
  fileprivate func time(
    of offset: TimecodeOffset?, _ path: FilePath, report: (Diagnostic) -> Void
  ) throws(Failure) -> MediaTime? {
    switch offset {
    case nil: return nil
    case .moment(let moment): return try time(of: moment, path, report: report)
    case .before, .frames(..<0):
      throw .problem(
        "only a WAV file says a timecode for a moment before its beginning; leave out --offset, and move the result "
          + "with 'movtool edit timecode --shift', such as --shift -1s", file: path)
    case .frames(let count):
      guard let video = tracks(.video).first, var frames = try? PresentedFrames(video) else {
        throw .problem("there is no video whose frames could be counted", file: path)
      }
      var left = count
      while let frame = frames.next() {
        if left == 0 { return frame.time }
        left -= 1
      }
      throw .problem("it has only \(counted(count - left, "frame"))", file: path)
    }
  }
}
