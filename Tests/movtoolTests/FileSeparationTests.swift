import Foundation
import MovKit
import TestSupport
import Testing

@testable import movtool

/// In no command does an output replace an input or another output. This tests every pair of paths
/// in the command table of which one is written, with every way to give one file two names.
@Suite struct FileSeparationTests {
  /// An option or a positional argument that names a file.
  struct Path: Sendable {
    let name: String
    let placeholder: String
    let role: PathRole
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let words: [String]
    let command: Command
    let written: Path
    let other: Path
    var testDescription: String {
      (words + [written.name, "and", other.name]).joined(separator: " ")
    }
  }

  static func paths(_ command: Command) -> [Path] {
    command.positionals.compactMap { place in
      place.role.map { Path(name: place.name, placeholder: place.name, role: $0) }
    }
      + command.options.compactMap { option in
        option.role.map {
          Path(name: option.name, placeholder: option.placeholder ?? "", role: $0)
        }
      }
  }

  static let pairs: [Pair] = Command.leaves.flatMap { words, command in
    let paths = paths(command)
    return paths.indices.flatMap { first in
      paths.indices.compactMap { second -> Pair? in
        let (written, other) = (paths[first], paths[second])
        guard written.role.isWritten, first != second, !other.role.isWritten || first < second
        else { return nil }
        return Pair(words: words, command: command, written: written, other: other)
      }
    }
  }

  enum Alias: String, CaseIterable {
    case sameName, dot, absolute, symbolicLink, hardLink, mountedFile, mountedFolder
    var isMount: Bool { self == .mountedFile || self == .mountedFolder }
  }

  // MARK: A command line that would work

  /// Returns a value that an option or a positional argument accepts that does not name a file.
  static func value(_ accepts: ([UInt8]) -> Bool) -> String {
    ["01:00:00:00", "25", "1", "moov", "x"].first { accepts(Array($0.utf8)) } ?? "x"
  }

  /// Returns a positional argument that names no file.
  private static func text(_ name: String, in pair: Pair) -> String {
    if name == "FIELD=VALUE" { return "rate=2" }
    if name == "KEY=VALUE" { return "title=A" }
    if name == "KEY" { return "software" }
    return ["edit atom": "moov/mvhd", "remove atom": "moov/trak/edts"][
      pair.words.joined(separator: " ")] ?? "moov"
  }

  /// Returns a command line with a file for each path: the given names for the pair, and a separate
  /// file for each other path.
  static func line(_ pair: Pair, _ name: String, _ otherName: String, _ more: [String]) -> [String]
  {
    var line = pair.words
    func file(_ named: String) -> String {
      named == pair.written.name ? name : named == pair.other.name ? otherName : "\(named)-own.mov"
    }
    for place in pair.command.positionals {
      line.append(place.role == nil ? text(place.name, in: pair) : file(place.name))
    }
    let options = pair.command.options.map(\.name)
    let names = [pair.written.name, pair.other.name]
    for option in pair.command.options {
      let isOfPair = names.contains(option.name)
      if option.role != nil {
        if isOfPair || option.isRequired { line += [option.name, file(option.name)] }
      } else if option.isRequired, option.requiredUnless.map({ !names.contains($0) }) ?? true {
        // No movie loses its only track.
        line += [
          option.name,
          pair.words == ["remove", "track"]
            ? "timecode" : value { (try? option.check($0)) != nil },
        ]
      }
    }
    // The timecode that is taken must be there, and so is in the movie that gets it.
    if names.contains("--from"), options.contains("--replace") { line.append("--replace") }
    // What 'inspect' writes is a page.
    if options.contains("--html") { line.append("--html") }
    // A change is written to a copy or to the movie itself.
    if options.contains("--in-place"), !line.contains("-o") { line.append("--in-place") }
    return line + more
  }

  /// Runs `body` in a folder with a file for each input of a command, and everything else that the
  /// test needs.
  private func withInputs(
    _ pair: Pair, movie: String, _ body: (URL) throws -> Void
  ) throws {
    try Tool.withFolder { folder in
      func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
      }
      var samples: [String: [UInt8]] = ["FILE": try testMovie(movie)]
      if pair.command.positionals.contains(where: { $0.name.hasPrefix("BACKUP") }) {
        try write("movie", samples["FILE"] ?? [])
        let stamp = ["insert", "timecode", "movie", "--start", "1:0:0:0", "--in-place"]
        let made = try Tool.run(stamp + ["--backup", "backup"], cwd: folder)
        try #require(made.status == 0, "\(made.stderr)")
        for (name, file) in [("FILE", "movie"), ("BACKUP|DIR", "backup")] {
          let url = folder.appendingPathComponent(file)
          samples[name] = Array(try Data(contentsOf: url))
          try FileManager.default.removeItem(at: url)
        }
      }
      samples["WAV"] = Self.wave
      samples["ATOM"] = [0, 0, 0, 8] + Array("skip".utf8)
      if pair.command.options.contains(where: { $0.name == "--from-json" }) {
        let file = Stamping.media.appending(path: movie).path
        samples["--from-json"] = Array(
          try Tool.run(["inspect", file, "--json", "--bytes", "all"]).stdout)
      }
      for path in Self.paths(pair.command) where path.role == .input || path.role == .changed {
        try write(
          "\(path.name)-own.mov",
          samples[path.name] ?? samples[path.placeholder] ?? samples["FILE"] ?? [])
      }
      try body(folder)
    }
  }

  /// A WAV file with a second of silence: 8000 Hz, 16 bits.
  private static let wave: [UInt8] = {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format =
      number(1, 2) + number(1, 2) + number(8000, 4) + number(16000, 4) + number(2, 2)
      + number(16, 2)
    let chunks =
      Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(16000, 4)
      + [UInt8](repeating: 0, count: 16000)
    return Array("RIFF".utf8) + number(UInt32(chunks.count), 4) + chunks
  }()

  private func content(of folder: URL) throws -> [String: Data] {
    var content: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      content[name] = try? Data(contentsOf: folder.appendingPathComponent(name))
    }
    return content
  }

  // MARK: Pairs

  private static let canMount =
    (try? Tool.shell("unshare -m true"))?.status == 0

  @Test(arguments: pairs)
  func twoNamesOfOneFileAreRefused(pair: Pair) throws {
    let manager = FileManager.default
    for alias in Alias.allCases {
      if alias.isMount, !Self.canMount {
        NotRun.add(.permission("to mount file systems (as root)"))
        continue
      }
      // Two outputs may exist already or not.
      for isThere in pair.other.role.isWritten ? [true, false] : [true] {
        if !isThere, alias == .hardLink || alias == .mountedFile { continue }
        for more in [[], ["--overwrite"]]
        where more.isEmpty || pair.command.options.contains(where: { $0.name == "--overwrite" }) {
          try withInputs(pair, movie: "rates/25.mov") { folder in
            let name = "shared.mov"
            var otherName = "alias.mov"
            let shared = folder.appendingPathComponent(name)
            if isThere {
              let own = folder.appendingPathComponent("\(pair.other.name)-own.mov")
              if manager.fileExists(atPath: own.path) {
                try manager.moveItem(at: own, to: shared)
              } else {
                try Data("precious".utf8).write(to: shared)
              }
            }
            let aliasPath = folder.appendingPathComponent(otherName).path
            var mount = ""
            switch alias {
            case .sameName: otherName = name
            case .dot: otherName = "./" + name
            case .absolute: otherName = shared.path
            case .symbolicLink:
              try manager.createSymbolicLink(atPath: aliasPath, withDestinationPath: name)
            case .hardLink: try manager.linkItem(atPath: shared.path, toPath: aliasPath)
            case .mountedFile:
              try Data().write(to: URL(filePath: aliasPath))
              mount = "mount --bind shared.mov alias.mov"
            case .mountedFolder:
              let other = folder.appendingPathComponent("folder")
              try manager.createDirectory(at: other, withIntermediateDirectories: false)
              otherName = "folder/" + name
              mount = "mount --bind . folder"
            }
            let before = try content(of: folder)
            for (first, second) in [(name, otherName), (otherName, name)] {
              let line = Self.line(pair, first, second, more)
              let result =
                alias.isMount
                ? try Tool.shell(
                  "exec unshare -m sh -c '\(mount) && exec \"$TOOL\" \"$@\"' sh "
                    + line.map { "'\($0)'" }.joined(separator: " "), cwd: folder)
                : try Tool.run(line, cwd: folder)
              let seen = "\(alias) \(line): \(result.stderr)"
              #expect([1, 2].contains(result.status), "\(seen)")
              #expect(result.stderr.contains("is the same file as"), "\(seen)")
              #expect(result.stderr.filter { $0 == "\n" }.count == 1, "\(seen)")
              #expect(try content(of: folder) == before, "\(seen)")
            }
          }
        }
      }
    }
  }

  /// The same command lines succeed with two different files, so what was refused above is refused
  /// for that reason alone. An existing output is replaced only with `--overwrite`, and a backup
  /// never.
  @Test(arguments: pairs)
  func twoFilesAreNot(pair: Pair) throws {
    var outcomes: [Int32] = []
    for movie in ["rates/25.mov", "timecode/2997-df.mov"] {
      try withInputs(pair, movie: movie) { folder in
        let names = [pair.written, pair.other].map { "\($0.name)-own.mov" }
        func run(_ more: [String]) throws -> Tool.Result {
          try Tool.run(Self.line(pair, names[0], names[1], more), cwd: folder)
        }
        let outputs = [pair.written, pair.other].filter {
          $0.role == .output || $0.role == .newOutput
        }
        let written = outputs.map(\.name)
        let first = try run([])
        guard first.status == 0 else {
          outcomes.append(first.status)
          return
        }
        outcomes.append(0)
        let hasOutput = Self.paths(pair.command).contains { $0.role == .output }
        for name in written {
          let file = folder.appendingPathComponent("\(name)-own.mov")
          for other in written where other != name {
            try FileManager.default.removeItem(
              at: folder.appendingPathComponent("\(other)-own.mov"))
          }
          let isKept = pair.command.options.contains { $0.name == name && $0.role == .newOutput }
          try Data("precious".utf8).write(to: file)
          let before = try content(of: folder)
          let refused = try run([])
          #expect(refused.status == 1)
          #expect(refused.stderr.contains("the file already exists"), "\(refused.stderr)")
          #expect(isKept || refused.stderr.contains("use --overwrite"), "\(refused.stderr)")
          #expect(try content(of: folder) == before)
          guard hasOutput else { continue }
          let replaced = try run(["--overwrite"])
          #expect((replaced.status == 0) == !isKept, "\(replaced.stderr)")
          #expect(try (Data(contentsOf: file) == Data("precious".utf8)) == isKept)
        }
      }
      if outcomes.contains(0) { return }
    }
    // These options cannot be used together, or the movie is no list of files or segments.
    let names = [pair.written.name, pair.other.name]
    let readsList = names.contains("--files-from") || names.contains("--segments")
    #expect(outcomes == [2, 2] || readsList && outcomes == [1, 1])
  }

  /// An output that is one of the inputs is found among few and among many.
  @Test(arguments: [1, 2, 6, 7, 8, 9, 50]) func oneOfManyInputs(count: Int) throws {
    try Tool.withFolder { folder in
      let names = (0..<count).map { "\($0).mov" }
      for name in names { try Data().write(to: folder.appendingPathComponent(name)) }
      func files(_ output: String) -> [NamedFile] {
        (names.map { ("FILE", PathRole.input, $0) } + [("-o", .output, output)]).map {
          NamedFile(name: $0, role: $1, path: FilePath(folder.appendingPathComponent($2).path))
        }
      }
      for place in Set([0, count / 2, count - 1]) {
        do throws(Failure) {
          try FileSeparation(files("./\(names[place])")).check(overwrites: true)
          Issue.record("the output is input \(place)")
        } catch {
          #expect("\(error)".contains("the output (-o) is the same file as the input (FILE)"))
        }
      }
      try FileSeparation(files("other.mov")).check(overwrites: true)
    }
  }

  /// Outputs of many inputs in one folder: the first name that comes again is the one that is refused.
  @Test(arguments: [2, 3, 9, 60]) func namesThatComeAgain(count: Int) throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "rates/25.mov")
      for (first, again) in Set([0, count / 2, count - 1]).map({ ($0, count - 1) }) {
        let folders = try (0..<count).map { number in
          let inside = folder.appendingPathComponent("\(number)")
          try FileManager.default.createDirectory(
            at: inside, withIntermediateDirectories: true)
          let name = number == again ? "\(first).mov" : "\(number).mov"
          let file = inside.appendingPathComponent(name)
          try? FileManager.default.removeItem(at: file)
          try FileManager.default.copyItem(at: movie, to: file)
          return "\(number)/\(name)"
        }
        let result = try Tool.run(
          ["cut", "--from", "0.1", "--dry-run", "-o", "out/"] + folders, cwd: folder)
        for number in 0..<count {
          try FileManager.default.removeItem(at: folder.appendingPathComponent("\(number)"))
        }
        guard first != again else {
          #expect(result.status == 0, "\(result.stderr)")
          continue
        }
        #expect(result.status == 1)
        #expect(
          result.stderr
            == "movtool: \(again)/\(first).mov: another file has the same name, so both would become "
            + "out/\(first).mov; run the command for each folder by itself, with an output folder of its own\n"
        )
      }
    }
  }

  // MARK: The table

  @Test func everyCommandWithAnOutputKnowsOverwrite() {
    for (words, command) in Command.leaves {
      let hasOutput = Self.paths(command).contains { $0.role == .output }
      let hasOption = command.options.contains { $0.name == "--overwrite" }
      #expect(hasOutput == hasOption, "\(words)")
    }
    #expect(Self.pairs.count >= 16)
  }

  // MARK: Streams

  @Test func standardStreams() throws {
    try Tool.withFolder { folder in
      let movie = Data(try testMovie("rates/25.mov"))
      try movie.write(to: folder.appendingPathComponent("a.mov"))
      for (line, message) in [
        (
          #""$TOOL" build a.mov --video - --overwrite < a.mov"#,
          "the output (OUT) is the same file as the input (--video)"
        ),
        (
          #""$TOOL" inspect a.mov >> a.mov"#, "standard output is the same file as the input (FILE)"
        ),
        (
          #""$TOOL" extract atom a.mov moov -o - >> a.mov"#,
          "the output (-o) is the same file as the input (FILE)"
        ),
        (#""$TOOL" extract track a.mov -o - --index - | cat; exit 1"#, "is the same file as"),
        (#""$TOOL" extract track a.mov --index /dev/stdout | cat; exit 2"#, "'--list'"),
        (#"mkfifo p; "$TOOL" extract track a.mov -o p --index ./p"#, "is the same file as"),
      ] {
        let result = try Tool.shell(line, cwd: folder)
        #expect(result.status != 0, "\(line)")
        #expect(result.stderr.contains(message), "\(line): \(result.stderr)")
        #expect(result.text.isEmpty)
        #expect(try Data(contentsOf: folder.appendingPathComponent("a.mov")) == movie)
      }
      // Devices and pipes are written to, not replaced, so `--overwrite` is not needed.
      for line in [
        #""$TOOL" extract track a.mov -o /dev/null --index /dev/null"#,
        #"cat p > o & "$TOOL" extract track a.mov -o p && wait"#,
        #""$TOOL" extract track a.mov -o /dev/stdout > s && cmp s o"#,
        #""$TOOL" extract track a.mov -o - > s2 && cmp s2 o"#,
        // The link /dev/fd/3 leads to a pipe, which has no path.
        #"{ "$TOOL" extract track a.mov -o /dev/fd/3 3>&1 >&2; } | cat > s3 && cmp s3 o"#,
        #"{ "$TOOL" list a.mov --json -o /dev/fd/3 3>&1 >&2; } | cat > l && test -s l"#,
        #"{ "$TOOL" inspect a.mov --html -o /dev/fd/3 3>&1 >&2; } | cat > h && test -s h"#,
      ] {
        let result = try Tool.shell(line, cwd: folder)
        #expect(result.status == 0, "\(line): \(result.stderr)")
      }
      // The link leads to a file that is open but has no name any more.
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let gone = try Tool.shell(
        #"exec 3>gone; rm gone; "$TOOL" extract track a.mov --overwrite -o /dev/fd/3"#, cwd: folder)
      #expect(gone.status == 1)
      #expect(gone.stderr.contains("it leads to a file that was deleted"), "\(gone.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }
  }

  // MARK: Backups

  /// Two changes at the same time name the same backup. Only one of them gets the name, and the
  /// backup is its own. The other leaves its movie unchanged.
  @Test func oneBackupForTwoChanges() throws {
    let movies = try ["camera/moov-last.mov", "rates/25.mov"].map { Data(try testMovie($0)) }
    try Tool.withFolder { folder in
      let backup = folder.appendingPathComponent("bk")
      let files = ["0.mov", "1.mov"].map { folder.appendingPathComponent($0) }
      for round in 0..<40 {
        try? FileManager.default.removeItem(at: backup)
        for (movie, file) in zip(movies, files) { try movie.write(to: file) }
        let tools = try files.map {
          try RunningTool(
            [
              "insert", "timecode", $0.lastPathComponent, "--start", "01:00:00:00", "--in-place",
              "--backup", "bk",
            ], in: folder)
        }
        let ends = try tools.map { try $0.wait() }
        try #require(ends.map(\.status).sorted() == [0, 1], "\(round): \(ends)")
        let winner = ends[0].status == 0 ? 0 : 1
        #expect(ends[1 - winner].stderr.contains("the file already exists"))
        #expect(try Data(contentsOf: files[1 - winner]) == movies[1 - winner])
        #expect(try Data(contentsOf: files[winner]) != movies[winner])
        let restored = try Tool.run(["restore", files[winner].path, backup.path])
        #expect(restored.status == 0, "\(restored.stderr)")
        #expect(try Data(contentsOf: files[winner]) == movies[winner])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["0.mov", "1.mov", "bk"])
      }
    }
  }
}
