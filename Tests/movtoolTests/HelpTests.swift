import Testing

@Suite struct HelpTests {
  static let commands: [[String]] = [
    [], ["inspect"], ["extract"], ["extract", "timecode"], ["extract", "atom"],
    ["extract", "track"], ["insert"],
    ["insert", "timecode"], ["insert", "track"], ["build"], ["remove"], ["remove", "timecode"],
    ["restore"],
  ]

  @Test(arguments: commands)
  func everyLevel(command: [String]) throws {
    let result = try Tool.run(command + ["--help"])
    #expect(result.status == 0)
    #expect(result.stderr.isEmpty)
    let name = (["movtool"] + command).joined(separator: " ")
    #expect(result.text.hasPrefix("\(name) - "))
    #expect(result.text.contains("\nusage: \(name) "))
    #expect(result.text.contains("\nexamples:\n  movtool "))
    #expect(result.text.hasSuffix("\n"))
    for line in result.text.split(separator: "\n") where !line.hasPrefix("  movtool ") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ")
    }
    #expect(try Tool.run(["help"] + command).text == result.text)
    #expect(try Tool.run(command + ["-h"]).text == result.text)
  }

  @Test(
    arguments: [
      (
        ["inspect"],
        ["--json", "--compact", "--atom", "--depth", "--rows", "--bytes", "--hex", "--color"]
      ),
      (
        ["extract", "timecode"], ["--track", "--frames", "--packed", "--quanta", "--compact", "-o"]
      ),
      (["extract", "atom"], ["-o"]),
      (
        ["extract", "track"],
        ["--track", "--format", "--from", "--to", "-o", "--index", "--list"]
      ),
      (["insert", "track"], ["--from", "--track", "--at", "--rate", "-o"]),
      (
        ["build"],
        [
          "--video", "--rate", "--audio", "--timecode", "--drop-frame", "--reel", "--fast-start",
          "--fragment",
        ]
      ),
      (
        ["insert", "timecode"],
        [
          "--start", "-o", "--rate", "--quanta", "--drop-frame", "--non-drop-frame", "--type",
          "--no-wrap", "--allow-negative", "--reel", "--track", "--replace", "--dry-run",
          "--in-place", "--backup", "--preserve-times", "--verify",
        ]
      ),
    ] as [([String], [String])])
  func everyOption(command: [String], options: [String]) throws {
    let lines = try Tool.run(command + ["--help"]).text.split(separator: "\n")
    for option in options {
      #expect(lines.contains { $0.hasPrefix("  \(option)") }, "\(option)")
    }
  }

  /// Options that exclude others stand in the usage line once.
  @Test func usageNamesEachOptionOnce() throws {
    let help = try Tool.run(["extract", "track", "--help"], environment: ["COLUMNS": "200"]).text
    #expect(
      help.contains(
        "usage: movtool extract track FILE [--track ID] [--format raw|annexb|wav] [--from TIME] "
          + "[--to TIME] [-o OUT] [--overwrite] [--index INDEX] [--list]\n"))
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

  /// Help is an answer even where the rest of the line is wrong.
  @Test func amidMistakes() throws {
    #expect(try Tool.run(["insert", "timecode", "--start", "x", "--help"]).status == 0)
    #expect(try Tool.run(["inspect", "--nonsense", "--help"]).status == 0)
    #expect(try Tool.run(["inspect", "--", "--help"]).status == 1)
  }

  @Test func version() throws {
    let result = try Tool.run(["--version"])
    #expect(result.text == "movtool 0.1.0\n")
    #expect(result.status == 0)
  }
}
