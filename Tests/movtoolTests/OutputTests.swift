import Foundation
import MovKit
import Testing

@testable import movtool

@Suite struct OutputTests {
  @Test func brokenPipeIsSuccess() throws {
    let result = try Tool.shell("(sleep 0.2; \"$TOOL\" --help; echo $? >&2) | true")
    #expect(result.stderr == "0\n")
  }

  /// A message that quotes a very long text says its beginning and its end.
  @Test func veryLongMessages() {
    var lines: [String] = []
    let messages = Messages { lines.append($0) }
    let long = String(repeating: "\n\u{301}", count: 1_000_000)
    messages.warning("'" + long + "' is too long", rule: "some-rule", file: "a.mov")
    messages.warning("'" + long.prefix(100) + "' is longer", rule: "some-rule", file: "a.mov")
    #expect(lines[0].utf8.count < 100_000)
    #expect(lines[0].utf8.starts(with: "movtool: a.mov: warning: '\\n".utf8))
    #expect(lines[0].hasSuffix("' is too long [some-rule]\n"))
    #expect(lines[1].contains("' is longer") && !lines[1].contains("…"))
  }

  @Test(arguments: [
    ("abcdefghi", 9, "abcdefghi"), ("abcdefghij", 9, "abcdef…hij"), ("äöüäöü", 9, "äöü…ü"),
    ("", 0, ""),
  ])
  func shortenedTexts(text: String, most: Int, short: String) {
    #expect(text.shortened(to: most) == short)
  }

  @Test func otherWriteErrors() throws {
    #if os(Linux)
      let full = try Tool.shell("\"$TOOL\" --help > /dev/full")
      #expect(full.status == 1)
      #expect(full.stderr == "movtool: cannot write the output: no space left on the device\n")
    #endif
    let closed = try Tool.shell("\"$TOOL\" --help >&-")
    #expect(closed.status == 1)
    #expect(closed.stderr.hasPrefix("movtool: cannot write the output: "))
  }

  /// The report is what says that files were changed.
  @Test(arguments: [("", "2 files had"), (" --json", "2 files had"), (" -q", nil)])
  func reportThatCannotBeWritten(options: String, done: String?) throws {
    #if os(Linux)
      try Tool.withFolder { folder in
        for name in ["a.mov", "b.mov"] {
          try Data(testMovie("timecode/25-reel.mov")).write(to: folder.appending(path: name))
        }
        let result = try Tool.shell(
          #""$TOOL" edit timecode a.mov b.mov --shift +1f --in-place\#(options) > /dev/full"#,
          cwd: folder)
        #expect(result.status == (done == nil ? 0 : 1))
        #expect(
          result.stderr
            == (done.map {
              "movtool: cannot write the output: no space left on the device; by then \($0) been "
                + "changed\n"
            } ?? ""))
      }
    #endif
  }

  @Test func fileAppearsWhenFinished() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("result")
      let path = FilePath(file.path)
      do {
        let abandoned = try Output.to(OutputPlace(path))
        try abandoned.write(String(repeating: "x", count: 1 << 20))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

      let output = try Output.to(OutputPlace(path))
      try output.write("one ")
      try output.write(Array("two".utf8))
      #expect(!FileManager.default.fileExists(atPath: file.path))
      try output.finish()
      #expect(try String(contentsOf: file, encoding: .utf8) == "one two")

      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      let again = try Output.to(OutputPlace(path))
      try again.write("three")
      try again.finish()
      #expect(try String(contentsOf: file, encoding: .utf8) == "three")
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["result"])
    }
  }

  /// An input is never replaced, whatever name it is given.
  @Test func inputIsSpared() throws {
    try Tool.withFolder { folder in
      let input = folder.appendingPathComponent("in")
      let link = folder.appendingPathComponent("link")
      try Data("precious".utf8).write(to: input)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: input)
      let spared = SparedFiles([try File(FilePath(input.path))])
      for name in [input.path, link.path, folder.path + "/./in"] {
        #expect(throws: Failure.self) {
          try Output.to(OutputPlace(FilePath(name), sparing: spared))
        }
      }
      #expect(try String(contentsOf: input, encoding: .utf8) == "precious")
    }
  }

  @Test func impossibleFiles() throws {
    try Tool.withFolder { folder in
      let folderPath = FilePath(folder.path)
      #expect(throws: Failure.problem("is a directory", file: folderPath)) {
        try Output.to(OutputPlace(folderPath))
      }
      let missing = FilePath(folder.path + "/none/result")
      #expect(throws: Failure.problem("cannot write: no such file or directory", file: missing)) {
        try Output.to(OutputPlace(missing))
      }
    }
    #expect(throws: Failure.self) { try Output.to(OutputPlace(FilePath(bytes: [97, 0, 98]))) }
    let null = try Output.to(OutputPlace(FilePath("/dev/null")))
    try null.write("nothing")
    try null.finish()
  }

  @Test func messagesAreOneLine() {
    var lines: [String] = []
    let messages = Messages { lines.append($0) }
    messages.warning("odd", rule: "stts-zero", file: FilePath("a\nb\u{1b}[2J"))
    #expect(messages.errors == 0)
    messages.error("no 'x\r\n' here", file: FilePath(bytes: [0x61, 0xFF]))
    #expect(messages.errors == 1)
    #expect(
      lines == [
        "movtool: a\\x0ab\\x1b[2J: warning: odd [stts-zero]\n",
        "movtool: a\\xff: no 'x\\r\\n' here\n",
      ])
    #expect(messages.report(.problem("bad", file: nil)) == .failure)
    #expect(Messages { _ in }.report(.brokenPipe) == .success)
  }

  @Test func manyDiagnosticsOfARuleAreCounted() {
    var lines: [String] = []
    let messages = Messages { lines.append($0) }
    let dropped = (0..<20_000).map {
      Diagnostic("timecode-dropped", .warning, "removed", path: "moov/trak[\($0)]")
    }
    let note = Diagnostic("odd-note", .note, "not printed")
    let other = Diagnostic("timecode-tracks", .warning, "several", path: "moov")
    messages.report(dropped + [note, other], file: FilePath("a.mov"))
    #expect(
      lines[..<64]
        == (0..<64).map {
          "movtool: a.mov: warning: moov/trak[\($0)]: removed [timecode-dropped]\n"
        }[...])
    #expect(
      lines[64...] == [
        "movtool: a.mov: warning: moov: several [timecode-tracks]\n",
        "movtool: a.mov: warning: … and 19,936 more [timecode-dropped]\n",
      ])
  }

  @Test func oneBadFileAmongOthers() throws {
    var lines: [String] = []
    let terminal = Terminal(isTerminal: false, columns: nil, noColor: nil, term: nil)
    let session = Session(terminal: terminal, messages: Messages { lines.append($0) })
    var seen: [String] = []
    try session.forEach([FilePath("a"), FilePath("b")]) { file throws(Failure) in
      seen.append(file.description)
      if file == FilePath("a") { throw .problem("is no movie", file: nil) }
    }
    #expect(seen == ["a", "b"])
    #expect(lines == ["movtool: a: is no movie\n"])
    #expect(throws: Failure.brokenPipe) {
      try session.forEach([FilePath("c")]) { _ throws(Failure) in throw .brokenPipe }
    }
  }

  @Test func color() {
    func prefers(_ isTerminal: Bool, _ noColor: String?, _ term: String?) -> Bool {
      Terminal(isTerminal: isTerminal, columns: nil, noColor: noColor, term: term)
        .usesColor(.auto)
    }
    #expect(prefers(true, nil, "xterm"))
    #expect(prefers(true, "", "xterm"))
    #expect(!prefers(true, "1", "xterm"))
    #expect(!prefers(true, nil, "dumb"))
    #expect(!prefers(false, nil, "xterm"))
    let pipe = Terminal(isTerminal: false, columns: "0", noColor: "1", term: nil)
    #expect(pipe.usesColor(.always))
    #expect(pipe.width == 40)
  }
}
