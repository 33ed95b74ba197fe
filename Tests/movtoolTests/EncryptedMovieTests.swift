import Foundation
import Testing

/// Movies whose header contains the offsets of its own encryption data. With the key, the same
/// pictures can be decoded after every change.
@Suite struct EncryptedMovieTests {
  private static let key = "76a6c65c5ea762046bd749a2e632ccbb"

  /// Makes two seconds of encrypted video, with `senc` in `stbl`, and `saio` pointing at it.
  private static func movie(_ file: URL, isFast: Bool) throws {
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=2:size=64x48:rate=25",
        "-c:v", "mpeg4", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key,
        "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
      ] + (isFast ? ["-movflags", "+faststart"] : []) + [file.path])
  }

  /// Returns the hashes of all decoded pictures.
  private static func pictures(_ file: URL) throws -> [String] {
    let text = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-decryption_key", key, "-i", file.path, "-map", "0:v", "-f",
        "framemd5", "-",
      ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }

  @Test(arguments: [false, true])
  func picturesStay(isFast: Bool) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let source = folder.appending(path: "source.mp4")
      try Self.movie(source, isFast: isFast)
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1",
          folder.appending(path: "tone.wav").path,
        ])
      let expected = try Self.pictures(source)
      try #require(expected.count == 50)
      func change(_ arguments: String...) throws {
        let result = try Tool.run(arguments, cwd: folder)
        try #require(result.status == 0, "\(arguments): \(result.stderr)")
        let output = arguments.contains("--in-place") ? arguments[2] : arguments.last!
        #expect(
          try Self.pictures(folder.appending(path: output)) == expected, "\(arguments)")
      }
      let start = "--start=01:00:00:00"
      try change("insert", "timecode", "source.mp4", start, "-o", "stamped.mp4")
      try change("insert", "timecode", "source.mp4", start, "--fast-start", "-o", "fast.mp4")
      try change(
        "insert", "timecode", "source.mp4", start, "--verify=full", "-o", "verified.mp4")
      try change("remove", "timecode", "stamped.mp4", "-o", "removed.mp4")
      try change("remove", "timecode", "fast.mp4", "--fast-start", "-o", "removed2.mp4")
      try change(
        "insert", "track", "source.mp4", "--from", "tone.wav", "--at", "1", "-o", "two.mp4")
      // The second time, the old header is free space, which the new header may use.
      try change("insert", "timecode", "source.mp4", start, "--in-place")
      for _ in 0..<3 {
        try change("insert", "timecode", "source.mp4", start, "--replace", "--in-place")
      }
      try change("remove", "timecode", "source.mp4", "--in-place")
    }
  }

  /// Some programs count `saio` from the fragment where `tfhd` says that it counts from the media. Players read
  /// `senc`, and so is it read for another layout.
  @Test(arguments: [[], ["--no-fragments"], ["--fragment", "1"]])
  func offsetsFromElsewhere(options: [String]) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let source = folder.appending(path: "source.mp4")
      try Self.movie(source, isFast: false)
      let expected = try Self.pictures(source)
      let fragmented = try Tool.run(
        ["remux", "source.mp4", "--fragment", "0.5", "--fast-start", "-o", "fragments.mp4"],
        cwd: folder)
      try #require(fragmented.status == 0, "\(fragmented.stderr)")
      var bytes = try Data(contentsOf: folder.appending(path: "fragments.mp4"))
      var place = try #require(bytes.range(of: Data("moof".utf8))).lowerBound
      var changed = 0
      while let saio = bytes[place...].range(of: Data("saio".utf8)) {
        // The last byte of a 32-bit offset, the only entry.
        bytes[saio.upperBound + 11] ^= 0x20
        place = saio.upperBound
        changed += 1
      }
      #expect(changed >= 3)
      let odd = folder.appending(path: "odd.mp4")
      try bytes.write(to: odd)
      let result = try Tool.run(
        ["remux", "odd.mp4", "-o", "out.mp4", "--fast-start"] + options, cwd: folder)
      try #require(result.status == 0, "\(result.stderr)")
      #expect(try Self.pictures(folder.appending(path: "out.mp4")) == expected)
      let picture = try Tool.run(
        ["extract", "picture", "source.mp4", "-o", "p.png"], cwd: folder)
      #expect(
        picture.status == 1 && picture.stderr.contains("the picture is encrypted"),
        "\(picture.stderr)")
    }
  }

  /// Sample groups may hold keys. If they cannot be read, no other layout is written, and a copy in
  /// the same layout keeps them. Here the table of sync samples is turned into a damaged table of
  /// groups.
  @Test(arguments: ["csgp", "sbgp", "sgpd"]) func damagedKeyGroups(type: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let source = folder.appending(path: "source.mp4")
      try Self.movie(source, isFast: false)
      var bytes = try Data(contentsOf: source)
      let stss = try #require(bytes.range(of: Data("stss".utf8), options: .backwards))
      bytes.replaceSubrange(stss, with: Data(type.utf8))
      bytes[stss.upperBound] = 9
      try bytes.write(to: source)
      let refused = try Tool.run(
        ["remux", "source.mp4", "--fragment", "1", "-o", "out.mp4"], cwd: folder)
      #expect(refused.status == 1)
      #expect(refused.stderr.contains("(\(type)), which may hold their keys, is damaged"))
      let kept = try Tool.run(
        ["remux", "source.mp4", "--fast-start", "-o", "out.mp4"], cwd: folder)
      #expect(kept.status == 0, "\(kept.stderr)")
      #expect(
        try Data(contentsOf: folder.appending(path: "out.mp4")).range(of: Data(type.utf8)) != nil)
    }
  }
}
