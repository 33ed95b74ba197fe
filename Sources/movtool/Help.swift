/// Help as text, from the declaration of a command.
struct Help {
  let path: [Command]
  let width: Int

  var text: String {
    guard let command = path.last else { return "" }
    var sections = ["\(name) - \(command.summary)\n", usage(of: command)]
    sections += command.discussion.map { wrap($0, indent: 0) }
    if !command.subcommands.isEmpty {
      sections.append(list("commands", rows: leaves(of: command, below: [])))
    }
    if !command.positionals.isEmpty {
      let rows = command.positionals.map { (Help.shown($0), $0.help) }
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

  private var name: String { path.map(\.name).joined(separator: " ") }

  private func usage(of command: Command) -> String {
    let words = command.subcommands.isEmpty ? Help.usageWords(of: command) : ["COMMAND ..."]
    guard !words.isEmpty else { return "usage: \(name)\n" }
    let start = "usage: \(name) "
    // Words are whole: "[--rate N[/D]]" does not break at its space.
    let indent = min(start.count, 12)
    return fill(words, first: start, indent: indent)
  }

  /// What follows the name of a command in its usage line. Words are whole.
  static func usageWords(of command: Command) -> [String] {
    command.positionals.map(shown) + optionsInUsage(command.options)
  }

  private static func optionsInUsage(_ options: [OptionDeclaration]) -> [String] {
    var shown: Set<String> = []
    var words: [String] = []
    for option in options where !shown.contains(option.name) {
      let others = options.filter { option.excludes.contains($0.name) }
      // What stands there by itself already is not said again.
      let group = [option] + others.filter { !shown.contains($0.name) }
      shown.formUnion(group.map(\.name))
      let text = group.map { [$0.name, $0.placeholder].compactMap { $0 }.joined(separator: " ") }
        .joined(separator: "|")
      let whole =
        option.isRequired ? text : option.isOneRequired ? "(\(text))" : "[\(text)]"
      words.append(whole + (option.repeats ? "..." : ""))
    }
    return words
  }

  /// The commands that can be run, with the names that follow this group's.
  private func leaves(of group: Command, below names: [String]) -> [(String, String)] {
    group.subcommands.flatMap { command in
      let names = names + [command.name]
      return command.subcommands.isEmpty
        ? [(names.joined(separator: " "), command.summary)]
        : leaves(of: command, below: names)
    }
  }

  private static func shown(_ positional: Positional) -> String {
    positional.name + (positional.repeats ? "..." : "")
  }

  static func shown(_ option: OptionDeclaration) -> String {
    option.names.joined(separator: ", ") + (option.placeholder.map { " " + $0 } ?? "")
  }

  /// Terms on the left, what they mean on the right; a long term has a line of its own.
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

  /// Lines of words up to the width; the first begins with `first`, others are indented.
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
