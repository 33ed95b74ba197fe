import Foundation
import Testing

/// What `remove metadata FILE location` removes, and what it says is left.
@Suite struct RemainingLocationTests {
  private func remove(_ file: URL) throws -> (messages: String, copy: URL) {
    let copy = file.deletingLastPathComponent().appending(path: "removed.\(file.pathExtension)")
    let result = try Tool.run([
      "remove", "metadata", file.path, "location", "--overwrite", "-o", copy.path,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    return (result.stderr, copy)
  }

  /// ffmpeg adds the language to keys. Such a key is the location too, is changed with it and removed with it.
  @Test func keyWithLanguage() throws {
    guard MediaTools.has("ffmpeg", "exiftool") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "a.mp4")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=d=0.2:s=32x32", "-c:v", "mpeg4",
          "-movflags", "use_metadata_tags", "-metadata", "location-eng=+33.1268-117.3274/",
          "-metadata", "title-eng=A", "-metadata", "shot-one=kept", file.path,
        ])
      let named = try Tool.run(["extract", "metadata", file.path]).text
      #expect(named.contains(#""title": "A""#), "\(named)")
      let set = folder.appending(path: "set.mp4")
      let changed = try Tool.run([
        "edit", "metadata", file.path, "location=1,2", "title=B", "-o", set.path,
      ])
      #expect(changed.status == 0, "\(changed.stderr)")
      let after = String(
        decoding: try MediaTools.output("exiftool", ["-G1", set.path]), as: UTF8.self)
      #expect(!after.contains("33.1268") && after.contains("kept"), "\(after)")
      let (messages, copy) = try remove(file)
      #expect(messages.isEmpty, "\(messages)")
      #expect(try Data(contentsOf: copy).range(of: Data("33.1268".utf8)) == nil)
      #expect(try Data(contentsOf: copy).range(of: Data("kept".utf8)) != nil)
    }
  }

  /// An unknown key whose text is a point stays, and is named.
  @Test func unknownKey() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "a.mp4")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=d=0.2:s=32x32", "-c:v", "mpeg4",
          "-movflags", "use_metadata_tags", "-metadata", "home=+33.1268-117.3274/",
          "-metadata", "take=+3", file.path,
        ])
      let (messages, _) = try remove(file)
      #expect(
        messages.contains("'home' says a point as a location does; it is not changed"),
        "\(messages)")
      #expect(messages.components(separatedBy: "location-remains").count == 2, "\(messages)")
    }
  }

  /// What Insta360's cameras write after the last atom has a track of GPS.
  @Test func trailerOfACamera() throws {
    try Tool.withFolder { folder in
      let movie = try Data(contentsOf: Media.root.appending(path: "rates/25.mp4"))
      let positions = Data(String(repeating: "GPSDATA", count: 20).utf8)
      func number(_ value: UInt32) -> Data { Handmade.number(value.byteSwapped) }
      let trailer =
        positions + number(UInt32(positions.count + 40)) + number(3)
        + Data("8db42d694ccc418790edff439fe026bf".utf8)
      let file = folder.appending(path: "a.insv")
      try (movie + trailer).write(to: file)
      let (messages, copy) = try remove(file)
      #expect(
        messages.contains("180 bytes after the last atom are the trailer of an Insta360 camera"),
        "\(messages)")
      #expect(messages.contains("[location-remains]"), "\(messages)")
      #expect(try Data(contentsOf: copy).suffix(trailer.count) == trailer)
      let checked = try Tool.run(["check", file.path])
      #expect(checked.status == 0 && !checked.text.contains("atom-overrun"), "\(checked.text)")
      try (movie + Data(count: 7)).write(to: file)
      #expect(try !remove(file).messages.contains("Insta360"))
    }
  }

  /// Items of metadata and positions of a dashcam are not changed, and are named.
  @Test func itemsAndDashcams() throws {
    try Tool.withFolder { folder in
      let plain = try Data(contentsOf: Media.root.appending(path: "rates/25.mov"))
      let file = folder.appending(path: "a.mov")
      func meta(_ kind: String) -> Data {
        let entry = Handmade.atom(
          "infe", Data([2, 0, 0, 0, 0, 1, 0, 0]), Data(kind.utf8), Handmade.zeros(1))
        return Handmade.atom(
          "meta", Handmade.zeros(4),
          Handmade.atom("hdlr", Handmade.zeros(8), Data("pict".utf8), Handmade.zeros(13)),
          Handmade.atom("iinf", Handmade.zeros(4), Data([0, 1]), entry))
      }
      let rows: [(kind: String, message: String?)] = [
        ("Exif", "item 1 (Exif) may hold a location; it is not changed"),
        ("mime\0application/rdf+xml", "item 1 (XMP) may hold a location; it is not changed"),
        ("mime\0text/plain", nil),
      ]
      for (kind, message) in rows {
        try (plain + meta(kind)).write(to: file)
        let messages = try remove(file).messages
        #expect(messages.contains("location-remains") == (message != nil), "\(messages)")
        if let message { #expect(messages.contains(message), "\(messages)") }
      }
      try plain.write(to: file)
      let positions = folder.appending(path: "gps.atom")
      try Handmade.atom("gps ", Handmade.zeros(8)).write(to: positions)
      let with = folder.appending(path: "with.mov")
      let inserted = try Tool.run([
        "insert", "atom", file.path, "moov", positions.path, "-o", with.path,
      ])
      #expect(inserted.status == 0, "\(inserted.stderr)")
      let messages = try remove(with).messages
      #expect(messages.contains("the media has a dashcam's positions"), "\(messages)")
    }
  }
}
