import Foundation
import Testing

/// An edit with a negative rate shows nothing. What is made of the track must not show its media.
@Suite struct NegativeRateTests {
  @Test(arguments: [
    ["build", "o.mp4", "--video"], ["build", "o.mov", "--video"],
    ["insert", "track", "--track", "video:1", "-o", "o.mov", "BASE", "--from"],
  ])
  func newMovies(words: [String]) throws {
    try Tool.withFolder { folder in
      let base = Media.root.appending(path: "sound/pcm-24.mov").path
      let source = Media.root.appending(path: "tables/elst-negative-rate.mov").path
      let made = try Tool.run(words.map { $0 == "BASE" ? base : $0 } + [source], cwd: folder)
      #expect(made.status == 0, "\(made.stderr)")
      let file = words.contains("o.mp4") ? "o.mp4" : "o.mov"
      let text = try Tool.run(["inspect", file, "--compact"], cwd: folder).text
      let list = try #require(
        text.matches(of: /"type":"elst".*?"entries":\[(.*?)\]/).last, "\(text)")
      let rows = list.1.matches(of: /"media_time":(null|\{[^}]*\}),"media_rate":([-0-9.]+)/)
      #expect(rows.count == 2 && rows.last?.2 == "2.5", "\(list.1)")
      // It is empty, or still says that it is played backwards.
      #expect(rows.first.map { $0.1 == "null" || $0.2 == "-1" } == true, "\(list.1)")
    }
  }
}
