import MovKit

/// `movtool cut`
enum Cut: DeclaresCommand {
  static let word = "cut"
  static let files = Positional(
    name: "FILE|DIR", role: .input,
    help: "Movies, and folders of movies, of which the same part is copied; they are not changed",
    repeats: true, orOption: FileList.filesFrom.declaration.name)
  static let output = MovieChange.output.required(unless: "--dry-run")
  static let from = Option.moment(
    "--from",
    help: "Start with the frame at this movie time or timecode, such as 2.5, 00:01:30 or "
      + "01:30:17:00 (default: the start)")
  static let to = Option.moment(
    "--to",
    help:
      "End before the frame at this movie time or timecode, which is not included (default: the "
      + "end)")
  static let exact = Option.flag(
    "--exact",
    help: "Start and end at exactly these frames; an edit list hides what is copied only to decode "
      + "them. This is the default"
  ).excluding("--at-sync")
  static let atSync = Option.flag(
    "--at-sync",
    help: "Start at the sync sample at or before --from, and end at the next one at or after --to, "
      + "so that no video is hidden"
  ).excluding("--exact")

  static let command = Command(
    name: word, summary: "copy a part of a movie, with its timecode and everything else",
    discussion: [
      "Nothing is re-encoded. Every track is cut: video, audio, timecode, and timed metadata such as "
        + "gpmd, mebx and rtmd. Timecode starts with the label of the first picture. Metadata, track "
        + "IDs, references, sample groups and encryption data stay, as in 'remux'; what has no place "
        + "in a part is named in a warning.",
      "--from and --to are moved to the nearest frame of the first video, and the frame at --to is "
        + "not included, so that parts that meet share no frame and lose none. Only the samples that "
        + "are needed are copied: from the sync sample at or before the start, to the last one that "
        + "a picture before the end refers to. OUT appears under its name when it is complete and "
        + "has been read back. It is not fragmented.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, from.declaration, to.declaration,
      exact.declaration, atSync.declaration, output.declaration,
      OutputFolder.keepFolders.declaration, Option.overwrite.declaration,
      MovieChange.fastStartOfNew.declaration,
      MovieChange.dryRun.declaration, MovieChange.json.declaration,
      MovieChange.preserveTimes.declaration, MovieJobs.jobsOfCopies.declaration,
      Option.skipExisting.declaration,
    ],
    examples: [
      Example(
        line: "movtool cut clip.mov --from 01:00:10:00 --to 01:00:20:00 -o part.mov",
        effect: "Copy the ten seconds from timecode 01:00:10:00 on."),
      Example(
        line: "movtool cut clip.mov --from 00:01:30 -o rest.mov",
        effect: "Leave out the first minute and a half."),
      Example(
        line: "movtool cut clip.mp4 --from 5 --to 12.5 --at-sync -o part.mp4",
        effect: "Cut at sync samples, for players that ignore edit lists."),
      Example(
        line: "movtool cut day1/ --from 01:00:10:00 --to 01:00:20:00 -o parts/",
        effect: "Copy the same ten seconds of all cameras."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let wanted = MovieStretch(start: arguments[from], end: arguments[to])
    guard wanted.start != nil || wanted.end != nil else {
      throw arguments.usage("choose a part: '--from', '--to' or both")
    }
    if case .time? = wanted.start, case .time? = wanted.end, wanted.timeRange == nil {
      throw arguments.badValue(to, "it must be after '--from'")
    }
    try MovieChange.run(files, arguments, session, reports: false) {
      (job, session, line) throws(Failure) in
      try cut(job, to: wanted, arguments, session, &line)
    }
  }

  private static func cut(
    _ job: MovieJob, to wanted: MovieStretch, _ arguments: Arguments, _ session: Session,
    _ line: inout ChangeReport.Line
  ) throws(Failure) {
    let path = job.file
    do {
      guard let (writing, shown) = try prepared(job, to: wanted, arguments, session, &line),
        let place = job.output
      else { return }
      let lost = try (consume writing).write(
        to: place, keepsTimes: arguments[MovieChange.preserveTimes])
      session.messages.report(lost: lost)
      line.status = .written
      line.after = try line.timecode(in: MovieOutline(File(place.path)).movie())
      session.messages.detail("wrote \(shown); verification passed", file: place.path)
    } catch let error as CutError {
      throw failure(error, arguments, path)
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// Reads the movie, and prepares to write the part. Returns nil if nothing is to be written, and `line`
  /// says what would be. The movie is no longer in memory.
  private static func prepared(
    _ job: MovieJob, to wanted: MovieStretch, _ arguments: Arguments, _ session: Session,
    _ line: inout ChangeReport.Line
  ) throws -> (movie: RewrittenMovie, shown: String)? {
    let path = job.file
    let source = try Input.file(path)
    let movie = try MovieOutline(source).movie()
    MovieChange.report(movie, path, session)
    line.before = line.timecode(in: movie)
    let range = try wanted.range(in: movie, path) { session.messages.report($0, file: path) }
    let cut = try MovieCut(
      movie, in: source, during: range, accuracy: arguments[atSync] ? .atSync : .exact,
      fastStart: arguments[MovieChange.fastStartOfNew])
    session.messages.report(cut.losses, file: path)
    if let place = job.output { session.checkName(of: place.path, isQuickTime: movie.isQuickTime) }
    guard job.output != nil, !arguments[MovieChange.dryRun] else {
      try job.output?.checkName()
      (line.status, line.output) = (.planned, nil)
      line.plan = plan(of: cut)
      // The text of the plan says it.
      if arguments[MovieChange.json] { line.after = line.timecode(of: cut.rewritten) }
      return nil
    }
    return (cut.rewritten, shown(cut))
  }

  /// Returns what is added to the failure if a time in hours was probably meant as timecode.
  private static func advice(on moment: GivenMoment?) -> String {
    guard case .time(let time)? = moment, time >= MediaTime(value: 3600, timescale: 1) else {
      return ""
    }
    return "; if it is meant as timecode, add the frames, as in 01:30:17:00"
  }

  /// Returns the failure with the names of the options.
  private static func failure(
    _ error: CutError, _ arguments: Arguments, _ path: FilePath
  ) -> Failure {
    switch error {
    case .startsAfterEnd(let end):
      .problem(
        "'--from' is not before the end of the movie, which is at \(end.readableOrKind)"
          + advice(on: arguments[from]), file: path)
    case .endsAfterEnd(let end):
      .problem(
        "'--to' is after the end of the movie, which is at \(end.readableOrKind); leave it out to copy the "
          + "rest" + advice(on: arguments[to]), file: path)
    case .empty:
      .problem(
        "there is no frame from '--from' to '--to', which is not included; give a later '--to'",
        file: path)
    case .format(let error): Failure(error, about: path)
    case .io(let error): Failure(error, about: path)
    }
  }

  private static func shown(_ cut: MovieCut) -> String {
    "\(cut.range.start.readableOrKind) to \(cut.range.end.readableOrKind)"
      + (cut.frameCount.map { ", " + counted($0, "frame") } ?? "")
  }

  private static func plan(of cut: MovieCut) -> String {
    var text = "Part: \(shown(cut))\n"
    for part in cut.parts {
      let kind = part.track.isTimecode ? "timecode" : part.track.mediaType?.rawValue.description
      let total = (try? part.track.sampleTable().count) ?? 0
      let samples = counted(part.sampleCount, "sample")
      text += "Track \(part.track.id) (\(kind ?? "unknown")): \(samples)"
      if let first = part.firstTimecode {
        text += ", starting at \(first)"
      } else {
        text += " of \(total), \(counted(part.byteCount, "byte"))"
      }
      text += "\n"
    }
    return text
  }
}
