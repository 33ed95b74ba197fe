import MovKit

/// `movtool hash`
enum Hash: DeclaresCommand {
  static let word = "hash"
  static let files = Positional(
    name: "FILE|DIR", role: .input, help: "Movies and folders of movies", repeats: true,
    orOption: FileList.filesFrom.declaration.name, unlessOption: check.declaration.name)
  static let check = Option<FilePath>.path(
    "--check", role: .input, placeholder: "LIST",
    help: "Compare with LIST, the output of 'movtool hash'; without FILE, the movies that it names"
  ).excluding("--algorithm", "--json", "--compact")
  static let algorithm = Option<HashAlgorithm>.choice(
    "--algorithm", help: "The hash: sha256 or md5 (default: sha256)")
  static let track = Option.track(help: "Track to hash (default: all tracks)")
  static let json = Option.flag(
    "--json", help: "Print JSON: one document for each file, one after the other")
  static let command = Command(
    name: word, summary: "hash the samples of each track",
    discussion: [
      "Prints a line for each track: a hash of the bytes of all its samples in decode order, as they are "
        + "stored. Two movies whose media is the same have the same hashes, whatever their atoms, their "
        + "edits and the order of their bytes: a stamped or rewrapped copy and its original, for example. "
        + "'ffmpeg -i FILE -map 0 -c copy -f streamhash -' hashes the same bytes, unless an edit list "
        + "makes ffmpeg leave samples out.",
      "A track that cannot be read is an error, and the others are hashed. JSON names it in \"failed\"; of a file that "
        + "cannot be read, \"error\" says why.",
      "With --check, hashes the files again and says for each movie in LIST whether it is the same. A file is "
        + "compared with the entry that has the same path or, if there is none, the same name. The exit status is 1 if "
        + "anything differs, is missing, is not in LIST or cannot be read. LIST is text or JSON. 'sha256sum -c' cannot "
        + "read it, because the hashes are of samples, not of files.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, algorithm.declaration,
      track.declaration, check.declaration, json.declaration, JSONOptions.compact.declaration,
      ParallelFiles.jobs.declaration,
    ],
    examples: [
      Example(line: "movtool hash clip.mov", effect: "Hash each track."),
      Example(
        line: "movtool hash --algorithm md5 --compact /media/card > card.jsonl",
        effect: "Write the MD5 of each track of the movies on a card, as JSON Lines."),
      Example(
        line: "movtool hash --check card.jsonl /mnt/backup",
        effect: "Find out whether a copy of the card has the same media."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let messages = session.messages
    if let path = arguments[check] { return try compare(with: path, arguments, session) }
    let list = try FileList(arguments, files, messages)
    let entries = list.entries
    if entries.isEmpty { try list.checkMayBeEmpty() }
    let (algorithm, selector) = (arguments[algorithm] ?? .sha256, arguments[track])
    let output = Output.standard()
    var json = JSONWriter(to: output, layout: arguments.jsonLayout)
    let isJSON = arguments[self.json] || arguments[JSONOptions.compact]
    let progress = session.progress("hashing", files: entries.count)
    try ParallelFiles.forEach(
      entries.map(\.path), jobs: arguments.jobCount, messages, progress: progress
    ) { (path, messages) in
      HashedMovie.read(path, algorithm, selector, messages)
    } use: { (movie) throws(Failure) in
      if isJSON {
        try movie.write(to: &json)
      } else {
        for line in movie.lines { try output.write(line) }
      }
    }
    progress?.clear()
    try output.finish()
  }

  /// Hashes files again, and compares them with a list.
  private static func compare(
    with path: FilePath, _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let messages = session.messages
    let bytes = try arguments.document(path)
    let listed: HashList
    do throws(JSONReader.Problem) { listed = try HashList(bytes) } catch {
      throw arguments.usage("\(path): \(error.text(in: bytes))")
    }
    let paths: [FilePath]
    let isNamed = !arguments.files(files).isEmpty || arguments[FileList.filesFrom] != nil
    if !isNamed {
      paths = listed.entries.map(\.path)
    } else {
      let list = try FileList(arguments, files, messages)
      if list.entries.isEmpty { try list.checkMayBeEmpty() }
      paths = list.entries.map(\.path)
    }
    let selector = arguments[track]
    let isQuiet = arguments[CommonOptions.quiet]
    let output = Output.standard()
    var missing = Set(listed.entries.indices)
    var (same, different, unread, others) = (0, 0, 0, 0)
    let progress = session.progress("hashing", files: paths.count)
    try ParallelFiles.forEach(paths, jobs: arguments.jobCount, messages, progress: progress) {
      (path, messages) in
      HashComparison.read(path, in: listed, isNamed: isNamed, selector, messages)
    } use: { (result) throws(Failure) in
      if let number = result.number { missing.remove(number) }
      switch result.outcome {
      case .same: same += 1
      case .different: different += 1
      // It is counted with the movies that no file was compared with.
      case .missing: break
      case .unread: unread += 1
      case .notListed: others += 1
      }
      if case .same = result.outcome, isQuiet { return }
      progress?.clear()
      for line in result.lines { try output.write(line) }
    }
    progress?.clear()
    for number in missing.sorted() {
      try output.write("\(listed.entries[number].path.description.escaped): missing\n")
    }
    try output.finish()
    if different + unread + others + missing.count > 0 { messages.fail() }
    messages.note(
      "\(counted(paths.count, "file")): \(same) the same, \(different) different, \(others) not in the list; "
        + "\(missing.count) missing" + (unread > 0 ? ", \(unread) not read" : ""))
  }
}
