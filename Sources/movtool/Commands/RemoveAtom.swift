import MovKit

/// `movtool remove atom`
enum RemoveAtom: DeclaresCommand {
  static let word = "atom"
  static let file = EditAtom.file
  static let path = ExtractAtom.path

  static let command = Command(
    name: word, summary: "remove an atom from a movie, in a copy or in place",
    discussion: [
      "The atom goes with everything in it. Sizes, counts and file offsets are updated. Media "
        + "that is in use, moov and mvhd are not removed; a track is removed with 'movtool remove track'.",
      "With --in-place, only atoms inside moov can be removed. A picture, or another file without "
        + "moov, is changed in a copy.",
    ],
    positionals: [file, path], options: MovieChange.optionsOfOne,
    examples: [
      Example(
        line: "movtool remove atom clip.mov moov/udta -o plain.mov",
        effect: "Write a copy without the movie's user data."),
      Example(
        line: "movtool remove atom clip.mov 'moov/trak[0]/edts' --in-place --backup clip.backup",
        effect: "Remove the edits of a track, and save what is needed to undo that."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let selector = try arguments.atomSelector(try arguments.text(path), named: path.name)
    try AtomChange.run(Removal(selector: selector), of: file, arguments, session)
  }

  private struct Removal: AtomEdit {
    let selector: AtomSelector

    func apply(to editor: inout some AtomEditing, _ name: FilePath) throws {
      let node = try editor.file.require(selector, in: name)
      if let place = AtomPath(node.path) { try editor.removeAtom(at: place) }
    }
  }
}
