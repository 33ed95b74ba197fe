/// The help text of a command, made from its declaration.
struct Help {
  /// The command and the groups that contain it, outermost first.
  let path: [Command]
  /// The number of columns to wrap to.
  let width: Int

  var text: String {
    guard let command = path.last else { return "" }
    var sections = ["\(name) - \(command.summary)\n", usage(of: command)]
    sections += command.discussion.map { wrap($0, indent: 0) }
    if !command.members.isEmpty {
      sections.append(list("commands", rows: leaves(of: command, below: [])))
    }
    if !command.positionals.isEmpty {
      let rows = command.positionals.map { ($0.shown, $0.help) }
      sections.append(list("arguments", rows: rows))
    }
    let options = command.allOptions.map { (Help.shown($0), $0.help) }
    sections.append(list("options", rows: options))
    if !command.examples.isEmpty {
      let examples = command.examples.map {
        "  \($0.line)\n" + wrap($0.effect, indent: 6)
      }
      sections.append("examples:\n" + examples.joined())
    }
    return sections.joined(separator: "\n")
  }

  private var name: String { path.fullName }

  private func usage(of command: Command) -> String {
    let words = command.members.isEmpty ? Help.usageWords(of: command) : ["COMMAND ..."]
    guard !words.isEmpty else { return "usage: \(name)\n" }
    let start = "usage: \(name) "
    // Each element stays whole: "[--rate N[/D]]" is not broken at its space.
    let indent = min(start.count, 12)
    return fill(words, first: start, indent: indent)
  }

  /// Returns what follows the name of a command in its usage line. Each element must stay on one
  /// line.
  static func usageWords(of command: Command) -> [String] {
    command.positionals.map { $0.orOption == nil ? $0.shown : "[\($0.shown)]" }
      + optionsInUsage(command.options)
  }

  /// Returns the options as in a usage line. Options that exclude each other are grouped, `[--a|--b]`, and so are those
  /// of which one is required, `(-a|--b)`.
  private static func optionsInUsage(_ options: [OptionDeclaration]) -> [String] {
    var shown: Set<String> = []
    var words: [String] = []
    for option in options where !shown.contains(option.name) {
      let others = options.filter {
        option.excludes.contains($0.name) || option.requiredUnless == $0.name
      }
      // An option that is already listed is not repeated in a group.
      let group = [option] + others.filter { !shown.contains($0.name) }
      shown.formUnion(group.map(\.name))
      let text = group.map { [$0.name, $0.placeholder].compactMap { $0 }.joined(separator: " ") }
        .joined(separator: "|")
      let isOneRequired = option.isOneRequired || option.requiredUnless != nil
      let isRequiredAlone = option.isRequired && group.count == 1
      let whole = isRequiredAlone ? text : isOneRequired ? "(\(text))" : "[\(text)]"
      words.append(whole + (option.repeats ? "..." : ""))
    }
    return words
  }

  /// Returns the commands that can be run inside a group, with their names relative to it and their
  /// summaries.
  private func leaves(of group: Command, below names: [String]) -> [(String, String)] {
    group.subcommands.flatMap { command in
      let names = names + [command.name]
      return command.members.isEmpty
        ? [(names.joined(separator: " "), command.summary)]
        : leaves(of: command, below: names)
    }
  }

  static func shown(_ option: OptionDeclaration) -> String {
    option.names.joined(separator: ", ") + (option.placeholder.map { " " + $0 } ?? "")
  }

  /// Formats a list with the terms on the left and their meanings on the right. A long term has a
  /// line of its own.
  private func list(_ title: String, rows: [(String, String)]) -> String {
    let column = min(rows.map(\.0.count).max() ?? 0, 20) + 4
    var text = title + ":\n"
    for (term, meaning) in rows {
      let padding = column - 2 - term.count
      if padding >= 2 {
        let start = "  " + term + String(repeating: " ", count: padding)
        text += fill(words(of: meaning), first: start, indent: column)
      } else {
        text += "  \(term)\n" + wrap(meaning, indent: column)
      }
    }
    return text
  }

  private func wrap(_ text: String, indent: Int) -> String {
    fill(words(of: text), first: String(repeating: " ", count: indent), indent: indent)
  }

  private func words(of text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Wraps words to the width. The first line begins with `first`, the others are indented.
  private func fill(_ words: [String], first: String, indent: Int) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += (isEmpty ? "" : " ") + word
      }
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}
