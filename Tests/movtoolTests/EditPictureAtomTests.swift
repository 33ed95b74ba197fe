import Foundation
import Testing

/// `edit atom`, `insert atom` and `remove atom` in files without a movie.
@Suite struct EditPictureAtomTests {
  private static let picture: HandmadePicture = {
    var picture = HandmadePicture()
    picture.media = Data(0..<200)
    picture.idat = Data("abcdefghij".utf8)
    picture.properties = [
      HandmadePicture.size(64, 40), Handmade.atom("jpgC", Data([0xFF, 0xD8, 0xAA])),
    ]
    picture.items = [
      .init(
        id: 1, type: "jpeg", name: "main", extents: [(0, 10, 20), (0, 100, 5)], properties: [1, 2]),
      .init(id: 2, type: "abcd", method: 1, extents: [(0, 2, 3), (0, 0, 2)]),
      .init(id: 3, type: "abcd", method: 2, extents: [(1, 15, 8)]),
    ]
    picture.references = [("iloc", 3, [1])]
    return picture
  }()

  /// What `extract item` writes for each item.
  private func items(_ file: String, _ folder: URL) throws -> [Data] {
    try ["1", "2", "3"].map {
      let result = try Tool.run(["extract", "item", file, $0], cwd: folder)
      #expect(result.status == 0, "\(result.stderr)")
      return result.stdout
    }
  }

  private func change(
    _ words: [String], _ body: (Tool.Result, URL) throws -> Void
  ) throws {
    try Tool.withFolder { folder in
      let data = Self.picture.data
      try data.write(to: folder.appending(path: "a.heic"))
      try Handmade.atom("skip", Data(count: 300)).write(to: folder.appending(path: "new.bin"))
      try body(try Tool.run(words, cwd: folder), folder)
      #expect(try Data(contentsOf: folder.appending(path: "a.heic")) == data)
    }
  }

  /// Items are found wherever the change has moved them.
  @Test(arguments: [
    ["edit", "atom", "a.heic", "meta/iinf/infe", "item_name=a name that is longer"],
    ["edit", "atom", "a.heic", "meta/iprp/ipco/ispe", "image_width=65536"],
    ["insert", "atom", "a.heic", "/", "new.bin", "--at", "1"],
    ["insert", "atom", "a.heic", "meta", "new.bin", "--at", "0"],
    ["insert", "atom", "a.heic", "/", "new.bin"],
  ])
  func itemsStay(words: [String]) throws {
    try change(words + ["-o", "b.heic", "--verify", "full"]) {
      (result: Tool.Result, folder: URL) throws in
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      #expect(try items("b.heic", folder) == items("a.heic", folder))
    }
  }

  @Test func valuesAreSet() throws {
    try change([
      "edit", "atom", "a.heic", "meta/iprp/ipco/ispe", "image_width=48", "-o", "b.heic",
    ]) { (_: Tool.Result, folder: URL) throws in
      let text = try Tool.run(["extract", "item", "b.heic", "--list"], cwd: folder).text
      #expect(text.contains("48x40"), "\(text)")
    }
  }

  /// What was inserted can be removed, and then the file is what it was.
  @Test func thereAndBack() throws {
    try change(["insert", "atom", "a.heic", "/", "new.bin", "--at", "1", "-o", "b.heic"]) {
      (result: Tool.Result, folder: URL) throws in
      #expect(result.status == 0, "\(result.stderr)")
      let back = try Tool.run(["remove", "atom", "b.heic", "skip", "-o", "c.heic"], cwd: folder)
      #expect(back.status == 0, "\(back.stderr)")
      #expect(
        try Data(contentsOf: folder.appending(path: "c.heic")) == Self.picture.data)
    }
  }

  @Test(arguments: [
    (["remove", "atom", "a.heic", "mdat", "-o", "b.heic"], "which the change removes"),
    (["edit", "atom", "a.heic", "mdat", "data=00", "-o", "b.heic"], "media is not changed"),
    (
      ["insert", "atom", "a.heic", "meta", "new.bin", "-o", "b.heic", "--fast-start"],
      "the file has no movie (moov) to put in front; leave out --fast-start"
    ),
    (["remove", "atom", "a.heic", "skip", "--in-place"], "cannot be changed in place; use -o OUT"),
    (["insert", "timecode", "a.heic", "--start", "1:0:0:0", "-o", "b.heic"], "no movie (moov)"),
  ])
  func refused(words: [String], message: String) throws {
    try change(words) { (result: Tool.Result, folder: URL) throws in
      #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(result.stderr.filter { $0 == "\n" }.count == 1, "\(result.stderr)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
          "a.heic", "new.bin",
        ])
    }
  }
}
