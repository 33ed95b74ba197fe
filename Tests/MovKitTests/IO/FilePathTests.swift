import Foundation
import Testing

@testable import MovKit

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a/b.mov", "a/b.mov"), ("Ünïcode 映画.mov", "Ünïcode 映画.mov"), ("a\nb", "a\\x0ab"),
    ("\u{1B}[2J", "\\x1b[2J"), ("\u{85}", "\\xc2\\x85"), ("a\\x0ab", "a\\x5cx0ab"),
    ("\u{202E}vom", "\\xe2\\x80\\xaevom"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("", ""),
  ])
  func shown(name: String, text: String) { #expect(FilePath(name).description == text) }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xffb"), ([0xC3], "\\xc3"), ([0xE2, 0x82, 0x41], "\\xe2\\x82A"),
      ([0xED, 0xA0, 0x80, 0x7A], "\\xed\\xa0\\x80z"), ([0x00], "\\x00"), ([0x7F], "\\x7f"),
    ] as [([UInt8], String)])
  func bytesThatAreNotText(bytes: [UInt8], text: String) {
    #expect(FilePath(bytes: bytes).description == text)
  }

  /// A path is encoded as it is, not as it is shown; one that is not UTF-8, as its bytes.
  @Test func asJSON() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let paths: [FilePath] = ["a/Ünï.mov", "a\\x0a", "", FilePath(bytes: [0x61, 0xFF])]
    let json = try encoder.encode(paths)
    #expect(String(decoding: json, as: UTF8.self) == #"["a/Ünï.mov","a\\x0a","",[97,255]]"#)
    #expect(try JSONDecoder().decode([FilePath].self, from: json) == paths)
    // Of two ways to write a letter, each stays what it is.
    let decomposed: FilePath = "e\u{301}"
    #expect(
      try JSONDecoder().decode([FilePath].self, from: encoder.encode([decomposed])) == [decomposed])
    for text in ["[1]", "[[256]]", "[[-1]]", "[null]", "[{}]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([FilePath].self, from: Data(text.utf8))
      }
    }
  }

  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b/c", "/a/b", "c"),
    ("a/", "a", ""), ("", ".", ""),
  ])
  func parts(path: String, parent: String, last: String) {
    #expect(FilePath(path).parent == FilePath(parent))
    #expect(FilePath(path).lastComponent == Array(last.utf8))
  }

  @Test func joining() {
    #expect(FilePath("a").appending(Array("b".utf8)) == FilePath("a/b"))
    #expect(FilePath("/").appending(Array("b".utf8)) == FilePath("/b"))
    #expect(FilePath("a").appending(Array("/b".utf8)) == FilePath("/b"))
  }
}
