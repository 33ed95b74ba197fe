import MovKit

/// `movtool extract track`
enum ExtractTrack {
  /// What becomes of the samples' bytes.
  enum Format: String, CaseIterable, Sendable {
    case raw, annexb, wav
  }

  static let file = Positional(name: "FILE", role: .input, help: "Movie to read")
  static let track = Option.number(
    "--track", placeholder: "ID", in: 1...Int(UInt32.max),
    help: "The track with this track ID; needed where several tracks fit")
  static let format = Option<Format>.choice(
    "--format",
    help: "raw: the bytes of the samples, one behind the other. annexb: H.264 or HEVC as a byte "
      + "stream with start codes, and the parameter sets before each sync sample. wav: "
      + "uncompressed sound as a WAVE file (default: annexb for H.264 and HEVC, else raw)")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write to this file instead of standard output")
  static let index = Option<FilePath>.path(
    "--index", role: .output, placeholder: "INDEX",
    help: "Also write to this file where each sample stands in the output, and its times, as JSON "
      + "Lines")
  static let list = Option.flag(
    "--list",
    help: "Print that index alone, for the raw bytes, and extract nothing; not with --format or "
      + "--index"
  ).excluding("--index", "--format")
  static let from = Option<MediaTime>.seconds(
    "--from", placeholder: "TIME",
    help: "Begin where the movie comes to this time, in seconds (default: at the first sample)")
  static let to = Option<MediaTime>.seconds(
    "--to", placeholder: "TIME",
    help: "End where the movie comes to this time, in seconds (default: with the last sample)")

  static let command = Command(
    name: "track", summary: "take the samples of a track out, or list them",
    discussion: [
      "The samples come in decode order, all that the media has, also those that no edit shows. "
        + "Fragments are read like any other movie. Memory does not grow with the movie, so that "
        + "the output can go into a pipe. It is not written to a terminal.",
      "An index has a line for each sample: its number, where it begins in the output and how "
        + "many bytes it has there, where it begins in the movie, its decode and presentation "
        + "time and its duration in ticks of the media, how many ticks there are to a second, "
        + "and whether decoding can begin there. Of uncompressed sound a line stands for many "
        + "samples that lie together; times are those of the first.",
      "With --from or --to come the samples that the movie shows in that time, edits applied, and "
        + "those that must be decoded for them: it begins with the sync sample at or before. "
        + "Uncompressed sound is cut to the sample. Of a fragmented movie only the fragments are "
        + "read that hold the time, found by its index (sidx or mfra); the lines of an index have "
        + "no sample numbers then.",
    ],
    positionals: [file],
    options: [
      track.declaration, format.declaration, from.declaration, to.declaration, output.declaration,
      index.declaration, list.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract track clip.mov --track 1 -o clip.h264",
        effect: "Write an H.264 track as a byte stream that decoders read."),
      Example(
        line: "movtool extract track clip.mov --format annexb | ffplay -",
        effect: "Pass the only H.264 or HEVC track on to a player."),
      Example(
        line: "movtool extract track clip.mov --track 2 --format wav -o sound.wav",
        effect: "Write uncompressed sound as a WAVE file."),
      Example(
        line: "movtool extract track clip.mov --track 1 --from 60 --to 70.5 -o part.h264",
        effect: "Write what the movie shows from 60 to 70.5 seconds."),
      Example(
        line: "movtool extract track clip.mov --track 1 --list | jq -c 'select(.sync)'",
        effect: "List the sync samples."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let path = arguments.file(file)
    let choice = TrackChoice(
      id: arguments[track].flatMap { UInt32(exactly: $0) }, format: arguments[format])
    let movie = try OpenMovie(path, during: try range(arguments), for: choice)
    let track = try movie.track(choice)
    let output = try movie.output(of: track)
    if arguments[list] {
      var lines = SampleLines(
        to: try Output.to(arguments[Self.output], sparing: [path]),
        isNumbered: movie.numbersSamples)
      while let samples = output.nextSample() { try lines.write(samples, size: samples.size) }
      try lines.finish()
      return warn(of: output, choice, movie, session)
    }
    let target = arguments[Self.output]
    let isStandard = target == nil || target == FilePath("-")
    if isStandard, session.terminal.isTerminal {
      throw .problem("samples are not written to a terminal; give -o OUT, or --list", file: nil)
    }
    let format = arguments[format] ?? (track.isNALCoded ? .annexb : .raw)
    let extraction = try Extraction(of: output, as: format, from: movie)
    let result = try Output.to(target, sparing: [path], onMedium: false)
    var lines: SampleLines?
    if let index = arguments[index] {
      guard index != target, !isStandard || index != FilePath("-") else {
        throw arguments.usage(
          "'--index' and '-o' name the same file; '--list' prints the index alone")
      }
      lines = SampleLines(
        to: try .to(index, sparing: [path], onMedium: false), isNumbered: movie.numbersSamples)
    }
    try extraction.write(to: result, lines: &lines)
    try result.finish()
    try lines?.finish()
    warn(of: output, choice, movie, session)
  }

  /// The time of the movie that is asked for; nil for all of the media.
  private static func range(_ arguments: Arguments) throws(Failure) -> MediaTimeRange? {
    guard arguments[from] != nil || arguments[to] != nil else { return nil }
    let start = arguments[from] ?? .zero
    let end = arguments[to] ?? .positiveInfinity
    guard start < end else { throw arguments.badValue(to, "it is not behind '--from'") }
    return MediaTimeRange(start: start, end: end)
  }

  private static func warn(
    of output: TrackOutput, _ choice: TrackChoice, _ movie: OpenMovie, _ session: Session
  ) {
    let path = movie.path
    // Where nobody says which track, one that cannot be read may have been meant.
    let rules = ["fragment-index"] + (choice.id == nil ? ["track-unreadable"] : [])
    for diagnostic in movie.movie.diagnostics
    where diagnostic.severity != .note && rules.contains(diagnostic.rule) {
      session.messages.warning(diagnostic, file: path)
    }
    for var diagnostic in output.samples.diagnostics where diagnostic.severity != .note {
      diagnostic.path = "\(output.track.path)/mdia/minf/\(diagnostic.path)"
      session.messages.warning(diagnostic, file: path)
    }
    if let scheme = output.track.protectionScheme {
      session.messages.warning(
        "the samples are encrypted (\(scheme)): they come as they are, for whoever has the keys",
        rule: "encrypted-samples", file: path)
    }
    if output.isCut {
      session.messages.warning(
        "the track claims more samples than the file has bytes; the rest is left out",
        rule: "samples-left-out", file: path)
    }
  }
}
