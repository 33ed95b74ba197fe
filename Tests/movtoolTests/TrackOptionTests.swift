import Foundation
import Testing

@testable import movtool

/// `--track` has the same form in every command that has it.
@Suite struct TrackOptionTests {
  static let movie = Stamping.media.appending(path: "timecode/25-two-video-tracks.mov").path

  /// A command line for each command with `--track`, without the track.
  static let commands: [[String]] = [
    ["extract", "track", movie, "--list"],
    ["extract", "timecode", movie],
    ["extract", "picture", movie],
    ["samples", movie],
    ["hash", movie],
    ["insert", "timecode", movie, "--start", "01:00:00:00", "--replace", "--dry-run"],
    ["edit", "timecode", movie, "--shift", "+1f", "--dry-run"],
    ["edit", "track", movie, "--name", "Boom", "--dry-run"],
    ["remove", "track", movie, "--dry-run"],
    ["edit", "metadata", movie, "title=Boom", "--dry-run"],
    ["remove", "metadata", movie, "title", "--dry-run", "-q"],
    [
      "insert", "track", Stamping.media.appending(path: "rates/25.mov").path, "--from", movie, "-o",
      FileManager.default.temporaryDirectory.appending(path: "movtool-\(UUID()).mov").path,
    ],
  ]

  @Test func everyCommandIsHere() {
    let table = Command.leaves.filter { $0.command.options.contains { $0.name == "--track" } }
    let tried = table.map(\.path).filter { path in Self.commands.contains { $0.starts(with: path) }
    }
    #expect(tried == table.map(\.path) && tried.count == Self.commands.count)
  }

  @Test(arguments: commands)
  func missing(command: [String]) throws {
    for (track, message) in [
      ("9", "there is no track 9; the tracks are 1 (video, avc1), 2 (video, avc1), "),
      ("audio", "there is no audio track; the tracks are 1 (video, avc1)"),
      ("video:3", "there is no video:3, only 2 video tracks; the tracks are 1 (video, avc1)"),
    ] {
      let result = try Tool.run(command + ["--track", track])
      #expect(result.status == 1)
      #expect(result.stderr.contains(message), "\(result.stderr)")
      #expect(result.stderr.filter { $0 == "\n" }.count == 1)
    }
    let wrong = try Tool.run(command + ["--track", "picture"])
    #expect(wrong.status == 2)
    #expect(wrong.stderr.contains("expected a track ID, or a kind such as video, audio:2"))
  }

  /// A media type of subtitles means tracks of this type only.
  @Test(arguments: [
    ("metadata/subtitles.mp4", ["subtitle", "sbtl"], ["text", "subt", "clcp"]),
    ("metadata/chapters.mov", ["subtitle", "text"], ["sbtl", "subt", "clcp", "hint", "auxv"]),
  ])
  func mediaTypes(name: String, those: [String], others: [String]) throws {
    let movie = Stamping.media.appending(path: name).path
    for word in those {
      let result = try Tool.run(["samples", movie, "--track", word, "--json"])
      #expect(result.status == 0 && result.text.contains("subtitle"), "\(word): \(result.stderr)")
    }
    for word in others {
      let result = try Tool.run(["remove", "track", movie, "--track", word, "--dry-run"])
      #expect(result.status == 1 && result.stderr.contains("there is no \(word) track; "))
    }
  }

  @Test func oneOfSeveral() throws {
    let both = try Tool.run(Self.commands[0] + ["--track", "video"])
    #expect(both.status == 1)
    #expect(
      both.stderr.hasSuffix(
        "several tracks match; choose one with --track video:N or an ID: 1 (video, avc1), "
          + "2 (video, avc1)\n"), "\(both.stderr)")
    let second = try Tool.run(Self.commands[0] + ["--track", "video:2"])
    #expect(second.status == 0)
    #expect(second.text == (try Tool.run(Self.commands[0] + ["--track", "2"]).text))
    #expect(second.text != (try Tool.run(Self.commands[0] + ["--track", "1"]).text))
  }

  @Test func timecodeOnly() throws {
    let result = try Tool.run(Self.commands[1] + ["--track", "video:2"])
    #expect(result.status == 1)
    #expect(
      result.stderr.contains("--track video:2 is not a timecode track; the timecode tracks are "),
      "\(result.stderr)")
    #expect(try Tool.run(Self.commands[1] + ["--track", "timecode"]).status == 0)
  }

  @Test func severalVideos() throws {
    try Tool.withFolder { folder in
      for (tracks, expected) in [(["video"], "[1,2]"), (["video:2"], "[2]")] {
        let out = folder.appending(path: "\(expected).mov").path
        let made = try Tool.run(
          ["insert", "timecode", Self.movie, "--start", "01:00:00:00", "--replace", "-o", out]
            + tracks.flatMap { ["--track", $0] })
        #expect(made.status == 0, "\(made.stderr)")
        let text = try Tool.run(["extract", "timecode", out]).text.filter { !$0.isWhitespace }
        #expect(text.contains("\"associatedTracks\":\(expected)"))
      }
    }
  }

  /// Some files number their tracks from 0.
  @Test func zero() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "zero.mov")
      var bytes = [UInt8](try Data(contentsOf: Stamping.media.appending(path: "rates/25.mov")))
      let name = Array("tkhd".utf8)
      let place = try #require(
        bytes.indices.dropLast(4).first { bytes[$0..<$0 + 4].elementsEqual(name) })
      // The ID follows version, flags and two dates.
      for index in 0..<4 { bytes[place + 4 + 4 + 8 + index] = 0 }
      try Data(bytes).write(to: file)
      let result = try Tool.run(["extract", "track", file.path, "--list", "--track", "0"])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(!result.text.isEmpty)
    }
  }
}
