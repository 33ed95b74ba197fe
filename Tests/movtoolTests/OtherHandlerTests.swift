import Foundation
import Testing

/// A timecode track with another handler type is a timecode track for every command.
@Suite struct OtherHandlerTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// Returns a copy of a movie whose timecode track, track 2, has another handler type.
  private func movie(_ handler: String) throws -> URL {
    let file = try work.copy("timecode/25.mov")
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("mhlrtmcd".utf8)))
    bytes.replaceSubrange(place, with: Data(("mhlr" + handler).utf8))
    try bytes.write(to: file)
    return file
  }

  private func timecodeTracks(_ file: URL) throws -> Int { try Stamping.tracks(of: file).count }

  @Test(arguments: ["text", "odd "]) func everyCommand(handler: String) throws {
    let file = try movie(handler)
    let output = work["out.mov"]
    #expect(try timecodeTracks(file) == 1)
    let refused = try Tool.run([
      "insert", "timecode", file.path, "--start", "1:0:0:0", "-o", output.path,
    ])
    #expect(refused.status == 1 && refused.stderr.contains("--replace"), "\(refused.stderr)")
    let replaced = try Tool.run([
      "insert", "timecode", file.path, "--start", "1:0:0:0", "--replace", "-o", output.path,
    ])
    #expect(replaced.status == 0, "\(replaced.stderr)")
    #expect(try Stamping.tracks(of: output).map { $0["start"] as? String } == ["01:00:00:00"])
    try FileManager.default.removeItem(at: output)
    let removed = try Tool.run(["remove", "timecode", file.path, "-o", output.path])
    #expect(removed.status == 0, "\(removed.stderr)")
    #expect(try timecodeTracks(output) == 0)
    let inPlace = try Tool.run(["remove", "timecode", file.path, "--in-place"])
    #expect(inPlace.status == 0, "\(inPlace.stderr)")
    #expect(try timecodeTracks(file) == 0)
  }
}
