import Foundation
import Testing

/// The tool over movies whose header is compressed, beside what ffmpeg makes of them.
@Suite struct CompressedMovieToolTests {
  private static func path(_ name: String) -> String {
    Stamping.media.appending(path: "quicktime/\(name)").path
  }

  @Test func shown() throws {
    let text = try Tool.run(["inspect", Self.path("cmov.mov")]).text
    #expect(text.contains("\n      moov  Movie, in compressed form "))
    #expect(text.contains("track 1  video  avc1 AVC (H.264), 64×48, 25 fps, 00:00:04.000"))
    let json = try Tool.run(["inspect", "--json", "--find", "stco", Self.path("cmov.mov")]).text
    #expect(json.contains("\"offset\": null") && json.contains("\"compressed\": true"))
    #expect(json.contains("moov/cmov/cmvd/moov/trak/mdia/minf/stbl/stco"))
  }

  /// The `moov` is extracted as it is decompressed.
  @Test func extractedAtom() throws {
    let result = try Tool.run(
      ["extract", "atom", Self.path("cmov.mov"), "moov/cmov/cmvd/moov"])
    #expect(result.status == 0 && result.stdout.count == 1135)
    #expect(result.stdout.prefix(8) == Data([0, 0, 4, 0x6F]) + Data("moov".utf8))
  }

  /// ffmpeg reads the same samples from the compressed movie, and from what is written of it.
  @Test(arguments: ["cmov.mov", "cmov-first.mov", "cmov-size.mov"]) func samples(name: String)
    throws
  {
    guard MediaTools.has("ffmpeg") else { return }
    func hash(_ file: String) throws -> String? {
      let result = try MediaTools.output(
        "ffmpeg", ["-v", "error", "-i", file, "-map", "0:v", "-c", "copy", "-f", "streamhash", "-"])
      let text = String(decoding: result, as: UTF8.self)
      return text.split(separator: "=").last?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let expected = try #require(try hash(Self.path(name)))
    #expect(try Tool.run(["hash", Self.path(name)]).text.hasPrefix("sha256 \(expected) "))
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      for arguments in [
        ["insert", "timecode", Self.path(name), "--start", "01:00:00:00"],
        ["remux", Self.path(name)], ["remux", Self.path(name), "--fragment", "1"],
        ["edit", "track", Self.path(name), "--track", "1", "--name", "A"],
      ] {
        let result = try Tool.run(arguments + ["-o", out, "--overwrite"])
        #expect(result.status == 0, "\(arguments): \(result.stderr)")
        #expect(try hash(out) == expected, "\(arguments)")
      }
      let copy = folder.appending(path: "copy.mov")
      let backup = folder.appending(path: "backup").path
      try Data(contentsOf: URL(filePath: Self.path(name))).write(to: copy)
      let result = try Tool.run(
        [
          "insert", "timecode", copy.path, "--start", "01:00:00:00", "--in-place", "--backup",
          backup,
        ])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try hash(copy.path) == expected)
      #expect(try MediaTools.streams(copy).contains { $0.timecode == "01:00:00:00" })
      #expect(try Tool.run(["restore", copy.path, backup]).status == 0)
      #expect(try Data(contentsOf: copy) == Data(contentsOf: URL(filePath: Self.path(name))))
    }
  }

  /// Edited JSON of what is in compressed form is refused, and not lost.
  @Test func editedJSON() throws {
    let document = try JSONBuildTests.document(Self.path("cmov.mov"), [])
    let text = String(decoding: document, as: UTF8.self)
    let edited = text.replacing("\"next_track_ID\": 2", with: "\"next_track_ID\": 9")
    #expect(edited != text)
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let result = try Tool.run(
        ["build", out, "--from-json", "-", "--media", Self.path("cmov.mov")],
        stdin: Data(edited.utf8))
      #expect(result.status == 1 && result.stderr.contains("the atoms in it are compressed"))
    }
  }
}
