import Foundation
import Testing

@testable import movtool

@Suite struct PagerTests {
  static let movie = Stamping.media.appending(path: "rates/25.mov").path

  private static let inspect = "\"$TOOL\" inspect '\(movie)'"

  @Test func listsOfSamplesToo() throws {
    guard MediaTools.has("python3") else { return }
    let line = "\"$TOOL\" samples '\(Self.movie)'"
    let paged = try PseudoTerminal.output(line, ["MOVTOOL_PAGER": "sed 's/^/| /'"]).split(
      separator: "\n")
    #expect(paged.count == 102 && paged.allSatisfy { $0.hasPrefix("| ") })
    #expect(
      try !PseudoTerminal.output(line + " --no-pager", ["PAGER": "sed 's/^/| /'"]).contains("| "))
  }

  @Test func goesThroughThePager() throws {
    guard MediaTools.has("python3") else { return }
    let pager = ["MOVTOOL_PAGER": "sed 's/^/| /'; echo \"LESS=$LESS\""]
    let paged = try PseudoTerminal.output(Self.inspect + "; echo status $?", pager)
    let lines = paged.split(separator: "\n")
    #expect(lines.count > 20 && lines.dropLast(2).allSatisfy { $0.hasPrefix("| ") })
    #expect(lines.suffix(2) == ["LESS=FRX", "status 0"])
    let own = try PseudoTerminal.output(Self.inspect, pager.merging(["LESS": "M"]) { $1 })
    #expect(own.hasSuffix("LESS=M\n"))
    for environment in [
      ["MOVTOOL_PAGER": ""], ["MOVTOOL_PAGER": "cat"], ["PAGER": "cat"], ["PAGER": ""],
      ["PAGER": "sed s/^/x/", "TERM": "dumb"], ["PAGER": "sed s/^/x/", "MOVTOOL_PAGER": ""],
    ] {
      #expect(
        try !PseudoTerminal.output(Self.inspect, environment).contains("x/"), "\(environment)")
      #expect(
        try PseudoTerminal.output(Self.inspect, environment).hasPrefix("\u{1b}[1m/")
          || environment["TERM"] == "dumb")
    }
    #expect(try !PseudoTerminal.output(Self.inspect + " --no-pager", pager).contains("| "))
    // Output to a pipe is not paged.
    #expect(try !PseudoTerminal.output(Self.inspect + " | cat", pager).contains("| /"))
  }

  @Test func messagesStandAmongTheOutput() throws {
    guard MediaTools.has("python3") else { return }
    let text = try PseudoTerminal.output(
      "\"$TOOL\" inspect '\(Self.movie)x' '\(Self.movie)'; echo status $?",
      ["MOVTOOL_PAGER": "sed 's/^/| /'"])
    #expect(text.hasPrefix("| movtool: "))
    #expect(text.hasSuffix("status 1\n"))
  }

  @Test func aPagerThatQuits() throws {
    guard MediaTools.has("python3") else { return }
    let text = try PseudoTerminal.output(
      "\"$TOOL\" inspect --rows all --bytes all '\(Self.movie)' '\(Self.movie)'; echo status $?",
      ["MOVTOOL_PAGER": "head -n 1"])
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.hasSuffix("status 0\n"))
    let missing = try PseudoTerminal.output(
      Self.inspect + " 2> /dev/null; echo status $?", ["MOVTOOL_PAGER": "/no/such/pager"])
    #expect(missing.hasSuffix("status 1\n"))
  }

  @Test(
    arguments: [
      ([:], nil), (["PATH": "/nowhere"], nil), (["PAGER": "more"], "more"),
      (["PAGER": "more", "MOVTOOL_PAGER": "less -S"], "less -S"),
      (["PAGER": "more", "MOVTOOL_PAGER": " "], nil), (["PAGER": " cat "], nil),
      (["PAGER": "more", "TERM": "dumb"], nil),
    ] as [([String: String], String?)])
  func choice(environment: [String: String], command: String?) {
    #expect(Pager.command { environment[$0] } == command)
  }
}
