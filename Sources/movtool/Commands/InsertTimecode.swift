import MovKit

/// `movtool insert timecode`
enum InsertTimecode: DeclaresCommand {
  static let word = "timecode"

  static let file = MovieChange.files
  static let start = Option.startTimecode(
    "--start",
    help: "Timecode of the first video frame, such as 01:00:00:00. A ; or , before the frames "
      + "means drop frame; a leading minus sign means a time before zero"
  ).excluding("--segments", "--from", "--source").orAnother()
  static let segments = Option<FilePath>.path(
    "--segments", role: .input, placeholder: "LIST",
    help:
      "Read the timecode from LIST: JSON of 'movtool extract timecode', CSV, an EDL (CMX 3600) or "
      + "an Avid log"
  ).excluding(
    "--start", "--from", "--source", "--quanta", "--drop-frame", "--non-drop-frame", "--type",
    "--wrap", "--no-negative", "--reel", "--no-reel")
  static let from = Option<TimecodeOrigin>.origin(
    "--from",
    help: "Take the timecode of OTHER: another movie, a WAV file of a recorder, or a folder with a "
      + "movie of the same name for each FILE, without _Proxy, _prx and so on, or what Sony's cameras add "
      + "(C0001S03). Or one of these words. date: the creation date of FILE. "
      + "file-date: the time at which FILE was last changed, less its duration. name: the time in the name of FILE. "
      + "name:PATTERN: what PATTERN finds in the name, such as name:'*_{HH}{MM}{SS}'. source:KIND: the same as "
      + "--source KIND. A file called like a word is ./WORD"
  ).excluding("--start", "--segments")
  static let source = Option<SourceSelector>.source(
    "--source",
    help: "Take what FILE itself or, with --from, OTHER says there: a KIND of 'movtool extract "
      + "timecode --all-sources', or ltc for linear timecode in the audio: of the channel that has the "
      + "most, or ltc:2 of channel 2"
  ).excluding("--start", "--segments", "--quanta")
  static let timeZone = Option<TimeZoneChoice>.timeZone(
    "--time-zone",
    help:
      "With --from date or file-date, the time zone of the time of day (default: of date, the one "
      + "that it states, or else UTC; of file-date, local)"
  ).excluding("--start", "--segments", "--source")
  static let fromEdits = Option.flag(
    "--from-edits",
    help: "Take --start as the label of the first frame of the media, and write a sample for each "
      + "edit, which counts from the frame of the media with which it begins"
  ).excluding("--from", "--source", "--segments")
  static let offset = Option<TimecodeOffset>.offset(
    "--offset",
    help:
      "With --from OTHER, the moment of OTHER that FILE begins with (default: its first frame). A "
      + "minus sign means before the beginning of a WAV file"
  ).excluding("--start", "--segments")
  static let rate = Option<CountingRate>.rate(
    "--rate",
    help: "Frames per second, such as 25 or 30000/1001 (default: the rate of the video; if its "
      + "frames last differently long, that of the most common duration)")
  static let quanta = Option.quanta()
  static let dropFrame = Option.flag(
    "--drop-frame", help: "Use drop frame, even if --start has no ; or ,"
  ).excluding("--non-drop-frame")
  static let nonDropFrame = Option.flag(
    "--non-drop-frame", help: "Use non-drop frame, even if --start has a ; or ,"
  ).excluding("--drop-frame")
  static let type = Option<TimecodeMediaType>.choice(
    "--type",
    help: "Store frame numbers in 32 bits (tmcd) or 64 bits (tc64) (default: as the replaced "
      + "timecode, else tmcd)")
  static let noWrap = Option.flag(
    "--no-wrap", help: "Continue past 24 hours instead of wrapping to 00:00:00"
  ).excluding("--wrap")
  static let wrap = Option.flag(
    "--wrap", help: "Wrap to 00:00:00 at 24 hours, even if the replaced timecode does not"
  ).excluding("--no-wrap")
  static let allowNegative = Option.flag(
    "--allow-negative", help: "Set the flag that allows times before zero"
  ).excluding("--no-negative")
  static let noNegative = Option.flag(
    "--no-negative", help: "Clear that flag, even if the replaced timecode has it"
  ).excluding("--allow-negative")
  static let reel = Option.text(
    "--reel", placeholder: "NAME", expected: "a name",
    help: "Source name to write into the track: the tape, card or clip (default: that of the "
      + "replaced timecode)"
  ).excluding("--no-reel")
  static let noReel = Option.flag(
    "--no-reel", help: "Write no source name, even if the replaced timecode has one"
  ).excluding("--reel")
  static let track = Option.track(
    help: "Video track to stamp, repeated for several (default: all video tracks)"
  ).repeating()
  static let replace = Option.flag(
    "--replace",
    help: "Replace existing timecode. Its source name, type, flags and references are kept unless "
      + "an option changes them; its rate is kept if it suits the video")
  static let command = Command(
    name: word, summary: "add a timecode track to a movie, in a copy or in place",
    discussion: [
      "The new track has one sample that lasts as long as the video, and the video refers to it. "
        + "Video and audio are unchanged. With -o, OUT appears only after the copy is complete "
        + "and verified. With --in-place, only the movie's header is rewritten, which takes "
        + "milliseconds however large the movie is."
    ],
    positionals: [file],
    options: [
      start.declaration, segments.declaration, from.declaration, source.declaration,
      timeZone.declaration, fromEdits.declaration, offset.declaration, rate.declaration,
      quanta.declaration,
      dropFrame.declaration,
      nonDropFrame.declaration, type.declaration, noWrap.declaration, wrap.declaration,
      allowNegative.declaration, noNegative.declaration, reel.declaration, noReel.declaration,
      track.declaration, replace.declaration,
    ] + MovieChange.options,
    examples: [
      Example(
        line: "movtool insert timecode clip.mov --start 01:00:00:00 --reel A001 -o stamped.mov",
        effect: "Write a copy that starts at one hour, on reel A001."),
      Example(
        line: "movtool insert timecode clip.mp4 --start '10:20:30;12' -o stamped.mp4 --replace",
        effect: "Write a copy with drop-frame timecode, replacing the existing timecode. The "
          + "quotes protect the ; from the shell."),
      Example(
        line: "movtool insert timecode proxy.mov --segments clip.json -o out.mov",
        effect: "Write a copy with the timecode that 'movtool extract timecode clip.mov' printed."),
      Example(
        line: "movtool insert timecode proxies --from originals/ -o stamped/",
        effect: "Write copies of proxies with the timecode of the originals of the same names."),
      Example(
        line: "movtool insert timecode clip.mp4 --source rtmd --in-place",
        effect: "Add a timecode track with what a Sony camera wrote into its metadata."),
      Example(
        line: "movtool insert timecode clip.mov --start -00:00:04:00 --allow-negative --dry-run",
        effect: "Show how a movie with a four-second leader would be stamped."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    try checkFrom(arguments)
    try checkRequest(arguments)
    let origin = try origin(from: arguments, session)
    let list = arguments[segments].map(SegmentStamps.list)
    let meansSeveral = FileList.meansSeveral(arguments, file)
    try MovieChange.run(file, arguments, session) { (movie, path, session) throws(Failure) in
      do {
        var editor = try MovieEditor(checking: movie)
        let request = try request(from: arguments, of: movie, path)
        if var origin {
          origin.stamp = request
          try insert(origin, into: &editor, movie, path, arguments, session)
          return editor
        }
        if let list {
          let stamps = try SegmentStamps(
            list, for: movie, named: path, request: request, rate: arguments[rate],
            isOneOfSeveral: meansSeveral)
          session.messages.report(stamps.notes, file: path)
          try stamps.add(to: &editor, replaces: request.replaces)
          return editor
        }
        if let clock = try clock(of: movie, path, arguments) {
          session.messages.report(
            Diagnostic("timecode-source", .note, clock.source), file: path)
          let (stamp, notes) = try request.stamp(at: clock, for: movie, path)
          session.messages.report(notes, file: path)
          _ = try editor.add(stamp)
          return editor
        }
        var (stamp, notes) = try request.stamp(for: movie)
        if arguments[fromEdits] {
          let counted = try stamp.throughEdits(of: movie, path)
          stamp = counted.stamp
          notes += counted.notes
        }
        session.messages.report(notes, file: path)
        _ = try editor.add(stamp)
        return editor
      } catch let error as StampError where error.isKnown(withRate: arguments[rate] != nil) {
        throw usage(error, arguments)
      } catch StampError.timecode(let error) {
        throw arguments.badValue(start, error.advised(), for: path)
      } catch let error as StampError {
        guard let message = separatorMessage(error, arguments) else {
          throw Failure(error, about: path)
        }
        throw arguments.badValue(start, message, for: path)
      } catch {
        throw Failure(error, about: path)
      }
    }
  }

  /// Returns where the timecode comes from if that is a file; nil if the command line says the
  /// timecode, or a list does.
  private static func origin(
    from arguments: Arguments, _ session: Session
  ) throws(Failure) -> OriginStamp.Request? {
    var origin = OriginStamp.Request(
      source: arguments[source], offset: arguments[offset],
      stamp: StampRequest(start: "00:00:00:00"))
    switch arguments[from] {
    case .file(let path)?:
      origin.other = try OtherFile(path, for: arguments.files(file), session.messages)
    case .source(let selector)?: origin.source = selector
    default: break
    }
    guard origin.other != nil || origin.source != nil else { return nil }
    if arguments[dropFrame] { origin.dropFrame = true }
    if arguments[nonDropFrame] { origin.dropFrame = false }
    return origin
  }

  /// Throws if the values of options are wrong, whatever the movies are.
  private static func checkRequest(_ arguments: Arguments) throws(Failure) {
    let request = try request(from: arguments)
    guard arguments[start] != nil, let error = request.knownError(rate: arguments[rate]) else {
      return
    }
    throw usage(error, arguments)
  }

  /// Returns the failure for an error of the command line.
  private static func usage(_ error: StampError, _ arguments: Arguments) -> Failure {
    if case .timecode(let error) = error { return arguments.badValue(start, error.advised()) }
    if let message = separatorMessage(error, arguments) {
      return arguments.badValue(start, message)
    }
    return arguments.usage(error.advised())
  }

  /// The message for a label of drop frame at a rate that has none, if no option asks for it.
  private static func separatorMessage(_ error: StampError, _ arguments: Arguments) -> String? {
    arguments[dropFrame] ? nil : error.messageOfSeparator(in: arguments[start])
  }

  /// Throws if options contradict where the timecode comes from.
  private static func checkFrom(_ arguments: Arguments) throws(Failure) {
    let from = arguments[from]
    switch from {
    case .file, .source:
      guard arguments[quanta] == nil else {
        throw arguments.usage("'--quanta' cannot be used with the timecode of a file")
      }
      if case .source(let selector)? = from, arguments[source] != nil {
        throw arguments.usage("'--from source:\(selector)' and '--source' name two sources")
      }
    case nil:
      if arguments[start] == nil, arguments[segments] == nil, arguments[source] == nil {
        throw arguments.usage(
          arguments[fromEdits]
            ? "'--from-edits' requires '--start', the label of the first frame of the media"
            : "choose a timecode: --start TC, --from OTHER, --source KIND or --segments LIST")
      }
    case .creationDate, .fileDate, .name:
      guard arguments[source] == nil, arguments[offset] == nil else {
        throw arguments.usage("'--source' and '--offset' need a file, not a date or a name")
      }
    }
    guard arguments[offset] == nil || from?.file != nil else {
      throw arguments.usage("'--offset' is a moment of OTHER, and requires '--from OTHER'")
    }
    switch from {
    case .creationDate, .fileDate: break
    default:
      guard arguments[timeZone] == nil else {
        throw arguments.usage("'--time-zone' requires '--from date' or '--from file-date'")
      }
    }
  }

  /// Returns the time of day that a movie starts at, by a date or its name; nil if that is not asked
  /// for.
  private static func clock(
    of movie: Movie, _ path: FilePath, _ arguments: Arguments
  ) throws(Failure) -> ClockTime? {
    switch arguments[from] {
    case .creationDate: try ClockTime(creationOf: movie, in: arguments[timeZone], path)
    case .fileDate: try ClockTime(fileDateOf: movie, in: arguments[timeZone], path)
    case .name(let pattern): try ClockTime(nameOf: path, pattern)
    default: nil
    }
  }

  /// Adds the timecode that another file or another place says.
  private static func insert(
    _ origin: OriginStamp.Request, into editor: inout MovieEditor, _ movie: Movie,
    _ path: FilePath, _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    do {
      let stamp = try OriginStamp(origin, for: movie, named: path) {
        arguments.spared.insert($0.identity)
      }
      // Printed although they are notes: the user asked for timecode without knowing where it is.
      for finding in stamp.findings {
        session.messages.report(finding, file: stamp.other ?? path)
      }
      session.messages.report(stamp.notes, file: path)
      _ = try editor.add(stamp.stamp)
    } catch {
      throw Failure(error, about: path)
    }
  }

  /// Returns the request that the options make.
  private static func request(
    from arguments: Arguments, of movie: Movie, _ path: FilePath
  ) throws(Failure) -> StampRequest {
    var request = try request(from: arguments)
    for selector in arguments.all(track) {
      request.trackIDs += try movie.tracks(selector, of: path).map(\.id)
    }
    return request
  }

  /// Returns the same without the tracks.
  private static func request(from arguments: Arguments) throws(Failure) -> StampRequest {
    var request = StampRequest(start: arguments[start] ?? "00:00:00:00")
    try arguments.checkCountsFrames(rate)
    request.frameDuration = arguments[rate]?.frameDuration
    request.quanta = arguments[quanta].map { UInt32($0) }
    if arguments[dropFrame] { request.dropFrame = true }
    if arguments[nonDropFrame] { request.dropFrame = false }
    request.mediaSubType = arguments[type]?.subType
    if arguments[wrap] { request.wraps24Hours = true }
    if arguments[noWrap] { request.wraps24Hours = false }
    if arguments[allowNegative] { request.allowsNegative = true }
    if arguments[noNegative] { request.allowsNegative = false }
    guard arguments[reel] != "" else {
      throw arguments.badValue(reel, "the name is empty; for none, use --no-reel")
    }
    request.reel = arguments[reel]
    request.dropsReel = arguments[noReel]
    request.replaces = arguments[replace]
    return request
  }
}
