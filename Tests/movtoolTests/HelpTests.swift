import Foundation
import Testing

@testable import movtool

@Suite struct HelpTests {
  /// All commands and groups of the command table.
  static let commands: [[String]] = [[]] + Command.movtool.all.map(\.path)

  @Test(arguments: commands)
  func everyLevel(command: [String]) throws {
    let result = try Tool.run(command + ["--help"])
    #expect(result.status == 0)
    #expect(result.stderr.isEmpty)
    let name = (["movtool"] + command).joined(separator: " ")
    #expect(result.text.hasPrefix("\(name) - "))
    #expect(result.text.contains("\nusage: \(name)"))
    #expect(result.text.contains("\nexamples:\n  movtool "))
    #expect(result.text.hasSuffix("\n"))
    let examples = ["  movtool ", "  source "]
    for line in result.text.split(separator: "\n")
    where !examples.contains(where: { line.hasPrefix($0) }) {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ")
    }
    #expect(try Tool.run(["help"] + command).text == result.text)
    #expect(try Tool.run(command + ["-h"]).text == result.text)
  }

  /// Help lists every option that the command accepts, and no others.
  @Test func everyOption() throws {
    for (path, command) in Command.leaves {
      let lines = try Tool.run(path + ["--help"]).text.components(separatedBy: "\noptions:\n")[1]
        .components(separatedBy: "\n\n")[0].split(separator: "\n")
      let shown = lines.filter { $0.hasPrefix("  -") }.compactMap {
        $0.dropFirst(2).split { " ,".contains($0) }.first.map(String.init)
      }
      #expect(shown == command.allOptions.map(\.name), "\(path)")
    }
  }

  /// Options that exclude others appear once in the usage line.
  @Test func usageNamesEachOptionOnce() throws {
    let help = try Tool.run(["extract", "track", "--help"], environment: ["COLUMNS": "200"]).text
    #expect(
      help.contains(
        "usage: movtool extract track FILE [--track TRACK] "
          + "[--format raw|annexb|wav|adts|amr|flac|elementary] [--from TIME] [--to TIME] [-o OUT] [--overwrite] [--index INDEX] [--list]\n"
      ))
  }

  @Test func width() throws {
    let narrow = try Tool.run(["inspect", "--help"], environment: ["COLUMNS": "60"])
    #expect(
      narrow.text.split(separator: "\n").filter { !$0.contains("movtool") }
        .allSatisfy { $0.count <= 60 })
    let wide = try Tool.run(["inspect", "--help"], environment: ["COLUMNS": "200"])
    #expect(wide.text.split(separator: "\n").contains { $0.count > 100 })
    let odd = try Tool.run(["inspect", "--help"], environment: ["COLUMNS": "many"])
    #expect(odd.text == (try Tool.run(["inspect", "--help"]).text))
  }

  /// Help is shown even if the rest of the command line is wrong.
  @Test func amidMistakes() throws {
    #expect(try Tool.run(["insert", "timecode", "--start", "x", "--help"]).status == 0)
    #expect(try Tool.run(["inspect", "--nonsense", "--help"]).status == 0)
    #expect(try Tool.run(["inspect", "--", "--help"]).status == 1)
  }

  /// Help of what does not exist is a mistake, and says so as the command alone does.
  @Test(arguments: [["foo"], ["foo", "bar"], ["extract", "foo"], ["-q", "foo"]])
  func unknown(command: [String]) throws {
    let alone = try Tool.run(command)
    #expect(alone.status == 2 && alone.stderr.contains("unknown command"))
    for line in [command + ["--help"], command + ["-h"]] {
      let result = try Tool.run(line)
      #expect(result.status == 2 && result.text.isEmpty && result.stderr == alone.stderr, "\(line)")
    }
    let asked = try Tool.run(["help"] + command.drop { $0.hasPrefix("-") })
    #expect(asked.status == 2 && asked.stderr == alone.stderr)
    #expect(try Tool.run(["--nonsense", "--help"]).status == 0)
  }

  @Test func version() throws {
    let result = try Tool.run(["--version"])
    #expect(result.text == "movtool 0.2.0\n")
    #expect(result.status == 0)
  }
}
