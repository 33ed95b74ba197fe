import Foundation
import Testing

/// A timecode given as a time is that of the track that is read or, for a whole movie, of its first video: the
/// labels that `samples` and `list` print.
@Suite struct TimecodeOfTracksTests {
  @Test(arguments: [("1", "01:00:00:"), ("2", "02:00:00:"), ("video:2", "02:00:00:")])
  func labelsOfTheTrack(track: String, hour: String) throws {
    let file = Media.root.appending(path: "timecode/25-two-video-tracks.mov").path
    let at = try Tool.run(["samples", file, "--track", track, "--at", hour + "05", "--json"])
    #expect(at.status == 0, "\(at.stderr)")
    #expect(at.text.contains(#""\#(hour)05""#), "\(at.text)")
    let part = try Tool.run([
      "samples", file, "--track", track, "--from", hour + "10", "--to", hour + "12",
    ])
    #expect(part.text.contains(hour + "10") && part.text.contains(hour + "11"), "\(part.text)")
    let list = try Tool.run([
      "extract", "track", file, "--track", track, "--list", "--from", hour + "10", "--to",
      hour + "12",
    ])
    #expect(list.status == 0, "\(list.stderr)")
  }

  /// The first timecode track belongs to no video; the second belongs to the video.
  @Test func labelsOfTheFirstVideo() throws {
    try Tool.withFolder { folder in
      func run(_ words: String...) throws -> String {
        let result = try Tool.run(words, cwd: folder)
        #expect(result.status == 0, "\(words): \(result.stderr)")
        return result.text
      }
      let plain = Media.root.appending(path: "rates/25.mov").path
      _ = try run("insert", "timecode", plain, "--start", "01:00:00:00", "-o", "one.mov")
      _ = try run("insert", "timecode", plain, "--start", "01:00:02:00", "-o", "two.mov")
      _ = try run(
        "insert", "track", "one.mov", "--from", "two.mov", "--track", "timecode", "-o", "both.mov")
      let file = folder.appending(path: "both.mov")
      var bytes = try Data(contentsOf: file)
      let reference = Data("tmcd".utf8) + Data([0, 0, 0, 2, 0, 0, 0, 3])
      let place = try #require(bytes.range(of: reference))
      bytes[place.lowerBound + 7] = 3
      try bytes.write(to: file)
      #expect(
        try run("list", "--csv", "--columns", "first", "both.mov") == "first\r\n01:00:02:00\r\n")
      #expect(
        try run("samples", "both.mov", "--at", "01:00:03:00", "--json").contains(
          #""timecode": "01:00:03:00""#))
      _ = try run(
        "cut", "both.mov", "--from", "01:00:02:10", "--to", "01:00:03:10", "-o", "cut.mov")
      #expect(
        try run("list", "--csv", "--columns", "first,last", "cut.mov")
          == "first,last\r\n01:00:02:10,01:00:03:09\r\n")
    }
  }
}
