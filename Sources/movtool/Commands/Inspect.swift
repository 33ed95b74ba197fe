/// `movtool inspect`
enum Inspect {
  static let files = Positional(
    name: "FILE", help: "Movies: QuickTime, MP4, or anything else made of atoms", repeats: true)
  static let json = Option.flag(
    "--json",
    help: "Print JSON: one document for one file, an array of them for several")
  static let atom = Option.text(
    "--atom", placeholder: "PATH", expected: "a path such as moov/trak[1]/mdia",
    help: "Show only this atom and what it contains. Indices count from 0 among atoms of the "
      + "same type and can be left out where there is one")
  static let depth = Option.number(
    "--depth", in: 1...Int.max, help: "Show N levels of atoms; 1 is the outermost alone")
  static let rows = Option.amount(
    "--rows", help: "Show N rows of each table, or all of them (default: \(defaultRows))")
  static let bytes = Option.amount(
    "--bytes",
    help: "Show N bytes of what is not understood, or all of them (default: \(defaultBytes))")
  static let color = Option<ColorChoice>.choice(
    "--color", help: "Colour the text; auto colours it on a terminal unless NO_COLOR is set")

  static let defaultRows = 4
  static let defaultBytes = 32

  static let command = Command(
    name: "inspect", summary: "show what a movie is made of",
    discussion: [
      "Prints a short heading with the tracks, then the tree of atoms: type, name, offset and "
        + "size in bytes, and the decoded fields. What is not understood is shown as bytes. What "
        + "is odd is reported as a warning and does not stop the reading."
    ],
    positionals: [files],
    options: [
      json.declaration, atom.declaration, depth.declaration, rows.declaration, bytes.declaration,
      color.declaration,
    ],
    examples: [
      Example(
        line: "movtool inspect clip.mov --depth 2",
        effect: "Print the heading and two levels of atoms."),
      Example(
        line: "movtool inspect clip.mov --atom moov/trak[0]/edts --rows all",
        effect: "Print the whole edit list of the first track."),
      Example(
        line: "movtool inspect --json clip.mov | jq '.atoms[].type'",
        effect: "List the outermost atoms."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    throw .problem("'inspect' is not built yet", file: nil)
  }
}
