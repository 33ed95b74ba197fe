import Testing

@testable import MovKit

@Suite struct TextTests {
  // MARK: MacRoman

  /// The code points of 0x80 to 0xFF as Apple's ROMAN.TXT has them since Mac OS 8.5, when 0xDB
  /// became the euro sign. Foundation on Linux has another order from 0xC0 on, so it cannot be asked.
  private static let macRoman: [UInt32] = [
    0x00C4, 0x00C5, 0x00C7, 0x00C9, 0x00D1, 0x00D6, 0x00DC, 0x00E1,
    0x00E0, 0x00E2, 0x00E4, 0x00E3, 0x00E5, 0x00E7, 0x00E9, 0x00E8,
    0x00EA, 0x00EB, 0x00ED, 0x00EC, 0x00EE, 0x00EF, 0x00F1, 0x00F3,
    0x00F2, 0x00F4, 0x00F6, 0x00F5, 0x00FA, 0x00F9, 0x00FB, 0x00FC,
    0x2020, 0x00B0, 0x00A2, 0x00A3, 0x00A7, 0x2022, 0x00B6, 0x00DF,
    0x00AE, 0x00A9, 0x2122, 0x00B4, 0x00A8, 0x2260, 0x00C6, 0x00D8,
    0x221E, 0x00B1, 0x2264, 0x2265, 0x00A5, 0x00B5, 0x2202, 0x2211,
    0x220F, 0x03C0, 0x222B, 0x00AA, 0x00BA, 0x03A9, 0x00E6, 0x00F8,
    0x00BF, 0x00A1, 0x00AC, 0x221A, 0x0192, 0x2248, 0x2206, 0x00AB,
    0x00BB, 0x2026, 0x00A0, 0x00C0, 0x00C3, 0x00D5, 0x0152, 0x0153,
    0x2013, 0x2014, 0x201C, 0x201D, 0x2018, 0x2019, 0x00F7, 0x25CA,
    0x00FF, 0x0178, 0x2044, 0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x2021, 0x00B7, 0x201A, 0x201E, 0x2030, 0x00C2, 0x00CA, 0x00C1,
    0x00CB, 0x00C8, 0x00CD, 0x00CE, 0x00CF, 0x00CC, 0x00D3, 0x00D4,
    0xF8FF, 0x00D2, 0x00DA, 0x00DB, 0x00D9, 0x0131, 0x02C6, 0x02DC,
    0x00AF, 0x02D8, 0x02D9, 0x02DA, 0x00B8, 0x02DD, 0x02DB, 0x02C7,
  ]

  @Test func macRoman() {
    let ascii = decodeMacRoman(0..<0x80).unicodeScalars.map(\.value)
    #expect(ascii == Array(0..<0x80))
    #expect(decodeMacRoman(0x80...0xFF).unicodeScalars.map(\.value) == Self.macRoman)
  }

  // MARK: Unknown encoding

  @Test(
    arguments: [
      ([], ""), (ascii("abc"), "abc"), (ascii("Zoë 日本"), "Zoë 日本"),
      (hex("5A6F91"), "Zoë"), (hex("A920 31393937"), "© 1997"),
      (hex("FEFF 0041 00EB"), "Aë"), (hex("FFFE 4100 EB00"), "Aë"),
      (hex("FEFF D83D DE00"), "😀"), (hex("FFFE 3DD8 00DE"), "😀"),
      (hex("FEFF 0041 42"), "A"), (hex("FEFF D83D"), "\u{FFFD}"), (hex("FEFF"), ""),
      (hex("FFFE"), ""), (hex("FE"), "˛"), (hex("FF"), "ˇ"),
    ] as [([UInt8], String)])
  func unknownEncoding(bytes: [UInt8], text: String) {
    #expect(decodeText(bytes[...]) == text)
    // A slice of a file does not begin at 0.
    #expect(decodeText((u8(0xFE) + bytes + u8(7))[1..<1 + bytes.count]) == text)
  }

  // MARK: Pascal strings

  @Test func pascalString() throws {
    var reader = Reader((u8(3) + ascii("abcde"))[...])
    var text = PascalString()
    try reader.record("name", &text)
    #expect(text.string == "abc")
    #expect(Array(reader.remaining) == ascii("de"))
    #expect(try text.serialized() == u8(3) + ascii("abc"))
    #expect(try PascalString("").serialized() == [0])
    #expect(try PascalString(String(repeating: "x", count: 255)).serialized().count == 256)
    let tooLong = PascalString(String(repeating: "x", count: 256))
    let error = #expect(throws: FormatError.self) { try tooLong.serialized() }
    #expect(error == FormatError(.doesNotFit(bits: 8), path: "length"))
    var short = Reader((u8(9) + ascii("abc"))[...], at: 50)
    let cut = #expect(throws: FormatError.self) { try short.record("name", &text) }
    #expect(cut == FormatError(.truncated(needed: 9, available: 3), path: "name/text", at: 51))
  }

  @Test(
    arguments: [
      (u8(3) + ascii("abc") + zeros(28), "abc"), (u8(0) + zeros(31), ""),
      (u8(200) + ascii("abc"), "abc"), ([], ""), (u8(2) + ascii("abc"), "ab"),
    ] as [([UInt8], String)])
  func fixedPascalString(bytes: [UInt8], text: String) {
    #expect(FixedPascalString(bytes: bytes[...]).string == text)
  }

  @Test func fixedPascalStringIsCutAtACharacter() {
    #expect(Array(FixedPascalString("Hap", size: 6).bytes) == u8(3) + ascii("Hap") + zeros(2))
    #expect(Array(FixedPascalString("éé", size: 4).bytes) == u8(2) + hex("C3A9") + zeros(1))
    #expect(Array(FixedPascalString("", size: 2).bytes) == zeros(2))
    for size in 1..<40 {
      #expect(FixedPascalString("Zoë's flag 🇳🇱", size: size).bytes.count == size)
    }
  }

  /// Names of handlers as they are found.
  @Test(
    arguments: [
      ([], ""), ([0], ""), ([0, 0], ""), (u8(5) + ascii("Video"), "Video"),
      (ascii("VideoHandler") + u8(0), "VideoHandler"), (ascii("VideoHandler"), "VideoHandler"),
      // A length that counts more than there is.
      (u8(20) + ascii("Video"), "Video"),
      // A Pascal string, then zeros.
      (u8(5) + ascii("Video") + zeros(1), "Video"), (u8(5) + ascii("Video") + zeros(3), "Video"),
      // A length of more than 31 that counts the rest.
      (u8(40) + ascii(String(repeating: "n", count: 40)), String(repeating: "n", count: 40)),
      // "A" is also 65: what ends in its only zero is a C string all the same.
      (
        ascii("A" + String(repeating: "v", count: 64)) + u8(0),
        "A" + String(repeating: "v", count: 64)
      ),
      // A Pascal string whose length counts its zero.
      (u8(6) + ascii("Video") + u8(0), "Video"),
      // A C string before more zeros.
      (ascii("Sound") + zeros(4), "Sound"),
      // Zeros within a Pascal string are left out as at its end.
      (u8(12) + ascii("Apple Alias"), "Apple Alias"),
    ] as [([UInt8], String)])
  func pascalOrC(bytes: [UInt8], text: String) {
    #expect(PascalOrCString(bytes: bytes[...]).string == text)
    #expect(PascalOrCString(bytes: (u8(9) + bytes + u8(9))[1..<1 + bytes.count]).string == text)
  }

  @Test(arguments: ["", "Time Code Media Handler", "Zoë", String(repeating: "né", count: 200)])
  func pascalOrCMadeHere(text: String) {
    #expect(PascalOrCString(c: text).string == text)
    let pascal = PascalOrCString(pascal: text)
    // 255 bytes hold 85 times these three.
    #expect(pascal.string == (text.utf8.count > 255 ? String(text.prefix(170)) : text))
    #expect(pascal.bytes.first.map(Int.init) == pascal.bytes.count - 1)
  }

  /// Another text has the form of the old one, if it can be counted by one byte.
  @Test(arguments: [0, 1, 31, 32, 255, 256, 300])
  func pascalOrCStays(count: Int) {
    let new = String(repeating: "x", count: count)
    for old in ["Video", String(repeating: "v", count: 100)] {
      let counted = PascalOrCString(pascal: old).taking(.text(new), count: nil)
      #expect(counted.map { Array($0.bytes) } == (count < 256 ? [UInt8(count)] + ascii(new) : nil))
      let terminated = PascalOrCString(c: old).taking(.text(new), count: nil)
      #expect(terminated.map { Array($0.bytes) } == ascii(new) + [0])
    }
  }

  // MARK: C strings

  @Test(
    arguments: [
      (ascii("abc") + u8(0) + ascii("de"), "abc", true, 2), (ascii("abc"), "abc", false, 0),
      ([0], "", true, 0), ([], "", false, 0), ([0, 0], "", true, 1),
    ] as [([UInt8], String, Bool, Int)])
  func terminated(bytes: [UInt8], text: String, isTerminated: Bool, left: Int) throws {
    var reader = Reader(bytes[...])
    var string = CString()
    try reader.terminated("name", &string)
    #expect(string.string == text)
    #expect(string.isTerminated == isTerminated)
    #expect(reader.remaining.count == left)
    var writer = Writer()
    try writer.terminated("name", &string)
    #expect(writer.bytes + reader.remaining == bytes)
  }

  @Test func terminatedWithAZeroInside() {
    var writer = Writer()
    var text = CString("a\0b")
    let error = #expect(throws: FormatError.self) { try writer.terminated("name", &text) }
    #expect(error?.path == "name")
  }
}
