/// Makes the completions for bash from the command table.
enum BashCompletions {
  static func script(for root: Command) -> String {
    """
    # Completions of \(root.name) for bash. In ~/.bashrc:
    #   source <(\(root.name) completions bash)
    _\(root.name)() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
      local name=\(root.name) i words='' options='' files=''
      COMPREPLY=()
      # "--option=value" is three words here.
      if [[ $cur == '=' ]]; then
        cur=''
      elif [[ $prev == '=' && COMP_CWORD -gt 2 ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case "$name ${COMP_WORDS[i]}" in
    \(names(root).joined(separator: "\n"))
        esac
      done
      case "$name $prev" in
    \(values(root).joined(separator: "\n"))
        *)
          case "$name" in
    \(arguments(root).joined(separator: "\n"))
          esac
          ;;
      esac
      [[ $cur == -* && -n $options ]] && words=$options
      local IFS=$' \\t\\n'
      [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
      if [[ -n $files && $cur != -* ]]; then
        # The word as it is typed: without its quotes, it is the beginning of a name.
        local rest=$cur start='' file
        if [[ $cur == [\\'\\"]* ]]; then
          start=${cur:1}
        else
          while [[ $rest == *\\\\* ]]; do
            start+=${rest%%\\\\*}
            rest=${rest#*\\\\}
            start+=${rest:0:1}
            rest=${rest:1}
          done
          start+=$rest
        fi
        # Line by line: a name is no pattern that stands for other files.
        while IFS= read -r file; do
          COMPREPLY+=("$file")
        done < <(compgen -f -- "$start")
        compopt -o filenames 2> /dev/null
      fi
    }
    complete -F _\(root.name) \(root.name)

    """
  }

  /// Returns the shell cases in which a word selects a command.
  private static func names(_ root: Command) -> [String] {
    root.everything.dropFirst().map { "      '\($0.name)') name='\($0.name)' ;;" }
  }

  /// Returns the shell cases for the values of options.
  private static func values(_ root: Command) -> [String] {
    root.everything.filter { $0.command.run != nil }.flatMap { name, _, command in
      command.options.filter { $0.placeholder != nil }.map { option in
        let patterns = option.names.map { "'\(name) \($0)'" }
        let action =
          switch option.completion {
          case .nothing: ":"
          case .files: "files=yes"
          case .words(let words): "words='\(words.joined(separator: " "))'"
          }
        return "    \(patterns.joined(separator: " | "))) \(action) ;;"
      }
    }
  }

  /// Returns the shell cases for the commands, options and arguments that each command takes.
  private static func arguments(_ root: Command) -> [String] {
    root.everything.map { name, _, command in
      let words = command.subcommands.map(\.name) + command.positionals.flatMap(\.words)
      let options = command.completedOptions.flatMap(\.names)
      let files = command.positionals.contains { $0.role != nil } ? "; files=yes" : ""
      return "        '\(name)') words='\(words.joined(separator: " "))' "
        + "options='\(options.joined(separator: " "))'\(files) ;;"
    }
  }
}
