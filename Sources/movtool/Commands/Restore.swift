import MovKit

/// `movtool restore`
enum Restore: DeclaresCommand {
  static let word = "restore"
  static let file = Positional(
    name: "FILE|DIR", role: .changed,
    help: "Movie that was modified with --in-place, or a folder of movies")
  static let backup = Positional(
    name: "BACKUP|DIR", role: .input,
    help: "Backup file that --backup wrote, or the folder of several")

  static let command = Command(
    name: word, summary: "undo an in-place change from its backup",
    discussion: [
      "Restores every byte that the change overwrote and removes what it added. A file in which "
        + "those bytes have been modified since is refused; modifications elsewhere are not "
        + "detected. A file that was only truncated or extended is restored if its old header is "
        + "complete.",
      "In a folder of backups, that of a movie is NAME.backup, as --backup DIR/ names it. Of a folder of "
        + "movies, those that have one are restored, and the others are left as they are. A backup in the "
        + "folders in which the movie is, as --keep-folders puts it, comes first.",
    ],
    positionals: [file, backup],
    examples: [
      Example(
        line: "movtool restore clip.mov clip.backup",
        effect: "Restore the movie byte for byte."),
      Example(
        line: "movtool restore day1/ undo/",
        effect: "Restore all movies of a folder that have a backup in another."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let (path, backups) = (arguments.file(file), arguments.file(backup))
    guard FileList.isFolder(path) else {
      let isFolder = FileList.isFolder(backups)
      return try restore(
        path, from: isFolder ? name(of: path.lastComponent, in: backups) : backups, session)
    }
    guard FileList.isFolder(backups) else {
      guard isThere(backups) else { throw .problem("no such file or directory", file: backups) }
      throw .problem(
        "one backup cannot restore a folder; name the movie, or the folder of the backups",
        file: backups)
    }
    try restore(moviesIn: path, backups, arguments, session)
  }

  /// Where the backup of a movie is in a folder.
  /// - Parameter movie: The name of the movie or, if folders are kept, its place in its folder.
  private static func name(of movie: [UInt8], in folder: FilePath) -> FilePath {
    folder.appending(movie + Array(".backup".utf8))
  }

  /// Returns the backup of a movie in a folder: that in the folders in which the movie is, else one of its name; nil if
  /// there is none.
  private static func backup(of movie: FileList.Entry, in folder: FilePath) -> FilePath? {
    [movie.placeInFolder, movie.path.lastComponent].lazy.map { name(of: $0, in: folder) }
      .first(where: isThere)
  }

  private static func restore(
    moviesIn folder: FilePath, _ backups: FilePath, _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let movies = FileList([folder], session.messages).entries
    let saved = movies.compactMap { movie in
      backup(of: movie, in: backups).map { (movie: movie.path, backup: $0) }
    }
    guard !saved.isEmpty else {
      throw .problem(
        movies.isEmpty
          ? "there is no movie in it"
          : "none of its movies has a backup in \(backups), such as \(name(of: movies[0].path.lastComponent, in: backups))",
        file: folder)
    }
    // Two movies of one name would be restored from one backup.
    var used: Set<FilePath> = []
    if let second = saved.first(where: { !used.insert($0.backup).inserted }) {
      throw .problem(
        "another movie has the same name, so the backup can be that of either; name the movie",
        file: second.movie)
    }
    let output = Output.standard()
    var failures = 0
    for (movie, backup) in saved {
      do throws(Failure) {
        try restore(movie, from: backup, session)
      } catch {
        guard case .problem(let text, let about) = error else { throw error }
        session.messages.error(text, file: about ?? movie)
        failures += 1
        continue
      }
      guard !arguments[CommonOptions.quiet] else { continue }
      try output.write("\(movie): restored\n")
      // A signal can end the program at any time.
      try output.flush()
    }
    let words = [
      (saved.count - failures, "restored"), (movies.count - saved.count, "without backup"),
      (failures, "failed"),
    ].compactMap { $0 > 0 ? "\($0) \($1)" : nil }
    if !arguments[CommonOptions.quiet] {
      let count = movies.count
      try output.write("\(counted(count, "file")): \(words.joined(separator: ", "))\n")
    }
    try output.finish()
  }

  private static func isThere(_ path: FilePath) -> Bool { (try? FoundFile(path)) != nil }

  private static func restore(
    _ path: FilePath, from backupPath: FilePath, _ session: Session
  ) throws(Failure) {
    let saved: PatchBackup
    do {
      let source = try File(backupPath)
      let mark = PatchBackup.mark.bytes
      // A backup is small, but a movie given in its place may be too large to read.
      guard source.size >= 4, try source.read(at: 0, count: 4) == mark,
        let size = Int(exactly: source.size)
      else { throw Failure.problem("this is not a movtool backup", file: backupPath) }
      let atom = Atom(PatchBackup.mark, .bytes(try source.read(at: 0, count: size)[...]))
      saved = try atom.decode(PatchBackup.self)
      try saved.checkItself()
    } catch is FormatError {
      throw Failure.problem(
        "the backup is damaged or incomplete, so nothing was restored", file: backupPath)
    } catch {
      throw Failure(error, about: backupPath)
    }
    do {
      let file = try InPlaceChange.open(path)
      try InPlaceChange.putBack(saved, on: file, path)
      session.messages.detail("restored every byte that the change overwrote", file: path)
    } catch {
      throw Failure(error, about: path)
    }
  }
}
