import Foundation
import Testing

/// `movtool extract timecode` of folders and lists, with a file for each movie.
@Suite struct ExtractManyTests {
  private let work: Stamping

  init() throws {
    work = try Stamping()
    try FileManager.default.createDirectory(
      at: work["card/sub"], withIntermediateDirectories: true)
    for (path, name) in [
      ("timecode/25.mov", "card/A10.mov"), ("timecode/2997-df.mov", "card/A2.MOV"),
      ("timecode/24.mov", "card/sub/B.mp4"), ("rates/25.mov", "card/notc.mov"),
    ] {
      _ = try work.copy(path, as: name)
    }
    try Data("no movie".utf8).write(to: work["card/broken.mov"])
    try Data("not named like one".utf8).write(to: work["card/notes.txt"])
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["extract", "timecode"] + arguments, cwd: work.folder)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: work[folder].path).sorted()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: work[name], encoding: .utf8)
  }

  /// What is in a file of its own is what is printed of the movie.
  @Test func metadataInFolders() throws {
    let result = try Tool.run(
      ["extract", "metadata", "card", "-o", "about/", "-q"], cwd: work.folder)
    #expect(
      result.status == 1 && result.text.isEmpty
        && result.stderr.hasPrefix("movtool: card/broken.mov: "), "\(result.stderr)")
    #expect(try names("about") == ["A10.json", "A2.json", "B.json", "notc.json"])
    let one = try Tool.run(["extract", "metadata", "card/A10.mov", "-q"], cwd: work.folder)
    #expect(one.status == 0)
    #expect(try text("about/A10.json") == one.text)
  }

  /// Standard input has no name that a file in a folder could have.
  @Test(arguments: ["metadata", "timecode"]) func standardInputInAFolder(kind: String) throws {
    let result = try Tool.shell(
      "\"$TOOL\" extract \(kind) - -o OUT/ < card/A10.mov; echo $?; ls", cwd: work.folder)
    #expect(result.text == "2\ncard\n", "\(result.text)")
    #expect(
      result.stderr.contains("standard input (-) has no name for a file in OUT/; use '-o FILE'"),
      "\(result.stderr)")
  }

  @Test func foldersInOneOutput() throws {
    let result = try run("card", "--format", "txt", "-q")
    #expect(result.status == 1 && result.stderr.hasPrefix("movtool: card/broken.mov: "))
    let starts = result.text.split(separator: "\n").compactMap {
      $0.split(separator: " ").first { $0.contains(":") && $0.count == 11 }
    }
    // A2 comes before A10.
    #expect(starts == ["00:59:59;28", "01:30:15:07", "01:30:15:07"], "\(result.text)")
  }

  @Test func aFileForEachMovie() throws {
    for (format, ending) in [
      ("json", "json"), ("csv", "csv"), ("edl", "edl"), ("ale", "ale"), ("srt", "srt"),
      ("otio", "otio"), ("txt", "txt"),
    ] {
      let result = try run("card", "--format", format, "-o", "\(format)/", "-q")
      #expect(result.status == 1 && result.text.isEmpty, "\(result.stderr)")
      // The others are read after the one that cannot be.
      #expect(
        try names(format) == ["A10", "A2", "B", "notc"].map { "\($0).\(ending)" }, "\(format)")
      let one = try run("card/A10.mov", "--format", format, "-q")
      #expect(try text("\(format)/A10.\(ending)") == one.text)
    }
    let frames = try run("card/A2.MOV", "card/sub", "--frames", "-o", "frames/", "-q")
    #expect(frames.status == 0, "\(frames.stderr)")
    #expect(try names("frames") == ["A2.jsonl", "B.jsonl"])
    #expect(try text("frames/B.jsonl").split(separator: "\n").count == 48)
    let sources = try run("card/A2.MOV", "card/sub", "--all-sources", "-o", "sources/", "-q")
    #expect(sources.status == 0, "\(sources.stderr)")
    #expect(try text("sources/A2.json").contains("urn:movtool:timecode-sources:1"))
    // A folder that is there needs no slash.
    let there = try run("card/A2.MOV", "--format", "csv", "-o", "frames", "-q")
    #expect(there.status == 0)
    #expect(try names("frames") == ["A2.csv", "A2.jsonl", "B.jsonl"])
  }

  @Test func existingFilesAndEqualNames() throws {
    #expect(try run("card/A2.MOV", "card/A10.mov", "-o", "out/", "-q").status == 0)
    let old = try text("out/A2.json")
    try Data("mine".utf8).write(to: work["out/A10.json"])
    let again = try run("card/A10.mov", "card/sub/B.mp4", "-o", "out/", "-q")
    #expect(
      again.status == 1
        && again.stderr.contains("out/A10.json: cannot write: the file already exists"))
    #expect(try text("out/A10.json") == "mine" && names("out").contains("B.json"))
    #expect(try run("card/A10.mov", "-o", "out/", "--overwrite", "-q").status == 0)
    #expect(try text("out/A10.json") != "mine" && text("out/A2.json") == old)
    _ = try work.copy("timecode/25.mov", as: "A10.mov")
    let both = try run("card/A10.mov", "A10.mov", "-o", "both/")
    #expect(both.status == 1 && both.stderr.contains("both would become both/A10.json"))
    #expect(!FileManager.default.fileExists(atPath: work["both"].path))
  }

  @Test func lists() throws {
    let script = #"""
      find card -name 'A*' -print0 | sort -z | "$TOOL" extract timecode --files-from - -0 --format txt -q
      printf 'card/sub\nnone.mov\ncard/A10.mov\n' > list
      "$TOOL" extract timecode --files-from list --format csv -o csv/ -q
      """#
    let result = try Tool.shell(script, cwd: work.folder)
    #expect(result.text.split(separator: "\n").count == 2, "\(result.text)")
    #expect(result.stderr == "movtool: none.mov: no such file or directory\n")
    #expect(try names("csv") == ["A10.csv", "B.csv"])
    let none = try run()
    #expect(none.status == 2 && none.stderr.contains("missing FILE|DIR or '--files-from'"))
    let null = try run("card", "--null")
    #expect(null.status == 2 && null.stderr.contains("'--null' requires '--files-from'"))
    try FileManager.default.createDirectory(
      at: work["empty"], withIntermediateDirectories: true)
    let empty = try run("empty")
    #expect(empty.status == 1 && empty.stderr == "movtool: empty: there is no movie in it\n")
  }
}
