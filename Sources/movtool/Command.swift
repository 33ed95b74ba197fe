import MovKit

/// What stands on a command line without dashes.
struct Positional: Sendable {
  let name: String
  /// What the command does with the file; nil for what names none.
  let role: PathRole?
  let help: String
  /// One or more, and the last of its command; otherwise exactly one.
  var repeats = false
  /// Whether `-` means standard input, once.
  var takesStandardInput = false
  /// Where only a few words will do.
  var words: [String] = []
}

/// A line to try, and what it does.
struct Example: Sendable {
  let line: String
  let effect: String
}

/// What a command finds when it is run.
struct Session {
  let terminal: Terminal
  let messages: Messages

  /// A line that says how far something long has come; nil where nobody looks on, or wants to.
  func progress(_ verb: String, total: UInt64) -> Progress? {
    messages.level == .quiet ? nil : Progress.onTerminal(verb, total: total)
  }

  /// Runs `body` for every file; a file with a problem is reported and does not keep the others
  /// from their turn.
  func forEach(
    _ files: [FilePath], _ body: (FilePath) throws(Failure) -> Void
  ) throws(Failure) {
    for file in files {
      do throws(Failure) {
        try body(file)
      } catch .problem(let text, let about) {
        messages.error(text, file: about ?? file)
      }
    }
  }
}

/// A command, or a group of commands: parsing, help and running all come from this value.
struct Command: Sendable {
  let name: String
  /// Half a line, without a full stop.
  let summary: String
  /// Paragraphs for help.
  var discussion: [String] = []
  var positionals: [Positional] = []
  var options: [OptionDeclaration] = []
  var examples: [Example] = []
  var subcommands: [Command] = []
  /// Nil in a group.
  var run: (@Sendable (Arguments, Session) throws(Failure) -> Void)?

  /// The commands and groups inside this one, each before those inside it, with their names.
  var all: [(path: [String], command: Command)] {
    subcommands.flatMap { inner in
      [([inner.name], inner)] + inner.all.map { ([inner.name] + $0.path, $0.command) }
    }
  }

  /// All commands that can be run, with their names after `movtool`.
  static var leaves: [(path: [String], command: Command)] {
    movtool.all.filter { $0.command.run != nil }
  }

  /// Its own options, and those that every command has.
  var allOptions: [OptionDeclaration] {
    run == nil
      ? [CommonOptions.help.declaration, CommonOptions.version.declaration]
      : options + CommonOptions.declarations
  }
}
