import Foundation
import Testing

@testable import movtool

/// Completions and the manual page, tested with the shells and the programs that read them.
@Suite struct ShellTests {
  private func script(_ shell: String) throws -> String {
    let result = try Tool.run(["completions", shell])
    #expect(result.status == 0 && result.stderr.isEmpty)
    return result.text
  }

  /// Runs a script in a shell after it has loaded the completions; `$1` is their file.
  private func run(_ shell: String, _ text: String) throws -> [String] {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "completions")
      try script(shell).write(to: file, atomically: true, encoding: .utf8)
      for name in ["clip one.mov", "clap.mov"] {
        try Data().write(to: folder.appending(path: name))
      }
      let result = try Tool.shell(
        "exec \(shell) \(shell == "fish" ? "--no-config" : shell == "zsh" ? "-f" : "--norc") "
          + "script completions", cwd: folder, script: text)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      return result.text.split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func isValid(shell: String) throws {
    guard MediaTools.has(shell) else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "completions")
      try script(shell).write(to: file, atomically: true, encoding: .utf8)
      let result = try Tool.shell("\(shell) -n completions", cwd: folder)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    }
  }

  /// The words that are typed, of which the last is completed, and the words that are offered.
  static let lines: [([String], [String])] = [
    (["ins"], ["insert", "inspect"]), (["insert", ""], ["atom", "timecode", "track"]),
    (["extract", "t"], ["timecode", "track"]), (["inspect", "--js"], ["--json"]),
    (
      ["extract", "track", "clap.mov", "--format", ""],
      ["raw", "annexb", "wav", "adts", "amr", "flac", "elementary"]
    ),
    (["extract", "track", "--track", "vi"], ["video"]),
    (["insert", "timecode", "--non"], ["--non-drop-frame"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
    (["inspect", "--ver"], ["--version", "--verbose"]),
    (["--q"], ["--quiet"]), (["extract", "--max-o"], ["--max-output"]),
    (["list", "--sort", "ree"], ["reel"]),
    (["check", "--explain", "several-moo"], ["several-moov"]),
    (["inspect", "cla"], ["clap.mov"]), (["inspect", "cli"], ["clip one.mov"]),
    (["insert", "timecode", "clap.mov", "-o", "cla"], ["clap.mov"]),
    (["insert", "timecode", "clap.mov", "--start", ""], []),
  ]

  @Test(arguments: lines)
  func bash(words: [String], offered: [String]) throws {
    guard MediaTools.has("bash") else { return }
    let array = (["movtool"] + words).map { "'\($0)'" }.joined(separator: " ")
    let found = try run(
      "bash",
      """
      source "$1" && complete -p movtool > /dev/null || exit 1
      COMP_WORDS=(\(array)); COMP_CWORD=\(words.count)
      _movtool
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    // If nothing is typed yet, files are offered too for commands that take files.
    let wanted = found.filter { words.last != "" || !Self.files.contains($0) }
    #expect(Set(wanted) == Set(offered), "\(found)")
  }

  /// Names of files that are patterns for others, and beginnings of names as they are typed.
  @Test(arguments: [
    ("a", ["a1.mov", "a[1].mov"]), ("b", ["b*.mov", "bx.mov"]), (#"my\ f"#, ["my film.mov"]),
    (#""my f"#, ["my film.mov"]), ("'my f", ["my film.mov"]), (#"a\["#, ["a[1].mov"]), ("c", []),
  ])
  func namesOfFiles(typed: String, offered: [String]) throws {
    guard MediaTools.has("bash") else { return }
    let file = try script("bash")
    let found = try Tool.withFolder { folder in
      let files = folder.appending(path: "files")
      try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
      for name in ["a1.mov", "a[1].mov", "b*.mov", "bx.mov", "my film.mov"] {
        try Data().write(to: files.appending(path: name))
      }
      let text = """
        source ../completions
        IFS= read -r word < ../typed
        COMP_WORDS=(movtool check "$word"); COMP_CWORD=2
        _movtool
        printf '%s\n' "${COMPREPLY[@]}"
        """
      for (name, content) in [("completions", file), ("typed", typed + "\n"), ("script", text)] {
        try content.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
      }
      return try Tool.shell("exec bash --norc ../script", cwd: files).text
    }
    #expect(found.split(separator: "\n").map(String.init).sorted() == offered)
  }

  private static let files: Set<String> = ["clip one.mov", "clap.mov", "completions", "script"]

  /// bash splits `--format=wa` into three words.
  @Test func bashAttached() throws {
    guard MediaTools.has("bash") else { return }
    let found = try run(
      "bash",
      """
      source "$1"
      COMP_WORDS=(movtool extract track --format = wa); COMP_CWORD=5
      _movtool
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(found == ["wav"])
  }

  @Test(arguments: lines)
  func fish(words: [String], offered: [String]) throws {
    guard MediaTools.has("fish") else { return }
    let found = try run(
      "fish", "source $argv[1]; complete -C 'movtool \(words.joined(separator: " "))'")
    let names = found.map { $0.split(separator: "\t")[0].description }
      .map { $0.replacingOccurrences(of: "\\", with: "") }
    let wanted = names.filter {
      words.last != "" || !Self.files.contains($0) && !$0.hasPrefix("-")
    }
    #expect(Set(wanted) == Set(offered), "\(found)")
  }

  /// In zsh, completion runs in an interactive shell only, so this checks the arguments of the
  /// completion functions instead.
  @Test func zsh() throws {
    guard MediaTools.has("zsh") else { return }
    for (words, expected) in [
      (["extract", "track", ""], "--format=[raw"), (["insert", ""], "command:{_describe"),
      (["completions", ""], "1:SHELL:(bash zsh fish)"), (["inspect", ""], "*:FILE:_files"),
      (["extract", "atom", ""], "2:PATH: "),
      // Options before the command.
      (["-q", "inspect", ""], "*:FILE:_files"), (["-q", "extract", "-v", "atom", ""], "2:PATH: "),
      (["--max-depth", "9", "inspect", ""], "*:FILE:_files"),
    ] {
      let array = (["movtool"] + words).map { "'\($0)'" }.joined(separator: " ")
      let found = try run(
        "zsh",
        """
        compdef() { : }
        _arguments() { print -rl -- "$words[1]" "$@" }
        source "$1"
        words=(\(array)); CURRENT=\(words.count + 1)
        _movtool
        """)
      #expect(found.first == (["movtool"] + words).dropLast().last)
      #expect(found.contains { $0.contains(expected) }, "\(words): \(found)")
    }
  }

  @Test func unknownShell() throws {
    let result = try Tool.run(["completions", "tcsh"])
    #expect(result.status == 2 && result.stderr.contains("SHELL must be bash, zsh or fish"))
  }

  // MARK: The manual page

  @Test func manualPage() throws {
    let page = try Tool.run(["man"])
    #expect(page.status == 0 && page.stderr.isEmpty)
    guard MediaTools.has("mandoc") else { return }
    try Tool.withFolder { folder in
      try page.stdout.write(to: folder.appending(path: "movtool.1"))
      let lint = try Tool.shell("mandoc -T lint -W style movtool.1", cwd: folder)
      #expect(lint.status == 0 && lint.text.isEmpty && lint.stderr.isEmpty, "\(lint.text)")
      let shown = try Tool.shell("mandoc -T utf8 -O width=100 movtool.1 | col -b", cwd: folder).text
      let plain = shown.split { $0.isWhitespace }.joined(separator: " ")
      for (path, command) in Command.leaves {
        #expect(plain.contains("movtool " + path.joined(separator: " ")))
        for option in command.allOptions {
          #expect(plain.contains(option.names.joined(separator: ", ")), "\(option.name)")
          let help = option.help.split(separator: " ").joined(separator: " ")
          #expect(plain.contains(help), "\(help)")
        }
      }
    }
  }
}

extension Tool {
  /// Runs a shell command in which the word `script` is the name of a file with these lines.
  fileprivate static func shell(_ command: String, cwd: URL, script: String) throws -> Result {
    try script.write(to: cwd.appending(path: "script"), atomically: true, encoding: .utf8)
    return try shell(command, cwd: cwd)
  }
}
