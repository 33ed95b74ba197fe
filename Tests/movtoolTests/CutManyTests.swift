import Foundation
import Testing

/// `movtool cut` of many files, and the reports of `cut` and `join`.
@Suite struct CutManyTests {
  private let work: Stamping

  init() throws {
    work = try Stamping()
    try FileManager.default.createDirectory(at: work["card"], withIntermediateDirectories: true)
    for (path, name) in [
      ("timecode/25.mov", "card/A.mov"), ("timecode/25-zero.mov", "card/B.mov"),
      ("timecode/25-reel.mov", "card/C.mov"),
    ] {
      _ = try work.copy(path, as: name)
    }
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, cwd: work.folder)
  }

  private func lines(_ result: Tool.Result) throws -> [[String: Any]] {
    try result.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func start(_ name: String) throws -> String? {
    try Stamping.tracks(of: work[name]).first?["start"] as? String
  }

  private static func starts(_ line: [String: Any], _ key: String) -> [String] {
    (line[key] as? [[String: Any]] ?? []).compactMap { $0["start"] as? String }
  }

  /// The part begins 10 frames after the start, at 00:00:00:10 in a movie that begins at 0.
  @Test func aFolder() throws {
    let result = try run("cut", "card", "--from", "0.4", "-o", "parts/")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      result.text == """
        card/A.mov: 01:30:15:07 (25 fps) -> 01:30:15:17 (25 fps) (parts/A.mov)
        card/B.mov: 00:00:00:00 (25 fps) -> 00:00:00:10 (25 fps) (parts/B.mov)
        card/C.mov: 01:30:15:07 (25 fps, reel 'A001C002') -> \
        01:30:15:17 (25 fps, reel 'A001C002') (parts/C.mov)
        3 files: 3 changed

        """, "\(result.text)")
    for (name, label) in [("A", "01:30:15:17"), ("B", "00:00:00:10"), ("C", "01:30:15:17")] {
      #expect(try start("parts/\(name).mov") == label)
      guard MediaTools.has("ffprobe") else { continue }
      let stated = try MediaTools.streams(work["parts/\(name).mov"]).compactMap(\.timecode)
      #expect(!stated.isEmpty && stated.allSatisfy { $0 == label }, "\(stated)")
    }
  }

  /// One movie has no such timecode; the others are cut.
  @Test func goesOnAfterAFailure() throws {
    let result = try run(
      "cut", "card/A.mov", "card/B.mov", "none.mov", "card/C.mov", "--from", "01:30:16:00", "-o",
      "parts/", "--json")
    #expect(result.status == 1)
    let lines = try lines(result)
    try #require(lines.count == 5)
    #expect(
      lines.dropLast().map { $0["status"] as? String } == [
        "written", "failed", "failed", "written",
      ])
    #expect(lines[0]["output"] as? String == "parts/A.mov" && lines[1]["output"] is NSNull)
    #expect(Self.starts(lines[0], "before") == ["01:30:15:07"])
    #expect(Self.starts(lines[0], "after") == ["01:30:16:00"])
    let summary = lines[4]["summary"] as? [String: Any]
    #expect(summary?["written"] as? Int == 2 && summary?["failed"] as? Int == 2)
    #expect(summary?["failedFiles"] as? [String] == ["card/B.mov", "none.mov"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work["parts"].path).sorted() == [
        "A.mov", "C.mov",
      ])
    let errors = result.stderr.split(separator: "\n")
    #expect(errors.count == 2 && errors.last == "movtool: none.mov: no such file or directory")
  }

  @Test func plans() throws {
    let result = try run("cut", "card", "--to", "1", "--dry-run")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text.hasPrefix("card/A.mov:\nPart: 00:00:00.000 to 00:00:01.000, 25 frames\n"))
    #expect(result.text.hasSuffix("3 files: 3 planned\n"))
    let json = try lines(
      try run("cut", "card", "--to", "1", "--dry-run", "--json", "-o", "parts/"))
    #expect(json.dropLast().allSatisfy { $0["status"] as? String == "planned" })
    #expect(!FileManager.default.fileExists(atPath: work["parts"].path))
  }

  @Test func lists() throws {
    let result = try Tool.shell(
      #"printf 'card\0' | "$TOOL" cut --files-from - -0 --to 1 -o parts/ -q"#, cwd: work.folder)
    #expect(result.status == 0 && result.text.isEmpty, "\(result.stderr)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: work["parts"].path).count == 3)
  }

  /// What was interrupted is continued by the same command.
  @Test func existingPartsAreSkipped() throws {
    let arguments = ["cut", "card", "--to", "1", "-o", "parts/", "--skip-existing"]
    let first = try Tool.run(arguments, cwd: work.folder)
    #expect(first.status == 0 && first.text.hasSuffix("3 files: 3 changed\n"), "\(first.text)")
    try FileManager.default.removeItem(at: work["parts/B.mov"])
    let again = try Tool.run(arguments + ["--jobs", "2"], cwd: work.folder)
    #expect(
      again.text.hasPrefix("card/A.mov: skipped (parts/A.mov)\ncard/B.mov: 00:00:00:00"),
      "\(again.text)")
    #expect(again.text.hasSuffix("3 files: 1 changed, 2 skipped\n"), "\(again.text)")
  }

  @Test func usage() throws {
    for (arguments, status, message) in [
      (["card"], Int32(2), "missing option '-o, --output OUT' or '--dry-run'"),
      (["card", "-o", "out.mov"], 2, "choose a part"),
      (["card", "--from", "1", "-o", "out.mov"], 2, "several files need a folder"),
      (["--from", "1", "-o", "out.mov"], 2, "missing FILE|DIR or '--files-from'"),
      (["card/A.mov", "--from", "1", "-o", "-"], 2, "cannot be standard output"),
      (["card", "--from", "1", "-o", "card/"], 1, "is the same file as"),
      (["card/A.mov", "--from", "1", "--in-place"], 2, "unknown option '--in-place'"),
    ] {
      let result = try Tool.run(["cut"] + arguments, cwd: work.folder)
      #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
    }
  }

  // MARK: join

  @Test func joinReports() throws {
    let planned = try lines(
      try run("join", "card/A.mov", "card/B.mov", "--dry-run", "--json", "-o", "whole.mov"))
    #expect(planned.first?["status"] as? String == "planned")
    #expect(!FileManager.default.fileExists(atPath: work["whole.mov"].path))
    let written = try lines(
      try run("join", "card/A.mov", "card/B.mov", "-o", "whole.mov", "--json"))
    try #require(written.count == 2)
    #expect(written[0]["file"] as? String == "card/A.mov")
    #expect(written[0]["output"] as? String == "whole.mov")
    #expect(Self.starts(written[0], "after") == ["01:30:15:07"])
    #expect((written[1]["summary"] as? [String: Any])?["written"] as? Int == 1)
    try Data("no movie".utf8).write(to: work["broken.mov"])
    let failed = try run("join", "card/A.mov", "broken.mov", "-o", "other.mov", "--json")
    let lines = try lines(failed)
    #expect(failed.status == 1 && failed.stderr.hasPrefix("movtool: broken.mov: "))
    #expect(lines.first?["status"] as? String == "failed" && lines.first?["output"] is NSNull)
    #expect((lines.first?["problem"] as? String)?.hasPrefix("broken.mov: ") == true)
    #expect((lines.last?["summary"] as? [String: Any])?["failed"] as? Int == 1)
  }
}
