import MovKit

/// `movtool restore`
enum Restore {
  static let file = Positional(name: "FILE", help: "Movie that was changed with --in-place")
  static let backup = Positional(name: "BACKUP", help: "What --backup saved then")

  static let command = Command(
    name: "restore", summary: "undo a change in place from its backup",
    discussion: [
      "Puts back every byte that the change overwrote, and cuts off what it added. A file that was "
        + "changed since is refused."
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
      let atom = Atom(
        PatchBackup.mark, .bytes(try source.read(at: 0, count: Int(source.size))[...]))
      saved = try atom.decode(PatchBackup.self)
    } catch {
      throw Failure(error, about: backupPath)
    }
    do {
      let file = try EditableFile(path)
      let plan = try saved.restoringPlan(for: file)
      try plan.apply(to: file)
    } catch {
      throw Failure(error, about: path)
    }
  }
}
