import Foundation
import Testing

/// A folder for stamped movies, and the movies to stamp.
final class Stamping {
  static let media = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "TestMedia")

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "stamping-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  subscript(_ name: String) -> URL { folder.appending(path: name) }

  /// Copies a movie of the test media to the folder.
  func copy(_ path: String, as name: String? = nil) throws -> URL {
    let source = Self.media.appending(path: path)
    let copy = self[name ?? source.lastPathComponent]
    try FileManager.default.copyItem(at: source, to: copy)
    return copy
  }

  /// Stamps a movie of the test media. If that fails, the test fails.
  func stamp(_ path: String, _ start: String, _ options: String...) throws -> URL {
    let source = Self.media.appending(path: path)
    let output = self["out-\(UUID().uuidString)." + source.pathExtension]
    let result = try Tool.run(
      ["insert", "timecode", source.path, "--start", start, "-o", output.path] + options)
    try #require(result.status == 0, "\(result.stderr)")
    #expect(result.text.isEmpty)
    return output
  }

  /// Returns the tracks of a movie as `extract timecode` prints them.
  static func tracks(of file: URL) throws -> [[String: Any]] {
    let result = try Tool.run(["extract", "timecode", file.path])
    let document = try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
    return document?["tracks"] as? [[String: Any]] ?? []
  }

  /// Returns the first format of a track.
  static func format(of track: [String: Any]) -> [String: Any] {
    (track["formats"] as? [[String: Any]])?.first ?? [:]
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
}
