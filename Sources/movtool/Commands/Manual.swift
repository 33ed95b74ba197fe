/// `movtool man`
enum Manual: DeclaresCommand {
  static let word = "man"
  static let command = Command(
    name: word, summary: "print the manual page",
    discussion: [
      "The page is in roff, as man reads it, and comes from the same table as the help."
    ],
    examples: [
      Example(line: "movtool man | man -l -", effect: "Read the manual."),
      Example(
        line: "movtool man > /usr/local/share/man/man1/movtool.1",
        effect: "Install it, so that 'man movtool' finds it."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let output = Output.standard()
    try output.write(ManualPage.text(for: .movtool))
    try output.finish()
  }
}
