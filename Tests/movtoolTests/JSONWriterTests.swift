import Foundation
import MovKit
import Testing

@testable import movtool

@Suite struct JSONWriterTests {
  private func written(
    _ layout: JSONWriter.Layout = .pretty,
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws -> String {
    let output = Output.memory()
    var json = JSONWriter(to: output, layout: layout)
    try body(&json)
    try json.endDocument()
    return try #require(String(validating: output.contents, as: UTF8.self))
  }

  private func sample(_ json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member("file", "a.mov")
    try json.key("duration")
    try json.beginObject(inline: true)
    try json.member("value", 1001)
    try json.member("timescale", UInt32(30000))
    try json.endObject()
    try json.key("empty")
    try json.beginArray()
    try json.endArray()
    try json.key("tracks")
    try json.beginArray()
    try json.beginObject()
    try json.member("enabled", true)
    try json.member("start", nil)
    try json.endObject()
    try json.value(2)
    try json.endArray()
    try json.key("pair")
    try json.beginArray(inline: true)
    try json.value(1)
    try json.beginObject()
    try json.member("a", 0.5)
    try json.endObject()
    try json.endArray()
    try json.endObject()
  }

  @Test func pretty() throws {
    let text = try written { json throws(Failure) in try sample(&json) }
    #expect(
      text == """
        {
          "file": "a.mov",
          "duration": {"value": 1001, "timescale": 30000},
          "empty": [],
          "tracks": [
            {
              "enabled": true,
              "start": null
            },
            2
          ],
          "pair": [1, {"a": 0.5}]
        }

        """)
  }

  @Test func compact() throws {
    let text = try written(.compact) { json throws(Failure) in try sample(&json) }
    #expect(
      text == #"{"file":"a.mov","duration":{"value":1001,"timescale":30000},"empty":[],"#
        + #""tracks":[{"enabled":true,"start":null},2],"pair":[1,{"a":0.5}]}"# + "\n")
  }

  /// Keys with characters to escape, where each separator goes before them.
  @Test func oddKeys() throws {
    let names = ["a\"b", "é", "\n", "plain", String(repeating: "\\", count: 9)]
    for inline in [false, true] {
      for layout in [JSONWriter.Layout.pretty, .compact] {
        let text = try written(layout) { json throws(Failure) in
          try json.beginObject(inline: inline)
          for name in names { try json.member(name, 1) }
          try json.endObject()
        }
        let (before, between, colon, after) =
          layout == .compact
          ? ("{", ",", ":", "}\n")
          : inline ? ("{", ", ", ": ", "}\n") : ("{\n  ", ",\n  ", ": ", "\n}\n")
        let keys = [#""a\"b""#, #""é""#, #""\n""#, #""plain""#, #""\\\\\\\\\\\\\\\\\\""#]
        #expect(text == before + keys.map { $0 + colon + "1" }.joined(separator: between) + after)
      }
    }
  }

  /// A page must not end in the middle of a key.
  @Test func keysInAPage() throws {
    let output = Output.memory()
    var json = JSONWriter(to: output, layout: .compact, inHTML: true)
    try json.beginObject()
    try json.member("plain", 1)
    try json.member("</script>", 2)
    try json.endObject()
    try json.endDocument()
    let text = try #require(String(validating: output.contents, as: UTF8.self))
    #expect(text == #"{"plain":1,"\u003c/script>":2}"# + "\n")
  }

  @Test func integersAreExact() throws {
    let text = try written(.compact) { json throws(Failure) in
      try json.beginArray()
      try json.value(UInt64.max)
      try json.value(Int64.min)
      try json.value(Int64.max)
      try json.value(0)
      try json.value(Int8(-128))
      try json.value(Double.nan)
      try json.endArray()
    }
    #expect(
      text == "[18446744073709551615,-9223372036854775808,9223372036854775807,0,-128,null]\n")
  }

  /// Every character of the Basic Multilingual Plane, as another parser reads it.
  @Test func everyCharacter() throws {
    let scalars = (0...0xFFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
    var original = ""
    original.unicodeScalars.append(contentsOf: scalars)
    original += "\u{1F600}e\u{301}"
    let text = try written { json throws(Failure) in
      try json.beginObject()
      try json.member(original, original)
      try json.endObject()
    }
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
    let entry = try #require(read?.first)
    #expect(Array(entry.key.unicodeScalars) == Array(original.unicodeScalars))
    #expect(Array(entry.value.unicodeScalars) == Array(original.unicodeScalars))
    let raw = text.unicodeScalars.filter { $0 != "\n" && Self.hidden.contains($0.value) }
    #expect(raw.isEmpty)
    // Text output escapes the same characters.
    #expect(!original.escaped.unicodeScalars.contains { Self.hidden.contains($0.value) })
  }

  /// The escaped characters of the Basic Multilingual Plane: controls, separators, and the
  /// characters of category Cf in the Unicode Character Database (15.0), except U+200C and U+200D.
  private static let hidden: Set<UInt32> = Set(
    [
      0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x600...0x605, 0x61C...0x61C, 0x6DD...0x6DD,
      0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x180E...0x180E, 0x200B...0x200B,
      0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF...0xFEFF,
      0xFFF9...0xFFFB,
    ].flatMap { (range: ClosedRange<UInt32>) in Array(range) })

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#), ("\u{0}\u{8}\n\r\t\u{1f}", #""\u0000\u0008\n\r\t\u001f""#),
    ("\u{7f}\u{80}\u{9f}\u{a0}", "\"\\u007f\\u0080\\u009f\u{a0}\""),
    ("\u{2027}\u{2028}\u{2029}\u{202a}", "\"\u{2027}\\u2028\\u2029\\u202a\""), ("", "\"\""),
    ("\u{e0041}é😀", "\"\\udb40\\udc41é😀\""), ("\u{1b}\"é", #""\u001b\"é""#),
  ])
  func escapes(text: String, expected: String) throws {
    let json = try written { json throws(Failure) in try json.value(text) }
    #expect(json == expected + "\n")
  }

  /// Each character of ASCII at each place of texts of up to 20, which are written in words of eight.
  @Test func everyPlace() throws {
    for code in 0..<0x80 as Range<UInt8> {
      let character = String(Unicode.Scalar(code))
      let escape =
        switch code {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x7F: "\\u007f"
        case 0..<0x10: "\\u000" + String(code, radix: 16)
        case 0x10..<0x20: "\\u00" + String(code, radix: 16)
        default: character
        }
      for length in 0..<20 {
        for place in 0...length {
          let (before, after) = (
            String(repeating: "!", count: place), String(repeating: "~", count: length - place)
          )
          let text = try written(.compact) { json throws(Failure) in
            try json.value(before + character + after)
          }
          #expect(text == "\"\(before)\(escape)\(after)\"\n", "\(code) at \(place) of \(length)")
        }
      }
    }
  }

  @Test func lines() throws {
    let output = Output.memory()
    var json = JSONWriter(to: output, layout: .compact)
    for index in 0..<20_000 {
      try json.beginObject()
      try json.member("index", index)
      try json.endObject()
      try json.endLine()
    }
    try json.endDocument()
    let lines = String(decoding: output.contents, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 20_000)
    #expect(lines.last == #"{"index":19999}"#)
  }
}
