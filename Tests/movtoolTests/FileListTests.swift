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

  /// A wrong folder must not pass for one in which all is well. `EMPTY` is a folder without movies.
  private static let linesWithFolders: [String] = [
    "check EMPTY", "hash EMPTY", "diff EMPTY EMPTY --timecode", "remux EMPTY -o out/",
    "cut EMPTY --from 1 -o out/", "extract timecode EMPTY", "extract metadata EMPTY",
    "insert timecode EMPTY --start 01:00:00:00 -o out/", "insert atom EMPTY moov ATOM -o out/",
    "edit timecode EMPTY --shift +1f -o out/", "edit track EMPTY --track 1 --name A -o out/",
    "edit atom EMPTY moov/mvhd rate=2 -o out/", "edit metadata EMPTY title=A -o out/",
    "remove timecode EMPTY -o out/", "remove track EMPTY --track 1 -o out/",
    "remove atom EMPTY moov/udta -o out/", "remove metadata EMPTY title -o out/",
    "restore EMPTY EMPTY",
  ]

  @Test func foldersWithoutMovies() throws {
    // `list` says how many clips there are, which may be none.
    let table = Command.leaves.filter { leaf in
      leaf.command.positionals.contains { $0.name.contains("DIR") } && leaf.path != ["list"]
    }
    let tried = Self.linesWithFolders.map { $0.split(separator: " ").map(String.init) }
    let missing = table.map(\.path).filter { path in
      !tried.contains { $0.starts(with: path) }
    }
    #expect(missing.isEmpty)
    try Tool.withFolder { folder in
      let empty = folder.appending(path: "EMPTY/none")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
      try Data([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]).write(to: folder.appending(path: "ATOM"))
      for line in tried {
        let result = try Tool.run(line, cwd: folder)
        #expect(result.status == 1, "\(line)")
        #expect(result.text.isEmpty, "\(line): \(result.text)")
        let kinds = line.first == "check" ? "movie, picture or segment" : "movie"
        #expect(
          result.stderr == "movtool: EMPTY: there is no \(kinds) in it\n",
          "\(line): \(result.stderr)")
      }
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
    ("GL010042.LRV", true), ("a.lrf", true), ("GS010001.360", true), ("a.ismv", true),
    ("a.isma", true),
    ("a.mj2", true), ("a.mp4v", true), ("a.m4s", false), ("a.cmfv", false),
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
