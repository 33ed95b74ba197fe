import Foundation
import Testing

/// The results of `--fast-start`, as other programs read them.
@Suite struct FastStartTests {
  private static let media = Stamping.media

  private func types(_ file: URL) throws -> [String] {
    let bytes = [UInt8](try Data(contentsOf: file))
    var types: [String] = []
    var at = 0
    while at + 8 <= bytes.count {
      types.append(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      at += try #require(size >= 8 ? size : nil, "\(file.lastPathComponent) at \(at)")
    }
    return types
  }

  private func frames(_ file: String, in folder: URL) throws -> String {
    // The timecode track is new; every other stream must decode to the same frames.
    let result = try Tool.shell(
      "ffmpeg -v error -i \(file) -map 0:v -map '0:a?' -f framemd5 - | grep -v '^#'", cwd: folder)
    #expect(result.stderr.isEmpty)
    return result.text
  }

  @Test(
    arguments: [
      "camera/moov-last.mov", "camera/moov-last.mp4", "camera/moov-first.mov",
      "camera/prores-pcm.mov", "camera/two-video-tracks.mov", "edits/late-sound.mp4",
      "headers/free-everywhere.mov", "headers/mdat-per-frame.mov", "headers/no-ftyp.mov",
      "headers/wide.mov", "rates/25.mov", "rates/100.mp4",
    ])
  func framesAreTheSame(path: String) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let name = "in." + (path as NSString).pathExtension
      try FileManager.default.copyItem(
        at: Self.media.appendingPathComponent(path), to: folder.appendingPathComponent(name))
      let result = try Tool.run(
        ["insert", "timecode", name, "--start", "10:00:00:00", "--replace", "--fast-start"]
          + ["-o", "out.mov"], cwd: folder)
      try #require(result.status == 0, "\(result.stderr)")
      let types = try types(folder.appendingPathComponent("out.mov"))
      let moov = try #require(types.firstIndex(of: "moov"))
      #expect(moov < (types.firstIndex(of: "mdat") ?? .max))
      #expect(types.count { $0 == "moov" } == 1)
      let before = try frames(name, in: folder)
      #expect(!before.isEmpty)
      #expect(try frames("out.mov", in: folder) == before)
      let probe = try Tool.shell(
        "ffprobe -v error -show_entries stream_tags=timecode -of csv=p=0 out.mov", cwd: folder)
      #expect(probe.stderr.isEmpty)
      #expect(probe.text.contains("10:00:00:00"))
    }
  }

  @Test func roomForALargeSizeStaysWithTheMedia() throws {
    try Tool.withFolder { folder in
      try FileManager.default.copyItem(
        at: Self.media.appendingPathComponent("rates/25.mov"),
        to: folder.appendingPathComponent("in.mov"))
      let before = try types(folder.appendingPathComponent("in.mov"))
      try #require(before == ["ftyp", "wide", "mdat", "moov"])
      _ = try Tool.run(
        ["insert", "timecode", "in.mov", "--start", "1:0:0:0", "--fast-start", "-o", "out.mov"],
        cwd: folder)
      let after = try types(folder.appendingPathComponent("out.mov"))
      #expect(after == ["ftyp", "moov", "mdat", "wide", "mdat"])
      let plain = try Tool.run(
        ["remove", "timecode", "out.mov", "--fast-start", "-o", "plain.mov"], cwd: folder)
      #expect(plain.status == 0)
      let last = try types(folder.appendingPathComponent("plain.mov"))
      // The media of the timecode was removed with its track.
      #expect(last == ["ftyp", "moov", "wide", "mdat"])
    }
  }

  @Test(arguments: [["insert", "timecode", "--start", "1:0:0:0"], ["remove", "timecode"]])
  func notInPlace(command: [String]) throws {
    let result = try Tool.run(command + ["a.mov", "--fast-start", "--in-place"])
    #expect(result.status == 2)
    #expect(result.stderr.contains("'--in-place' cannot"))
  }
}
