import MovKit

/// `movtool extract track`
enum ExtractTrack: DeclaresCommand {
  static let word = "track"

  static let file = Positional(
    name: "FILE", role: .input, help: "Movie to read; - for standard input",
    takesStandardInput: true)
  static let track = Option.track(help: "Track to extract; required if several tracks match")
  static let format = Option<ExtractionFormat>.choice(
    "--format",
    help: "raw: concatenated sample bytes. annexb: H.264 or HEVC byte stream with start codes, "
      + "and parameter sets before each sync sample. wav: uncompressed audio as a WAVE file. adts, "
      + "amr, flac: AAC, AMR and FLAC with the headers that players need. elementary: whichever of "
      + "these the codec has, or the bare samples of AC-3, E-AC-3, DTS, MP3, TrueHD, MPEG-2 video, Motion JPEG and DV "
      + "(default: what the name of OUT ends in: .wav (.wave, .bwf, .rf64), .aac (.adts), .amr or .flac; else annexb for H.264 and HEVC, "
      + "otherwise raw)")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write to OUT instead of standard output")
  static let index = Option<FilePath>.path(
    "--index", role: .output, placeholder: "INDEX",
    help: "Also write the position of each sample in the output, and its times, to INDEX, as JSON "
      + "Lines")
  static let list = Option.flag(
    "--list",
    help: "Print that index alone, for the raw bytes, and extract nothing; not with --format or "
      + "--index"
  ).excluding("--index", "--format")
  static let from = Option.moment(
    "--from",
    help: "Start at this movie time or timecode, such as 2.5, 00:01:30 or 01:30:17:00 (default: "
      + "the first sample)")
  static let to = Option.moment(
    "--to",
    help: "End at this movie time or timecode (default: the last sample)")

  static let command = Command(
    name: word, summary: "extract the samples of a track, or list them",
    discussion: [
      "Extracts all samples of the media in decode order, including samples that the edit list leaves out. "
        + "Fragmented movies work like any other. Memory use does not grow with the movie. The "
        + "output can go to a pipe, but is not written to a terminal.",
      "The index has one line per sample: its number, its offset and size in the output, its "
        + "position in the movie, its decode time, presentation time and duration in ticks of "
        + "the media, the timescale in ticks per second, and whether it is a sync sample. For "
        + "uncompressed audio, one line describes a run of contiguous samples; times are those "
        + "of the first.",
      "--from and --to select the samples that the movie shows in that time, with the edit list "
        + "applied, and those needed to decode them: extraction starts at the sync sample at or "
        + "before --from, and of compressed audio a few packets earlier, without which decoders do not give the "
        + "same sound. Uncompressed audio is cut to the sample. In a fragmented movie only "
        + "the fragments for that time are read, found by its index (sidx or mfra), and the "
        + "lines of the sample index have no sample numbers.",
    ],
    positionals: [file],
    options: [
      track.declaration, format.declaration, from.declaration, to.declaration, output.declaration,
      Option.overwrite.declaration, index.declaration, list.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract track clip.mov --track 1 -o clip.h264",
        effect: "Write an H.264 track as a byte stream that decoders read."),
      Example(
        line: "movtool extract track clip.mov --format annexb | ffplay -",
        effect: "Pipe the only H.264 or HEVC track to a player."),
      Example(
        line: "movtool extract track clip.mov --track 2 -o audio.wav",
        effect: "Write uncompressed audio as a WAVE file."),
      Example(
        line: "movtool extract track clip.mov --track audio --format elementary | ffplay -",
        effect: "Play the audio."),
      Example(
        line: "movtool extract track clip.mov --track 1 --from 60 --to 70.5 -o part.h264",
        effect: "Write the part from 60 to 70.5 seconds."),
      Example(
        line: "movtool extract track clip.mov --track 1 --list | jq -c 'select(.sync)'",
        effect: "List the sync samples."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let path = arguments.file(file)
    let wanted =
      arguments[format]
      ?? (arguments[list] ? nil : arguments[output].flatMap(ExtractionFormat.init(nameOf:)))
    if arguments[output] == nil, arguments[index]?.isStandardOutput == true {
      throw arguments.usage(
        "'--index' and the samples both go to standard output; to get only the index, use '--list'")
    }
    let choice = TrackChoice(selector: arguments[track], format: wanted)
    let movie = try OpenMovie(path, during: try stretch(arguments), for: choice)
    arguments.spared.insert(movie.source.identity)
    let isNamed = wanted != nil && arguments[format] == nil
    let track = try advising(isNamed) { () throws(Failure) in try movie.track(choice) }
    session.messages.detail("extracting track \(track.id)", file: path)
    let output = try movie.output(of: track)
    output.trimsUncompressedAudio = true
    // Warn before a step that may fail for the same reason.
    movie.warn(of: output, choice, nothing: "extracted", session)
    try movie.checkStretch(of: output)
    if arguments[list] {
      session.checkName(of: arguments[Self.output], is: "JSON Lines", own: [".json"])
      return try list(output, of: movie, to: arguments.place(Self.output), session)
    }
    let target = arguments.place(Self.output)
    try session.keepFromTerminal("samples", target, use: "-o OUT, a pipe or --list")
    let format = wanted ?? (track.isNALCoded ? .annexb : .raw)
    if let path = arguments[Self.output] { warn(ofName: path, of: track, in: movie, session) }
    let extraction = try advising(isNamed) { () throws(Failure) in
      try Extraction(of: output, as: format, from: movie)
    }
    extraction.warnOfLosses(session)
    let result = try Output.to(target, onMedium: false)
    var lines: SampleLines?
    if let index = arguments.place(index) {
      lines = try SampleLines(to: try .to(index, onMedium: false), isNumbered: movie.numbersSamples)
    }
    try extraction.write(to: result, lines: &lines)
    try result.finish()
    try lines?.finish()
    movie.warnIfCut(output, session)
  }

  /// Warns if a name promises what the samples of a track are not.
  private static func warn(
    ofName path: FilePath, of track: Track, in movie: OpenMovie, _ session: Session
  ) {
    var promise: String?
    if FileList.isNamedLikeMovie(path) {
      promise =
        "the name is that of a movie, but the file has only the samples of a track; "
        + (track.isNALCoded
          ? "'movtool build OUT' makes a movie of them"
          : movie.hasOneTrack
            ? "'movtool remux' makes a copy of the movie"
            : "'movtool remove track' makes a movie without the other tracks")
    } else if let named = NamedSamples(path) {
      promise = named.otherType(in: track).map {
        "the name is that of \(named.name), but the samples of the track are '\($0)'"
      }
    }
    guard let promise else { return }
    session.messages.warning(promise, rule: "file-name", file: path)
  }

  /// Adds to a failure what helps if only the name of OUT says the format.
  private static func advising<Result>(
    _ isNamed: Bool, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) { return try work() } catch {
      guard isNamed, case .problem(let text, let file) = error else { throw error }
      throw .problem(
        "\(text); the name of OUT asks for that format, and --format raw writes the samples as they are",
        file: file)
    }
  }

  /// Writes a line for each sample, or for several that are contiguous.
  private static func list(
    _ output: TrackOutput, of movie: OpenMovie, to place: OutputPlace?, _ session: Session
  ) throws(Failure) {
    let (result, isNumbered) = (try Output.to(place), movie.numbersSamples)
    if !movie.isPart, let blocks = SampleBlocks(of: output, from: 0) {
      let (table, timescale) = (output.samples, output.track.timescale)
      try blocks.write(to: result) { (block, output) throws(Failure) in
        var lines = try SampleLines(to: output, isNumbered: isNumbered, offset: block.offset)
        var samples = SampleTable.Iterator(table, at: block.indexes.lowerBound)
        for _ in block.indexes {
          guard let sample = samples.next() else { break }
          try lines.write(sample, count: 1, timescale, size: sample.size)
        }
        try lines.pass()
      }
      return try result.finish()
    }
    var lines = try SampleLines(to: result, isNumbered: isNumbered)
    while let samples = try movie.next(output) { try lines.write(samples, size: samples.size) }
    try lines.finish()
    movie.warnIfCut(output, session)
  }

  /// Returns the requested part of the movie; nil for all of the media.
  private static func stretch(_ arguments: Arguments) throws(Failure) -> MovieStretch? {
    guard arguments[from] != nil || arguments[to] != nil else { return nil }
    let stretch = MovieStretch(start: arguments[from], end: arguments[to])
    guard stretch.needsTimecode || stretch.timeRange != nil else {
      throw arguments.badValue(to, "it must be after '--from'")
    }
    return stretch
  }
}
