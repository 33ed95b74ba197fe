import MovKit

/// `movtool list`
enum ListClips: DeclaresCommand {
  static let word = "list"
  static let files = Positional(
    name: "FILE|DIR", role: .input,
    help: "Movies, and folders, whose movies are listed with those of the folders inside",
    repeats: true, orOption: FileList.filesFrom.declaration.name)
  static let json = Option.flag(
    "--json", help: "Print JSON: one document for each file, one after the other"
  ).excluding("--csv", "--tsv", "--ale")
  static let compact = JSONOptions.compact.excluding("--csv", "--tsv", "--ale")
  static let csv = Option.flag(
    "--csv",
    help: "Print comma-separated values with a header (RFC 4180). A spreadsheet can take a name or "
      + "reel that begins with =, +, - or @ for a formula: import those of files that you do not "
      + "trust as text"
  )
  .excluding("--tsv", "--ale")
  static let tsv = Option.flag("--tsv", help: "Print values with tabs between them, with a header")
    .excluding("--ale")
  static let ale = Option.flag(
    "--ale", help: "Print an Avid Log Exchange of the clips that have timecode of one rate")
  static let html = Option.flag(
    "--html",
    help:
      "Write a page in HTML for a browser: the clips as bars on one axis of timecode, in one file that "
      + "loads nothing from the network"
  ).excluding("--json", "--compact", "--csv", "--tsv", "--ale", "--columns")
  static let thumbnails = Option.flag(
    "--thumbnails",
    help:
      "With --html, show the first key frame of each clip, decoded by ffmpeg, which must be on the PATH"
  ).excluding("--json", "--compact", "--csv", "--tsv", "--ale", "--columns")
  static let columns = Option.text(
    "--columns", placeholder: "A,B,C", expected: "names of columns with commas between them",
    help: "Print these columns, in this order: "
      + ListColumn.allCases.map(\.rawValue).joined(separator: ", ")
  ) { (text) throws(BadValue) in _ = try [ListColumn](names: text) }
  .excluding("--json", "--compact", "--ale")
  static let sort = Option.text(
    "--sort", placeholder: "COLUMN", expected: "the name of a column",
    help: "Order the clips by a column; tc means first. Without it, they have the order of the "
      + "names", completion: .words(ListColumn.allCases.map(\.rawValue))
  ) { (text) throws(BadValue) in _ = try ListColumn(named: text) }
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help:
      "Write to OUT instead of standard output. If no option says the form, the name of OUT does: .json, .csv, "
      + ".tsv, .ale or .html")

  static let command = Command(
    name: word, summary: "list the clips of a camera card, a line for each",
    discussion: [
      "Prints a line for each movie: its first and last timecode as the edits show them, frames, "
        + "rate, reel, codecs, size, duration, date, camera, and flags for what is worth a look. "
        + "On a narrow terminal, columns are cut or left out.",
      "Flags: no-timecode; rate, drop-frame and size, where the clip differs from most clips of its "
        + "folder; overlap, if another clip of the reel (without a reel, of the folder) has some of "
        + "the same timecode; gap, if the clip with the number before is missing; truncated, if the file "
        + "ends before its media does; unreadable.",
      "In folders, files that are named like movies are listed (.mov, .mp4, .m4v, .m4a, .3gp and so "
        + "on), but no hidden ones.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, json.declaration,
      compact.declaration, csv.declaration, tsv.declaration, ale.declaration, html.declaration,
      thumbnails.declaration, columns.declaration, sort.declaration, ParallelFiles.jobs.declaration,
      output.declaration,
      Option.overwrite.declaration,
    ],
    examples: [
      Example(line: "movtool list /media/card", effect: "Print the clips of a card."),
      Example(
        line: "movtool list --sort tc /media/card -o card.csv",
        effect: "Write a table of the clips in the order of their timecode."),
      Example(
        line: "movtool list /media/card -o card.html",
        effect: "Write a page that shows the clips on an axis of timecode."),
      Example(
        line: "movtool list --html --thumbnails /media/card -o card.html",
        effect: "The same with a picture of each clip."),
      Example(
        line: "find . -name '*.mov' -print0 | movtool list --files-from - -0",
        effect: "List the files that another program names."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let messages = session.messages
    let form = try Form(arguments)
    let hasPictures = try hasPictures(form, arguments, messages)
    let entries = try FileList(arguments, files, messages).entries
    var clips: [Clip] = []
    // A list that grows by itself would take up to three times as much.
    clips.reserveCapacity(entries.count)
    let progress = session.progress("reading", files: entries.count)
    try ParallelFiles.forEach(
      entries, jobs: arguments.jobCount, messages, progress: progress,
      work: hasPictures ? Clip.readWithPicture : Clip.read
    ) { (clip) throws(Failure) in
      if let identity = clip.identity { arguments.spared.insert(identity) }
      clips.append(clip)
    }
    progress?.clear()
    clips.setFlags()
    if let sort = arguments[sort], let column = try? ListColumn(named: sort) {
      clips = column.sorted(clips)
    }
    let columns = try? arguments[columns].map { (text) throws(BadValue) in
      try [ListColumn](names: text)
    }
    let target = arguments.place(output)
    if form == .html {
      try session.keepFromTerminal("a page", target, use: "-o OUT or a pipe")
    }
    if form == .table {
      session.checkName(of: target?.path, is: "a table as text", own: [])
    }
    let output = try Output.to(target, onMedium: false)
    switch form {
    case .html: try ListPage(clips: clips, hasPictures: hasPictures).write(to: output)
    case .json:
      var writer = JSONWriter(to: output, layout: arguments.jsonLayout)
      for clip in clips { try writer.write(clip) }
    case .csv, .tsv:
      try ListRows(form: form == .csv ? .csv : .tsv, columns: columns ?? ListColumn.allCases)
        .write(clips, to: output)
    case .ale: try ListALE().write(clips, to: output, messages)
    case .table:
      let page = TextPage(
        to: output, terminal: session.terminal,
        color: arguments[self.output] == nil ? .auto : .never)
      // What goes to a file or to another program is not cut.
      let isLimited = session.terminal.limitsTables && target == nil
      try write(clips, columns, on: page, width: isLimited ? page.width : .max, messages)
    }
    try output.finish()
  }

  /// The form of the list.
  private enum Form {
    case table, json, csv, tsv, ale, html

    /// That of an option, or else that of the name of the output.
    init(_ arguments: Arguments) throws(Failure) {
      if arguments[ListClips.json] || arguments[compact] {
        self = .json
      } else if arguments[ListClips.csv] {
        self = .csv
      } else if arguments[ListClips.tsv] {
        self = .tsv
      } else if arguments[ListClips.ale] {
        self = .ale
      } else if arguments[ListClips.html] {
        self = .html
      } else {
        let name = arguments[output]?.nameExtension
        switch name {
        case ".json": self = .json
        case ".csv": self = .csv
        case ".tsv": self = .tsv
        case ".ale": self = .ale
        case ".html", ".htm": self = .html
        default: self = .table
        }
        if let name, [.json, .ale, .html].contains(self), arguments.isGiven(columns.declaration) {
          throw arguments.usage(
            "'--columns' is for a table, and the name of OUT ends in \(name)")
        }
      }
    }
  }

  /// Whether pictures are wanted and can be had.
  private static func hasPictures(
    _ form: Form, _ arguments: Arguments, _ messages: Messages
  ) throws(Failure) -> Bool {
    guard arguments[thumbnails] else { return false }
    guard form == .html else {
      throw arguments.usage("'--thumbnails' requires '--html', or an OUT that ends in .html")
    }
    if !FrameDecoder.isThere {
      messages.warning(
        "the page has no pictures, because ffmpeg is not on the PATH; install it, or leave out "
          + "--thumbnails", rule: "picture-left-out")
    }
    return FrameDecoder.isThere
  }

  /// Writes a table for people, and says at the end how many clips there are.
  private static func write(
    _ clips: [Clip], _ chosen: [ListColumn]?, on page: TextPage, width: Int,
    _ messages: Messages
  ) throws(Failure) {
    let all = chosen ?? ListColumn.shown
    let columns = all.filter { column in
      chosen != nil || clips.contains { !column.text(of: $0).isEmpty }
    }
    let table = ShrinkingTable(
      page, width: width,
      columns.enumerated().map { place, column in
        ShrinkingTable.Column(
          title: column.rawValue, isNumber: column.isNumber, leastWidth: column.leastWidth,
          rank: chosen == nil ? ListColumn.byImportance.firstIndex(of: column) ?? 0 : place,
          keepsEnd: column == .name || column == .file)
      }, rows: clips.map { clip in columns.map { $0.text(of: clip) } })
    if !clips.isEmpty { try table.write() }
    try page.flush()
    if chosen != nil, !table.leftOut.isEmpty {
      messages.warning(
        "no room for \(table.leftOut.joined(separator: ", ")) in \(width) columns; "
          + "use --csv, or a wider terminal")
    }
    messages.note(summary(of: clips))
  }

  private static func summary(of clips: [Clip]) -> String {
    func count(_ flag: ClipFlag) -> Int { clips.count { $0.flags.contains(flag) } }
    var parts = [counted(clips.count, "clip")]
    if count(.noTimecode) > 0 { parts.append("\(count(.noTimecode)) without timecode") }
    if count(.unreadable) > 0 { parts.append("\(count(.unreadable)) unreadable") }
    return parts.joined(separator: ", ")
  }
}
