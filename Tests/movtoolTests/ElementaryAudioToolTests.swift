import Foundation
import Testing

@testable import movtool

/// Compressed audio that `extract track` writes, decoded by ffmpeg.
@Suite struct ElementaryAudioToolTests {
  /// The MD5 of the decoded audio, without what edit lists change.
  private func decoded(_ path: String, _ more: String...) throws -> String {
    let result = try MediaTools.run(
      "ffmpeg", ["-v", "error"] + more + ["-i", path, "-map", "0:a:0", "-f", "md5", "-"],
      stdin: Data())
    #expect(result.text.hasPrefix("MD5="), "\(path): \(result.stderr)")
    return result.text
  }

  @Test(arguments: [
    ("sound/aac.mov", "adts", "aac"), ("sound/aac.m4a", "adts", "aac"),
    ("sound/aac-mono.mp4", "adts", "aac"), ("sound/aac-5.1.mov", "adts", "aac"),
    ("camera/camera.mov", "adts", "aac"), ("fragments/plain.mp4", "adts", "aac"),
    ("sound/flac.mp4", "flac", "flac"), ("sound/ac3.mov", "elementary", "ac3"),
    ("sound/ac3.mp4", "elementary", "ac3"), ("sound/eac3.mp4", "elementary", "eac3"),
    ("sound/mp3.mov", "elementary", "mp3"), ("sound/aac.mov", "elementary", "aac"),
    ("sound/pcm-24.mov", "elementary", "wav"),
  ])
  func decodesAlike(file: String, format: String, ending: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let out = folder.appending(path: "a.\(ending)").path
      let made = try Tool.run(
        ["extract", "track", file, "--track", "audio", "--format", format, "-o", out],
        cwd: Media.root)
      #expect(made.status == 0 && made.stderr.isEmpty, "\(made.stderr)")
      // A decoder is told to leave out nothing at either end.
      let plain = ["-ignore_editlist", "1", "-flags2", "+skip_manual"]
      let theirs = try MediaTools.run(
        "ffmpeg",
        ["-v", "error"] + plain
          + ["-i", Media.root.appending(path: file).path, "-map", "0:a:0", "-f", "md5", "-"],
        stdin: Data()
      ).text
      #expect(try decoded(out, "-flags2", "+skip_manual") == theirs, "\(file)")
    }
  }

  /// The lines of the index say where the frames are.
  @Test func index() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "a.aac")
      let result = try Tool.run(
        [
          "extract", "track", "sound/aac.mov", "--format", "adts", "-o", out.path, "--index", "-",
        ], cwd: Media.root)
      let bytes = [UInt8](try Data(contentsOf: out))
      let movie = [UInt8](try Data(contentsOf: Media.root.appending(path: "sound/aac.mov")))
      var end = 0
      for line in result.stdout.split(separator: 0x0A) {
        let sample = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        let offset = try #require(sample["offset"] as? Int)
        let size = try #require(sample["size"] as? Int)
        let position = try #require(sample["position"] as? Int)
        #expect(offset == end && bytes[offset] == 0xFF && bytes[offset + 1] & 0xF6 == 0xF0)
        #expect(
          bytes[(offset + 7)..<(offset + size)] == movie[position..<(position + size - 7)])
        end += size
      }
      #expect(end == bytes.count && end > 0)
    }
  }

  @Test func part() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      for (file, ending) in [("sound/flac.mp4", "flac"), ("sound/aac.mov", "aac")] {
        let out = folder.appending(path: "a.\(ending)").path
        let made = try Tool.run(
          ["extract", "track", file, "--format", "elementary", "--from", "0.2", "-o", out],
          cwd: Media.root)
        #expect(made.status == 0, "\(made.stderr)")
        _ = try decoded(out)
      }
    }
  }

  @Test(arguments: [
    ("sound/alac.mov", "elementary", "as an elementary stream: its samples are 'alac'"),
    ("sound/ac3.mov", "adts", "as ADTS: its samples are 'ac-3'"),
    ("sound/aac.mov", "flac", "as FLAC: its samples are 'mp4a'"),
    ("codecs/png.mov", "elementary", "as an elementary stream: its samples are 'png ' (PNG)"),
    ("codecs/mpeg4.mp4", "elementary", "its samples are 'mp4v' (MPEG-4 Visual)"),
  ])
  func whatHasNoSuchForm(file: String, format: String, message: String) throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out").path
      let result = try Tool.run(
        ["extract", "track", file, "--track", "1", "--format", format, "-o", out], cwd: Media.root)
      #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }

  /// Of these the bare samples are what players read.
  @Test(arguments: ["codecs/mpeg2.mov", "camera/mjpeg.mov", "sound/ac3.mov"])
  func bareSamples(file: String) throws {
    func samples(_ format: String) throws -> Data {
      let result = try Tool.run(["extract", "track", file, "--format", format], cwd: Media.root)
      #expect(result.status == 0, "\(result.stderr)")
      return result.stdout
    }
    let raw = try samples("raw")
    #expect(try samples("elementary") == raw && !raw.isEmpty)
  }

  /// In MP4, Motion JPEG is `mp4v` with the object type 0x6C, and PNG is 0x6D (the MP4 Registration Authority's list).
  @Test(arguments: [(0x6C, true), (0x6D, false)] as [(UInt8, Bool)])
  func motionJPEGInMP4(objectType: UInt8, isBare: Bool) throws {
    var movie = Data(try testMovie("codecs/mpeg4.mp4"))
    // A DecoderConfigDescriptor for a visual stream (ISO/IEC 14496-1, 7.2.6.6): its tag, the size that ffmpeg writes
    // with four bytes, the object type, and the stream type 4 with the reserved bit.
    let places = movie.indices.dropLast(7).filter {
      movie[$0] == 4 && movie[$0 + 1] == 0x80 && movie[$0 + 5] == 0x20 && movie[$0 + 6] == 0x11
    }
    #expect(places.count == 1)
    movie[try #require(places.first) + 5] = objectType
    try Tool.withFolder { folder in
      let file = folder.appending(path: "a.mp4")
      try movie.write(to: file)
      let command = ["extract", "track", file.path, "--track", "video", "--format"]
      let made = try Tool.run(command + ["elementary"])
      if isBare {
        #expect(made.status == 0, "\(made.stderr)")
        #expect(try made.stdout == Tool.run(command + ["raw"]).stdout && !made.stdout.isEmpty)
      } else {
        #expect(made.status == 1 && made.stderr.contains("'mp4v' (PNG)"), "\(made.stderr)")
      }
    }
  }

  /// The default stays what it was.
  @Test func defaultIsRaw() throws {
    let raw = try Tool.run(
      ["extract", "track", "sound/aac.mov", "--format", "raw"], cwd: Media.root)
    #expect(
      try Tool.run(["extract", "track", "sound/aac.mov"], cwd: Media.root).stdout == raw.stdout)
  }
}
