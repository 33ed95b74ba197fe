/// Makes the completions for fish from the command table.
enum FishCompletions {
  static func script(for root: Command) -> String {
    var lines = [
      "# Completions of \(root.name) for fish. In ~/.config/fish/config.fish:",
      "#   \(root.name) completions fish | source",
      "function __\(root.name)_is",
      "  set -l name",
      "  for word in (commandline -opc)[2..-1]",
      "    switch \"$name $word\"",
    ]
    for (path, _) in root.all {
      let name = " " + path.joined(separator: " ")
      lines.append("      case '\(name)'")
      lines.append("        set name '\(name)'")
    }
    lines += [
      "    end", "  end", "  test \"$name\" = \"$argv[1]\"", "end",
      "complete -c \(root.name) -f",
    ]
    for (_, path, command) in root.everything {
      let name = path.map { " " + $0 }.joined()
      let start = "complete -c \(root.name) -n \"__\(root.name)_is '\(name)'\""
      for inner in command.subcommands {
        lines.append("\(start) -a \(inner.name) -d \(quoted(inner.summary))")
      }
      for place in command.positionals {
        if place.role != nil { lines.append("\(start) -F") }
        for word in place.words { lines.append("\(start) -a \(word)") }
      }
      for option in command.completedOptions {
        var words = [start]
        for name in option.names {
          words.append(name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())")
        }
        switch (option.placeholder, option.completion) {
        case (nil, _): break
        case (_, .nothing): words.append("-x")
        case (_, .files): words.append("-r -F")
        case (_, .words(let values)): words.append("-x -a '\(values.joined(separator: " "))'")
        }
        words.append("-d \(quoted(option.summary))")
        lines.append(words.joined(separator: " "))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    "'"
      + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
