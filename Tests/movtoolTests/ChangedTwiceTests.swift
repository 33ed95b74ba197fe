import Foundation
import TestSupport
import Testing

/// A file that several names lead to is not changed in place once for each of them.
@Suite struct ChangedTwiceTests {
  private let work: Stamping

  init() throws {
    work = try Stamping()
    try FileManager.default.createDirectory(at: work["card"], withIntermediateDirectories: true)
    for name in ["card/a.mov", "card/b.mov"] { _ = try work.copy("timecode/25.mov", as: name) }
  }

  @Test(arguments: [
    ("true", "card/a.mov card/b.mov card/a.mov"), ("true", "card/a.mov ./card/a.mov"),
    ("true", "card card/b.mov"), ("ln -s a.mov card/link.mov", "card"),
    ("ln card/a.mov card/hard.mov", "card"),
    ("printf 'card/a.mov\ncard/b.mov\ncard/a.mov\n' > list", "--files-from list"),
  ])
  func refused(prepare: String, files: String) throws {
    let before = try Data(contentsOf: work["card/a.mov"])
    for verb in [
      "edit timecode --shift +1f", "remove timecode", "edit track --track video --language eng",
    ] {
      let result = try Tool.shell(
        "\(prepare); \"$TOOL\" \(verb) \(files) --in-place; status=$?; rm -f card/link.mov card/hard.mov; "
          + "exit $status", cwd: work.folder)
      #expect(result.status == 1, "\(verb): \(result.stderr)")
      #expect(
        result.stderr.contains(": it is the same file as ")
          && result.stderr.contains(", and would be changed twice; name it once"),
        "\(result.stderr)")
      #expect(try Data(contentsOf: work["card/a.mov"]) == before)
      #expect(try Data(contentsOf: work["card/b.mov"]) == before)
    }
  }

  /// Copies are not in the way of each other, and one name is changed once.
  @Test func others() throws {
    let result = try Tool.shell(
      "\"$TOOL\" edit timecode card --shift +1f --in-place -q", cwd: work.folder)
    #expect(result.status == 0, "\(result.stderr)")
    for name in ["a", "b"] {
      #expect(
        try Stamping.tracks(of: work["card/\(name).mov"]).first?["start"] as? String
          == "01:30:15:08")
    }
  }

  /// What is no list of names is not read for ever.
  @Test(arguments: [
    ("--files-from /dev/zero", "a line has more than 65536 bytes"),
    ("--files-from /dev/zero -0", "65536 lines of it are empty"),
    ("--files-from /dev/full", "a line has more than 65536 bytes"),
  ])
  func listsWithoutAName(words: String, message: String) throws {
    let result = try Tool.shell("timeout 20 \"$TOOL\" list \(words)", cwd: work.folder)
    #expect(result.status == 1)
    #expect(
      result.stderr.contains("it is not a list of names: \(message)"), "\(result.stderr)")
  }

  /// Lists that programs of Windows write.
  @Test(arguments: ["a.mov\r\nb.mov\r\n", "\u{FEFF}a.mov\nb.mov", "\u{FEFF}a.mov\r\nb.mov"])
  func marksOfLines(list: String) throws {
    for name in ["a", "b"] {
      try FileManager.default.copyItem(at: work["card/\(name).mov"], to: work["\(name).mov"])
    }
    let result = try Tool.run(
      ["list", "--files-from", "-"], stdin: Data(list.utf8), cwd: work.folder)
    #expect(result.status == 0 && result.stderr.contains("2 clips"), "\(result.stderr)")
  }

  /// The names of a program that writes them for ever take no more memory than they may.
  @Test func namesWithoutEnd() throws {
    if NotRun.underSanitizer() { return }
    let result = try Tool.shell(
      "yes a.mov | timeout 60 \"$TOOL\" list --files-from - --max-memory 64M", cwd: work.folder)
    #expect(result.status == 1)
    #expect(result.stderr.contains("--max-memory"), "\(result.stderr.suffix(300))")
  }

  /// Half a second for some, five frames for others.
  @Test(arguments: ["+00:00:00.5", "-00:00:00.05"]) func aDotBeforeTheFrames(shift: String) throws {
    let result = try Tool.run(
      ["edit", "timecode", "card/a.mov", "--shift=\(shift)", "-o", "out.mov"], cwd: work.folder)
    #expect(result.status == 2)
    #expect(result.stderr.contains("expected a sign and a timecode, frames or seconds"))
  }
}
