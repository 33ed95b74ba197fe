/// Makes the completions for zsh from the command table.
enum ZshCompletions {
  static func script(for root: Command) -> String {
    var lines = [
      "#compdef \(root.name)",
      "# Completions of \(root.name) for zsh. In ~/.zshrc, after compinit:",
      "#   source <(\(root.name) completions zsh)",
      "_\(root.name)() {",
      "  local name=\(root.name)",
      "  integer place=2 last=1",
      "  while (( place < CURRENT )); do",
      "    case \"$name $words[place]\" in",
    ]
    let everything = root.everything
    let groups = everything.filter { $0.command.run == nil }.map { "'\($0.name)'" }
      .joined(separator: "|")
    for (name, _, _) in everything.dropFirst() {
      lines.append("      '\(name)') name='\(name)' last=place ;;")
    }
    // Of the options before a command, these have a value in the next word.
    let valued = CommonOptions.declarations.filter { $0.placeholder != nil }.flatMap(\.names)
    lines += [
      "      \(valued.map { "*' \($0)'" }.joined(separator: "|"))) (( place++ )) ;;",
      "      *' -'*) ;;",
      "      *) break ;;",
      "    esac",
      "    (( place++ ))",
      "  done",
      "  # What follows is completed as if the last word of the name were the program, without the options before a",
      "  # command, which those of the program are not.",
      "  case $name in",
      "    \(groups)) (( last = place < CURRENT ? place - 1 : CURRENT - 1 )); words[last]=${name##* } ;;",
      "  esac",
      "  shift $(( last - 1 )) words",
      "  (( CURRENT -= last - 1 ))",
      "  case $name in",
    ]
    for (name, _, command) in everything {
      lines.append("    '\(name)')")
      if command.run == nil {
        lines.append("      local -a commands=(")
        for inner in command.subcommands {
          let entry = "\(inner.name):\(escaped(inner.summary))"
          lines.append("        \(entry.quotedForShell)")
        }
        lines.append("      )")
        lines.append("      _arguments -S \\")
        lines += command.allOptions.flatMap(specifications).map { "        \($0) \\" }
        lines.append("        '1:command:{_describe command commands}'")
      } else {
        lines.append("      _arguments -S \\")
        var specifications = command.allOptions.flatMap(specifications)
        for (index, place) in command.positionals.enumerated() {
          let number = place.repeats ? "*" : "\(index + 1)"
          let action =
            place.role != nil
            ? "_files" : place.words.isEmpty ? " " : "(\(place.words.joined(separator: " ")))"
          specifications.append("\(number):\(place.name):\(action)".quotedForShell)
        }
        lines += specifications.dropLast().map { "        \($0) \\" }
        lines += specifications.suffix(1).map { "        \($0)" }
      }
      lines.append("      ;;")
    }
    lines += [
      "  esac", "}",
      "if [[ $funcstack[1] == _\(root.name) ]]; then",
      "  _\(root.name) \"$@\"",
      "else",
      "  compdef _\(root.name) \(root.name)",
      "fi",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the specification for `_arguments` of each name of an option.
  private static func specifications(_ option: OptionDeclaration) -> [String] {
    let others = option.repeats ? [] : option.names + option.excludes
    return option.names.map { name in
      var text = option.repeats ? "*" : "(\(others.joined(separator: " ")))"
      text += name
      if let placeholder = option.placeholder {
        text += name.hasPrefix("--") ? "=" : "+"
        text += "[\(escaped(option.summary))]:\(escaped(placeholder)):"
        switch option.completion {
        case .nothing: text += " "
        case .files: text += "_files"
        case .words(let words): text += "(\(words.joined(separator: " ")))"
        }
      } else {
        text += "[\(escaped(option.summary))]"
      }
      return text.quotedForShell
    }
  }

  /// Returns a text with escapes for the characters that `_arguments` interprets.
  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
