import Foundation
import MovKit
import Testing

@testable import movtool

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue {
    try JSONReader.document(Array(text.utf8))
  }

  private func problem(_ bytes: [UInt8]) -> JSONReader.Problem? {
    do throws(JSONReader.Problem) {
      _ = try JSONReader.document(bytes)
      return nil
    } catch { return error }
  }

  @Test func everyKindOfValue() throws {
    let value = try read(
      #" {"a": [1, -2, 0.5e+3, true, false, null], "b": {"c": "\"\\\/\b\f\n\r\té😀"}} "#)
    let numbers = try #require(value["a"]?.elements)
    #expect(numbers.map { $0.integer(Int.self) } == [1, -2, nil, nil, nil, nil])
    #expect(numbers[2].content == .number("0.5e+3"))
    #expect(numbers[3].flag == true && numbers[4].flag == false && numbers[5].isNull)
    #expect(value["b"]?["c"]?.text == "\"\\/\u{8}\u{C}\n\r\té😀")
    #expect(value["d"] == nil && numbers[0]["a"] == nil && value.elements == nil)
    #expect(value.offset == 1)
  }

  /// No digit is lost, as it would be in a floating-point number.
  @Test func largeIntegersAreExact() throws {
    let value = try read("[9223372036854775807, 18446744073709551615, -9223372036854775808]")
    let all = try #require(value.elements)
    #expect(all[0].integer() == Int64.max && all[1].integer() == UInt64.max)
    #expect(all[2].integer() == Int64.min && all[1].integer(Int64.self) == nil)
    #expect(try read("300").integer(UInt8.self) == nil)
    #expect(try read("1.0").integer(Int.self) == nil)
  }

  /// Texts after the manner of JSONTestSuite: what a reader must accept.
  @Test(arguments: [
    "[]", "{}", "0", "-0", "[-0.0]", "[1E22]", "[1e-2]", "[20e1]", "\"\"", "true", " [] ", "[1\n]",
    "[\"\\uD834\\uDD1E\"]", "[\"\\u0000\"]", "[\"\u{7F}\"]", "[\"\u{2028}\"]", "{\"\":0}",
    "{\"a\":{}}", "[[[]   ]]", "[123e65]", "\"\u{10FFFF}\"", "\u{FEFF}[1]", "\u{FEFF} {}",
  ])
  func accepted(text: String) {
    #expect(problem(Array(text.utf8)) == nil)
  }

  /// What a reader must refuse, and where.
  @Test(arguments: [
    ("", 0), ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("{", 1),
    ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{1:1}", 1), ("{\"a\" 1}", 5),
    ("[1}", 2), ("01", 0), ("-", 1), ("-a", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1.e1", 2),
    ("1e", 2), ("1e+", 3), ("0x1", 1), ("NaN", 0), ("Infinity", 0), ("tru", 0), ("nul", 0),
    ("True", 0), ("'a'", 0), ("\"", 0), ("\"a", 0), ("\"\\", 1), ("\"\\x\"", 1), ("\"\\u12\"", 5),
    ("\"\\uD800\"", 1), ("\"\\uDC00\"", 1), ("\"\\uD800\\uD800\"", 1), ("\"\t\"", 1),
    ("\"a\nb\"", 2), ("[] []", 3), ("[]x", 2), ("// c\n1", 0), ("[1] // c", 4),
    ("\u{FEFF}\u{FEFF}1", 3),
    ("1\u{FEFF}", 1), ("\u{FEFF}", 3), ("{\"a\":1,\"a\":2}", 7),
  ])
  func refused(text: String, offset: Int) {
    #expect(problem(Array(text.utf8))?.offset == offset, "\(text)")
  }

  @Test func badUTF8IsRefused() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ] {
      #expect(problem(bytes)?.offset == 0)
    }
  }

  @Test func depthIsLimited() {
    let fits = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    #expect(problem(Array(fits.utf8)) == nil)
    #expect(problem(Array(("[" + fits + "]").utf8))?.offset == 256)
    #expect(problem([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) != nil)
    #expect(problem(Array(String(repeating: "{\"a\":", count: 300_000).utf8)) != nil)
  }

  @Test func documentsOneAfterTheOther() throws {
    var reader = JSONReader(Array("{\"a\":1}\n{\"a\":2}\n\n[3]".utf8))
    #expect(try reader.next()?["a"]?.integer(Int.self) == 1)
    #expect(try reader.next()?["a"]?.integer(Int.self) == 2)
    #expect(try reader.next()?.elements?.count == 1)
    #expect(try reader.next() == nil)
  }

  /// Foundation's reader is another: what this one accepts, it accepts too.
  @Test func damageNeverTraps() {
    let text = #"{"a": [1, -2.5e3, "x\u00e9\n", {"b": null}], "c": true, "d": {"e": [[]]}}"#
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count { #expect(problem(Array(bytes[..<count])) != nil) }
    for place in bytes.indices {
      for byte: UInt8 in [0, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xFF] {
        var damaged = bytes
        damaged[place] = byte
        guard problem(damaged) == nil else { continue }
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(damaged), options: .fragmentsAllowed))
            != nil)
      }
    }
  }
}
