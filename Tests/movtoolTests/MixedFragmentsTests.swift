import Foundation
import Testing

/// Movies that are announced as fragmented (`mvex`), but have samples of some tracks, or of all, in the header.
@Suite struct MixedFragmentsTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func make(_ name: String, _ options: [String]) throws -> URL {
    let file = work[name]
    _ = try MediaTools.output(
      "ffmpeg", ["-nostdin", "-v", "error", "-y", "-f", "lavfi"] + options + [file.path])
    return file
  }

  private func run(_ arguments: [String]) throws -> Tool.Result {
    let result = try Tool.run(arguments)
    try #require(result.status == 0, "\(arguments): \(result.stderr)")
    return result
  }

  private func listed(_ file: URL, _ key: String) throws -> Any? {
    let result = try run(["list", "--compact", file.path])
    return (try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])?[key]
  }

  /// An edit without a duration goes on to the end of the last frame, which composition offsets show late.
  @Test func editThatGoesOn() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let source = try make(
      "source.mp4",
      [
        "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-bf", "2", "-movflags",
        "+frag_keyframe", "-use_editlist", "1",
      ])
    #expect(try listed(source, "frames") as? Int == 25)
    let (stamped, part, joined) = (work["stamped.mp4"], work["part.mp4"], work["joined.mp4"])
    _ = try run(["insert", "timecode", source.path, "--start", "10:00:00:00", "-o", stamped.path])
    #expect(
      try ShownFrames.labels(stamped)
        == (0..<25).map { "10:00:00:" + ($0 < 10 ? "0" : "") + "\($0)" })
    _ = try run(["cut", source.path, "--from", "0.8", "-o", part.path])
    #expect(try MediaTools.frames(part).count == 5)
    _ = try run(["join", source.path, source.path, "-o", joined.path])
    #expect(try MediaTools.frames(joined).count == 50)
  }

  /// Audio whose samples are in the header lasts longer than the video, whose samples are in fragments.
  @Test(arguments: [("0", "3.0"), ("1", "4.0")]) func longerTrackInTheHeader(
    at: String, end: String
  ) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    let video = try make(
      "video.mp4",
      [
        "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-bf", "0", "-movflags",
        "+frag_keyframe+empty_moov",
      ])
    let audio = try make("audio.m4a", ["-i", "sine=d=3:r=48000", "-c:a", "aac"])
    let (both, plain) = (work["both.mp4"], work["plain.mp4"])
    _ = try run([
      "insert", "track", video.path, "--from", audio.path, "--at", at, "-o", both.path,
    ])
    _ = try run(["remux", both.path, "--no-fragments", "-o", plain.path])
    for file in [both, plain] {
      let duration = try #require(try listed(file, "duration") as? [String: Int])
      let seconds = Double(duration["value"] ?? 0) / Double(duration["timescale"] ?? 1)
      #expect(abs(seconds - (Double(end) ?? 0)) < 0.001, "\(file.lastPathComponent): \(seconds)")
    }
    let check = try Tool.run(["check", plain.path])
    #expect(!check.text.contains("movie-duration"), "\(check.text)")
    let probed = try MediaTools.output(
      "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", plain.path])
    #expect(String(decoding: probed, as: UTF8.self).hasPrefix(end))
  }

  /// Timecode of two videos lasts as long as the longer one.
  @Test func timecodeOfTwoVideos() throws {
    guard MediaTools.has("ffmpeg") else { return }
    let source = try make(
      "two.mp4",
      [
        "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1",
        "-map", "0", "-map", "1", "-c:v", "libx264",
      ])
    let stamped = work["stamped.mp4"]
    let result = try run([
      "insert", "timecode", source.path, "--start", "10:00:00:00", "-o", stamped.path,
    ])
    #expect(!result.stderr.contains("timecode-edit"), "\(result.stderr)")
    let check = try Tool.run(["check", stamped.path])
    #expect(!check.text.contains("timecode-edit"), "\(check.text)")
  }
}
