import Foundation
import TestSupport
import Testing

/// `restore` with a folder of backups, and with a folder of movies.
@Suite struct RestoreFolderTests {
  private static let names = ["a.mov", "sub/b c.mov", "ü.mov"]

  /// Movies that were changed in place, beside one that was not.
  private func withMovies(
    _ body: (_ folder: URL, _ old: [String: Data], _ changed: [String: Data]) throws -> Void
  ) throws {
    try Tool.withFolder { folder in
      let card = folder.appending(path: "card")
      try FileManager.default.createDirectory(
        at: card.appending(path: "sub"), withIntermediateDirectories: true)
      let movie = try Data(contentsOf: Media.root.appending(path: "timecode/25.mov"))
      for name in Self.names + ["plain.mov"] { try movie.write(to: card.appending(path: name)) }
      let result = try Tool.run(
        ["edit", "timecode", "--shift", "+01:00:00:00", "--in-place", "--backup", "undo/"]
          + Self.names.map { "card/\($0)" }, cwd: folder)
      #expect(result.status == 0, "\(result.stderr)")
      let changed = try contents(card)
      #expect(changed.count == 4 && changed["plain.mov"] == movie)
      for name in Self.names { #expect(changed[name] != movie) }
      try body(folder, changed.mapValues { _ in movie }, changed)
    }
  }

  private func contents(_ card: URL) throws -> [String: Data] {
    var all: [String: Data] = [:]
    for name in Self.names + ["plain.mov"] {
      all[name] = try Data(contentsOf: card.appending(path: name))
    }
    return all
  }

  @Test func folderOfMovies() throws {
    try withMovies { folder, old, _ in
      let result = try Tool.run(["restore", "card", "undo"], cwd: folder)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      #expect(
        result.text
          == "card/a.mov: restored\ncard/sub/b c.mov: restored\ncard/ü.mov: restored\n"
          + "4 files: 3 restored, 1 without backup\n")
      #expect(try contents(folder.appending(path: "card")) == old)
    }
  }

  @Test func oneMovie() throws {
    try withMovies { folder, old, changed in
      let result = try Tool.run(["restore", "card/sub/b c.mov", "undo/"], cwd: folder)
      #expect(result.status == 0 && result.text.isEmpty && result.stderr.isEmpty)
      var expected = changed
      expected["sub/b c.mov"] = old["sub/b c.mov"]
      #expect(try contents(folder.appending(path: "card")) == expected)
      let none = try Tool.run(["restore", "card/plain.mov", "undo"], cwd: folder)
      #expect(none.status == 1 && none.stderr.contains("undo/plain.mov.backup: no such file"))
    }
  }

  /// What cannot be restored does not keep the others from it.
  @Test func oneDamagedBackup() throws {
    try withMovies { folder, old, changed in
      let backup = folder.appending(path: "undo/a.mov.backup")
      let whole = try Data(contentsOf: backup)
      var other = whole
      other[other.count - 1] ^= 1
      let message =
        "movtool: undo/a.mov.backup: the backup is damaged or incomplete, so nothing was restored\n"
      try other.write(to: backup)
      let one = try Tool.run(["restore", "card/a.mov", "undo/a.mov.backup"], cwd: folder)
      #expect(one.status == 1 && one.stderr == message, "\(one.stderr)")
      try whole.dropLast(1).write(to: backup)
      let result = try Tool.run(["restore", "card", "undo", "-q"], cwd: folder)
      #expect(result.status == 1 && result.text.isEmpty)
      #expect(result.stderr == message)
      var expected = old
      expected["a.mov"] = changed["a.mov"]
      #expect(try contents(folder.appending(path: "card")) == expected)
    }
  }

  @Test func refused() throws {
    try withMovies { folder, _, changed in
      func problem(_ words: String...) throws -> String {
        let result = try Tool.run(["restore"] + words, cwd: folder)
        #expect(result.status == 1 && result.text.isEmpty)
        return result.stderr
      }
      #expect(
        try problem("card", "undo/a.mov.backup")
          == "movtool: undo/a.mov.backup: one backup cannot restore a folder; name the movie, or the folder of the "
          + "backups\n")
      #expect(try problem("card", "nowhere") == "movtool: nowhere: no such file or directory\n")
      #expect(
        try problem("undo", "undo") == "movtool: undo: there is no movie in it\n")
      #expect(
        try problem("card", "card")
          == "movtool: card: none of its movies has a backup in card, such as card/a.mov.backup\n")
      try FileManager.default.copyItem(
        at: folder.appending(path: "card/a.mov"), to: folder.appending(path: "card/sub/a.mov"))
      #expect(
        try problem("card", "undo")
          == "movtool: card/sub/a.mov: another movie has the same name, so the backup can be that of either; name "
          + "the movie\n")
      #expect(try contents(folder.appending(path: "card")) == changed)
    }
  }
}
