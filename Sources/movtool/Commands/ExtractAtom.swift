import MovKit

/// `movtool extract atom`
enum ExtractAtom {
  static let file = Positional(name: "FILE", help: "Movie to read")
  static let path = Positional(
    name: "PATH",
    help: "Path of the atom, such as moov/trak[1]/mdia/hdlr, as inspect shows it. Indices count "
      + "from 0 among atoms of the same type and can be left out where there is one")
  static let output = Option<FilePath>.path(
    "-o", "--output", placeholder: "FILE",
    help: "Write to this file instead of standard output")

  static let command = Command(
    name: "atom", summary: "copy the bytes of one atom, with its header",
    discussion: ["The bytes are those of the file, unchanged."],
    positionals: [file, path],
    options: [output.declaration],
    examples: [
      Example(
        line: "movtool extract atom clip.mov moov/udta -o udta.bin",
        effect: "Copy the movie's user data atom into a file."),
      Example(
        line: "movtool extract atom clip.mov moov/mvhd | xxd",
        effect: "Show the movie header byte by byte."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    throw .problem("'extract atom' is not built yet", file: nil)
  }
}
