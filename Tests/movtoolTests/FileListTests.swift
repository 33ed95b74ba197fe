import Foundation
import MovKit
import Testing

@testable import movtool

/// What a list of files and folders means, and the names and numbers in it.
@Suite struct FileListTests {
  private func names(in folder: URL) -> [String] {
    let messages = Messages { _ in }
    return FileList([FilePath(folder.path)], messages).entries.map(\.name.description)
  }

  @Test func foldersAreReadOnceAndInOrder() throws {
    try Tool.withFolder { folder in
      let made = try Tool.shell(
        """
        mkdir -p a/b a/c .hidden DIR.mov
        touch a/b/2.mov a/b/10.MP4 a/b/1.m4v a/c/x.txt a/z.qt .hidden/h.mov ._a.mov mov .mov
        touch DIR.mov/in.mov
        ln -s .. a/c/parent; ln -s . self; ln -s self other; ln -s a/b/2.mov link.mov
        """, cwd: folder)
      try #require(made.status == 0)
      // 'self' and 'other' lead to the folder itself, and a/c/parent to a, which are read already.
      #expect(
        names(in: folder) == [
          "a/b/1.m4v", "a/b/2.mov", "a/b/10.MP4", "a/z.qt", "DIR.mov/in.mov", "link.mov",
        ])
    }
  }

  @Test func deepFolders() throws {
    try Tool.withFolder { folder in
      let path = Array(repeating: "d", count: 300).joined(separator: "/")
      try FileManager.default.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true)
      try Data().write(to: folder.appending(path: path + "/x.mov"))
      #expect(names(in: folder) == [path + "/x.mov"])
    }
  }

  @Test(arguments: [
    ("a.mov", true), ("A.MOV", true), ("a.Mp4", true), ("a.m4a", true), ("a.3gp", true),
    ("a.txt", false), ("mov", false), (".mov", false), ("a.mov.txt", false), ("a.", false),
    ("a.b/c", false), ("a.mov/c", false), ("", false),
  ])
  func movieNames(name: String, isMovie: Bool) {
    #expect(FileList.isNamedLikeMovie(FilePath(name)) == isMovie)
  }

  @Test func naturalOrder() {
    let ordered = [
      "", "0", "00", "1", "a", "A", "a1", "a01", "A2", "a10", "a10b", "a99999999999999999999999",
      "ab",
      "b",
    ]
    // 'A' and 'a', '0' and '00' are equal but for their bytes.
    let expected = [
      "", "0", "00", "1", "A", "a", "a01", "a1", "A2", "a10", "a10b", "a99999999999999999999999",
      "ab",
      "b",
    ]
    #expect(ordered.shuffled().sorted(by: NaturalOrder.isBefore) == expected)
    for name in ordered { #expect(!NaturalOrder.isBefore(name, name)) }
  }

  @Test(arguments: [
    (["C0001.MP4", "C0002.MP4", "C0004.MP4", "C0005.MP4"], ["C0004.MP4"]),
    (["C0003.MP4", "C0004.MP4"], []), (["C0001.MP4"], []),
    (["C0001.MP4", "C0001.MOV", "C0003.MP4"], ["C0003.MP4"]),
    // The card's own number does not count, and neither does a date.
    (
      [
        "A001C001_170101_R1AB.mov", "A001C003_170101_R1AB.mov", "A003C001_170105_R1AB.mov",
        "A003C002_170105_R1AB.mov",
      ], ["A001C003_170101_R1AB.mov"]
    ),
    (["VID_20240101_120000.mp4", "VID_20240101_120533.mp4"], []),
    // The chapters of a GoPro camera: 10 has two, 11 is missing.
    (["GX010010.MP4", "GX020010.MP4", "GX010012.MP4"], ["GX010012.MP4"]),
    (["GOPR0010.MP4", "GP010010.MP4", "GOPR0011.MP4"], []),
    (["Scene1_Take1.mov", "Scene1_Take3.mov", "Scene2_Take1.mov"], ["Scene1_Take3.mov"]),
    (["a.mov", "b.mov", "1.mov", "x7.mov"], []),
    // The other part of the name decides.
    (["A1.mov", "B3.mov"], []),
  ])
  func gaps(names: [String], after: [String]) {
    let numbers = ClipNumbers(names.enumerated().map { ($0.offset, Array($0.element.utf8)) })
    #expect(Set(numbers.afterGaps.map { names[$0] }) == Set(after))
  }
}
