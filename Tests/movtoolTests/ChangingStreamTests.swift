import Foundation
import TestSupport
import Testing

/// `build` of byte streams whose parameter sets come back, or break off.
@Suite struct ChangingStreamTests {
  /// Encodes ten pictures; nil if ffmpeg cannot.
  private static func encode(
    _ parameters: String, rate: String = "25", to file: URL
  ) throws -> Data? {
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=\(rate)",
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

  /// Ten pictures of one rate and ten of another: exact if they can be, and else the stream is named.
  @Test(arguments: [
    ("25", "30", nil), ("30", "25", nil),
    ("24000/1001", "30000/1001", "from 23.976 to 29.97 frames per second at 0.417 s, and "),
  ])
  func rateChanges(from old: String, to new: String, error: String?) throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      guard
        let first = try Self.encode("bframes=0", rate: old, to: folder.appending(path: "1.h264")),
        let second = try Self.encode("bframes=0", rate: new, to: folder.appending(path: "2.h264"))
      else { return }
      let (stream, movie) = (folder.appending(path: "all.h264"), folder.appending(path: "out.mov"))
      try (first + second).write(to: stream)
      let other = Media.root.appending(path: "rates/25.mov").path
      for words in [
        ["build", movie.path, "--video", stream.path],
        ["insert", "track", other, "--from", stream.path, "-o", movie.path],
      ] {
        let result = try Tool.run(words + ["--overwrite"])
        #expect(result.status == (error == nil ? 0 : 1), "\(result.stderr)")
        guard let error else { continue }
        #expect(
          result.stderr.hasPrefix("movtool: \(stream.path): the frame rate changes \(error)"),
          "\(result.stderr)")
        #expect(result.stderr.hasSuffix("; use --rate to give one\n"))
      }
      guard error == nil else { return }
      _ = try Tool.run(["build", movie.path, "--video", stream.path, "--overwrite"])
      let times = try MediaTools.output(
        "ffprobe",
        ["-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", movie.path])
      let found = String(decoding: times, as: UTF8.self).split(separator: "\n")
        .compactMap { Double($0.split(separator: ",").first ?? "") }.sorted()
      let (early, late) = (try #require(Double(old)), try #require(Double(new)))
      let expected = (0..<20).map {
        $0 < 10 ? Double($0) / early : 10 / early + Double($0 - 10) / late
      }
      #expect(found.count == 20)
      for (time, wanted) in zip(found, expected) { #expect(abs(time - wanted) < 0.000_01) }
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
