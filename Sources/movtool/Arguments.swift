import MovKit

/// The parsed command line of one command, checked against the command's declaration.
struct Arguments: Sendable {
  /// The full name of the command with its groups, such as `movtool extract timecode`.
  let command: String
  /// The values of each option that was given, as bytes, by the option's first name. A flag has an
  /// empty value.
  private var values = WordsByName()
  /// The words given for each positional argument, by its name.
  private var positionals = WordsByName()
  /// All files that the command line names.
  private(set) var namedFiles: [NamedFile] = []
  /// The files that no output of the command may replace. Commands add the files that they open.
  private(set) var spared = SparedFiles()

  /// The value of an option, or nil if it is not given.
  @inline(never)
  subscript<Value>(option: Option<Value>) -> Value? { all(option).last }

  /// Whether a flag is given.
  subscript(flag: Option<Bool>) -> Bool { values[flag.declaration.name] != nil }

  func isGiven(_ option: OptionDeclaration) -> Bool { values[option.name] != nil }

  /// All values of an option that may be repeated, in their order.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    (values[option.declaration.name] ?? []).compactMap { try? option.parse($0) }
  }

  /// The arguments of a position as file names, in their order.
  func files(_ positional: Positional) -> [FilePath] {
    (positionals[positional.name] ?? []).map { FilePath(bytes: $0) }
  }

  /// The argument of a position that takes one file name.
  func file(_ positional: Positional) -> FilePath {
    files(positional).first ?? FilePath("")
  }

  /// The argument of a position that takes text.
  /// - Throws: `Failure.usage` if it is not valid UTF-8.
  func text(_ positional: Positional) throws(Failure) -> String {
    try texts(positional).first ?? ""
  }

  /// The arguments of a position that takes any number of texts.
  /// - Throws: `Failure.usage` if one is not valid UTF-8.
  func texts(_ positional: Positional) throws(Failure) -> [String] {
    try (positionals[positional.name] ?? []).map { (bytes) throws(Failure) in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw usage("\(positional.name) is not valid UTF-8")
      }
      return text
    }
  }

  /// Returns where to write the output that an option names; nil if the option is not given.
  func place(_ option: Option<FilePath>) -> OutputPlace? {
    self[option].map { place($0, as: option.declaration.role) }
  }

  /// Returns where to write the movie that an option names; nil if the option is not given. The
  /// movie gets its name when it is complete.
  /// - Throws: `Failure.usage` if the option names a standard stream.
  func moviePlace(_ option: Option<FilePath>) throws(Failure) -> OutputPlace? {
    guard let place = place(option) else { return nil }
    guard !place.path.isStandardStream else {
      let isBackup = option.declaration.name == MovieChange.backup.declaration.name
      throw usage(
        "\(option.declaration.name) cannot be standard output (-): "
          + (isBackup
            ? "a backup is a file that is complete before the movie is changed"
            : "a movie is not written from front to back") + "; give a file name")
    }
    return place
  }

  /// Returns where to write the output that a positional argument names.
  func place(_ positional: Positional) -> OutputPlace {
    place(file(positional), as: positional.role)
  }

  /// Returns where to write a file of the folder that an option names.
  func place(_ path: FilePath, of option: Option<FilePath>) -> OutputPlace {
    place(path, as: option.declaration.role)
  }

  private func place(_ path: FilePath, as role: PathRole?) -> OutputPlace {
    OutputPlace(
      path, overwrites: self[.overwrite] && role != .newOutput, sparing: spared)
  }

  /// Throws if an output is an input or another output, or if it exists and must not be replaced.
  mutating func separateFiles() throws(Failure) {
    let files = FileSeparation(namedFiles)
    try files.check(overwrites: self[.overwrite] || self[.skipExisting])
    spared = files.spared
  }

  /// Returns the failure for a mistake in the command line that only the command itself can detect.
  func usage(_ text: String) -> Failure { .usage(text, command: command) }

  /// Returns the failure for an option value that only the command itself can check, and that is
  /// wrong for any file. Without `reason`, the message names the expected form.
  func badValue<Value>(_ option: Option<Value>, _ reason: String? = nil) -> Failure {
    usage(problem(with: option, reason))
  }

  /// Returns the failure for an option value that is wrong for this file, but could be right for
  /// another.
  func badValue<Value>(
    _ option: Option<Value>, _ reason: String? = nil, for file: FilePath
  ) -> Failure {
    .problem(problem(with: option, reason), file: file)
  }

  private func problem<Value>(with option: Option<Value>, _ reason: String?) -> String {
    Arguments.badValue(
      option.declaration, values[option.declaration.name]?.last ?? [], reason: reason)
  }
}

/// Words of a command line, by the names of what they were given for. These are few, and the runtime takes
/// longer to make the type of a dictionary.
private struct WordsByName: Sendable {
  private var given: [(name: String, words: [[UInt8]])] = []

  /// The words for a name; nil if there is none.
  subscript(name: String) -> [[UInt8]]? {
    get { given.first { $0.name == name }?.words }
    set {
      given.removeAll { $0.name == name }
      if let newValue { given.append((name, newValue)) }
    }
  }

  mutating func append(_ word: [UInt8], to name: String) {
    guard let place = given.firstIndex(where: { $0.name == name }) else {
      return given.append((name, [word]))
    }
    given[place].words.append(word)
  }
}

/// What a command line asks for.
enum Invocation {
  case help([Command])
  /// A group is given without one of its commands. Help is shown as for a mistake.
  case incomplete([Command])
  case version
  case run(@Sendable (Arguments, Session) throws(Failure) -> Void, Arguments)
}

extension Arguments {
  /// Parses the words after the program's name. `root` is the command table.
  /// - Throws: `Failure.usage` if the command line is wrong.
  static func parse(_ raw: [[UInt8]], root: Command) throws(Failure) -> Invocation {
    var path = [root]
    var rest = raw[...]
    let wantsHelp = raw.prefix { $0 != Array("--".utf8) }.contains {
      $0 == Array("--help".utf8) || $0 == Array("-h".utf8)
    }
    let asksForHelp = rest.first == Array("help".utf8)
    if asksForHelp {
      rest.removeFirst()
      // Help about help is that about all.
      if rest.elementsEqual([Array("help".utf8)]) { rest.removeFirst() }
    }

    // The options that every command has may come before the command's name.
    var early: [[UInt8]] = []
    while let group = path.last, !group.members.isEmpty {
      let name = path.fullName
      guard let word = rest.first else {
        return asksForHelp || wantsHelp ? .help(path) : .incomplete(path)
      }
      if let member = group.members.first(where: { $0.word.utf8.elementsEqual(word) }) {
        path.append(member.command)
        rest.removeFirst()
      } else if !wantsHelp, CommonOptions.version.declaration.isNamed(word) {
        return .version
      } else if let option = commonOption(in: word) {
        let hasOwnWord = option.placeholder != nil && !word.contains(UInt8(ascii: "="))
        let words = rest.prefix(hasOwnWord ? 2 : 1)
        early += words
        rest.removeFirst(words.count)
      } else if wantsHelp, word.first == UInt8(ascii: "-") {
        return .help(path)
      } else {
        throw .usage(unknown(word, in: group, name), command: name)
      }
    }
    if asksForHelp, !wantsHelp, let extra = rest.first(where: { $0.first != UInt8(ascii: "-") }) {
      throw .usage("unexpected argument '\(shown(extra))'", command: path.fullName)
    }
    if wantsHelp || asksForHelp { return .help(path) }

    guard let command = path.last, let run = command.run else { return .incomplete(path) }
    var arguments = Arguments(command: path.fullName)
    let words = try arguments.takeOptions(of: command, from: early + rest)
    if arguments[CommonOptions.version] { return .version }
    try arguments.checkContradictions(command.allOptions)
    try arguments.place(words, of: command)
    try arguments.check(command.options)
    arguments.nameFiles(of: command)
    return .run(run, arguments)
  }

  /// Returns the option of all commands that a word names, with or without a value in the same word.
  private static func commonOption(in word: [UInt8]) -> OptionDeclaration? {
    let isLong = word.starts(with: Array("--".utf8))
    let name = isLong ? Array(word.prefix { $0 != UInt8(ascii: "=") }) : word
    return CommonOptions.declarations.first { $0.isNamed(name) }
  }

  private init(command: String) { self.command = command }

  /// Stores the options in `values` and returns the other words.
  private mutating func takeOptions(
    of command: Command, from raw: ArraySlice<[UInt8]>
  ) throws(Failure) -> [[UInt8]] {
    var rest = raw
    var words: [[UInt8]] = []
    while let word = rest.popFirst() {
      // Keys of metadata begin with four dashes and a colon, and no option does.
      guard word.first == UInt8(ascii: "-"), word.count > 1,
        !word.starts(with: Array("----:".utf8))
      else {
        words.append(word)
        continue
      }
      if word == Array("--".utf8) { return words + rest }
      let (option, attached) = try split(word, of: command)
      if option.placeholder == nil, attached != nil {
        throw usage("option '\(option.name)' takes no value")
      }
      if values[option.name] != nil, !option.repeats, option.placeholder != nil {
        throw usage("option '\(option.name)' is given more than once")
      }
      var value = attached ?? []
      if option.placeholder != nil, attached == nil {
        // A value may begin with a dash, as -00:00:04:00 does, but not if it is the name of an
        // option.
        guard let next = rest.first, !isOption(next, of: command) else {
          throw usage("option '\(option.name)' needs a value: \(option.expected)")
        }
        value = next
        rest.removeFirst()
      }
      do throws(BadValue) { try option.check(value) } catch {
        throw usage(Arguments.badValue(option, value, reason: error.reason))
      }
      values.append(value, to: option.name)
    }
    return words
  }

  /// Returns the option that a word names, and the value attached to it (`--option=value`,
  /// `-ovalue`), or nil if none is attached.
  private func split(
    _ word: [UInt8], of command: Command
  ) throws(Failure) -> (OptionDeclaration, [UInt8]?) {
    let isLong = word.starts(with: Array("--".utf8))
    let end = isLong ? word.firstIndex(of: UInt8(ascii: "=")) ?? word.endIndex : 2
    let name = Array(word[..<end])
    guard let option = command.option(name) else {
      if let answer = OtherWords.answer(toOption: Arguments.shown(word), of: command) {
        throw usage("unknown option '\(Arguments.shown(isLong ? name : word))': \(answer)")
      }
      let names = (command.options + CommonOptions.declarations).flatMap(\.names)
      if !isLong, word.count > 2 {
        let text = Arguments.shown(word)
        let long = "-" + text.prefix { $0 != "=" }
        guard !names.contains(long) else {
          throw usage("unknown option '\(text)' (did you mean '\(long)'?)")
        }
        let takesFiles = command.positionals.contains { $0.role != nil }
        throw usage(
          "unknown option '\(text)'; "
            + (takesFiles
              ? "for a file whose name begins with a dash, write './\(text)'"
              : "write '--' before what begins with a dash and is no option"))
      }
      throw usage(Arguments.unknown("option", Arguments.shown(name), among: names))
    }
    guard end < word.endIndex else { return (option, nil) }
    return (option, Array(word[(isLong ? end + 1 : end)...]))
  }

  /// Whether a word is `--` or exactly the name of an option, so that it cannot be a value.
  private func isOption(_ word: [UInt8], of command: Command) -> Bool {
    word == Array("--".utf8)
      || word.prefix { $0 != UInt8(ascii: "=") }.elementsEqual(word)
        && command.option(word) != nil
  }

  /// Assigns the words that are not options to the positional arguments of the command.
  private mutating func place(_ words: [[UInt8]], of command: Command) throws(Failure) {
    let places = command.positionals
    let hasOutput = command.options.contains { $0.name == "-o" && $0.role == .output }
    var rest = words[...]
    for place in places {
      let taken = place.repeats ? rest : rest.prefix(1)
      if taken.isEmpty, let option = place.orOption, values[option] != nil { continue }
      if taken.isEmpty, let option = place.unlessOption, values[option] != nil { continue }
      guard !taken.isEmpty else {
        let canBeOption = place.orOptionNeeds.map { values[$0] != nil } ?? true
        let other = canBeOption ? place.orOption : nil
        throw usage("missing \(place.name)" + (other.map { " or '\($0)'" } ?? ""))
      }
      guard taken.allSatisfy({ !$0.isEmpty }) else {
        throw usage("\(place.name) is an empty string")
      }
      try checkStandardInput(taken, place)
      positionals[place.name] = Array(taken)
      rest = rest.dropFirst(taken.count)
    }
    if let extra = rest.first {
      let word = Arguments.shown(extra)
      var takesOne = places.count == 1 ? ": this command takes one \(places[0].name)" : ""
      if places.count == 1, hasOutput { takesOne += "; the output is given with -o OUT" }
      throw usage("unexpected argument '\(word)'\(takesOne)")
    }
  }

  private func checkStandardInput(
    _ words: ArraySlice<[UInt8]>, _ place: Positional
  ) throws(Failure) {
    let count = words.count { $0 == Array("-".utf8) }
    guard count > 0, place.role == .input || place.role == .changed else { return }
    guard place.takesStandardInput else {
      throw usage(
        "\(place.name) cannot be standard input (-): save it to a file first, or give ./- for a file of that name"
      )
    }
    guard count == 1 else { throw usage("standard input (-) can be read only once") }
    guard !Input.isTerminal else {
      throw usage("standard input (-) is a terminal: pass a movie through a pipe, or give a file")
    }
  }

  /// Throws if a required option is missing, or if an option that names an input file is `-`, which
  /// it does not support.
  private func check(_ options: [OptionDeclaration]) throws(Failure) {
    for option in options {
      if option.role == .input, option.placeholder?.contains("-") == false,
        values[option.name]?.contains(Array("-".utf8)) == true
      {
        throw usage(
          "'\(option.name)' cannot be standard input (-): save it to a file first, or give ./- for "
            + "a file of that name")
      }
      let isGiven = values[option.name] != nil
      let isExcused = option.requiredUnless.map { values[$0] != nil } ?? false
      if option.isRequired, !isGiven, !isExcused {
        let other = option.requiredUnless.map { " or '\($0)'" } ?? ""
        throw usage("missing option '\(Help.shown(option))'\(other)")
      }
    }
  }

  private func checkContradictions(_ options: [OptionDeclaration]) throws(Failure) {
    for option in options where values[option.name] != nil {
      if let other = option.excludes.first(where: { values[$0] != nil }) {
        throw usage("options '\(option.name)' and '\(other)' cannot be used together")
      }
    }
  }

  /// Collects in `namedFiles` all files that options and positional arguments name.
  private mutating func nameFiles(of command: Command) {
    func add(_ name: String, _ role: PathRole?, _ paths: [[UInt8]]?) {
      guard let role else { return }
      namedFiles += (paths ?? []).map {
        NamedFile(name: name, role: role, path: FilePath(bytes: $0))
      }
    }
    for option in command.options {
      add(option.name, option.role, values[option.name]?.filter(option.namesFile))
    }
    for place in command.positionals { add(place.name, place.role, positionals[place.name]) }
  }

  private static func badValue(
    _ option: OptionDeclaration, _ value: [UInt8], reason: String? = nil
  ) -> String {
    let problem = reason ?? "expected \(option.expected)"
    return "invalid value '\(shown(value))' for '\(option.name)': \(problem)"
  }

  /// Returns the message for a word that is given as a command but is none.
  private static func unknown(_ word: [UInt8], in group: Command, _ name: String) -> String {
    let text = shown(word)
    guard word.first == UInt8(ascii: "-") else {
      // Inside a group, the group's name is part of the command's name.
      let command = (name.split(separator: " ").dropFirst() + [text[...]]).joined(separator: " ")
      if let answer = OtherWords.answer(to: text, in: name) {
        return "unknown command '\(command)': \(answer)"
      }
      if text.contains(where: { $0 == "." || $0 == "/" }) {
        return "unknown command '\(command)': 'movtool inspect FILE' shows what is in a file"
      }
      return "unknown command '\(command)'" + guess(for: text, among: group.members.map { $0.word })
    }
    return unknown("option", text, among: ["--help", "--version"])
  }

  private static func unknown(_ kind: String, _ word: String, among names: [String]) -> String {
    "unknown \(kind) '\(word)'" + guess(for: word, among: names)
  }

  /// Returns ` (did you mean '…'?)`, or nothing if no name is similar.
  private static func guess(for word: String, among names: [String]) -> String {
    nearest(to: word, among: names).map { " (did you mean '\($0)'?)" } ?? ""
  }

  private static func shown(_ bytes: [UInt8]) -> String { FilePath(bytes: bytes).description }
}

extension OptionDeclaration {
  fileprivate func isNamed(_ word: [UInt8]) -> Bool { names.contains { Array($0.utf8) == word } }
}

extension Command {
  fileprivate func option(_ name: [UInt8]) -> OptionDeclaration? {
    options.first { $0.isNamed(name) }
      ?? CommonOptions.declarations.first { $0.isNamed(name) }
  }
}
