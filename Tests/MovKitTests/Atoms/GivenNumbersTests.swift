import Testing

@testable import MovKit

/// Atoms that are made of what is shown of them without their bytes, where a value decides what is shown.
@Suite struct GivenNumbersTests {
  private let itemOfList = AtomContext().entering("ilst", firstByte: nil)
    .entering("cpil", firstByte: nil)

  private func made(_ json: String, in context: AtomContext = AtomContext()) throws -> [UInt8] {
    var builder = AtomBuilder()
    let members = try #require(try JSONScanner.document(Array(json.utf8)).fieldValue.givenFields)
    return try builder.atom(members, in: context).serialized()
  }

  /// Types 21 and 22 allow several widths; the others state theirs (QuickTime File Format, "Well-Known Types").
  @Test(
    arguments: [
      (21, "1", [1]), (21, "-2", [0xFE]), (21, "300", [1, 0x2C]), (22, "200", [200]),
      (65, "-1", [0xFF]),
      (66, "1", [0, 1]), (67, "5", [0, 0, 0, 5]),
      (74, "-1", [255, 255, 255, 255, 255, 255, 255, 255]),
      (75, "7", [7]), (76, "7", [0, 7]), (77, "7", [0, 0, 0, 7]),
      (78, "7", [0, 0, 0, 0, 0, 0, 0, 7]),
      (23, "1.5", [0x3F, 0xC0, 0, 0]), (24, "1.5", [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
    ] as [(UInt32, String, [UInt8])])
  func numbersOfMetadata(type: UInt32, number: String, bytes: [UInt8]) throws {
    let json =
      #"{"type": "data", "fields": {"type_indicator": \#(type), "country": 0, "number": \#(number)}}"#
    #expect(
      try made(json, in: itemOfList)
        == atom("data", u32(type), [0, 0, 0, 0], bytes))
  }

  /// A number that takes the place of a text, or of a number of another type, has the bytes of its own type. Types 21
  /// and 22 keep those of a number before, if integers have so many.
  @Test(
    arguments: [
      (1, ascii("Harbour"), 65, "5", [5]), (1, ascii("Harbour"), 65, "300", nil),
      (1, ascii("Harbour"), 76, "300", [1, 0x2C]), (1, ascii("Harbour"), 21, "5", [5]),
      (1, ascii("Harbour"), 21, "-300", [0xFE, 0xD4]), (1, ascii("Harbour"), 21, "0", [0]),
      (1, ascii("Harbour"), 22, "70000", [0, 1, 0x11, 0x70]),
      (1, ascii("Harbour"), 67, "0", [0, 0, 0, 0]), (1, ascii("Anna"), 66, "5", [0, 5]),
      (1, ascii("Anna"), 24, "1.5", [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
      (21, [0, 0, 0, 5], 22, "5", [0, 0, 0, 5]), (21, [0, 0, 0, 5], 66, "5", [0, 5]),
      (21, [0, 0, 5], 21, "70000", [0, 1, 0x11, 0x70]), (21, [0, 0, 5], 21, "6", [0, 0, 6]),
      // Bytes that are none of the type.
      (65, [0, 0, 0, 0, 0, 0, 7], 65, "5", [5]), (65, [0, 0, 0, 0, 0, 0, 7], 65, "300", nil),
      (21, [0, 0, 0, 0, 0, 0, 7], 21, "5", [5]),
      (65, [0, 0, 0, 0, 0, 0, 7], 65, "7", [0, 0, 0, 0, 0, 0, 7]),
    ] as [(UInt32, [UInt8], UInt32, String, [UInt8]?)])
  func changedNumbers(
    oldType: UInt32, old: [UInt8], type: UInt32, number: String, bytes: [UInt8]?
  ) throws {
    let value = atom("data", u32(oldType), u32(0), old)
    let atoms = try Atom.atoms(of: value[...], in: itemOfList)
    let fields = [Field("type_indicator", .unsigned(UInt64(type))), Field("number", .text(number))]
    let changed = Result { try #require(atoms.first).setting(fields, in: itemOfList).serialized() }
    guard let bytes else {
      #expect(throws: FormatError.self) { try changed.get() }
      return
    }
    #expect(try changed.get() == atom("data", u32(type), u32(0), bytes))
  }

  /// The same for a value that is set as metadata.
  @Test(
    arguments: [
      (65, zeros(7), "5", [5]), (65, zeros(7), "300", nil), (66, [1], "300", [1, 0x2C]),
      (21, zeros(7), "5", [5]), (22, [7], "300", [1, 0x2C]), (22, zeros(4), "5", [0, 0, 0, 5]),
    ] as [(UInt32, [UInt8], String, [UInt8]?)])
  func setNumbers(type: UInt32, old: [UInt8], number: String, bytes: [UInt8]?) throws {
    var value = MetadataValue()
    value.typeIndicator = type
    value.value = RawBytes(bytes: old[...])
    guard let bytes else {
      let old = value
      #expect(throws: FormatError.self) {
        var value = old
        try value.set(number)
      }
      return
    }
    try value.set(number)
    #expect(Array(value.value.bytes) == bytes && value.typeIndicator == type)
  }

  /// What is no number is shown as bytes, and given so.
  @Test func bytesOfMetadata() throws {
    let json = #"{"type": "data", "fields": {"type_indicator": 21, "bytes": "010203040506070809"}}"#
    #expect(
      try made(json, in: itemOfList)
        == atom("data", u32(21), [0, 0, 0, 0], Array(1...9)))
  }

  /// `text` in the layout of `tx3g`, which begins with a field of the same name as that of QuickTime.
  @Test func timedText() throws {
    let json = """
      {"type": "text", "fields": {"data_reference_index": 1, "display_flags": {"value": 0},
       "horizontal_justification": 1, "vertical_justification": -1,
       "background_color_rgba": {"red": 0, "green": 0, "blue": 0, "alpha": 255},
       "default_text_box": {"top": 0, "left": 0, "bottom": 0, "right": 0},
       "default_style": {"start_char": 0, "end_char": 0, "font_id": 1,
         "face_style_flags": {"value": 0}, "font_size": 16,
         "text_color_rgba": {"red": 255, "green": 255, "blue": 255, "alpha": 255}}},
       "children": [{"type": "free", "fields": {}}]}
      """
    let settings: [UInt8] =
      u32(0) + [1, 0xFF] + [0, 0, 0, 255] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 1, 0, 16, 255, 255, 255, 255]
    #expect(
      try made(json, in: AtomContext().entering("stsd", firstByte: nil))
        == atom("text", [0, 0, 0, 0, 0, 0, 0, 1], settings, atom("free")))
  }
}
