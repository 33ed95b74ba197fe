import Foundation
import Testing

/// No folder of the library uses a type that is declared on a floor above it.
@Suite struct FloorsTests {
  /// The floors from the ground up, as `Tests/floors` has them, which lets the compiler check the same.
  private static func floors() throws -> [[String]] {
    let script = try String(
      contentsOf: MediaFiles.packageRoot.appending(path: "Tests/floors"), encoding: .utf8)
    let list = try #require(script.firstMatch(of: /\nfloors=\((.+)\)\n/)?.output.1)
    return list.matches(of: /'([^']+)'|(\w+)/).map { match in
      String(match.output.1 ?? match.output.2 ?? "").split(separator: " ").map(String.init)
    } + [["Writing"]]
  }

  @Test func nothingReachesUp() throws {
    let floors = try Self.floors()
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/MovKit")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
      .filter { !$0.hasSuffix(".swift") }
    #expect(Set(folders).isSubset(of: floors.joined()))
    var texts: [String: String] = [:]
    for folder in folders {
      let walk = FileManager.default.enumerator(atPath: sources.appendingPathComponent(folder).path)
      for case let name as String in walk ?? .init() where name.hasSuffix(".swift") {
        let file = sources.appendingPathComponent(folder).appendingPathComponent(name)
        texts[folder, default: ""] += Self.code(of: try String(contentsOf: file, encoding: .utf8))
      }
    }
    let declaration = /(?:^|\n)(?:public |package )?(?:final )?(?:struct|enum|class|protocol) (\w+)/
    for (height, floor) in floors.enumerated() {
      for upper in floors[(height + 1)...].joined() {
        let names = Set((texts[upper] ?? "").matches(of: declaration).map { String($0.output.1) })
        for lower in floor {
          let words = Set((texts[lower] ?? "").matches(of: /\w+/).map { String($0.output) })
          let reached = words.intersection(names).sorted()
          #expect(reached.isEmpty, "\(lower) uses \(reached) of \(upper)")
        }
      }
    }
  }

  /// Without comments and without texts, which may name anything.
  private static func code(of text: String) -> String {
    text.replacing(/"""[\s\S]*?"""/, with: "").replacing(/\/\/[^\n]*/, with: "").replacing(
      /"[^"\n]*"/, with: "")
  }
}
