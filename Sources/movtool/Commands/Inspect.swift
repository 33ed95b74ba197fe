import MovKit

/// `movtool inspect`
enum Inspect {
  static let files = Positional(
    name: "FILE", role: .input,
    help: "QuickTime, MP4 or other files made of atoms; - for standard input",
    repeats: true, takesStandardInput: true)
  static let json = Option.flag(
    "--json",
    help: "Print JSON: one document for each file, one after the other")
  static let compact = JSONOptions.compact
  static let atom = Option.text(
    "--atom", placeholder: "PATH", expected: "a path such as moov/trak[1]/mdia",
    help: "Show only this atom and its contents. An index counts atoms of the same type from 0; "
      + "the default is the first. The end of a path "
      + "is enough if only one atom has it: stsd, mdia/hdlr")
  static let summary = Option.flag(
    "--summary",
    help: "Print only the summary: the movie and its tracks, without atoms; not with --atom"
  ).excluding("--atom")
  static let depth = Option.number(
    "--depth", in: 1...Int.max,
    help: "Show N levels of atoms; 1 shows only the outermost, or only the atom of --atom"
  ).excluding("--summary")
  static let rows = Option.amount(
    "--rows",
    help: "Show N rows of each table, or all (default: \(defaultRows); in JSON, all)")
  static let bytes = Option.amount(
    "--bytes",
    help: "Show N bytes of undecoded data, or all (default: \(defaultBytes); in JSON, "
      + "\(defaultBytesInJSON)). Media data is shown only with --bytes")
  static let hex = Option.flag(
    "--hex", help: "Print offsets in hexadecimal; not with --json"
  ).excluding("--json", "--compact")
  static let all = Option.flag(
    "--all",
    help: "Show every atom. By default, if more than \(LongLists.most) atoms of one type are "
      + "siblings, text shows the first \(LongLists.shown) and counts the rest")
  static let noPager = Option.flag(
    "--no-pager",
    help:
      "Do not page the output on a terminal. By default it goes through MOVTOOL_PAGER, PAGER or "
      + "less")
  static let color = Option<ColorChoice>.choice(
    "--color", help: "Use colour; auto uses it on a terminal unless NO_COLOR is set")

  static let defaultRows = 4
  static let defaultBytes = 32
  static let defaultBytesInJSON = 64

  static let command = Command(
    name: "inspect", summary: "show what a movie is made of",
    discussion: [
      "Prints a summary of the movie and its tracks, then the tree of atoms: type, name, offset "
        + "and size in bytes, and decoded fields. Undecoded data is shown as bytes. Anything "
        + "unusual is reported as a note, warning or error, and does not stop the reading.",
      "In JSON, bytes are hexadecimal strings. Where --rows or --bytes cuts a table or bytes short, "
        + "\"cut\" next to them gives the full number of rows or bytes. An atom whose children "
        + "--depth leaves out has \"childCount\" in place of \"children\".",
    ],
    positionals: [files],
    options: [
      json.declaration, compact.declaration, summary.declaration, atom.declaration,
      depth.declaration, rows.declaration, bytes.declaration, hex.declaration, all.declaration,
      color.declaration, noPager.declaration,
    ],
    examples: [
      Example(
        line: "movtool inspect clip.mov --depth 2",
        effect: "Print the summary and two levels of atoms."),
      Example(
        line: "movtool inspect --summary *.mov",
        effect: "Print what each movie is, and a line for each of its tracks."),
      Example(
        line: "movtool inspect clip.mov --atom moov/trak[0]/edts --rows all",
        effect: "Print the whole edit list of the first track."),
      Example(
        line: "movtool inspect --json clip.mov | jq '.atoms[].type'",
        effect: "List the outermost atoms."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    var options = InspectOptions()
    options.depth = arguments[depth] ?? .max
    options.rows = arguments[rows]
    options.bytes = arguments[bytes]
    options.offsets = arguments[hex] ? .hexadecimal : .decimal
    options.isSummary = arguments[summary]
    options.showsAll = arguments[all]
    var path: AtomSelector?
    if let text = arguments[atom] { path = try arguments.atomSelector(text, named: "--atom") }
    let files = arguments.files(Inspect.files)
    let pager = arguments[noPager] ? nil : Pager.begin(session.terminal)
    defer {
      if let pager, !pager.end() {
        session.messages.error(
          "the pager '\(pager.command)' cannot be run: set MOVTOOL_PAGER to another, or give "
            + "--no-pager")
      }
    }
    let output = Output.standard()
    if arguments[json] || arguments[compact] {
      var writer = AtomJSON(
        to: output, layout: arguments[compact] ? .compact : .pretty, options: options)
      try session.forEach(files) { (name) throws(Failure) in
        // All errors of a file occur before its document is begun, save reads of bytes to show.
        let file = try open(name, showing: path)
        try writer.write(file)
        if file.isNeitherMovieNorItems, let missing = file.atoms.missingMovie {
          session.messages.report(missing, file: name)
          session.messages.fail()
        }
      }
    } else {
      let page = TextPage(
        to: output, terminal: session.terminal, color: arguments[color] ?? .auto)
      var isFirst = true
      try session.forEach(files) { (name) throws(Failure) in
        let file = try open(name, showing: path)
        if !isFirst { try page.line() }
        isFirst = false
        try write(file, on: page, options: options, isOneOfMany: files.count > 1, session)
      }
    }
    try output.finish()
  }

  private static func open(
    _ name: FilePath, showing path: AtomSelector?
  ) throws(Failure) -> InspectedFile {
    try SourceWatch.run(about: name, isPart: true) { () throws(Failure) in
      try InspectedFile(name, showing: path)
    }
  }

  private static func write(
    _ file: InspectedFile, on page: TextPage, options: InspectOptions, isOneOfMany: Bool,
    _ session: Session
  ) throws(Failure) {
    session.messages.detail("\(file.source.size) bytes", file: file.path)
    if file.root == nil {
      try MovieHeading(file).write(on: page)
      if options.isSummary {
        try page.flush()
        return report(file.diagnostics, of: file, options, session)
      }
      try page.line()
    } else if isOneOfMany {
      try page.line(page.styled(file.path.description, .title) + ":")
    }
    var tree = AtomText(file, on: page, options: options)
    try tree.write()
    try page.flush()
    report(tree.notes.all, of: file, options, session)
  }

  private static func report(
    _ findings: [Diagnostic], of file: InspectedFile, _ options: InspectOptions, _ session: Session
  ) {
    for diagnostic in findings {
      session.messages.report(diagnostic, file: file.path, offsets: options.offsets)
    }
    if file.isNeitherMovieNorItems { session.messages.fail() }
  }
}
