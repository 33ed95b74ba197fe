import MovKit

/// `movtool restore`
enum Restore: DeclaresCommand {
  static let word = "restore"
  static let file = Positional(
    name: "FILE", role: .changed, help: "Movie that was modified with --in-place")
  static let backup = Positional(
    name: "BACKUP", role: .input,
    help: "Backup file that --backup "
      + "wrote")

  static let command = Command(
    name: word, summary: "undo an in-place change from its backup",
    discussion: [
      "Restores every byte that the change overwrote and removes what it added. A file in which "
        + "those bytes have been modified since is refused; modifications elsewhere are not "
        + "detected. A file that was only truncated or extended is restored if its old header is "
        + "complete."
    ],
    positionals: [file, backup],
    examples: [
      Example(
        line: "movtool restore clip.mov clip.backup",
        effect: "Restore the movie byte for byte.")
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(file)
    let backupPath = arguments.file(backup)
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
