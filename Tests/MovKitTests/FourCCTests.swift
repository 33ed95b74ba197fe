import Foundation
import Testing

@testable import MovKit

@Suite struct FourCCTests {
  @Test(
    arguments: [
      ("moov", 0x6D6F_6F76), ("©nam", 0xA96E_616D), ("url ", 0x7572_6C20),
      ("\\x00\\x00\\x00\\x01", 1), ("a\\x5cb\\xff", 0x615C_62FF),
      ("/[]\"", 0x2F5B_5D22), ("\\x7f\\x1f ~", 0x7F1F_207E), ("©©\\xa8\\xaa", 0xA9A9_A8AA),
    ] as [(String, UInt32)])
  func textAndBytes(text: String, raw: UInt32) {
    #expect(FourCC(rawValue: raw).description == text)
    #expect(FourCC(text)?.rawValue == raw)
  }

  @Test func asJSON() throws {
    let codes: [FourCC] = ["moov", "©nam", FourCC(rawValue: 1)]
    let json = try JSONEncoder().encode(codes)
    #expect(String(decoding: json, as: UTF8.self) == #"["moov","©nam","\\x00\\x00\\x00\\x01"]"#)
    #expect(try JSONDecoder().decode([FourCC].self, from: json) == codes)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([FourCC].self, from: Data(#"["moo"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([FourCC].self, from: Data("[1836019574]".utf8))
    }
  }

  @Test(arguments: ["moo", "moovs", "mo\u{7}v", "", "é123"])
  func refused(text: String) { #expect(FourCC(text) == nil) }
}
