import MovKit

/// `movtool remux`
enum Remux: DeclaresCommand {
  static let word = "remux"
  static let file = Positional(
    name: "FILE|DIR", role: .input, help: "Movies and folders of movies; they are not changed",
    repeats: true, orOption: FileList.filesFrom.declaration.name)
  static let output = MovieChange.output.required()
  static let fragment = Option.duration(
    "--fragment", placeholder: "SECONDS",
    help: "Put the samples into fragments. A fragment ends at the first sync sample of the leading "
      + "track after SECONDS. The leading track is the first video track that is not cover art or a "
      + "slide show; if there is none, the first audio track; otherwise the first other track that "
      + "is not timecode. With --fast-start, an index of the fragments (sidx) comes before them"
  ).excluding("--no-fragments")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header before the media, so that players can start before they have the whole "
      + "file (default: keep the order of FILE; with --no-fragments, after the media)")
  static let noFragments = Option.flag(
    "--no-fragments", help: "Put the samples of a fragmented movie into one media atom and tables"
  ).excluding("--fragment")

  static let command = Command(
    name: word, summary: "rewrap a movie and lose nothing",
    discussion: [
      "Nothing is re-encoded. The samples, their times and all other atoms of the movie stay: "
        + "metadata, user data, edits, dates, track IDs and references, encryption data, and atoms "
        + "that movtool does not know. What the new layout has no place for is named in a warning. "
        + "Some players ignore edit lists in fragments, and show what they hide.",
      "Without --fragment or --no-fragments, a fragmented movie stays in its fragments and a movie "
        + "without fragments stays without, and atoms keep their order; --fast-start moves the "
        + "header before the media. OUT is the same kind of movie as FILE, QuickTime or MP4. It "
        + "appears under its name when it is complete and has been read back.",
    ],
    positionals: [file],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, output.declaration,
      OutputFolder.keepFolders.declaration, Option.overwrite.declaration, fastStart.declaration,
      fragment.declaration,
      noFragments.declaration, MovieChange.json.declaration,
      MovieChange.preserveTimes.declaration, MovieJobs.jobsOfCopies.declaration,
      Option.skipExisting.declaration,
    ],
    examples: [
      Example(
        line: "movtool remux clip.mov --fast-start -o web.mov",
        effect: "Write a copy that plays while it downloads."),
      Example(
        line: "movtool remux clip.mp4 --fragment 2 --fast-start -o stream.mp4",
        effect: "Write it in fragments of about two seconds, with an index before them."),
      Example(
        line: "movtool remux recorded.mp4 --no-fragments -o clip.mp4",
        effect: "Turn a fragmented recording into an ordinary movie."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    if let interval = arguments[fragment], interval.value == 0 {
      throw arguments.badValue(fragment, "a fragment must be longer than 0 seconds")
    }
    try MovieChange.run(file, arguments, session, reports: false) {
      (job, session, line) throws(Failure) in
      do {
        guard arguments[fragment] != nil || arguments[noFragments] else {
          return try copy(job, arguments, session, &line)
        }
        try rewrite(job, arguments, session, &line)
      } catch {
        throw Failure(error, about: job.file)
      }
    }
  }

  private static func copy(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: inout ChangeReport.Line
  ) throws {
    try MovieChange.change(job, arguments, session, &line) { (movie, path, _) throws(Failure) in
      do { return try MovieEditor(checking: movie) } catch { throw Failure(error, about: path) }
    }
  }

  /// Writes the movie with or without fragments. A movie without fragments that stays so is only
  /// copied.
  private static func rewrite(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: inout ChangeReport.Line
  ) throws {
    guard let (movie, before) = try prepared(job, arguments, session, line) else {
      return try copy(job, arguments, session, &line)
    }
    guard let place = job.output else { return }
    let lost = try (consume movie).write(
      to: place, keepsTimes: arguments[MovieChange.preserveTimes])
    session.messages.report(lost: lost)
    (line.before, line.after, line.status) = (before, before, .written)
  }

  /// Reads the movie, and prepares to write it with or without fragments. Returns nil if it stays without.
  /// What was read is no longer in memory.
  private static func prepared(
    _ job: MovieJob, _ arguments: Arguments, _ session: Session, _ line: ChangeReport.Line
  ) throws -> (movie: MovieRemux.Writing, timecode: [ChangeReport.Timecode])? {
    let path = job.file
    let source = try Input.file(path)
    let movie = try MovieOutline(source).movie()
    guard arguments[fragment] != nil || movie.isFragmented else { return nil }
    MovieChange.report(movie, path, session)
    let isFast = arguments[fastStart]
    var layout: MovieWriter.Options.Layout = isFast ? .fastStart() : .movieLast
    if let interval = arguments[fragment] {
      layout = isFast ? .indexedFragments(every: interval) : .fragmented(every: interval)
    }
    let remux = try MovieRemux(movie, in: source, layout: layout)
    session.messages.report(remux.losses, file: path)
    if let place = job.output { session.checkName(of: place.path, isQuickTime: movie.isQuickTime) }
    return (remux.writing, line.timecode(in: movie))
  }
}
