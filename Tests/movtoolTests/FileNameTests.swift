import Foundation
import MovKit
import Testing

@testable import movtool

/// The parts of a file's name.
@Suite struct FileNameTests {
  @Test(arguments: [
    ("a.mov", "a", ".mov"), ("A.MOV", "A", ".mov"), ("dir/a.b.Mp4", "a.b", ".mp4"),
    ("dir.mov/clip", "clip", nil), ("dir.mov/", "", nil), ("clip", "clip", nil),
    (".mov", ".mov", nil), ("dir/.mov", ".mov", nil), (".a.mov", ".a", ".mov"), ("a.", "a", "."),
    ("..", "..", nil), ("dir/..", "..", nil), (".", ".", nil), ("", "", nil),
    ("a.\u{301}b", "a", ".\u{301}b"), ("\u{C4}.\u{C4}", "\u{C4}", ".\u{C4}"),
  ])
  func parts(path: String, stem: String, nameExtension: String?) {
    #expect(FilePath(path).baseName == stem)
    #expect(FilePath(path).nameExtension == nameExtension)
  }

  @Test func otherBytes() {
    let path = FilePath(bytes: [0x61, 0x2F, 0xFF, 0x2E, 0xFE])
    #expect(path.stem == [0xFF])
    #expect(path.nameExtension == ".\u{FFFD}")
  }

  /// The name of a hidden file asks for no format.
  @Test func hiddenNames() throws {
    try Tool.withFolder { folder in
      let movie = Media.root.appending(path: "timecode/25-reel.mov").path
      let list = try Tool.run(["extract", "timecode", movie, "-o", ".csv"], cwd: folder)
      #expect(list.status == 0)
      let text = try Tool.shell("cat .csv", cwd: folder)
      #expect(String(decoding: text.stdout, as: UTF8.self).hasPrefix("{"))
    }
  }
}
