import MovKit

/// `movtool join`
enum Join: DeclaresCommand {
  static let word = "join"
  static let files = Positional(
    name: "FILE", role: .input, help: "Movies, in the order in which they are joined",
    repeats: true)
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write the result to OUT, which must be none of FILE"
  ).required(unless: "--dry-run")
  static let json = Option.flag(
    "--json", help: "Print what was done as JSON Lines: a line for OUT, and a summary")
  static let sortChapters = Option.flag(
    "--sort-chapters",
    help:
      "Put the files of GoPro cameras (GX010042.MP4, GOPR0042.MP4) in order: by recording, then "
      + "by chapter")

  static let command = Command(
    name: word, summary: "put movies one after another, with their timecode",
    discussion: [
      "Nothing is re-encoded. Tracks continue those of the same kind, in the same order: video, audio, "
        + "timecode, and timed metadata such as gpmd. Timecode that counts on from one file to the "
        + "next becomes one sample; where it jumps, a new one begins. All samples are copied, and "
        + "edit lists show what each movie showed.",
      "Each movie lasts as long as its first video, and the last one as long as it shows or plays "
        + "anything. Audio that ends up to a packet earlier or later is continued without a gap. Metadata, user data "
        + "and everything else come from the first FILE. If the tracks do not fit together, nothing is written. OUT appears under its name "
        + "when it is complete and has been read back. It is not fragmented.",
    ],
    positionals: [files],
    options: [
      sortChapters.declaration, output.declaration, Option.overwrite.declaration,
      MovieChange.fastStartOfNew.declaration, MovieChange.dryRun.declaration,
      json.declaration,
    ],
    examples: [
      Example(
        line: "movtool join GX010042.MP4 GX020042.MP4 GX030042.MP4 -o ride.mp4",
        effect: "Join the chapters of a recording."),
      Example(
        line: "movtool join GX*.MP4 --sort-chapters -o all.mp4",
        effect: "Join all recordings, whatever order the shell lists them in."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    var paths = arguments.files(files)
    let place = try arguments.moviePlace(output)
    guard paths.count > 1 else {
      throw arguments.usage("one movie cannot be joined; give two or more")
    }
    if arguments[sortChapters] { paths = try ChapterName.sorted(paths) }
    let report = ChangeReport(on: 1, arguments)
    do throws(Failure) {
      try report.add(about: paths[0], output: place?.path) { line throws(Failure) in
        try join(paths, to: place, arguments, session, &line)
      }
    } catch {
      try report.finish()
      throw error
    }
    try report.finish()
  }

  private static func join(
    _ paths: [FilePath], to place: OutputPlace?, _ arguments: Arguments, _ session: Session,
    _ line: inout ChangeReport.Line
  ) throws(Failure) {
    var movies: [(movie: Movie, file: File)] = []
    for path in paths {
      do {
        let source = try Input.file(path)
        let movie = try MovieOutline(source).movie()
        MovieChange.report(movie, path, session)
        movies.append((movie, source))
      } catch {
        throw Failure(error, about: path)
      }
    }
    line.before = movies.first.map { line.timecode(in: $0.movie) } ?? []
    do {
      let join = try MovieJoin(movies, fastStart: arguments[MovieChange.fastStartOfNew])
      for (index, finding) in join.losses {
        session.messages.report([finding], file: paths[index])
      }
      for (index, message) in differingRates(of: movies.map(\.movie)) {
        session.messages.warning(message, rule: "joined-rate-differs", file: paths[index])
      }
      if let place, let first = movies.first {
        session.checkName(of: place.path, isQuickTime: first.movie.isQuickTime)
      }
      guard let place, !arguments[MovieChange.dryRun] else {
        (line.status, line.output) = (.planned, nil)
        line.plan = plan(of: join, paths)
        // The text of the plan says it.
        if arguments[MovieChange.json] { line.after = line.timecode(of: join.rewritten) }
        return
      }
      let lost = try join.write(to: place)
      session.messages.report(lost: lost)
      line.status = .written
      line.after = try line.timecode(in: MovieOutline(File(place.path)).movie())
      session.messages.detail(
        "joined \(counted(paths.count, "movie")); verification passed", file: place.path)
    } catch let error as JoinError {
      throw Failure(error.reason, about: paths[error.movie])
    } catch {
      throw Failure(error, about: paths[0])
    }
  }

  /// Returns what there is to say of movies whose video has another rate than that of the first.
  private static func differingRates(of movies: [Movie]) -> [(movie: Int, message: String)] {
    let rates = movies.map { $0.tracks(.video).first?.frameRate }
    guard let first = rates.first, let wanted = first else { return [] }
    return rates.enumerated().compactMap { index, rate in
      guard let rate else { return nil }
      // Averages of frames that vary may differ more.
      let parts = rate.isConstant && wanted.isConstant ? TimecodeFormat.ratePrecision : 500
      guard !rate.isNear(wanted, oneIn: parts) else { return nil }
      return (
        index,
        "its video has \(text(rate)), and that of the first movie \(text(wanted)); some players expect one "
          + "rate in a track"
      )
    }
  }

  private static func text(_ rate: FrameRate) -> String {
    (readableRate(rate.numerator, per: rate.denominator) ?? "\(rate) fps")
      + (rate.isConstant ? "" : " on average")
  }

  private static func plan(of join: MovieJoin, _ paths: [FilePath]) -> String {
    var lines = ""
    for (path, chapter) in zip(paths, join.chapters) {
      lines += "\(chapter.range.start.readableOrKind) to \(chapter.range.end.readableOrKind)"
      if let label = chapter.firstTimecode { lines += ", timecode \(label)" }
      lines += ": \(path)\n"
    }
    if let runs = join.timecodeRuns {
      lines += "Timecode: \(counted(runs, "run"))\n"
    }
    return lines
  }
}
