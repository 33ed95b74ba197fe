import Foundation
import Testing

@testable import movtool

/// Movies from standard input and from pipes.
@Suite struct InputTests {
  static let movie = Stamping.media.appending(path: "timecode/25.mov").path
  /// The commands that only read FILE, without FILE.
  static let readers: [[String]] = [
    ["inspect"], ["inspect", "--json"], ["extract", "timecode"],
    ["extract", "track", "--track", "video"], ["extract", "atom"], ["samples"],
    ["extract", "metadata"], ["check", "--json"],
  ]

  private static func line(_ command: [String], _ file: String) -> String {
    "\"$TOOL\" \(command.joined(separator: " ")) \(file)"
      + (command == ["extract", "atom"] ? " moov" : "")
  }

  /// A movie from a pipe is read like the file, and no temporary file remains.
  @Test(arguments: readers)
  func pipes(command: [String]) throws {
    try Tool.withFolder { folder in
      let direct = try Tool.shell(
        Self.line(command, "'\(Self.movie)'"), environment: ["TMPDIR": folder.path])
      #expect(direct.status == 0)
      for (before, file) in [
        ("cat '\(Self.movie)' |", "-"), ("", "- < '\(Self.movie)'"),
        ("cat '\(Self.movie)' |", "/dev/stdin"),
        ("mkfifo p; cat '\(Self.movie)' > p &", "p"),
      ] {
        let result = try Tool.shell(
          "\(before) \(Self.line(command, file))", cwd: folder, environment: ["TMPDIR": folder.path]
        )
        try? FileManager.default.removeItem(at: folder.appending(path: "p"))
        let name = file.prefix { $0 != " " }
        let text = result.text.replacingOccurrences(of: "\"\(name)\"", with: "\"\(Self.movie)\"")
          .replacingOccurrences(of: "\(name): QuickTime", with: "\(Self.movie): QuickTime")
        // The line breaks of the heading depend on the length of the name.
        let words = { (text: String) in text.split { $0.isWhitespace }.map(String.init) }
        #expect(result.status == 0, "\(result.stderr)")
        #expect(words(text) == words(direct.text), "\(before) \(file)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      }
    }
  }

  /// Every command that takes a movie either reads standard input or explains what to do.
  @Test(arguments: Command.leaves.map(\.path))
  func everyCommand(path: [String]) throws {
    let command = try #require(Command.leaves.first { $0.path == path }?.command)
    guard let place = command.positionals.first, place.role == .input || place.role == .changed
    else { return }
    guard !place.takesStandardInput else {
      // A movie has no items; ExtractItemTests reads a picture from a pipe. What the others write is not text about
      // one movie.
      #expect(
        [["extract", "item"], ["extract", "picture"], ["diff"], ["view"]].contains(path)
          || Self.readers.contains { path.starts(with: $0) || $0.starts(with: path) })
      if place.repeats {
        let twice = try Tool.run(path + ["-", "-"])
        #expect(twice.status == 2 && twice.stderr.contains("can be read only once"))
      }
      return
    }
    let required = command.options.filter(\.isRequired).flatMap { option in
      [option.name, ["--start": "1:0:0:0", "--track": "1"][option.name] ?? "b"]
    }
    let rest = command.positionals.dropFirst().map { _ in "b" }
    let result = try Tool.run(path + ["-"] + rest + required)
    #expect(result.status == 2)
    #expect(result.stderr.contains("save it to a file first"), "\(result.stderr)")
  }

  /// One of two movies can come through a pipe, in either place.
  @Test func compared() throws {
    for (files, status) in [("- '\(Self.movie)'", Int32(0)), ("'\(Self.movie)' -", 0), ("- -", 2)] {
      let result = try Tool.shell("cat '\(Self.movie)' | \"$TOOL\" diff --media \(files)")
      #expect(result.status == status, "\(result.stderr)")
      #expect(status == 0 || result.stderr.contains("can be read only once"), "\(result.stderr)")
    }
  }

  /// The picture is the same as that of the file, and the page shows the movie.
  @Test func shown() throws {
    let movie = Media.root.appending(path: "camera/mjpeg.mov").path
    try Tool.withFolder { folder in
      for (file, out) in [(movie, "file.jpg"), ("-", "pipe.jpg")] {
        let result = try Tool.shell(
          "cat '\(movie)' | \"$TOOL\" extract picture '\(file)' -o \(out)", cwd: folder)
        #expect(result.status == 0, "\(result.stderr)")
      }
      let picture = try Data(contentsOf: folder.appending(path: "file.jpg"))
      // A JPEG file begins with SOI and a marker (ITU-T T.81, B.1.1.3).
      #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
      #expect(try Data(contentsOf: folder.appending(path: "pipe.jpg")) == picture)
      let viewed = try Tool.shell(
        "cat '\(movie)' | \"$TOOL\" view -", cwd: folder,
        environment: ["TMPDIR": folder.path, "BROWSER": "true"])
      #expect(viewed.status == 0, "\(viewed.stderr)")
      let page = viewed.text.trimmingCharacters(in: .newlines)
      #expect(page.hasPrefix(folder.path) && FileManager.default.fileExists(atPath: page))
    }
  }

  @Test func nothing() throws {
    let result = try Tool.run(["inspect", "-"])
    #expect(result.status == 1)
    #expect(result.stderr.hasPrefix("movtool: -: "), "\(result.stderr)")
  }

  @Test func noSpace() throws {
    let result = try Tool.shell(
      "cat '\(Self.movie)' | \"$TOOL\" inspect -", environment: ["TMPDIR": "/nonexistent"])
    #expect(result.status == 1)
    #expect(result.stderr.contains("no such file or directory"), "\(result.stderr)")
  }
}
