import TestSupport
import Testing

@testable import MovKit

/// Fields from what is shown of them.
@Suite struct FillerTests {
  /// Of every record: what is shown of it, and nothing else, changes nothing; and what the JSON says
  /// of it makes the same record, or its bytes are needed as well.
  @Test func whatIsShownComesBack() {
    var needBytes: [String: Int] = [:]
    var wrong: [String] = []
    for (name, type) in AtomLawsTests.records {
      for index in 0..<20 {
        switch Self.result(type, name, index) {
        case .same: break
        case .needsBytes: needBytes[name, default: 0] += 1
        case .wrong(let problem): wrong.append("\(name) \(index): \(problem)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).joined(separator: "\n"))")
    // Most records need nothing but what is shown.
    #expect(needBytes.count < AtomLawsTests.records.count / 2)
  }

  private enum Result {
    case same, needsBytes
    case wrong(String)
  }

  private static func result<R: Record>(_: R.Type, _ name: String, _ index: Int) -> Result {
    var random = Seed.generator("filled " + name, index)
    guard let (record, _) = Scrambler.value(R.self, &random),
      let bytes = try? record.serialized()
    else { return .same }
    let shown = record.described
    var same = record
    do {
      let unknown = try Filler.fill(&same, with: shown, changes: true)
      guard unknown.isEmpty else { return .wrong("unknown \(unknown)") }
    } catch { return .wrong("\(error)") }
    guard same == record else { return .wrong("\(record) became \(same)") }
    var new = R()
    guard (try? Filler.fill(&new, with: shown, changes: false)) != nil,
      (try? new.serialized()) == bytes
    else { return .needsBytes }
    return .same
  }

  /// Whatever number is given for a field, it is refused or written, and no value or size is
  /// calculated from it that does not fit or that the bytes given do not pay for.
  @Test func numbersOutOfRange() {
    let numbers: [FieldValue] = [
      .signed(.min), .signed(-1), .unsigned(0), .unsigned(255), .unsigned(0xFFFF),
      .unsigned(0xFFFF_FFFF), .unsigned(1 << 32), .unsigned(.max), .text("0x7fffffffffffffff"),
      .decimal("8589934591.99999999999"), .decimal("-1e9"),
    ]
    for (name, type) in AtomLawsTests.records {
      for index in 0..<3 { Self.fill(type, name, index, with: numbers) }
    }
  }

  private static func fill<R: Record>(
    _: R.Type, _ name: String, _ index: Int, with numbers: [FieldValue]
  ) {
    var random = Seed.generator("filled " + name, index)
    guard let (record, _) = Scrambler.value(R.self, &random),
      let size = try? record.serialized().count
    else { return }
    let shown = record.described
    for place in shown.indices {
      for number in numbers {
        var fields = shown
        fields[place] = Field(shown[place].name, number)
        for (start, changes) in [(record, true), (R(), false)] {
          var filled = start
          guard (try? Filler.fill(&filled, with: fields, changes: changes)) != nil,
            let bytes = try? filled.serialized()
          else { continue }
          #expect(bytes.count <= 4096 + 2 * size, "\(name) \(shown[place].name) \(number)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("0.5", 16, 0x8000), ("-1.25", 16, -0x14000), ("1", 30, 1 << 30), ("0.333333", 8, 85),
      ("0.0000152587890625", 16, 1), ("32767.9999847412109375", 16, 0x7FFF_FFFF), ("-0", 16, 0),
      ("8589934591.5", 30, 0x7FFF_FFFF_E000_0000), ("-8589934592", 30, .min),
    ] as [(String, Int, Int64)])
  func fixedPointFromText(text: String, bits: Int, stored: Int64) {
    #expect(storedNumber(of: text, fractionBits: bits) == stored)
  }

  @Test(arguments: ["8589934591.99999999999", "8589934592", "17179869184", "-8589934592.5"])
  func noRoomForFixedPoint(text: String) {
    #expect(storedNumber(of: text, fractionBits: 30) == nil)
  }

  @Test(arguments: ["", ".", "1.", ".5", "1e3", "--1", "+1", "1.2.3", "9999999999999", "0x10"])
  func noFixedPoint(text: String) {
    #expect(storedNumber(of: text, fractionBits: 16) == nil)
  }

  /// Python writes small numbers with an exponent.
  @Test(arguments: [
    ("1.52587890625e-05", "0.0000152587890625"), ("1e2", "100"), ("-2.5E+1", "-25"),
    ("-12.5e-3", "-0.0125"), ("0.5", "0.5"), ("1e999", "1e999"), ("1.25e1", "12.5"),
  ])
  func exponents(number: String, plain: String) throws {
    let value = try JSONScanner.document(Array(number.utf8)).fieldValue
    #expect(value.givenDecimal == plain)
  }

  @Test func wholeNumbersWithAPoint() throws {
    #expect(try JSONScanner.document(Array("-2.0".utf8)).fieldValue.givenInteger == -2)
    #expect(try JSONScanner.document(Array("2.5".utf8)).fieldValue.givenInteger == nil)
  }

  @Test func datesComeBack() {
    for seconds: UInt64 in [1, 86_399, 86_400, 3_850_167_845, 255_485_145_599, 4_000_000_000] {
      let text = MacDate(rawValue: seconds).iso8601 ?? ""
      #expect(MacDate(given: .text(text))?.rawValue == seconds, "\(text)")
    }
    for text in ["2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "1903-12-31T00:00:00Z", "2024"] {
      #expect(MacDate(iso8601: text) == nil, "\(text)")
    }
  }

  @Test func flagsByName() {
    let names = TrackHeader.flagNames
    #expect(names.flags(of: "enabled,inMovie") == 3 && names.flags(of: "enabled, inMovie") == 3)
    #expect(names.flags(of: "") == 0 && names.flags(of: "on") == nil)
  }

  /// Rows decide, and not the number that is given for them.
  @Test func countsFollow() throws {
    var record = SampleSizes()
    let rows = FieldValue.Rows([.unsigned(5), .unsigned(6)])
    let unknown = try Filler.fill(
      &record,
      with: [
        Field("version", .unsigned(0)), Field("flags", .unsigned(0)),
        Field("sample_size", .unsigned(0)), Field("sample_count", .unsigned(99)),
        Field("sizes", .rows(rows)),
      ], changes: false)
    #expect(unknown.isEmpty)
    #expect(Array(record.sizes) == [5, 6] && record.sampleCount == 2)
  }

  /// A number of bytes that includes some that are always there, and one less than the number of rows.
  @Test func countsThatIncludeMore() throws {
    var region = ClippingRegion()
    let data = FieldValue.bytes([1, 2])
    #expect(try Filler.fill(&region, with: [Field("region_data", data)], changes: true) == [])
    #expect(try region.serialized() == u16(12) + zeros(8) + [1, 2])
    var matte = CompressedMatte()
    matte.matteImageDescription = RawBytes(bytes: [1, 2, 3, 4, 5])
    #expect(
      try Filler.fill(&matte, with: [Field("matte_image_description", data)], changes: true) == [])
    #expect(try matte.serialized() == u32(0) + u32(6) + [1, 2])
    var colors = ColorTable()
    let grey = FieldValue.fields(
      [
        Field("value", .unsigned(0)),
        Field("color", .list(Array(repeating: .unsigned(7), count: 3))),
      ])
    let rows = FieldValue.Rows([grey, grey])
    #expect(try Filler.fill(&colors, with: [Field("colors", .rows(rows))], changes: true) == [])
    let row = u16(0) + u16(7) + u16(7) + u16(7)
    #expect(try colors.serialized() == u32(0) + u16(0x8000) + u16(1) + row + row)
  }

  /// Flags that are a value with a meaning are given by name too, and keep what has no name.
  @Test func flagsOfSamplesByName() throws {
    var defaults = TrackExtends()
    defaults.defaultSampleFlags = SampleFlags(rawValue: 0x0201_0005)
    for (text, flags) in [("sync", 0x0200_0005), ("", 0x0201_0005), ("0x10000", 0x1_0000)] {
      let given = Field("default_sample_flags", .text(text))
      #expect(try Filler.fill(&defaults, with: [given], changes: true) == [])
      #expect(defaults.defaultSampleFlags.rawValue == UInt32(flags), "\(text)")
    }
    let wrong = Field("default_sample_flags", .text("syncs"))
    let error = #expect(throws: FormatError.self) {
      try Filler.fill(&defaults, with: [wrong], changes: true)
    }
    #expect(error?.description.contains("none of sync") ?? false)
  }

  /// A text that is as it was keeps its encoding, and another is UTF-8.
  @Test func encodings() throws {
    var text = PlainText()
    text.text = AssetString(bytes: [0x4D, 0x9F, 0x6C])
    let shown = text.described
    _ = try Filler.fill(&text, with: shown, changes: true)
    #expect(text.text.bytes == [0x4D, 0x9F, 0x6C])
    _ = try Filler.fill(&text, with: [Field("text", .text("ü"))], changes: true)
    #expect(text.text.bytes == [0xC3, 0xBC])
  }

  @Test func pathsOfFields() throws {
    let path: FieldPath = "entries[2].media_time"
    #expect(path.description == "entries[2].media_time")
    let steps: [FieldPath.Step] = [.name("a"), .index(1), .index(2), .name("b")]
    #expect(
      ("a[1][2].b" as FieldPath).steps == steps && FieldPath(steps).description == "a[1][2].b")
    #expect(Set([path, "entries[2].media_time", FieldPath(steps)]).count == 2)
    for text in ["", ".", "a.", "a[", "a[]", "a[-1]", "a[1", "[1]", "a]b"] {
      #expect(FieldPath(text) == nil, "\(text)")
    }
  }
}
