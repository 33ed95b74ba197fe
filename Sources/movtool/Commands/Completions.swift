/// `movtool completions`
enum Completions: DeclaresCommand {
  static let word = "completions"
  static let shell = Positional(
    name: "SHELL", role: nil, help: "bash, zsh or fish", words: ["bash", "zsh", "fish"])

  static let command = Command(
    name: word, summary: "print the completions for a shell",
    discussion: [
      "The script completes commands, options and the values of options, and comes from "
        + "the same table as the help."
    ],
    positionals: [shell],
    examples: [
      Example(
        line: "movtool completions fish | source",
        effect: "Complete movtool in this fish shell; for all, put the line in "
          + "~/.config/fish/config.fish."),
      Example(
        line: "source <(movtool completions bash)",
        effect: "The same in bash, and in ~/.bashrc."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let script: String
    switch try arguments.text(shell) {
    case "bash": script = BashCompletions.script(for: .movtool)
    case "zsh": script = ZshCompletions.script(for: .movtool)
    case "fish": script = FishCompletions.script(for: .movtool)
    default: throw arguments.usage("SHELL must be bash, zsh or fish")
    }
    let output = Output.standard()
    try output.write(script)
    try output.finish()
  }
}
