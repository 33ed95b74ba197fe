import MovKit

/// `movtool samples`
enum Samples: DeclaresCommand {
  static let word = "samples"
  static let file = Positional(
    name: "FILE", role: .input, help: "Movie to read; - for standard input",
    takesStandardInput: true)
  static let track = Option.track(
    help: "Track to list (default: the first video track, or else the first track)")
  static let at = Option.moment(
    "--at",
    help:
      "Mark the sample that the movie shows at this movie time or timecode, such as 2.5, 00:01:30 or "
      + "01:30:17:00; without --from and --to, show only it and \(SampleListing.neighbours) "
      + "samples on each side")
  static let from = Option.moment(
    "--from", help: "Start at this movie time or timecode (default: the first sample)")
  static let to = Option.moment(
    "--to", help: "End at this movie time or timecode (default: the last sample)")
  static let keys = Option.flag(
    "--keys", help: "Show only samples at which decoding can begin, and the one of --at")
  static let units = Option.flag(
    "--units", help: "Show the NAL units of each sample of H.264 or HEVC; this reads the samples")
  static let json = Option.flag("--json", help: "Print JSON").excluding("--csv")
  static let compact = JSONOptions.compact.excluding("--csv")
  static let csv = Option.flag(
    "--csv", help: "Print comma-separated values with a header (RFC 4180)"
  ).excluding("--units")

  static let command = Command(
    name: word, summary: "list the samples of a track, a line each",
    discussion: [
      "Prints a line for each sample of the media in decode order: its number from 0; whether decoding "
        + "can begin there (key, or open for an open group of pictures); its decode time, presentation "
        + "time and duration in ticks of the media; when the movie decodes and shows it, and the "
        + "timecode then; its size and its position in the file; its chunk and its sample description, "
        + "from 0; what it depends on; and the groups that it is in.",
      "A sample that the edit list leaves out has - in place of the time at which it is shown. For "
        + "uncompressed audio, a line describes a run of contiguous samples. Columns that say nothing "
        + "about any sample of the track are left out, on a narrow terminal others too; --csv and "
        + "--json have all.",
      "--from and --to select the samples that the movie shows in that time, and those needed to "
        + "decode them.",
    ],
    positionals: [file],
    options: [
      track.declaration, at.declaration, from.declaration, to.declaration, keys.declaration,
      units.declaration, json.declaration, compact.declaration, csv.declaration,
      Inspect.color.declaration, Inspect.noPager.declaration,
    ],
    examples: [
      Example(
        line: "movtool samples clip.mov --at 01:00:10:12",
        effect: "Show the frame at a timecode and its neighbours."),
      Example(
        line: "movtool samples clip.mov --keys",
        effect: "List the key frames of the first video track."),
      Example(
        line: "movtool samples clip.mov --track audio --from 60 --to 61 --csv > audio.csv",
        effect: "Write the audio samples of one second as a table for spreadsheets."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(file)
    let choice = TrackChoice(selector: arguments[track])
    let movie = try OpenMovie(path, during: nil, for: choice)
    let track = try movie.trackOrVideo(choice)
    let output = try movie.output(of: track)
    movie.warn(of: output, choice, nothing: "listed", session)
    var listing = try SampleListing(of: output, in: movie, keysOnly: arguments[keys])
    try listing.select(arguments, session.messages)
    let units = arguments[units] ? try SampleUnits(of: track, path) : nil
    try session.paged(unless: arguments[Inspect.noPager]) { () throws(Failure) in
      try write(&listing, units, path, arguments, session)
    }
    movie.warnIfCut(output, session)
  }

  private static func write(
    _ listing: inout SampleListing, _ units: SampleUnits?, _ path: FilePath, _ arguments: Arguments,
    _ session: Session
  ) throws(Failure) {
    let target = Output.standard()
    if arguments[csv] {
      var table = SampleCSV(to: target)
      try table.begin()
      try listing.write(in: &table, with: nil, to: target)
    } else if arguments[json] || arguments[compact] {
      var document = try SampleJSON(to: target, layout: arguments.jsonLayout, of: listing, path)
      try listing.write(in: &document, with: units, to: target)
      try document.finish()
    } else {
      let page = TextPage(
        to: target, terminal: session.terminal, color: arguments[Inspect.color] ?? .auto)
      var table = SampleTableText(listing, on: page)
      try table.begin(listing)
      try listing.write(in: &table, with: units, to: target)
    }
    try target.finish()
  }
}

extension SampleListing {
  /// Chooses the rows that the command line asks for.
  fileprivate mutating func select(
    _ arguments: Arguments, _ messages: Messages
  ) throws(Failure) {
    let stretch = MovieStretch(start: arguments[Samples.from], end: arguments[Samples.to])
    let hasStretch = stretch.start != nil || stretch.end != nil
    guard !hasStretch || stretch.needsTimecode || stretch.timeRange != nil else {
      throw arguments.badValue(Samples.to, "it must be after '--from'")
    }
    if let moment = arguments[Samples.at] { try mark(moment, messages) }
    if hasStretch {
      try select(stretch, messages)
    } else if arguments[Samples.at] != nil {
      selectNeighbours()
    }
  }
}
