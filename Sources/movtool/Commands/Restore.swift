import MovKit

/// `movtool restore`
enum Restore {
  static let file = Positional(
    name: "FILE", role: .changed, help: "Movie that was changed with --in-place")
  static let backup = Positional(name: "BACKUP", role: .input, help: "What --backup saved then")

  static let command = Command(
    name: "restore", summary: "undo a change in place from its backup",
    discussion: [
      "Puts back every byte that the change overwrote, and cuts off what it added. A file that was "
        + "changed since is refused; one that was only cut or added to is not."
    ],
    positionals: [file, backup],
    examples: [
      Example(
        line: "movtool restore clip.mov clip.backup",
        effect: "Make the movie what it was, byte for byte.")
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(file)
    let backupPath = arguments.file(backup)
    let saved: PatchBackup
    do {
      let source = try File(backupPath)
      let mark = PatchBackup.mark.bytes
      // A backup is small; a movie in its place need not be.
      guard source.size >= 4, try source.read(at: 0, count: 4) == mark,
        let size = Int(exactly: source.size)
      else { throw Failure.problem("this is no backup of movtool", file: backupPath) }
      let atom = Atom(PatchBackup.mark, .bytes(try source.read(at: 0, count: size)[...]))
      saved = try atom.decode(PatchBackup.self)
    } catch {
      throw Failure(error, about: backupPath)
    }
    do {
      let file = try InPlaceChange.open(path)
      try InPlaceChange.putBack(saved, on: file, path)
    } catch {
      throw Failure(error, about: path)
    }
  }
}
