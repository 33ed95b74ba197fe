import MovKit

/// A positional argument: one that is given without an option.
struct Positional: Sendable {
  let name: String
  /// What the command does with the file; nil if the argument is not a file.
  let role: PathRole?
  let help: String
  /// Whether the argument may be given one or more times. It must then be the last of its command.
  /// Otherwise it is given exactly once.
  var repeats = false
  /// What a second argument is called, if there can be two and no more; nil if there can be any number.
  var second: String?
  /// Whether `-` means standard input, once.
  var takesStandardInput = false
  /// The first name of an option that may stand in place of the argument.
  var orOption: String?
  /// The first name of the option without which that one has no meaning; nil if there is none.
  var orOptionNeeds: String?
  /// The first name of an option with which the argument is not given.
  var unlessOption: String?
  /// The allowed words; empty if any word is allowed.
  var words: [String] = []

  /// The argument as help shows it, such as `FILE...`.
  var shown: String { name + (second.map { " [\($0)]" } ?? (repeats ? "..." : "")) }
}

/// An example in help: a command line and what it does.
struct Example: Sendable {
  let line: String
  let effect: String
}

/// The terminal and the messages that a command uses while it runs.
struct Session {
  let terminal: Terminal
  let messages: Messages
  /// The place of this session among several that work at the same time; nil if it is alone.
  var part: Part?

  /// One of several sessions, which share a progress line if there is one.
  struct Part {
    let share: SharedProgress.Share?
  }

  /// Returns a progress line for a long operation; nil if standard error is not a terminal or the
  /// user asked for no messages, and where others work at the same time. `total` is in bytes.
  func progress(
    _ verb: String, total: @autoclosure () -> UInt64
  ) -> sending Progress? {
    messages.level == .quiet || part != nil ? nil : Progress.onTerminal(verb, total: total())
  }

  /// Returns a progress line that counts files; nil as for bytes.
  func progress(_ verb: String, files: Int) -> Progress? {
    messages.level == .quiet
      ? nil : Progress.onTerminal(verb, total: UInt64(files), unit: .files)
  }

  /// Runs `body` for each file. A problem with one file is reported, and the next file is
  /// processed.
  func forEach(
    _ files: [FilePath], _ body: (FilePath) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach(files, named: \.self, body)
  }

  /// Runs `body` for each item, whose file is at a key path. A problem with one is reported, and the
  /// next one is processed.
  func forEach<Items: Sequence>(
    _ items: Items, named file: KeyPath<Items.Element, FilePath>,
    _ body: (Items.Element) throws(Failure) -> Void
  ) throws(Failure) {
    for item in items {
      do throws(Failure) {
        try SourceWatch.run(about: item[keyPath: file]) { () throws(Failure) in try body(item) }
      } catch .problem(let text, let about) {
        messages.error(text, file: about ?? item[keyPath: file])
      }
    }
  }
}

/// What declares a command or a group. Its word is known before the rest is made: a run needs the
/// declaration of one command, and to make all of them takes longer than to start the program.
protocol DeclaresCommand: SendableMetatype {
  /// The word after the names of its groups.
  static var word: String { get }
  static var command: Command { get }
}

/// A command or a group of commands. Parsing, help, completions and the manual page all use this
/// value.
struct Command: Sendable {
  let name: String
  /// A short phrase for help, without a full stop.
  let summary: String
  /// The paragraphs of help after the usage line.
  var discussion: [String] = []
  var positionals: [Positional] = []
  var options: [OptionDeclaration] = []
  var examples: [Example] = []
  /// The commands and groups of a group; empty for a command.
  var members: [any DeclaresCommand.Type] = []
  /// The function that runs the command; nil for a group.
  var run: (@Sendable (Arguments, Session) throws(Failure) -> Void)?

  /// The declarations of all members, which are made for this.
  var subcommands: [Command] { members.map { $0.command } }

  /// All commands and groups inside this one, at every level, each with its path of names below
  /// this one. A group comes before its commands.
  var all: [(path: [String], command: Command)] {
    subcommands.flatMap { inner in
      [([inner.name], inner)] + inner.all.map { ([inner.name] + $0.path, $0.command) }
    }
  }

  /// This one and all commands and groups inside it, each with its full name, such as `movtool extract timecode`, and
  /// with its path of names below this one.
  var everything: [(name: String, path: [String], command: Command)] {
    [(name, [], self)]
      + all.map { path, command in (([name] + path).joined(separator: " "), path, command) }
  }

  /// All commands that can be run, each with its path of names after `movtool`.
  static var leaves: [(path: [String], command: Command)] {
    movtool.all.filter { $0.command.run != nil }
  }

  /// The command's own options and the options of every command. A group has only `--help` and
  /// `--version`.
  var allOptions: [OptionDeclaration] {
    run == nil
      ? [CommonOptions.help.declaration, CommonOptions.version.declaration]
      : options + CommonOptions.declarations
  }

  /// All options that may be given at this place of a command line. Those of every command may come before its name.
  var completedOptions: [OptionDeclaration] {
    run == nil ? CommonOptions.declarations : allOptions
  }
}

extension [Command] {
  /// The name of the last one after those of its groups, such as `movtool extract timecode`.
  var fullName: String { map(\.name).joined(separator: " ") }
}
