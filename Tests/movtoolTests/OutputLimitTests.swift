import Foundation
import Testing

@testable import movtool

/// `--max-output` bounds what is printed or extracted.
@Suite struct OutputLimitTests {
  private static let movie = DocumentsTests.package.appending(path: "TestMedia/camera/camera.mov")

  @Test func standardOutput() throws {
    let size = try Data(contentsOf: Self.movie).count
    let line = ["inspect", "--json", "--bytes", "all", Self.movie.path, "--max-output"]
    let tooLittle = try Tool.run(line + ["1"])
    #expect(tooLittle.status == 1)
    #expect(tooLittle.stdout.count <= size)
    #expect(
      tooLittle.stderr
        == "movtool: \(Self.movie.path): the output takes more than \(size) bytes; allow more with "
        + "--max-output\n")
    let enough = try Tool.run(line + ["10M"])
    #expect(enough.status == 0 && enough.stdout.count > size)
  }

  /// Every command that prints something for a file counts the file: many lines come of many files.
  @Test(arguments: [
    "inspect --summary", "samples --keys", "list", "hash", "check", "extract metadata",
    "extract timecode",
    "edit timecode --shift +1f --dry-run --json", "remux -o o.mov",
    "cut --from 1 --dry-run -o o.mov",
  ])
  func outputMayBeAsLargeAsTheInput(command: String) throws {
    try Tool.withFolder { folder in
      let movie = DocumentsTests.package.appending(path: "TestMedia/timecode/25.mov")
      try FileManager.default.copyItem(at: movie, to: folder.appending(path: "a.mov"))
      var words = command.split(separator: " ").map(String.init)
      words.insert("a.mov", at: words.firstIndex { $0.hasPrefix("-") } ?? words.count)
      let result = try Tool.run(words + ["--max-output", "1"], cwd: folder)
      #expect(result.status == 0, "\(result.stderr)")
    }
  }

  @Test func file() throws {
    try Tool.withFolder { folder in
      let line = ["inspect", Self.movie.path, "--html", "-o", "page.html", "--max-output"]
      let tooLittle = try Tool.run(line + ["1000"], cwd: folder)
      #expect(tooLittle.status == 1)
      #expect(tooLittle.stderr.contains("--max-output"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      #expect(try Tool.run(line + ["1M"], cwd: folder).status == 0)
    }
  }

  /// What may be written if nothing is given: 64 times what is read, and at least 64 MB.
  @Test(
    arguments: [
      (nil, 0, 67_108_864), (nil, 1_048_576, 67_108_864), (nil, 1_048_577, 67_108_928),
      (nil, 1_000_000_000, 64_000_000_000), (nil, UInt64.max / 2, UInt64.max),
      (5, 0, 5), (5, 9, 9), (0, 0, 0),
    ] as [(UInt64?, UInt64, UInt64)])
  func limits(given: UInt64?, read: UInt64, most: UInt64) {
    #expect(OutputLimit.most(given: given, read: read) == most)
  }
}
