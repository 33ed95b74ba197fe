import MovKit

/// `movtool extract timecode`
enum ExtractTimecode: DeclaresCommand {
  static let word = "timecode"
  static let files = Positional(
    name: "FILE|DIR", role: .input,
    help: "Movies to read timecode from, and folders, whose movies are read with those of the "
      + "folders inside; - for standard input",
    repeats: true, takesStandardInput: true, orOption: FileList.filesFrom.declaration.name)
  static let track = Option.track(help: "Read only this timecode track")
  static let format = Option<TimecodeListFormat>.choice(
    "--format",
    help: "Form of the output: JSON, CSV, edit decision list (CMX 3600), Avid log, subtitles, "
      + "OpenTimelineIO or plain text (default: what the name of OUT ends in, or else json)")
  static let frames = Option.flag(
    "--frames",
    help: "Print one line for each video frame instead, with its movie time and timecode: as JSON "
      + "Lines, or with --format csv, srt or txt")
  static let recordStart = Option.startTimecode(
    "--record-start",
    help: "Record timecode at which an EDL begins (default: 00:00:00:00)")
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
  ).excluding("--frames", "--track", "--packed", "--quanta", "--format", "--record-start")
  static let source = Option<SourceSelector>.source(
    "--source", offered: ["ltc"],
    help:
      "Print instead the linear timecode in the audio of a movie or a WAV file: ltc of the channel that has the "
      + "most, ltc:2 of channel 2; --all-sources prints the other kinds"
  ).excluding(
    "--frames", "--track", "--packed", "--quanta", "--format", "--record-start", "--all-sources")
  static let compact = JSONOptions.compact
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help:
      "Write to OUT instead of standard output; if OUT is a folder (OUT/), a file for each movie, "
      + "with its name and the extension of the format")

  static let command = Command(
    name: word, summary: "print the timecode of movies as JSON, CSV or EDL",
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
      "--source ltc reads the audio of each track from beginning to end, and prints each stretch of "
        + "linear timecode with its rate, as stated and as measured, and its user bits.",
      "--format csv, edl, ale, otio and txt have a row for each segment, and srt a cue for each second "
        + "of timecode. edl, otio and srt put several movies one after the other. 'insert timecode "
        + "--segments' reads csv, edl, ale and json, and slowed-down timecode only from json.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, format.declaration,
      track.declaration, frames.declaration, packed.declaration, quanta.declaration,
      recordStart.declaration, allSources.declaration, source.declaration, compact.declaration,
      output.declaration, OutputFolder.keepFolders.declaration, Option.overwrite.declaration,
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
      Example(
        line: "movtool extract timecode --source ltc take.wav | jq '.tracks[].stretches[].start'",
        effect: "Read the linear timecode in the audio of a recorder."),
      Example(
        line: "movtool extract timecode day1/*.mov --format ale -o day1.ale",
        effect: "Write a log of all clips of a day."),
      Example(
        line: "movtool extract timecode card/ --format edl -o lists/",
        effect: "Write an edit decision list for each movie of a card."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let content = try Content(arguments)
    let list = try FileList(arguments, files, session.messages)
    let paths = list.entries.map(\.path)
    guard !paths.isEmpty else { return try list.checkMayBeEmpty() }
    let folder = OutputFolder(output, arguments)
    try OutputFolder.checkKeepFolders([folder], arguments)
    guard let folder, folder.isFolder else {
      return try content.print(paths, to: arguments.place(output), arguments, session)
    }
    let all = try folder.outputs(for: list.entries, ending: content.ending, arguments)
    try OutputFolder.separate(
      all, of: files, advice: OutputFolder.advice(list.entries, arguments))
    try folder.make(for: list.entries)
    try session.forEach(all, named: \.file) { written throws(Failure) in
      try content.print([written.file], to: written.outputs.first?.place, arguments, session)
    }
  }

  /// What is printed of each file.
  private enum Content {
    case timecode(TimecodeListFormat, frames: Bool)
    case allSources
    /// Linear timecode, in a channel counted from 1; nil for the one that has the most.
    case linear(channel: Int?)

    /// Throws if options do not suit each other.
    init(_ arguments: Arguments) throws(Failure) {
      if arguments[ExtractTimecode.allSources] {
        self = .allSources
      } else if let selector = arguments[source] {
        guard case .linear(let channel) = selector.choice else {
          throw arguments.usage(
            "'--source \(selector)' is for 'movtool insert timecode'; '--all-sources' prints all "
              + "but ltc")
        }
        self = .linear(channel: channel)
      } else {
        let chosen = arguments[format] ?? formatOfName(arguments) ?? .json
        try check(arguments, chosen)
        self = .timecode(chosen, frames: arguments[frames])
      }
    }

    /// The ending of the name of a file in a folder.
    var ending: String {
      switch self {
      case .timecode(.json, frames: true): "jsonl"
      case .timecode(let format, _): format.rawValue
      case .allSources, .linear: "json"
      }
    }

    func print(
      _ paths: [FilePath], to place: OutputPlace?, _ arguments: Arguments, _ session: Session
    ) throws(Failure) {
      switch self {
      case .timecode(let format, _):
        try printTimecode(of: paths, to: place, format, arguments, session)
      case .allSources:
        try printDocuments(of: paths, to: place, arguments, session) { path throws(Failure) in
          try SourcesDocument(path, arguments)
        }
      case .linear(let channel):
        try printDocuments(of: paths, to: place, arguments, session) { path throws(Failure) in
          try LinearTimecodeDocument(path, channel: channel, arguments)
        }
      }
    }
  }

  private static func printTimecode(
    of paths: [FilePath], to place: OutputPlace?, _ chosen: TimecodeListFormat,
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    var options = TimecodeTrack.Options()
    options.packed = arguments[packed]
    options.quanta = arguments[quanta].flatMap { UInt32(exactly: $0) }
    // The output is not opened before there is something to write.
    var results: (any TimecodeWriter)?
    if arguments[format] == nil, chosen == .json {
      session.checkName(of: place?.path, is: "JSON", own: [".json"])
    }
    for path in paths {
      let read = try session.read(path) { () throws(Failure) in
        try TimecodeMovie(path, tracks: arguments[track], options: options)
      }
      guard let movie = read else { continue }
      arguments.spared.insert(movie.source.identity)
      session.messages.detail(
        "reading \(movie.tracks.count) of \(movie.movie.tracks.count) tracks", file: path)
      session.messages.report(movie.diagnostics, file: path)
      if results == nil {
        results = try writer(chosen, to: place, arguments, of: paths)
      }
      session.messages.report(try results?.write(movie) ?? [], file: path)
    }
    try results?.finish()
  }

  private static func printDocuments(
    of paths: [FilePath], to place: OutputPlace?, _ arguments: Arguments, _ session: Session,
    _ read: (FilePath) throws(Failure) -> any TimecodeJSONDocument
  ) throws(Failure) {
    var results: TimecodeResults?
    session.checkName(of: place?.path, is: "JSON", own: [".json"])
    for path in paths {
      let document = try session.read(path) { () throws(Failure) in try read(path) }
      guard let document else { continue }
      session.messages.report(document.diagnostics, file: path)
      if results == nil {
        results = try TimecodeResults(
          to: .to(place), asLines: false, layout: arguments.jsonLayout, ofSeveral: paths.count > 1)
      }
      try results?.write(document)
    }
    try results?.finish()
  }

  /// The format that the name of a file says, if it can be meant: not that of a folder, nor another one than JSON
  /// where an option asks for that.
  private static func formatOfName(_ arguments: Arguments) -> TimecodeListFormat? {
    guard let path = arguments[output], OutputFolder(output, arguments)?.isFolder != true,
      let named = TimecodeListFormat(nameOf: path)
    else { return nil }
    return arguments[compact] && named != .otio ? .json : named
  }

  /// Throws if options do not suit the format.
  private static func check(
    _ arguments: Arguments, _ chosen: TimecodeListFormat
  ) throws(Failure) {
    if arguments[frames], !chosen.listsFrames {
      let shown =
        arguments[format] == nil
        ? "an OUT that ends in .\(chosen.rawValue)" : "'--format \(chosen.rawValue)'"
      throw arguments.usage(
        "'--frames' cannot be used with \(shown), which has a row for each segment; use "
          + TimecodeListFormat.namesOfFrameLists)
    }
    if arguments[compact], chosen != .json, chosen != .otio {
      throw arguments.usage("'--compact' is for JSON, not for '--format \(chosen.rawValue)'")
    }
    if arguments[recordStart] != nil, chosen != .edl {
      throw arguments.usage("'--record-start' requires '--format edl', or an OUT that ends in .edl")
    }
  }

  private static func writer(
    _ format: TimecodeListFormat, to target: OutputPlace?, _ arguments: Arguments,
    of paths: [FilePath]
  ) throws(Failure) -> any TimecodeWriter {
    let place = try Output.to(target)
    let layout = arguments.jsonLayout
    let listsFrames = arguments[frames]
    let ofSeveral = paths.count > 1
    return switch format {
    case .json:
      TimecodeResults(to: place, asLines: listsFrames, layout: layout, ofSeveral: ofSeveral)
    case .csv: CSVTimecode(to: place, listsFrames: listsFrames)
    case .edl:
      EDLTimecode(
        to: place, recordStart: arguments[recordStart], sharedNames: ClipName.shared(by: paths))
    case .ale: ALETimecode(to: place, namesPaths: !ClipName.shared(by: paths).isEmpty)
    case .srt: SRTTimecode(to: place, listsFrames: listsFrames)
    case .otio: OTIOTimecode(to: place, layout: layout)
    case .txt: PlainTimecode(to: place, listsFrames: listsFrames, namesFile: ofSeveral)
    }
  }
}
