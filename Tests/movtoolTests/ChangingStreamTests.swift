import Foundation
import TestSupport
import Testing

/// `build` of byte streams whose parameter sets come back, or break off.
@Suite struct ChangingStreamTests {
  /// Encodes ten pictures; nil if ffmpeg cannot.
  private static func encode(_ parameters: String, to file: URL) throws -> Data? {
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25",
        "-frames:v", "10", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params", parameters,
        file.path,
      ])
    guard let data = try? Data(contentsOf: file) else {
      NotRun.add(.program("ffmpeg with libx264"))
      return nil
    }
    return data
  }

  /// The hashes of all decoded pictures, as ffmpeg decodes them.
  private static func hashes(_ file: URL) throws -> [Substring] {
    let text = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", file.path, "-map", "0:v", "-fps_mode", "passthrough",
        "-f", "framemd5", "-",
      ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
  }

  /// Two encodings in turn have two sample descriptions, and all pictures are decoded by the right one.
  @Test func describesWhatComesBackOnce() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      guard
        let first = try Self.encode("bframes=2", to: folder.appending(path: "1.h264")),
        let second = try Self.encode("bframes=0:cabac=0", to: folder.appending(path: "2.h264"))
      else { return }
      let stream = folder.appending(path: "all.h264")
      let movie = folder.appending(path: "out.mov")
      try (first + second + first + second + first).write(to: stream)
      let result = try Tool.run(["build", movie.path, "--video", stream.path])
      #expect(result.status == 0, "\(result.stderr)")
      let descriptions = try Tool.run([
        "inspect", "--atom", "moov/trak[0]/mdia/minf/stbl/stsd", movie.path,
      ]).text
      #expect(descriptions.contains("entry_count  2"), "\(descriptions)")
      let expected = try Self.hashes(stream)
      #expect(expected.count == 50)
      #expect(try Self.hashes(movie) == expected)
    }
  }

  /// The sequence parameter set of x264 ends with the restrictions of the stream in the VUI, of which the last two
  /// bytes have a part. ffmpeg decodes the stream without them.
  @Test func readsASetThatBreaksOff() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let whole = folder.appending(path: "whole.h264")
      guard let data = try Self.encode("bframes=2", to: whole) else { return }
      let start = Data([0, 0, 0, 1])
      let set = try #require(data.range(of: start + [0x67]))
      let next = try #require(data.range(of: start, in: set.upperBound..<data.endIndex))
      let cut = folder.appending(path: "cut.h264")
      try (data[..<(next.lowerBound - 2)] + data[next.lowerBound...]).write(to: cut)
      let movie = folder.appending(path: "out.mov")
      let result = try Tool.run(["build", movie.path, "--video", cut.path])
      #expect(result.status == 0, "\(result.stderr)")
      // The timing before the restrictions is kept.
      #expect(try Tool.run(["inspect", "--depth", "1", movie.path]).text.contains("25 fps"))
      let expected = try Self.hashes(whole)
      #expect(expected.count == 10)
      #expect(try Self.hashes(movie) == expected)
    }
  }
}
