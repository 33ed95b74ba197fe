import Foundation
import Testing

@testable import movtool

/// `movtool hash`, against what other programs hash.
@Suite struct HashTests {
  /// The lines of `ffmpeg -f streamhash` of a movie: the hash of each stream, in capital letters.
  private func streamHashes(_ path: String, _ algorithm: String) throws -> [String] {
    let answer = try MediaTools.run(
      "ffmpeg",
      [
        "-v", "error", "-ignore_editlist", "1", "-i", path, "-map", "0", "-c", "copy", "-f",
        "streamhash", "-hash", algorithm, "-",
      ], stdin: Data())
    return answer.text.split(separator: "\n").compactMap {
      $0.split(separator: "=").last.map { $0.lowercased() }
    }
  }

  private func hashes(_ arguments: [String]) throws -> [String] {
    try Tool.run(["hash"] + arguments, cwd: Media.root).text.split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
  }

  @Test(arguments: ["sha256", "md5"])
  func likeFFmpeg(algorithm: String) throws {
    guard MediaTools.has("ffmpeg") else { return }
    for file in try Media.files(in: "rates") + ["camera/camera.mov", "sound/pcm-s16.mov"] {
      let theirs = try streamHashes(Media.root.appending(path: file).path, algorithm)
      #expect(!theirs.isEmpty)
      #expect(try hashes(["--algorithm", algorithm, file]) == theirs, "\(file)")
    }
  }

  /// The raw samples that `extract track` writes are what is hashed.
  @Test func likeTheSamples() throws {
    try Tool.withFolder { folder in
      for file in try Media.files(in: "rates") {
        let raw = folder.appending(path: "raw").path
        _ = try Tool.run(
          ["extract", "track", file, "--track", "1", "--format", "raw", "-o", raw, "--overwrite"],
          cwd: Media.root)
        let sum = try MediaTools.run("sha256sum", [raw], stdin: Data()).text.prefix(64)
        #expect(try hashes(["--track", "1", file]) == [String(sum)], "\(file)")
      }
    }
  }

  /// Copies whose atoms, edits or order differ have the same hashes.
  @Test(arguments: [
    ["insert", "timecode", "--start", "01:00:00:00"], ["remux", "--fragment", "0.5"],
    ["remux", "--fast-start"],
  ])
  func copies(change: [String]) throws {
    try Tool.withFolder { folder in
      for file in ["rates/25.mov", "camera/camera.mov"] {
        let copy = folder.appending(path: "copy.mov").path
        let made = try Tool.run(change + [file, "-o", copy, "--overwrite"], cwd: Media.root)
        #expect(made.status == 0, "\(made.stderr)")
        let both = [
          try hashes(["--track", "video", file]), try hashes(["--track", "video", copy]),
        ]
        #expect(both[0] == both[1] && both[0].count == 1, "\(file)")
      }
    }
  }

  @Test func failuresStopNothing() throws {
    try Tool.withFolder { folder in
      let bad = folder.appending(path: "bad.mov")
      try Data("no movie".utf8).write(to: bad)
      let result = try Tool.run(
        ["hash", "--jobs", "2", bad.path, "rates/25.mov"], cwd: Media.root)
      #expect(result.status == 1)
      #expect(result.text.split(separator: "\n").count == 1)
      #expect(result.stderr.contains("bad.mov"))
      #expect(try Tool.run(["hash"], cwd: Media.root).status == 2)
    }
  }

  /// A track that cannot be read has no hash, and that is an error.
  @Test(arguments: [
    "count-trun.mp4", "fragment-time.mp4", "count-trun-defaults.mp4", "extremes.mov",
  ])
  func tracksThatCannotBeRead(name: String) throws {
    let result = try Tool.run(["hash", "hostile/\(name)"], cwd: Media.root)
    #expect(result.status == 1)
    #expect(result.stderr.contains("[track-unreadable]"), "\(result.stderr)")
    #expect(result.stderr.hasSuffix(" cannot be read\n"))
  }

  @Test func oneSample() throws {
    let result = try Tool.run(["hash", "--track", "2", "timecode/25.mov"], cwd: Media.root)
    #expect(result.text.hasSuffix(", 1 sample, 4 bytes\n"), "\(result.text)")
  }

  /// A track whose samples lie past the end of the file is an error, and the others are hashed.
  @Test func tracksThatAreCut() throws {
    try Tool.withFolder { folder in
      let whole = try Data(contentsOf: Media.root.appending(path: "camera/camera.mov"))
      let file = folder.appending(path: "fast.mov").path
      _ = try Tool.run(["remux", "--fast-start", "camera/camera.mov", "-o", file], cwd: Media.root)
      let bytes = try Data(contentsOf: URL(filePath: file))
      #expect(bytes.count > whole.count / 2)
      try bytes.prefix(bytes.count - 2000).write(to: URL(filePath: file))
      let result = try Tool.run(["hash", "--compact", file], cwd: Media.root)
      #expect(result.status == 1)
      #expect(result.stderr.contains("cannot be hashed"))
      #expect(!result.text.isEmpty)
    }
  }
}
