import Foundation
import MovKit
import Testing

@testable import movtool

/// Tests of the whole command table, which also cover a new command.
@Suite struct CommandTableTests {
  static let leaves = Command.leaves.map(\.path)

  private static func command(_ path: [String]) throws -> Command {
    try #require(Command.leaves.first { $0.path == path }?.command)
  }

  @Test(arguments: leaves)
  func commonOptions(path: [String]) throws {
    for option in ["-V", "--version"] {
      let result = try Tool.run(path + [option])
      #expect(result.status == 0 && result.text == "movtool \(Version.current)\n")
    }
    for options in [["-q"], ["--quiet"], ["-v"], ["--verbose"]] {
      // The option is known; the error is about another one.
      let result = try Tool.run(path + options + ["--no-such-option"])
      #expect(result.status == 2 && result.stderr.contains("'--no-such-option'"))
    }
    let both = try Tool.run(path + ["-q", "-v"])
    #expect(both.stderr.contains("'-q' and '-v' cannot be used together"))
  }

  /// A command is found by its word before it is made, and calls itself by that word.
  @Test func wordsAreNames() {
    func check(_ group: Command) {
      let words = group.members.map { $0.word }
      #expect(words == group.subcommands.map(\.name))
      #expect(Set(words).count == words.count, "\(group.name)")
      for member in group.subcommands { check(member) }
    }
    check(.movtool)
  }

  /// The library, the tool and the list of changes have one version.
  @Test func versionIsInTheChangeLog() throws {
    let log = try String(
      contentsOf: DocumentsTests.package.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let release = log.components(separatedBy: "\n").first {
      $0.hasPrefix("## [") && !$0.hasPrefix("## [Unreleased]")
    }
    #expect(release == "## [\(Version.current)] - \(Version.date)")
  }

  /// An option name has the same meaning and the same form of value in every command.
  @Test func optionsMeanTheSameEverywhere() {
    var forms: [String: Set<String>] = [:]
    for (_, command) in Command.leaves {
      let names = command.allOptions.flatMap(\.names)
      #expect(Set(names).count == names.count, "\(command.name)")
      for option in command.allOptions {
        for name in option.names { forms[name, default: []].insert(option.expected) }
      }
    }
    // In 'insert track --from OTHER' the value is a file; everywhere else it is a time. Tracks and lists
    // of timecode have different formats. 'diff --timecode' compares it, and 'build --timecode TC' writes
    // it. 'inspect --at' is about a byte, an atom is inserted after a number of others, and elsewhere the
    // value is a time. 'diff --media' compares the media, and 'build --media FILE' takes it from a file.
    for (name, forms) in forms
    where !["--from", "--format", "--timecode", "--at", "--media"].contains(name) {
      #expect(forms.count == 1, "\(name): \(forms)")
    }
  }

  @Test(arguments: leaves)
  func isDocumented(path: [String]) throws {
    let document = try String(
      contentsOf: DocumentsTests.package.appending(path: "Docs/CLI.md"), encoding: .utf8)
    let name = path.joined(separator: " ")
    #expect(document.contains("\n## \(name)\n"), "CLI.md has no section '## \(name)'")
    #expect(try !Self.command(path).examples.isEmpty, "\(name) has no example")
    let synopsis = try #require(document.components(separatedBy: "\n\n").dropFirst().first)
    let usages = synopsis.components(separatedBy: "    movtool ").filter {
      $0.hasPrefix(name + " ") || $0.hasPrefix(name + "\n") || $0 == name
    }
    #expect(!usages.isEmpty, "CLI.md's synopsis has no 'movtool \(name)'")
    let words = Set(
      usages.joined(separator: " ").split { !$0.isLetter && $0 != "-" }.map(String.init))
    for option in try Self.command(path).options {
      #expect(words.contains(option.name), "CLI.md's synopsis of \(name) has no \(option.name)")
    }
  }

  /// The options that an option excludes are named as they are found, by their first name.
  @Test func excludedOptionsExist() {
    let options = Command.leaves.flatMap(\.command.allOptions)
    let names = Set(options.map(\.name))
    for option in options {
      for other in option.excludes { #expect(names.contains(other), "\(option.name): \(other)") }
    }
  }

  /// Every command is run by some test.
  @Test(arguments: leaves)
  func isTested(path: [String]) throws {
    let folder = DocumentsTests.package.appending(path: "Tests/movtoolTests")
    let written = "[" + path.map { "\"\($0)\"" }.joined(separator: ", ")
    let inShell = "\"$TOOL\" " + path.joined(separator: " ")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(
      try files.contains { name in
        guard name.hasSuffix("Tests.swift") else { return false }
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text.contains(written) || text.contains(inShell)
      }, "no test runs 'movtool \(path.joined(separator: " "))'")
  }

  // MARK: Words that people try

  @Test(arguments: [
    ("remove", "location", "'movtool remove metadata FILE location -o OUT' removes that"),
    ("remove", "gps", "'movtool remove metadata FILE location -o OUT' removes that"),
    (
      "insert", "metadata",
      "'movtool edit metadata FILE KEY=VALUE -o OUT' adds and changes metadata"
    ),
    ("extract", "tags", "the command is 'movtool extract metadata'"),
  ])
  func metadataByName(group: String, word: String, answer: String) throws {
    let result = try Tool.run([group, word, "a.mov"])
    #expect(result.status == 2 && result.stderr.contains(answer), "\(result.stderr)")
  }

  /// The commands and options that an answer offers exist.
  @Test func answersAreTrue() throws {
    for answer in OtherWords.allAnswers {
      for match in answer.matches(of: /'movtool ([^']+)'/) {
        let words = match.output.1.split(separator: " ").map(String.init)
        if words == ["--version"] || words.first == "completions" { continue }
        let leaf = try #require(
          Command.leaves.first { words.starts(with: $0.path) }, "\(answer)")
        let names = leaf.command.allOptions.flatMap(\.names)
        for word in words where word.hasPrefix("-") { #expect(names.contains(word), "\(answer)") }
      }
    }
  }

  @Test(arguments: [
    (["show"], "unknown command 'show': 'movtool inspect FILE' shows"),
    (["info", "a.mov"], "'movtool inspect FILE' shows"), (["probe"], "inspect"),
    (["lint"], "'movtool check FILE' reports what is wrong"), (["dump"], "inspect"),
    (["stamp"], "'movtool insert timecode FILE --start TC -o OUT'"),
    (["trim"], "'movtool cut FILE --from TIME"), (["merge"], "'movtool join FILE... -o OUT'"),
    (["fix"], "'movtool check --fix FILE -o OUT' corrects headers"),
    (["ls"], "'movtool list FILE'"),
    (["recover"], "'movtool check --fix FILE -o OUT' corrects headers"),
    (["compare"], "'movtool diff --timecode ORIGINAL"),
    (["mux"], "'movtool build"), (["demux"], "'movtool extract track"),
    (["faststart"], "--fast-start"), (["tc"], "extract timecode"),
    (["shift"], "edit timecode"), (["extract", "audio"], "the command is 'movtool extract track'"),
    (["insert", "tc"], "the command is 'movtool insert timecode'"),
    (["extract", "frame"], "the command is 'movtool extract picture'"),
    (["cut", "a.mov", "--duration", "5"], "'--to' is where the part ends, not how long it is"),
    (["inspect", "-i", "a.mov"], "unknown option '-i': FILE is given without an option"),
    (["inspect", "--input=a.mov"], "unknown option '--input': FILE is given without an option"),
    (
      ["insert", "timecode", "a", "--timecode", "1:0:0:0"],
      "unknown option '--timecode': the option is '--start'"
    ),
    (["insert", "timecode", "a", "--fps", "25"], "the option is '--rate'"),
    (["extract", "track", "a", "-ss", "5"], "unknown option '-ss': the option is '--from'"),
    (["inspect", "a", "--no-color"], "the option is '--color never'"),
    (["extract", "metadata", "a", "--json"], "the output is JSON without it"),
    (["help", "extract", "timecode", "extra"], "unexpected argument 'extra'"),
    // --from takes a file there, and not a time.
    (["insert", "timecode", "a", "--start-time", "1:0:0:0"], "the option is '--start'"),
    (["insert", "timecode", "a", "-ss", "1:0:0:0"], "the option is '--start'"),
    (["insert", "timecode", "a", "--since", "1:0:0:0"], "the option is '--start'"),
    (["insert", "track", "a", "--start", "5"], "the option is '--at'"),
    (["insert", "track", "a", "-ss", "5"], "the option is '--at'"),
    (["insert", "track", "a", "--begin", "5"], "the option is '--at'"),
    (["extract", "picture", "a", "--start-time", "5"], "the option is '--at'"),
    (["cut", "a", "--begin", "5"], "the option is '--from'"),
    (["a.mov"], "unknown command 'a.mov': 'movtool inspect FILE' shows what is in a file"),
    (
      ["extract", "track", "a.mov", "b.mov", "-o", "c.mov"],
      "unexpected argument 'b.mov': this command takes one FILE"
    ),
  ])
  func suggestions(arguments: [String], message: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.stderr.contains(message), "\(result.stderr)")
    #expect(result.stderr.filter { $0 == "\n" }.count == 1)
  }

  // MARK: -q and -v

  @Test func quietAndVerbose() throws {
    let file = Stamping.media.appending(path: "rates/25.mov").path
    let normal = try Tool.run(["extract", "timecode", file])
    #expect(normal.stderr.contains("warning"))
    let quiet = try Tool.run(["extract", "timecode", file, "-q"])
    #expect(quiet.status == 0 && quiet.stderr.isEmpty && quiet.text == normal.text)
    #expect(
      try Tool.run(["extract", "timecode", file + "x", "-q"]).stderr.contains("no such file"))
    try Tool.withFolder { folder in
      let out = folder.appending(path: "a.mov").path
      let result = try Tool.run(["insert", "timecode", file, "--start", "1:0:0:0", "-o", out, "-v"])
      #expect(result.status == 0 && result.stderr.contains("a.mov: wrote "), "\(result.stderr)")
    }
  }
}
