import Foundation
import MovKit
import Testing

@testable import movtool

/// Commands that are printed, as the shell reads them that someone copies them into.
@Suite struct ShellWordTests {
  private static func words(_ text: String) throws -> [UInt8] {
    // Not every shell that is called sh reads $'…'.
    let result = try Tool.shell(
      "exec bash -c \"$TEXT\"",
      environment: ["TEXT": "printf '<%s>' \(text)", "PATH": "/usr/bin:/bin:/usr/local/bin"])
    return Array(result.stdout)
  }

  /// Names that are text and names that are not; one that begins like an option is said as a place.
  @Test(
    arguments: [
      "plain.mov", "a b.mov", "it's.mov", "$x`y`.mov", "back\\slash", "new\nline", "Grüße 🎬.mov",
      "it's\u{200E}1 ü.mov", "a'\u{301} ; echo b; '\u{301}.mov", "a'\u{301}\u{200E}.mov",
    ])
  func names(name: String) throws {
    guard MediaTools.has("bash") else { return }
    #expect(try Self.words(FilePath(name).shellWord) == Array("<\(name)>".utf8))
    #expect(try Self.words(name.shellWord) == Array("<\(name)>".utf8))
    #expect(try Self.words(name.quotedForShell) == Array("<\(name)>".utf8))
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x27, 0x62], [0x61, 0xFF, 0x27, 0x62]),
      ([0x2D, 0x61, 0xFE], [0x2E, 0x2F, 0x2D, 0x61, 0xFE]),
      ([0x2D, 0x61], [0x2E, 0x2F, 0x2D, 0x61]), ([0x2D], [0x2D]),
    ] as [([UInt8], [UInt8])])
  func bytes(name: [UInt8], expected: [UInt8]) throws {
    guard MediaTools.has("bash") else { return }
    #expect(try Self.words(FilePath(bytes: name).shellWord) == [0x3C] + expected + [0x3E])
  }

  @Test func quotes() {
    #expect("".shellWord == "''" && "a/b-1.mov".shellWord == "a/b-1.mov")
    #expect("it's".shellWord == "'it'\\''s'" && "it's".quotedForShell == "'it'\\''s'")
    // What is not seen is said by its bytes.
    for (name, word) in [("a\u{200E}b", "$'a\\xe2\\x80\\x8eb'"), ("ü\u{AD}", "$'ü\\xc2\\xad'")] {
      #expect(FilePath(name).shellWord == word && name.shellWord == word)
    }
    #expect("plain".quotedForShell == "'plain'")
  }
}
