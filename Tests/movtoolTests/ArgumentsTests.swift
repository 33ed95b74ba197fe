import MovKit
import Testing

@testable import movtool

@Suite struct ArgumentsTests {
  private func parse(_ words: [String]) throws -> Arguments {
    try parse(words.map { Array($0.utf8) })
  }

  private func parse(_ words: [[UInt8]]) throws -> Arguments {
    guard case .run(_, let arguments) = try Arguments.parse(words, root: .movtool) else {
      throw Failure.problem("not to be run", file: nil)
    }
    return arguments
  }

  @Test func forms() throws {
    let arguments = try parse([
      "insert", "timecode", "--start", "-00:00:04:00", "--rate=30000/1001", "in.mov", "-oout.mov",
      "--track", "3", "--reel=--replace", "--track=1", "--no-wrap",
    ])
    #expect(arguments.command == "movtool insert timecode")
    #expect(arguments.file(InsertTimecode.file) == FilePath("in.mov"))
    #expect(arguments[InsertTimecode.start] == "-00:00:04:00")
    #expect(arguments[InsertTimecode.rate] == CountingRate(numerator: 30000, denominator: 1001))
    #expect(arguments[MovieChange.output] == FilePath("out.mov"))
    #expect(arguments.all(InsertTimecode.track).map(\.choice) == [.id(3), .id(1)])
    #expect(arguments[InsertTimecode.reel] == "--replace")
    #expect(arguments[InsertTimecode.noWrap])
    #expect(!arguments[InsertTimecode.replace])
    #expect(arguments[InsertTimecode.quanta] == nil)
    #expect(arguments[InsertTimecode.type] == nil)
  }

  @Test func outputIsExcusedByDryRun() throws {
    let arguments = try parse(["insert", "timecode", "a", "--start", "1:0:0:0", "--dry-run"])
    #expect(arguments[MovieChange.output] == nil)
    #expect(arguments[MovieChange.dryRun])
  }

  @Test func endOfOptions() throws {
    let arguments = try parse(["inspect", "--json", "a", "--", "--json", "-", "--"])
    #expect(arguments.files(Inspect.files) == ["a", "--json", "-", "--"].map { FilePath($0) })
    #expect(arguments[Inspect.json])
  }

  @Test func values() throws {
    let arguments = try parse([
      "inspect", "a", "--rows", "all", "--bytes", "0", "--color=never", "--depth", "2",
      "--atom=moov/a=b",
    ])
    #expect(arguments[Inspect.rows] == .all)
    #expect(arguments[Inspect.bytes] == .atMost(0))
    #expect(arguments[Inspect.color] == .never)
    #expect(arguments[Inspect.depth] == 2)
    #expect(arguments[Inspect.atom] == "moov/a=b")
  }

  /// File names are bytes; option values that are text must be UTF-8.
  @Test func notUTF8() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x80]
    let words = ["extract", "atom"].map { Array($0.utf8) }
    let arguments = try parse(words + [name, Array("moov".utf8)])
    #expect(arguments.file(ExtractAtom.file).bytes == name)
    #expect(try arguments.text(ExtractAtom.path) == "moov")
    let swapped = try parse(words + [Array("moov".utf8), name])
    #expect(throws: Failure.self) { try swapped.text(ExtractAtom.path) }
    #expect(throws: Failure.self) {
      try parse(["inspect", "a", "--atom"].map { Array($0.utf8) } + [name])
    }
  }

  @Test func ownComplaints() throws {
    let arguments = try parse(["insert", "timecode", "a", "--start", "9:9:9:99", "--dry-run"])
    #expect(
      arguments.badValue(InsertTimecode.start)
        == .usage(
          "invalid value '9:9:9:99' for '--start': expected HH:MM:SS:FF, or HH:MM:SS;FF for drop frame",
          command: "movtool insert timecode"))
  }

  @Test(arguments: [
    ("", "abc", 3), ("abc", "abc", 0), ("jsno", "json", 1), ("kitten", "sitting", 3),
    ("colour", "color", 1), ("abc", "", 3),
  ])
  func distance(first: String, second: String, expected: Int) {
    #expect(editDistance(first, second) == expected)
  }

  @Test func nearestName() {
    #expect(nearest(to: "--repl", among: ["--reel", "--replace", "--rate"]) == "--reel")
    #expect(nearest(to: "--allow", among: ["--allow-negative", "--rate"]) == "--allow-negative")
    #expect(nearest(to: "zzz", among: ["inspect", "extract"]) == nil)
    #expect(nearest(to: String(repeating: "x", count: 1 << 20), among: ["inspect"]) == nil)
  }
}
