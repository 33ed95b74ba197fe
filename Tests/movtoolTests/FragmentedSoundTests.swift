import Foundation
import Testing

/// Uncompressed audio in fragments, whose samples have many frames: commands work by the frame.
@Suite struct FragmentedSoundTests {
  private let work: Stamping
  private let movie: URL
  private let fragments: URL

  /// A second of a tone at 44,100 Hz, in 16 bits and two channels.
  private static let frames = 44_100
  private static let frameSize = 4

  init() throws {
    work = try Stamping()
    movie = work["a.mov"]
    fragments = work["f.mov"]
  }

  /// Makes both movies. Returns whether that is possible here.
  private func makeMovies() throws -> Bool {
    guard MediaTools.has("ffmpeg") else { return false }
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=1", "-c:a",
        "pcm_s16le", "-ac", "2", movie.path,
      ])
    try run(["remux", movie.path, "--fragment", "0.5", "-o", fragments.path])
    return true
  }

  private func run(_ arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 0, "\(arguments): \(result.stderr)")
  }

  /// A part is cut to frames, wherever it begins and ends in a sample.
  @Test(
    arguments: [
      (nil, nil), ("0", "0.5"), ("0.25", nil), (nil, "0.7"), ("0.25", "0.75"),
      ("0.123456", "0.123999"), ("0.9999", nil), ("0.5", "0.5001"),
    ] as [(String?, String?)])
  func partsOfAudio(from: String?, to: String?) throws {
    guard try makeMovies() else { return }
    let options = (from.map { ["--from", $0] } ?? []) + (to.map { ["--to", $0] } ?? [])
    for format in ["raw", "wav"] {
      let (out, other) = (work["out.\(format)"], work["other.\(format)"])
      let index = work["index"]
      for (source, target) in [(movie, other), (fragments, out)] {
        try run(
          ["extract", "track", source.path, "--format", format, "--overwrite", "-o", target.path]
            + ["--index", index.path] + options)
      }
      let bytes = try Data(contentsOf: out)
      #expect(try bytes == Data(contentsOf: other), "\(format) \(options)")
      // The index says where each part lies, in the result and in the movie.
      let stored = try Data(contentsOf: fragments)
      var end: Int?
      for line in try Data(contentsOf: index).split(separator: UInt8(ascii: "\n")) {
        let entry = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        let (offset, size) = (entry["offset"] as? Int ?? 0, entry["size"] as? Int ?? 0)
        let position = entry["position"] as? Int ?? 0
        #expect(bytes[offset..<offset + size] == stored[position..<position + size])
        #expect(end == nil || end == offset)
        end = offset + size
      }
      #expect(end == bytes.count)
    }
  }

  /// A whole number of seconds has the frames that it must have.
  @Test func numberOfFrames() throws {
    guard try makeMovies() else { return }
    let out = work["out.raw"]
    try run(["extract", "track", fragments.path, "--from", "0.25", "--to", "0.75", "-o", out.path])
    #expect(try Data(contentsOf: out).count == Self.frames / 2 * Self.frameSize)
  }

  /// In tables, each frame is a sample again.
  @Test func inAnotherMovie() throws {
    guard try makeMovies() else { return }
    let (inserted, built) = (work["i.mov"], work["b.mp4"])
    let video = Stamping.media.appending(path: "rates/25.mov")
    try run([
      "insert", "track", video.path, "--from", fragments.path, "-o", inserted.path,
    ])
    try run(["build", built.path, "--video", fragments.path])
    for (file, track) in [(inserted, 2), (built, 1)] {
      let listed = try Tool.run(["samples", file.path, "--track", "\(track)", "--json"])
      let document = try JSONSerialization.jsonObject(with: listed.stdout) as? [String: Any]
      let entry = try #require(document?["track"] as? [String: Any], "\(listed.stderr)")
      let samples = try #require(document?["samples"] as? [[String: Any]])
      #expect(entry["sampleCount"] as? Int == Self.frames, "\(file.lastPathComponent)")
      for run in samples {
        #expect(run["duration"] as? Int == 1)
        #expect(run["size"] as? Int == (run["samples"] as? Int ?? 0) * Self.frameSize)
      }
    }
  }
}
