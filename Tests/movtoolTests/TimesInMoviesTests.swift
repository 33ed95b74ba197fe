import Foundation
import MovKit
import Testing

@testable import movtool

/// Times as users type them, compared with what movies show.
@Suite struct TimesInMoviesTests {
  static let media = Stamping.media

  /// Every label that `extract timecode --frames` prints exactly once leads back to its frame.
  @Test func everyLabelLeadsToItsFrame() throws {
    let folder = Self.media.appending(path: "timecode")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var count = 0
    for name in names {
      let path = FilePath(folder.appending(path: name).path)
      let source = try File(path)
      let movie = try Movie(from: source)
      let lines = try Tool.run([
        "extract", "timecode", "--frames", "--track", "timecode:1", "\(path)",
      ])
      var seen: [String: [MediaTime]] = [:]
      for line in lines.text.split(separator: "\n") {
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        guard let label = object["timecode"] as? String,
          let time = object["movieTime"] as? [String: Any],
          let value = time["value"] as? Int64, let timescale = time["timescale"] as? Int32
        else { continue }
        seen[label, default: []].append(MediaTime(value: value, timescale: timescale))
      }
      for (label, times) in seen where times.count == 1 {
        let moment = GivenMoment.timecode(try TimecodeText(label))
        let found = try movie.time(of: moment, path) { Issue.record("\($0)") }
        #expect(found == times[0], "\(name): \(label)")
        count += 1
      }
    }
    #expect(count > 500)
  }

  private func list(_ arguments: String...) throws -> [Int] {
    let result = try Tool.run(["extract", "track", "--list"] + arguments)
    #expect(result.status == 0, "\(result.stderr)")
    return try result.text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["sample"] as? Int)
    }
  }

  /// All frames of this movie are sync samples, so exactly the frames that are shown are extracted.
  @Test func rangesByTimecode() throws {
    try Tool.withFolder { folder in
      let movie = folder.appending(path: "tc.mov").path
      let source = Self.media.appending(path: "camera/mjpeg.mov").path
      let made = try Tool.run([
        "insert", "timecode", source, "--start", "23:59:59:20", "--rate", "25", "-o", movie,
      ])
      #expect(made.status == 0, "\(made.stderr)")
      #expect(
        try list(movie, "--track", "video", "--from", "23:59:59:22", "--to", "00:00:00:00")
          == [2, 3, 4])
      #expect(
        try list(movie, "--track", "video:1", "--from", "tc:00:00:00:01", "--to", "280ms") == [6])
      #expect(
        try list(movie, "--track", "1", "--from", "00:00:00.04", "--to", "0.08s") == [1])
      // The label after the last of 25 is the end, and there is none after that.
      #expect(
        try list(movie, "--track", "video", "--from", "00:00:00:17", "--to", "00:00:00:20")
          == [22, 23, 24])
      #expect(
        try list(movie, "--track", "video", "--from", "23:59:59:20", "--to", "00:00:00:20")
          == Array(0..<25))
      let after = try Tool.run(
        ["extract", "track", "--list", movie, "--track", "video", "--to", "00:00:00:21"])
      #expect(after.status == 1 && after.stderr.contains("00:00:00:21"), "\(after.stderr)")
    }
  }

  /// A time after the end of the track is refused, like a timecode that the movie does not have.
  @Test func timesAfterTheEnd() throws {
    for file in ["rates/25.mov", "fragments/plain.mp4"] {
      for options in [["--list"], ["--format", "raw"]] {
        let path = Self.media.appending(path: file).path
        let result = try Tool.run(
          ["extract", "track", path, "--track", "video", "--from", "2000"] + options)
        #expect(result.status == 1 && result.stdout.isEmpty)
        #expect(
          result.stderr.contains("track 1 has nothing in that time; it ends at 00:00:"),
          "\(result.stderr)")
      }
    }
  }

  @Test func labelsThatAreNotThere() throws {
    for (file, time, message) in [
      ("rates/25.mov", "01:00:00:00", "the movie has no timecode; give a time from its start"),
      (
        "timecode/25.mov", "23:00:00:00",
        "timecode 23:00:00:00 is not in the movie, which runs from "
      ),
      // 50 frames from 01:00:00:00 on, 25 from 02:00:00:00 on, and 25 from 03:00:00:07 on.
      (
        "timecode-handmade/multi-sample.mov", "01:30:00:00",
        "timecode 01:30:00:00 is not in the movie: it jumps from 01:00:01:24 to 02:00:00:00 at 2 s"
      ),
      (
        "timecode-handmade/multi-sample.mov", "03:00:00:06",
        "timecode 03:00:00:06 is not in the movie: it jumps from 02:00:00:24 to 03:00:00:07 at 3 s"
      ),
      (
        "timecode-handmade/multi-sample.mov", "04:00:00:00",
        "is not in the movie, which runs from 01:00:00:00 to 03:00:01:06 in 3 stretches"
      ),
      ("timecode/25.mov", "01:00:00;00", "is not drop frame: write 01:00:00:00"),
      ("timecode/25.mov", "01:00:00:25", "this timecode counts frames 0 to 24"),
      ("timecode/2997-df.mov", "01:01:00:00", "01:01:00;00 is not a valid drop-frame label"),
    ] {
      let path = Self.media.appending(path: file).path
      let result = try Tool.run([
        "extract", "track", path, "--track", "video", "--list", "--from", time,
      ])
      #expect(result.status == 1)
      #expect(result.stderr.contains(message), "\(result.stderr)")
      #expect(result.stderr.filter { $0 == "\n" }.count == 1)
    }
  }

  /// A track that is inserted at a timecode of FILE begins with that frame.
  @Test func insertAtTimecode() throws {
    try Tool.withFolder { folder in
      let out = folder.appending(path: "out.mov").path
      let film = Self.media.appending(path: "timecode/2997-df.mov").path
      let sound = Self.media.appending(path: "sound/pcm-s16.mov").path
      let result = try Tool.run([
        "insert", "track", film, "--from", sound, "--track", "audio", "--at", "01:00:00;00", "-o",
        out,
      ])
      #expect(result.status == 0, "\(result.stderr)")
      let movie = try Movie(from: try File(FilePath(out)))
      let added = try #require(movie.tracks(.audio).last)
      // Two frames after 00:59:59;28, in the movie's timescale of 1000.
      #expect(added.edits.first?.isEmpty == true)
      #expect(added.edits.first?.target.duration == MediaTime(value: 67, timescale: 1000))
    }
  }
}
