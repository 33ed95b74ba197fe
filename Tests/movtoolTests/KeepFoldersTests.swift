import Foundation
import Testing

/// `--keep-folders` with the built tool: what is written for the movies of a folder goes into the folders that they
/// are in there.
@Suite struct KeepFoldersTests {
  /// Makes `card` with two movies of one name in different folders, and one outside them.
  private func withCard(_ body: (URL) throws -> Void) throws {
    try Tool.withFolder { folder in
      for (place, name) in [
        ("card/100/A.mov", "rates/25.mov"), ("card/101/b c/A.mov", "rates/24.mov"),
        ("card/B.mov", "rates/50.mov"),
      ] {
        let file = folder.appending(path: place)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(try testMovie(name)).write(to: file)
      }
      try body(folder)
    }
  }

  /// The paths of the files in a folder, in order.
  private func files(in folder: URL) throws -> [String] {
    let found = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return found.compactMap { $0 as? String }.filter { path in
      FileManager.default.contents(atPath: folder.appending(path: path).path) != nil
    }.sorted()
  }

  @discardableResult
  private func run(
    _ arguments: [String], in folder: URL, status: Int32 = 0
  ) throws -> Tool.Result {
    let result = try Tool.run(arguments, cwd: folder)
    #expect(result.status == status, "\(arguments): \(result.stderr)")
    return result
  }

  private static let copies = ["100/A.mov", "101/b c/A.mov", "B.mov"]

  @Test(arguments: [
    "insert timecode card --start 01:00:00:00", "remux card --fragment 1", "remux card/ --jobs 3",
    "cut card --to 0.5", "edit track card --track video --language deu",
    "edit metadata card title=Day",
    "check card --fix",
  ])
  func copies(command: String) throws {
    try withCard { folder in
      let line = command.split(separator: " ").map(String.init)
      let refused = try Tool.run(line + ["-o", "flat/"], cwd: folder)
      #expect(refused.status == 1)
      #expect(
        refused.stderr.contains(
          "another file has the same name, so both would become flat/A.mov; use --keep-folders, or run the command "
            + "for each folder by itself"), "\(refused.stderr)")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "flat").path))
      let result = try Tool.run(line + ["-o", "out/", "--keep-folders"], cwd: folder)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try files(in: folder.appending(path: "out")) == Self.copies)
      #expect(try files(in: folder.appending(path: "card")) == Self.copies)
    }
  }

  /// What comes out is the same as without folders.
  @Test func sameCopies() throws {
    try withCard { folder in
      let start = ["--start", "01:00:00:00"]
      // The folder has to be there if its name does not end in a slash.
      try run(
        ["insert", "timecode", "card", "-o", "out", "--keep-folders"] + start, in: folder, status: 2
      )
      try run(
        ["insert", "timecode", "card", "-o", "out/", "--keep-folders"] + start, in: folder)
      for copy in Self.copies {
        try run(
          ["insert", "timecode", "card/\(copy)", "-o", "one.mov", "--overwrite"] + start, in: folder
        )
        #expect(
          try Data(contentsOf: folder.appending(path: "one.mov"))
            == Data(contentsOf: folder.appending(path: "out/\(copy)")))
      }
    }
  }

  @Test func nothingIsWrittenInADryRun() throws {
    try withCard { folder in
      let result = try Tool.run(
        ["remove", "timecode", "card", "-o", "out/", "--keep-folders", "--dry-run"], cwd: folder)
      #expect(result.status == 1)
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }

  /// A movie that is named itself goes to the folder, whatever the folders in its name.
  @Test func namedMovies() throws {
    try withCard { folder in
      let refused = try run(
        [
          "remux", "card/100", "card/101/b c/A.mov", "./card/B.mov", "-o", "out/", "--keep-folders",
        ],
        in: folder, status: 1)
      #expect(
        refused.stderr.contains(
          "card/101/b c/A.mov: another file has the same name, so both would become out/A.mov; run the command for "
            + "each folder by itself"), "\(refused.stderr)")
      try run(
        ["remux", "card/101", "./card/B.mov", "card/100/A.mov", "-o", "out/", "--keep-folders"],
        in: folder)
      #expect(try files(in: folder.appending(path: "out")) == ["A.mov", "B.mov", "b c/A.mov"])
    }
  }

  @Test func backups() throws {
    try withCard { folder in
      try run(
        [
          "insert", "timecode", "card", "--start", "01:00:00:00", "--in-place", "--backup", "old/",
          "--keep-folders",
        ], in: folder)
      #expect(try files(in: folder.appending(path: "old")) == Self.copies.map { $0 + ".backup" })
      // A backup of that name, which is that of none of them.
      try Data("none".utf8).write(to: folder.appending(path: "old/A.mov.backup"))
      let restored = try run(["restore", "card", "old"], in: folder)
      #expect(restored.text.hasSuffix("3 files: 3 restored\n"), "\(restored.text)")
      for (copy, name) in zip(Self.copies, ["rates/25.mov", "rates/24.mov", "rates/50.mov"]) {
        #expect(
          try Data(contentsOf: folder.appending(path: "card/\(copy)")) == Data(try testMovie(name)))
      }
    }
  }

  /// A file has the name of a folder that is needed: of OUT/ or of one in it.
  @Test(arguments: ["out", "out/101"]) func fileInPlaceOfAFolder(name: String) throws {
    try withCard { folder in
      if name != "out" {
        try FileManager.default.createDirectory(
          at: folder.appending(path: "out"), withIntermediateDirectories: true)
      }
      try Data("file".utf8).write(to: folder.appending(path: name))
      let result = try run(
        ["remux", "card", "-o", "out/", "--keep-folders"], in: folder, status: 1)
      #expect(
        result.stderr.contains("a folder is needed here, and there is a file of this name"),
        "\(result.stderr)")
      #expect(try Data(contentsOf: folder.appending(path: name)) == Data("file".utf8))
    }
  }

  /// Two cards with the same places are not kept apart, so nobody is told that they would be.
  @Test func cardsThatAreAlike() throws {
    try withCard { folder in
      try FileManager.default.copyItem(
        at: folder.appending(path: "card"), to: folder.appending(path: "card2"))
      for options in [[], ["--keep-folders"]] {
        let result = try run(
          ["remux", "card", "card2", "-o", "out/"] + options, in: folder, status: 1)
        #expect(result.stderr.contains("; run the command for each folder"), "\(result.stderr)")
      }
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out").path))
    }
  }

  @Test(arguments: ["extract timecode", "extract metadata"])
  func documents(command: String) throws {
    try withCard { folder in
      try run(
        command.split(separator: " ").map(String.init) + ["card", "-o", "out/", "--keep-folders"],
        in: folder)
      #expect(
        try files(in: folder.appending(path: "out"))
          == Self.copies.map { $0.replacing(".mov", with: ".json") })
    }
  }

  /// Of two files of one stem, each keeps its extension; in other folders, neither needs to.
  @Test func stems() throws {
    try withCard { folder in
      try FileManager.default.copyItem(
        at: folder.appending(path: "card/100/A.mov"), to: folder.appending(path: "card/100/A.mp4"))
      try run(
        ["extract", "metadata", "card", "-o", "out/", "--keep-folders"], in: folder)
      #expect(
        try files(in: folder.appending(path: "out"))
          == ["100/A.mov.json", "100/A.mp4.json", "101/b c/A.json", "B.json"])
    }
  }

  @Test(arguments: [
    "remux card/B.mov -o b.mov", "insert timecode card/B.mov --start 01:00:00:00 --in-place",
    "extract metadata card", "extract timecode card/B.mov -o b.json",
  ])
  func mistakes(command: String) throws {
    try withCard { folder in
      let result = try Tool.run(
        command.split(separator: " ").map(String.init) + ["--keep-folders"], cwd: folder)
      #expect(result.status == 2)
      #expect(
        result.stderr.contains("'--keep-folders' requires a folder: '-o FOLDER/'"),
        "\(result.stderr)")
    }
  }
}
