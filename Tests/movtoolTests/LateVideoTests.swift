import Foundation
import Testing

/// Timecode that begins before its video, by edits that ffmpeg rounds to milliseconds. New timecode of the length of
/// the video keeps the label of each frame.
@Suite struct LateVideoTests {
  @Test(arguments: ["24000/1001", "25", "30", "30000/1001", "60000/1001"], [1, 2, 5])
  func labelsStay(rate: String, late: Int) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      func run(_ words: String...) throws -> String {
        let result = try Tool.run(words, cwd: folder)
        #expect(result.status == 0, "\(words): \(result.stderr)")
        return result.text
      }
      func labels(_ name: String) throws -> [String] {
        try run("extract", "timecode", "--frames", name)
          .matches(of: /"timecode":"([^"]+)"/).map { String($0.1) }
      }
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:r=\(rate):s=32x32", "-vf",
          "setpts=PTS+\(late)/(\(rate))/TB", "-fps_mode", "passthrough", "-c:v", "libx264",
          "-timecode", "01:00:00:00", folder.appending(path: "late.mp4").path,
        ])
      let before = try labels("late.mp4")
      #expect(before.first == "01:00:00:0\(late)", "\(before.prefix(3))")
      _ = try run("edit", "timecode", "late.mp4", "--trim-to-video", "-o", "trimmed.mp4")
      // The old timecode ends before the video does, and the new one does not.
      #expect(try labels("trimmed.mp4").prefix(before.count) == before[...])
      _ = try run("extract", "timecode", "--format", "csv", "late.mp4", "-o", "late.csv")
      _ = try run(
        "insert", "timecode", "late.mp4", "--segments", "late.csv", "--replace", "-o", "listed.mp4")
      #expect(try labels("listed.mp4") == before)
    }
  }
}
