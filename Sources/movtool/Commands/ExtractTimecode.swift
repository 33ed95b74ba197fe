import MovKit

/// `movtool extract timecode`
enum ExtractTimecode {
  static let files = Positional(
    name: "FILE", role: .input, help: "Movies to read timecode from; - for standard input",
    repeats: true, takesStandardInput: true)
  static let track = Option.track(help: "Read only this timecode track")
  static let frames = Option.flag(
    "--frames",
    help: "Print one line for each video frame instead, with its movie time and timecode, as "
      + "JSON Lines")
  static let packed = Option.flag(
    "--packed",
    help: "Read samples as packed hours, minutes, seconds and frames (the 1996 specification) "
      + "instead of frame numbers")
  static let quanta = Option.number(
    "--quanta", in: 1...255,
    help: "Count N frames per second, overriding the track")
  static let allSources = Option.flag(
    "--all-sources",
    help: "Print instead everything in a movie or a WAV file that says a timecode or a start time, "
      + "and where they disagree"
  ).excluding("--frames", "--track", "--packed", "--quanta")
  static let compact = JSONOptions.compact
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write to OUT instead of standard output")

  static let command = Command(
    name: "timecode", summary: "print the timecode tracks of movies as JSON",
    discussion: [
      "Prints every sample of every timecode track as stored, and the segments that the edit "
        + "list presents, in movie time. 'start' is the timecode at the start of the movie. "
        + "Times are exact: a value and its timescale.",
      "'timecode' is always a string; for a counter it is the count in digits. 'value' and "
        + "'frameNumber' are numbers. Unknown values are null. If the track's frame quanta is "
        + "its rate truncated to a whole number (29 for 29.97), 'timecode' counts the rounded "
        + "rate and 'declaredTimecode' is the label by the stored quanta.",
      "--frames lists frames in presentation order: those of the first video track that refers "
        + "to the timecode track, or of the first video track if none does.",
      "--all-sources finds timecode tracks, user data, Sony's metadata and XML (also in a file "
        + "NAMEM01.XML beside NAME.MP4), XMP, bext and iXML, the labels in H.264, HEVC, MPEG-2 and "
        + "DV, and the clocks of GoPro cameras and of headers. All but clocks are compared with the "
        + "first.",
    ],
    positionals: [files],
    options: [
      track.declaration, frames.declaration, packed.declaration, quanta.declaration,
      allSources.declaration, compact.declaration, output.declaration, Option.overwrite.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract timecode clip.mov | jq -r '.tracks[0].start'",
        effect: "Print the timecode at which the movie starts."),
      Example(
        line: "movtool extract timecode --frames clip.mov -o frames.jsonl",
        effect: "Write the timecode of every video frame, a line each."),
      Example(
        line: "movtool extract timecode --all-sources clip.mp4 | jq '.sources[] | {kind, start}'",
        effect: "Show what a camera says of timecode, in whatever way."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let paths = arguments.files(files)
    if arguments[allSources] { return try printSources(of: paths, arguments, session) }
    var options = TimecodeTrack.Options()
    options.packed = arguments[packed]
    options.quanta = arguments[quanta].flatMap { UInt32(exactly: $0) }
    // The output is not opened before there is something to write.
    var results: TimecodeResults?
    for path in paths {
      let movie: TimecodeMovie
      do throws(Failure) {
        movie = try TimecodeMovie(path, tracks: arguments[track], options: options)
      } catch .problem(let text, let about) {
        session.messages.error(text, file: about ?? path)
        continue
      }
      arguments.spared.insert(movie.source.identity)
      session.messages.detail(
        "reading \(movie.tracks.count) of \(movie.movie.tracks.count) tracks", file: path)
      session.messages.report(movie.diagnostics, file: path)
      if results == nil {
        results = try TimecodeResults(
          to: .to(arguments.place(output)), asLines: arguments[frames],
          layout: arguments[compact] ? .compact : .pretty, ofSeveral: paths.count > 1)
      }
      session.messages.report(try results?.write(movie) ?? [], file: path)
    }
    try results?.finish()
  }

  private static func printSources(
    of paths: [FilePath], _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    var results: TimecodeResults?
    for path in paths {
      let document: SourcesDocument
      do throws(Failure) { document = try SourcesDocument(path, arguments) } catch {
        switch error {
        case .problem(let text, let about):
          session.messages.error(text, file: about ?? path)
          continue
        default: throw error
        }
      }
      session.messages.report(document.diagnostics, file: path)
      if results == nil {
        results = try TimecodeResults(
          to: .to(arguments.place(output)), asLines: false,
          layout: arguments[compact] ? .compact : .pretty, ofSeveral: paths.count > 1)
      }
      try results?.write(document)
    }
    try results?.finish()
  }
}
