import Foundation
import TestSupport
import Testing

/// What `join` does not take over is named.
@Suite struct JoinLossesTests {
  @Test(arguments: [
    ("moov/trak[0]", "load", [UInt8](repeating: 0, count: 16)),
    (
      "moov/trak[0]/mdia/minf/stbl", "sgpd",
      [1, 0, 0, 0, 0x73, 0x79, 0x6E, 0x63, 0, 0, 0, 1, 0, 0, 0, 1, 20]
    ),
    ("moov/trak[0]/mdia/minf/stbl", "subs", [UInt8](repeating: 0, count: 8)),
  ])
  func named(parent: String, type: String, content: [UInt8]) throws {
    try Tool.withFolder { folder in
      try Handmade.atom(type, Data(content)).write(to: folder.appending(path: "new.atom"))
      let movie = Media.root.appending(path: "timecode/25.mov").path
      let made = try Tool.run(
        ["insert", "atom", movie, parent, "new.atom", "-o", "a.mov"], cwd: folder)
      #expect(made.status == 0, "\(made.stderr)")
      let joined = try Tool.run(["join", "a.mov", "a.mov", "-o", "j.mov"], cwd: folder)
      #expect(joined.status == 0, "\(joined.stderr)")
      #expect(joined.stderr.contains("\(parent)/\(type)"), "\(joined.stderr)")
      let plain = try Tool.run(["join", movie, movie, "-o", "p.mov"], cwd: folder)
      #expect(plain.status == 0 && !plain.stderr.contains("not copied"), "\(plain.stderr)")
    }
  }

  /// An edit of a movie in fragments lasts to the end of the media; in a movie without, it needs an end, which must
  /// not hide the last frame.
  @Test(arguments: ["1", "24", "600", "1000"])
  func editsToTheEndOfFragments(timescale: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let made = try MediaTools.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2.4", "-c:v", "libx264",
          "-bf", "2",
          "-g", "10", "-movflags", "+frag_keyframe+delay_moov",
          folder.appending(path: "f.mp4").path,
        ], stdin: Data())
      try #require(made.status == 0, "\(made.stderr)")
      for words in [
        ["edit", "atom", "f.mp4", "moov/mvhd", "timescale=\(timescale)", "-o", "g.mp4"],
        ["remux", "g.mp4", "--no-fragments", "-o", "whole.mp4"],
      ] {
        let result = try Tool.run(words, cwd: folder)
        #expect(result.status == 0, "\(result.stderr)")
      }
      let list = try Tool.run(["list", "--csv", "--columns", "frames", "whole.mp4"], cwd: folder)
      #expect(list.text == "frames\r\n60\r\n", "\(list.text)")
      let seen = try MediaTools.run(
        "ffprobe",
        [
          "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
          "csv=p=0", folder.appending(path: "whole.mp4").path,
        ], stdin: Data())
      #expect(seen.text.hasPrefix("60"), "\(seen.text)")
    }
  }
}
