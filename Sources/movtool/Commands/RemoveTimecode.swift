import MovKit

/// `movtool remove timecode`
enum RemoveTimecode: DeclaresCommand {
  static let word = "timecode"
  static let file = MovieChange.files

  static let command = Command(
    name: word, summary: "remove timecode from a movie, in a copy or in place",
    discussion: [
      "Removes every timecode track and every reference to one. Video and audio are unchanged."
    ],
    positionals: [file], options: MovieChange.options,
    examples: [
      Example(
        line: "movtool remove timecode clip.mov -o plain.mov",
        effect: "Write a copy without timecode."),
      Example(
        line: "movtool remove timecode clip.mov --in-place --backup clip.backup",
        effect: "Remove it from the movie itself, and save what is needed to undo that."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    try MovieChange.run(file, arguments, session) { (movie, path, _) throws(Failure) in
      guard !movie.timecodeTracks.isEmpty else {
        throw .problem(
          movie.unreadableTimecodeTrack?.problem
            ?? "the movie has no timecode track to remove", file: path)
      }
      do throws(FormatError) {
        var editor = try MovieEditor(checking: movie)
        try editor.removeTimecodeTracks()
        return editor
      } catch {
        throw Failure(error, about: path)
      }
    }
  }
}
