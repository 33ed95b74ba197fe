import MovKit

/// `movtool inspect`
enum Inspect: DeclaresCommand {
  static let word = "inspect"
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
  static let find = Option<AtomQuery>(
    "--find", placeholder: "QUERY",
    expected:
      "a type such as stsd, or a field and its value such as track_ID=2 or elst/media_time=-1",
    help:
      "Show only atoms of a type (stsd, mdia/hdlr), or with a value of a field (track_ID=2), each "
      + "with its path. Given more than once, atoms that fit any of them. The exit status is 1 if no "
      + "file has one; not with --summary"
  ) { (text) throws(BadValue) in
    guard let query = AtomQuery(text) else { throw BadValue() }
    return query
  }.repeating()
  static let at = Option<UInt64>.place(
    "--at",
    help:
      "Show instead what one byte of the file belongs to: the atom and its field, or the track, the "
      + "chunk and the sample, with its time and timecode. OFFSET counts from 0: 4512 or 0x11a0. Of "
      + "the other options, only --json, --compact, --hex and --color can be used with it")
  static let raw = Option.flag(
    "--raw",
    help: "Show also the bytes of each atom's header and fields, field by field, in hexadecimal; "
      + "not with --summary")
  static let summary = Option.flag(
    "--summary",
    help:
      "Print only the summary: the movie and its tracks, without atoms; not with --atom"
  ).excluding("--atom")
  static let depth = Option.number(
    "--depth", in: 1...Int.max,
    help: "Show N levels of atoms; 1 shows only the outermost, or only the atom of --atom"
  ).excluding("--summary")
  static let rows = Option.amount(
    "--rows",
    help:
      "Show N rows of each table, or all (default: \(InspectOptions.defaultRows); in JSON, all)")
  static let bytes = Option.amount(
    "--bytes",
    help:
      "Show N bytes of undecoded data, or all (default: \(InspectOptions.defaultBytes); in JSON, "
      + "\(InspectOptions.defaultBytesInJSON)). Media data is shown only with --bytes")
  static let hex = Option.flag(
    "--hex", help: "Print offsets in hexadecimal; not with --json"
  ).excluding("--json", "--compact")
  static let all = Option.flag(
    "--all",
    help: "Show every atom. By default, if more than \(LongLists.most) atoms of one type are "
      + "siblings, text shows the first \(LongLists.shown) and counts the rest")
  static let html = Option.flag(
    "--html",
    help:
      "Write a page in HTML for a browser: timeline, map, tree and samples of a movie, in one file that "
      + "loads nothing from the network. Of the other options, only -o, --overwrite and --compare can "
      + "be used with it"
  )
  static let compare = Option<FilePath>.path(
    "--compare", role: .input, placeholder: "OTHER",
    help: "With --html, show OTHER on the same page, and how the two differ")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "PAGE",
    help:
      "With --html, write the page to PAGE instead of standard output; if PAGE is a folder (PAGE/), a "
      + "page of each FILE, under its name")
  static let noPager = Option.flag(
    "--no-pager",
    help:
      "Do not page the output on a terminal. By default it goes through MOVTOOL_PAGER, PAGER or "
      + "less")
  static let color = Option<ColorChoice>.choice(
    "--color", help: "Use colour; auto uses it on a terminal unless NO_COLOR is set")

  static let command = Command(
    name: word, summary: "show what a movie is made of",
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
      find.declaration, at.declaration, depth.declaration, raw.declaration, rows.declaration,
      bytes.declaration, hex.declaration, all.declaration,
      color.declaration, noPager.declaration, html.declaration, compare.declaration,
      output.declaration, Option.overwrite.declaration,
    ],
    examples: [
      Example(
        line: "movtool inspect clip.mov --depth 2",
        effect: "Print the summary and two levels of atoms."),
      Example(
        line: "movtool inspect --summary *.mov",
        effect: "Print what each movie is, and a line for each of its tracks."),
      Example(
        line: "movtool inspect clip.mov --atom 'moov/trak[0]/edts' --rows all",
        effect: "Print the whole edit list of the first track."),
      Example(
        line: "movtool inspect clip.mov --find elst --find track_ID=2",
        effect: "Print all edit lists, and the atoms that name track 2."),
      Example(
        line: "movtool inspect clip.mov --at 0x11a0",
        effect: "Print which field or sample byte 4512 belongs to."),
      Example(
        line: "movtool inspect --json clip.mov | jq '.atoms[].type'",
        effect: "List the outermost atoms."),
      Example(
        line: "movtool inspect clip.mov --html -o clip.html",
        effect: "Write a page that shows the movie in a browser."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    for option in [find.declaration, raw.declaration] where arguments.isGiven(option) {
      try refuse(summary.declaration, with: option, arguments)
    }
    if arguments[html] { return try writePage(arguments, session) }
    for option in [compare.declaration, output.declaration, Option.overwrite.declaration]
    where arguments.isGiven(option) {
      throw arguments.usage("'\(option.name)' requires '--html'")
    }
    if arguments.isGiven(at.declaration) {
      for option in [
        summary.declaration, atom.declaration, find.declaration, raw.declaration,
        depth.declaration, rows.declaration, bytes.declaration, all.declaration,
      ] { try refuse(option, with: at.declaration, arguments) }
    }
    var options = InspectOptions()
    options.depth = arguments[depth] ?? .max
    options.rows = arguments[rows]
    options.bytes = arguments[bytes]
    options.offsets = arguments[hex] ? .hexadecimal : .decimal
    options.isSummary = arguments[summary]
    options.showsAll = arguments[all]
    options.showsRaw = arguments[raw]
    options.queries = arguments.all(find)
    var path: AtomSelector?
    if let text = arguments[atom] { path = try arguments.atomSelector(text, named: "--atom") }
    let files = arguments.files(Inspect.files)
    try session.paged(unless: arguments[noPager]) { () throws(Failure) in
      try show(files, path, options, arguments, session)
    }
  }

  private static func show(
    _ files: [FilePath], _ path: AtomSelector?, _ options: InspectOptions, _ arguments: Arguments,
    _ session: Session
  ) throws(Failure) {
    var options = options
    let output = Output.standard()
    if let offset = arguments[at] {
      try write(placeOf: offset, in: files, to: output, options, arguments, session)
      return try output.finish()
    }
    var hasFound = options.queries.isEmpty
    if arguments[json] || arguments[compact] {
      var writer = AtomJSON(to: output, layout: arguments.jsonLayout, options: options)
      try session.forEach(files) { (name) throws(Failure) in
        // All errors of a file occur before its document is begun, save reads of bytes to show.
        let file = try open(name, showing: path)
        if try writer.write(file) > 0 { hasFound = true }
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
        if !options.queries.isEmpty {
          options.title = files.count > 1 ? "\(name):" : nil
          options.isAfterOthers = !isFirst
        } else if !isFirst {
          try page.line()
        }
        let isOneOfMany = files.count > 1 && options.queries.isEmpty
        let count = try write(file, on: page, options: options, isOneOfMany: isOneOfMany, session)
        if count > 0 { hasFound = true }
        isFirst = isFirst && count == 0 && !options.queries.isEmpty
      }
    }
    try output.finish()
    // As grep does, without a message.
    if !hasFound { session.messages.fail() }
  }

  private static func writePage(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    for option in [
      json.declaration, compact.declaration, summary.declaration, atom.declaration,
      find.declaration, at.declaration, raw.declaration, depth.declaration, rows.declaration,
      bytes.declaration, hex.declaration, all.declaration, color.declaration, noPager.declaration,
    ] { try refuse(option, with: html.declaration, arguments) }
    let files = arguments.files(Inspect.files)
    let folder = OutputFolder(output, arguments)
    guard let folder, folder.isFolder else {
      guard files.count == 1 else {
        throw arguments.usage(
          "several files need a folder for their pages: '-o FOLDER/'; '--compare OTHER' shows two on one "
            + "page")
      }
      let target = arguments.place(output)
      try session.keepFromTerminal("a page", target, use: "-o PAGE or a pipe")
      return try writePage(of: files[0], to: target, arguments, session)
    }
    let pages = try folder.outputs(
      for: files.map { FileList.Entry(path: $0, name: $0) }, ending: "html", arguments)
    try OutputFolder.separate(pages, of: Inspect.files)
    try folder.make(for: [])
    try session.forEach(pages, named: \.file) { page throws(Failure) in
      try writePage(of: page.file, to: page.outputs.first?.place, arguments, session)
    }
  }

  private static func writePage(
    of file: FilePath, to place: OutputPlace?, _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let page = try Page([file] + (arguments[compare].map { [$0] } ?? []), arguments, session)
    let result = try Output.to(place)
    try page.write(to: result)
    try result.finish()
  }

  /// Throws if an option is given that says nothing together with another.
  private static func refuse(
    _ option: OptionDeclaration, with other: OptionDeclaration, _ arguments: Arguments
  ) throws(Failure) {
    guard arguments.isGiven(option) else { return }
    throw arguments.usage("options '\(option.name)' and '\(other.name)' cannot be used together")
  }

  /// Prints what the byte at an offset of each file belongs to.
  private static func write(
    placeOf offset: UInt64, in files: [FilePath], to output: Output, _ options: InspectOptions,
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let isJSON = arguments[json] || arguments[compact]
    var writer = JSONWriter(to: output, layout: arguments.jsonLayout)
    let page = TextPage(to: output, terminal: session.terminal, color: arguments[color] ?? .auto)
    var isFirst = true
    try session.forEach(files) { (name) throws(Failure) in
      let file = try open(name, showing: nil)
      let place = try BytePlace(offset, of: file)
      if isJSON { return try place.write(of: file, to: &writer) }
      if !isFirst { try page.line() }
      isFirst = false
      try place.write(of: file, on: page, offsets: options.offsets)
    }
  }

  private static func open(
    _ name: FilePath, showing path: AtomSelector?
  ) throws(Failure) -> InspectedFile {
    try SourceWatch.run(about: name, isPart: true) { () throws(Failure) in
      try InspectedFile(name, showing: path)
    }
  }

  /// Returns the number of atoms that were printed.
  private static func write(
    _ file: InspectedFile, on page: TextPage, options: InspectOptions, isOneOfMany: Bool,
    _ session: Session
  ) throws(Failure) -> Int {
    session.messages.detail(counted(file.source.size, "byte"), file: file.path)
    if file.root == nil, options.queries.isEmpty {
      try MovieHeading(file).write(on: page)
      if options.isSummary {
        try page.flush()
        report(file.diagnostics, of: file, options, session)
        return 0
      }
      try page.line()
    } else if isOneOfMany {
      try page.line(page.styled(file.path.description, .title) + ":")
    }
    var tree = AtomText(file, on: page, options: options)
    try tree.write()
    try page.flush()
    report(tree.notes.all, of: file, options, session)
    return tree.count
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
