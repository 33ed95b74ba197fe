import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Streams as zlib 1.2 makes them: of level 0, of fixed codes, and of own codes.
private let zlibStreams: [(hex: String, bytes: [UInt8])] = [
  ("7801010700f8ff6d6f76746f6f6c0c510311", Array("movtool".utf8)),
  ("78014b4c4a4e248400ff000dc9", Array(String(repeating: "abcabcabcabc", count: 3).utf8)),
  (
    ownCodes,
    (0..<400).map { (index: Int) -> UInt8 in UInt8((index * index / 7 + index) % 61 + 40) }
  ),
]

private let ownCodes = """
  78da2dcf0b6e83200000d0eb20a894e0049166566c235a6cfd54a3c34f75f73fc3b664ef060f38d0f54f348c
  6492e5a619ec8e08ffbc99d70c8850f77ef3b8aa4610246682ecdabe695a6f54b5df5c4ff8d23af2b147e61d
  55475cc36420f92a1aefb6c61d29815ae41036a4f24ba4610e352a3c73aa3f7a612f87c60db70a3e98cdbc56
  1e862d3ab07930eb7033b1d3a564be4b77d4028de5192f75c6907d6691bff5f794e3636a8a545077b7fdb3b8
  2631a318817d9dbfc6a17f757f5efd307ecdeb0e10a62c4eaec5b3b7bb4b455a34d38179fadbf2a3ec6911cb
  ea059fcb11093dbaf23e93b47362b3857a0e721be8859943b65e66d9032acb1bac8f8b15fd477d325ef1bf2a
  fd8a34e12017054ad2c5ebcd6bc49a932181757c54d1db44fb433aed054f9a7fb78a6e754adfed95c1c92401
  182bc5bddf961204cc2f73fbfc016b866c84
  """

/// Deflate and zlib streams, by hand from RFC 1951 and RFC 1950, and as zlib makes them.
@Suite struct InflateTests {
  /// Bits of a stream: words of them, separated by spaces. A word of digits is a Huffman code, whose
  /// first bit comes first; a word such as `5=3` is the number 5 in 3 bits, whose lowest bit comes first.
  private func stream(_ text: String) throws -> Bytes {
    var bits: [UInt8] = []
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=")
      if parts.count == 2 {
        let (value, count) = (try #require(Int(parts[0])), try #require(Int(parts[1])))
        bits += (0..<count).map { UInt8(value >> $0 & 1) }
      } else {
        bits += word.utf8.map { $0 - 0x30 }
      }
    }
    while bits.count % 8 != 0 { bits.append(0) }
    return stride(from: 0, to: bits.count, by: 8).map { start -> UInt8 in
      var byte: UInt8 = 0
      for bit in 0..<8 { byte |= bits[start + bit] << bit }
      return byte
    }[...]
  }

  private func inflated(_ text: String, upTo limit: Int = 1000) throws -> String {
    String(decoding: try Inflate.deflate(stream(text), upTo: limit), as: UTF8.self)
  }

  /// A block begins with whether it is the last, and its kind in two bits. `end` of fixed codes is 256,
  /// seven zeros.
  @Test(arguments: [
    ("1 1=2 0000000", ""),
    // 'a' is 0x61: 00110000 + 0x61.
    ("1 1=2 10010001 0000000", "a"),
    // 144 has the first code of nine bits, 110010000; here U+00D0, which is 0xC3 0x90.
    ("1 1=2 111000011 110010000 0000000", "\u{D0}"),
    // Length 3 is 257, distance 1 is 0.
    ("1 1=2 10010001 0000001 00000 0000000", "aaaa"),
    // Length 258 is 285: 11000000 + 5, without more bits.
    ("1 1=2 10010001 11000101 00000 0000000", String(repeating: "a", count: 259)),
    // Length 11 and 12 are 265 with one bit more.
    ("1 1=2 10010001 0001001 1=1 00000 0000000", String(repeating: "a", count: 13)),
    // Distance 5 and 6 are 4 with one bit more.
    (
      "1 1=2 10010001 10010010 10010011 10010100 10010101 10010110 0000001 00100 0=1 0000000",
      "abcdefbcd"
    ),
    // Two blocks; the second repeats what is in the first.
    ("0 1=2 10010001 10010010 0000000 1 1=2 0000001 00001 0000000", "ababa"),
    // A block that is not compressed begins at a byte.
    ("1 0=2 00000 2=16 65533=16 104=8 105=8", "hi"),
    ("0 0=2 00000 1=16 65534=16 104=8 1 1=2 0000001 00000 0000000", "hhhh"),
  ])
  func byHand(bits: String, text: String) throws {
    #expect(try inflated(bits) == text)
  }

  /// Own codes: 'a' has 0, 'b' 10 and the end 11, and there is one distance code of one bit. The lengths
  /// themselves have codes of two bits, for 1, 2, 17 and 18.
  @Test func ownCodesByHand() throws {
    // The order is 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1: 18 lengths of codes of lengths.
    let lengths = "0=3 2=3 2=3 " + String(repeating: "0=3 ", count: 12) + "2=3 0=3 2=3 "
    // Codes, in the order of the symbols: 1 00, 2 01, 17 10, 18 11. 97 zeros, 1, 2, 138 and 19 zeros
    // for 99 to 255, 2 for 256; then the distance.
    let own = "11 86=7 00 01 11 127=7 11 8=7 01 00 "
    let head = "1 2=2 0=5 0=5 14=4 " + lengths + own
    #expect(try inflated(head + "0 10 0 0 11") == "abaa")
    // What fills the last byte is read as more of the block, which has no end.
    #expect(throws: FormatError.self) { try inflated(head + "0 10 0 0") }
  }

  @Test(arguments: [
    ("", "ends early"), ("1 1=2 1001000", "ends early"),
    ("1 3=2", "unknown kind"),
    ("1 0=2 00000 2=16 65532=16 104=8 105=8", "contradict"),
    ("1 0=2 00000 3=16 65532=16 104=8 105=8", "ends early"),
    ("1 1=2 0000001 00000 0000000", "before its start"),
    // 286 and 287 stand for nothing, nor do distances 30 and 31.
    ("1 1=2 10010001 11000110 00000 0000000", "stands for nothing"),
    ("1 1=2 10010001 0000001 11110 0000000", "stands for nothing"),
    // 287 literals; 31 distances.
    ("1 2=2 30=5 0=5 0=4 0=12", "too many codes"), ("1 2=2 0=5 30=5 0=4 0=12", "too many codes"),
    // Three codes of one bit for lengths.
    ("1 2=2 0=5 0=5 0=4 1=3 1=3 1=3 0=3", "impossible"),
    // Two codes of two bits, and no others.
    ("1 2=2 0=5 0=5 0=4 2=3 2=3 0=3 0=3", "impossible"),
    // 16 as the first length.
    ("1 2=2 0=5 0=5 0=4 1=3 1=3 0=3 0=3 0 0=2", "repeats a length"),
    // 276 lengths for 258.
    ("1 2=2 0=5 0=5 0=4 0=3 1=3 1=3 0=3 1 127=7 1 127=7", "too many codes"),
    // No code for the end.
    ("1 2=2 0=5 0=5 0=4 0=3 1=3 1=3 0=3 1 127=7 1 109=7", "without an end"),
  ])
  func whatIsWrong(bits: String, message: String) {
    #expect { try inflated(bits) } throws: { error in
      (error as? FormatError)?.description.contains(message) ?? false
    }
  }

  @Test(arguments: 0..<3)
  func madeByZlib(index: Int) throws {
    let stream = zlibStreams[index]
    let data = hex(stream.hex)
    #expect(try Inflate.zlib(data[...], upTo: stream.bytes.count) == stream.bytes)
    // A limit of one byte less, and what follows the stream.
    #expect(throws: FormatError.self) { try Inflate.zlib(data[...], upTo: stream.bytes.count - 1) }
    let more = [9, 9] + data + [1, 2, 3]
    #expect(try Inflate.zlib(more[2...], upTo: 1 << 20) == stream.bytes)
    // Without the checksum, or with another.
    for count in 0..<data.count {
      #expect(throws: FormatError.self, "\(count) bytes") {
        try Inflate.zlib(data[..<count], upTo: 1 << 20)
      }
    }
    for place in data.count - 4..<data.count {
      var other = data
      other[place] ^= 1
      #expect(throws: FormatError.self) { try Inflate.zlib(other[...], upTo: 1 << 20) }
    }
  }

  /// What came out is counted, also if the rest cannot be read.
  @Test func countOfWhatCameOut() {
    // Three bytes as they are, then a block of an unknown kind.
    let bytes: [UInt8] = [0, 3, 0, 0xFC, 0xFF, 1, 2, 3, 7]
    var count = 77
    #expect(throws: FormatError.self) {
      try Inflate.deflate(bytes[...], upTo: 1 << 20, counting: &count)
    }
    #expect(count == 3)
    #expect(throws: FormatError.self) {
      try Inflate.zlib([0x78, 0x9C] + bytes, upTo: 1 << 20, counting: &count)
    }
    #expect(count == 3)
  }

  /// Any change of a stream is an error or, where bits have no meaning, changes nothing.
  @Test(arguments: 0..<3)
  func damage(index: Int) throws {
    let stream = zlibStreams[index]
    let data = hex(stream.hex)
    var g = Seed.generator("inflate", index)
    for _ in 0..<3000 {
      var other = data
      for _ in 0...Int(g.next() % 3) {
        other[Int(g.next() % UInt64(other.count))] = UInt8(truncatingIfNeeded: g.next())
      }
      if let result = try? Inflate.zlib(other[...], upTo: 4096) { #expect(result == stream.bytes) }
      _ = try? Inflate.deflate(other[2...], upTo: 4096)
    }
  }

  @Test func headersOfZlib() throws {
    #expect(Inflate.isZlib([0x78, 0x9C]) && Inflate.isZlib([0x08, 0x1D]))
    for header: Bytes in [[], [0x78], [0x78, 0x9D], [0x79, 0x9B], [0x88, 0x1C]] {
      #expect(!Inflate.isZlib(header), "\(header)")
      #expect(throws: FormatError.self) { try Inflate.zlib(header, upTo: 10) }
    }
    // A dictionary.
    #expect(throws: FormatError.self) {
      try Inflate.zlib([0x78, 0xBB, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1], upTo: 10)
    }
  }

  /// RFC 1950, 8.2, gives the method; the value of this text is in many places.
  @Test func checksum() {
    #expect(Adler32("Wikipedia".utf8).value == 0x11E6_0398)
    #expect(Adler32([]).value == 1)
  }

  /// Output grows only with what comes out: a limit of any size takes no memory.
  @Test func limits() throws {
    let data = hex(zlibStreams[0].hex)
    #expect(try Inflate.zlib(data[...], upTo: .max).count == 7)
    #expect(throws: FormatError.self) { try Inflate.zlib(data[...], upTo: 0) }
    // A repetition is not made in part.
    #expect(try inflated("1 1=2 10010001 11000101 00000 0000000", upTo: 259).count == 259)
    #expect(throws: FormatError.self) {
      try inflated("1 1=2 10010001 11000101 00000 0000000", upTo: 258)
    }
  }
}
