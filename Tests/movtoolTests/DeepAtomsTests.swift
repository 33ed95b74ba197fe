import Foundation
import Testing

@testable import movtool

/// Movies with more levels of atoms than are read, at the greatest `--max-depth`.
@Suite struct DeepAtomsTests {
  private static let options = ["--max-depth", "100"]
  private static let path = Array(repeating: "udta", count: 60).joined(separator: "/")

  /// A movie in which 10,000 `udta` atoms lie in one another, after its own atoms.
  private static func movie() throws -> Data {
    let camera = try Data(
      contentsOf: DocumentsTests.package.appending(path: "TestMedia/camera/camera.mov"))
    let levels = 10_000
    var deep = Data()
    for level in 0..<levels {
      let size = 8 * (levels - level)
      deep.append(contentsOf: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) })
      deep.append(contentsOf: "udta".utf8)
    }
    return camera + deep
  }

  /// Nothing that looks at it, changes it or makes it again runs out of stack.
  @Test func everyVerb() throws {
    try Tool.withFolder { folder in
      try Self.movie().write(to: folder.appending(path: "deep.mov"))
      try Data([0, 0, 0, 8] + "free".utf8).write(to: folder.appending(path: "free.atom"))
      for line in [
        "inspect deep.mov --bytes all --json > deep.json", "inspect deep.mov", "list deep.mov",
        "inspect deep.mov --at 52000", "inspect deep.mov --find udta", "samples deep.mov",
        "extract timecode deep.mov", "extract atom deep.mov \(Self.path) -o deep.atom",
        "insert timecode deep.mov --start 1:0:0:0 --replace -o stamped.mov",
        "insert atom deep.mov \(Self.path) free.atom -o inserted.mov",
        "remove atom inserted.mov \(Self.path)/free -o removed.mov",
        "remux deep.mov -o remuxed.mov", "diff deep.mov removed.mov",
        "build built.mov --from-json deep.json --media deep.mov",
      ] {
        let words = line.split(separator: ">")
        let options = Self.options.joined(separator: " ")
        let result = try Tool.shell(
          "\"$TOOL\" \(words[0]) \(options)" + (words.count > 1 ? " > \(words[1])" : ""),
          cwd: folder)
        #expect(result.status == 0, "\(line): \(result.stderr.suffix(300))")
      }
      for name in ["built", "removed"] {
        let made = try Data(contentsOf: folder.appending(path: "\(name).mov"))
        #expect(try made == Self.movie(), "\(name)")
      }
    }
  }

  @Test func moreLevels() throws {
    let result = try Tool.run(["inspect", "a.mov", "--max-depth", "101"])
    #expect(result.status == 2)
    #expect(result.stderr.contains("expected a whole number from 1 to 100"), "\(result.stderr)")
  }
}
