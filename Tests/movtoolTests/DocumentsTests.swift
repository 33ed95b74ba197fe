import Foundation
import TestSupport
import Testing

/// Runs the commands that the README and the documents show, and compares their output.
@Suite struct DocumentsTests {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  struct Session: CustomTestStringConvertible {
    var document: String
    var number: Int
    var lines: [String]
    var testDescription: String { "\(document), example \(number)" }
  }

  static func sessions(in document: String) throws -> [Session] {
    let text = try String(contentsOf: package.appendingPathComponent(document), encoding: .utf8)
    return text.components(separatedBy: "```console\n").dropFirst().enumerated().map {
      let lines = $0.element.components(separatedBy: "```")[0].split(
        separator: "\n", omittingEmptySubsequences: false)
      return Session(
        document: document, number: $0.offset + 1, lines: lines.dropLast().map(String.init))
    }
  }

  /// The examples of a document share a folder, so one may write a file that the next one reads.
  @Test(arguments: [
    "README.md", "Docs/CLI.md", "Docs/FromAVFoundation.md", "Docs/Timecode.md", "Docs/Fleet.md",
  ])
  func examplesAreTrue(document: String) throws {
    let sessions = try Self.sessions(in: document)
    try Tool.withFolder { folder in
      for name in ["TestMedia", "Docs"] {
        try FileManager.default.createSymbolicLink(
          at: folder.appendingPathComponent(name),
          withDestinationURL: Self.package.appendingPathComponent(name))
      }
      let environment = try Self.environment(in: folder)
      var absent: Set<String> = []
      for session in sessions {
        var lines = session.lines[...]
        while let command = lines.popFirst() {
          try #require(command.hasPrefix("$ "), "\(session.testDescription): \(command)")
          let expected = lines.prefix { !$0.hasPrefix("$ ") }
          lines = lines.dropFirst(expected.count)
          let line = String(command.dropFirst(2))
          guard Self.canRun(line, of: document, in: folder, without: &absent) else { continue }
          let result = try Tool.shell(
            line, cwd: folder, environment: environment, timeout: 180)
          let shown = (result.text + result.stderr).split(
            separator: "\n", omittingEmptySubsequences: false
          ).dropLast()
          #expect(
            Self.agree(Array(expected), shown.map(String.init)),
            "\(session.testDescription): \(line)\n\(shown.joined(separator: "\n"))")
        }
      }
    }
  }

  /// An environment in which programs find `movtool` by that name.
  private static func environment(in folder: URL) throws -> [String: String] {
    let programs = folder.appendingPathComponent(".programs")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: programs.appendingPathComponent("movtool"), withDestinationURL: Tool.binary())
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    var environment = [
      "PATH": "\(programs.path):\(path)", "SPARK_WORKER_DIR": programs.path,
      "SPARK_LOCAL_IP": "127.0.0.1",
      // Half of the time that Spark takes to start is spent on optimizing what runs once.
      "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    ]
    // Spark looks for the Python that it was installed for only where it is active.
    if let spark = OtherPrograms.find("spark-submit") {
      let python = spark.deletingLastPathComponent().appendingPathComponent("python3").path
      if FileManager.default.isExecutableFile(atPath: python) {
        environment["PYSPARK_PYTHON"] = python
      }
    }
    return environment
  }

  /// Whether the output matches. A line of "…" matches any number of lines.
  private static func agree(_ expected: [String], _ shown: [String]) -> Bool {
    guard let gap = expected.firstIndex(of: "…") else { return expected == shown }
    let (head, tail) = (expected[..<gap], expected[(gap + 1)...])
    return shown.count >= head.count + tail.count && shown.starts(with: head)
      && shown.suffix(tail.count).elementsEqual(tail)
  }

  /// Whether the other programs that the line uses, and the files that earlier lines make with
  /// them, are available.
  /// - Parameter absent: the files that are missing because a program is missing.
  private static func canRun(
    _ line: String, of document: String, in folder: URL, without absent: inout Set<String>
  ) -> Bool {
    let words = line.split { " '\"()$;|<>".contains($0) }.map(String.init)
    var programs = OtherPrograms.packages.keys.filter(words.contains)
    if programs.contains("spark-submit") { programs.append("java") }
    let needs = words.filter { word in
      absent.contains { word == $0 || word.hasPrefix($0 + "/") }
    }
    let shown = "\(document): $ \(line.count > 60 ? line.prefix(59) + "…" : line)"
    if needs.isEmpty, OtherPrograms.has(programs.sorted(), by: shown) { return true }
    for name in needs { NotRun.add(shown, .file(name)) }
    for word in words where word.contains(".") {
      let file = folder.appendingPathComponent(word)
      if !FileManager.default.fileExists(atPath: file.path) {
        absent.insert(word.hasSuffix("/") ? String(word.dropLast()) : word)
      }
    }
    return false
  }

  /// The lines of code in the last columns of the translation are lines of its tests, except for
  /// spaces and line breaks. The tests that it names exist.
  @Test func translationIsCompiled() throws {
    let document = try String(
      contentsOf: Self.package.appendingPathComponent("Docs/FromAVFoundation.md"), encoding: .utf8)
    let folder = Self.package.appendingPathComponent("Tests/MovKitTests/FromAVFoundation")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let sources = try files.sorted().map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined().filter { !$0.isWhitespace }
    var count = 0
    for row in document.split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.components(separatedBy: " | ")
      guard cells.count == 3, let code = cells[2].split(separator: "`").first, code != "|",
        cells[2].hasPrefix("`")
      else { continue }
      count += 1
      #expect(sources.contains(code.filter { !$0.isWhitespace }), "not compiled: \(code)")
    }
    #expect(count > 80)
    for match in document.matches(of: /`(\w+\.swift)`/) {
      #expect(files.contains(String(match.output.1)), "\(match.output.1) is not there")
    }
  }

  /// The script in the page about fleets is the one that its example runs.
  @Test func scriptIsThere() throws {
    let (document, script) = (
      try String(
        contentsOf: Self.package.appendingPathComponent("Docs/Fleet.md"), encoding: .utf8),
      try String(
        contentsOf: Self.package.appendingPathComponent("Docs/Fleet/on_spark.py"), encoding: .utf8)
    )
    let shown = try #require(
      document.components(separatedBy: "```python\n").dropFirst().first?.components(
        separatedBy: "```")[0])
    #expect(script.hasSuffix("\n\n" + shown))
  }

  /// The library's example in the README is the one that is compiled and run here.
  @Test func libraryExampleIsCompiled() throws {
    let readme = try String(
      contentsOf: Self.package.appendingPathComponent("README.md"), encoding: .utf8)
    let example = try #require(
      readme.components(separatedBy: "```swift\n").dropFirst().first?.components(
        separatedBy: "```")[0])
    let source = try String(
      contentsOf: Self.package.appendingPathComponent(
        "Tests/MovKitTests/LibraryExampleTests.swift"), encoding: .utf8)
    for line in example.split(separator: "\n") {
      let clip = line.replacingOccurrences(of: #""clip.mov""#, with: "clip")
      let stamped = clip.replacingOccurrences(of: #""stamped.mov""#, with: "stamped")
      let printed = stamped.replacingOccurrences(of: "print(", with: "note(")
      #expect(
        source.contains(printed.trimmingCharacters(in: .whitespaces)), "not compiled: \(line)")
    }
  }
}
