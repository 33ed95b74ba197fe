import MovKit

/// `movtool hash`
enum Hash: DeclaresCommand {
  static let word = "hash"
  static let files = Positional(
    name: "FILE|DIR", role: .input, help: "Movies and folders of movies", repeats: true,
    orOption: FileList.filesFrom.declaration.name)
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
      "A track that cannot be read is an error, and the others are hashed.",
    ],
    positionals: [files],
    options: [
      FileList.filesFrom.declaration, FileList.null.declaration, algorithm.declaration,
      track.declaration, json.declaration, JSONOptions.compact.declaration,
      ParallelFiles.jobs.declaration,
    ],
    examples: [
      Example(line: "movtool hash clip.mov", effect: "Hash each track."),
      Example(
        line: "movtool hash --algorithm md5 --compact /media/card > card.jsonl",
        effect: "Write the MD5 of each track of the movies on a card, as JSON Lines."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let messages = session.messages
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
      guard let movie else { return }
      if isJSON {
        try movie.write(to: &json)
      } else {
        for line in movie.lines { try output.write(line) }
      }
    }
    progress?.clear()
    try output.finish()
  }
}
