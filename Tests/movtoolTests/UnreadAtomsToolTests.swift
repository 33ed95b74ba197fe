import Foundation
import Testing

@testable import movtool

/// No verb writes a movie whose media it cannot find because of a limit, and each says why.
@Suite struct UnreadAtomsToolTests {
  @Test func everyVerb() throws {
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "rates/25.mov").path
      let first = folder.appending(path: "first.mov").path
      #expect(try Tool.run(["remux", movie, "--fast-start", "-o", first]).status == 0)
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for line in [
        "remux MOVIE --fast-start", "remux MOVIE --fragment 2", "cut MOVIE --from 0 --to 1",
        "join MOVIE MOVIE", "edit atom MOVIE moov/mvhd rate=2 --fast-start",
        "edit metadata FIRST title=a",
      ] {
        let words = line.split(separator: " ").map {
          $0 == "MOVIE" ? movie : $0 == "FIRST" ? first : String($0)
        }
        let out = folder.appending(path: "out.mov").path
        let result = try Tool.run(words + ["--max-depth", "4", "-o", out])
        #expect(
          result.status == 1 && result.stderr.contains("because of the limit of 4 levels of atoms"),
          "\(line): \(result.stderr)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
      // In place nothing moves.
      let placed = try Tool.run([
        "edit", "metadata", first, "title=a", "--in-place", "--max-depth", "4",
      ])
      #expect(placed.status == 0, "\(placed.stderr)")
      let hashes = try [movie, first].map {
        try Tool.run(["hash", $0, "--track", "video"]).text.split(separator: " ").first
      }
      #expect(hashes[0] != nil && hashes[0] == hashes[1])
    }
  }
}
