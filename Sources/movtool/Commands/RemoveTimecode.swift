import MovKit

/// `movtool remove timecode`
enum RemoveTimecode {
  static let file = Positional(name: "FILE", role: .input, help: "Movie; with -o it is not changed")

  static let command = Command(
    name: "timecode", summary: "take timecode off a movie, in a copy or in place",
    discussion: [
      "Every timecode track goes, and every reference to one. Video and sound stay as they are."
    ],
    positionals: [file], options: MovieChange.options,
    examples: [
      Example(
        line: "movtool remove timecode clip.mov -o plain.mov",
        effect: "Write a copy without timecode."),
      Example(
        line: "movtool remove timecode clip.mov --in-place --backup clip.backup",
        effect: "Remove it from the movie itself, and keep what is needed to put it back."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(file)
    do {
      try MovieChange.run(path, arguments, session) { movie in
        guard !movie.tracks(ofType: "tmcd").isEmpty else {
          throw Failure.problem(
            movie.unreadableTrack(ofType: "tmcd")?.problem
              ?? "the movie has no timecode track to remove", file: path)
        }
        var editor = try MovieEditor(movie)
        try editor.removeTimecodeTracks()
        return editor
      }
    } catch {
      throw Failure(error, about: path)
    }
  }
}
