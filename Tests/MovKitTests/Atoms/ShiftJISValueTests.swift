import Testing

@testable import MovKit

/// Values of metadata of type 3 (QuickTime File Format, "Well-Known Types": Shift JIS). Writers give them ASCII and
/// UTF-8, too, which are text; other bytes stay bytes.
@Suite struct ShiftJISValueTests {
  private func value(_ bytes: [UInt8]) -> MetadataValue {
    var value = MetadataValue()
    value.typeIndicator = 3
    value.value = RawBytes(bytes: bytes[...])
    return value
  }

  @Test(
    arguments: [
      ("", ""), ("486172626f7572", "Harbour"), ("610a09620d", "a\n\tb\r"), ("42c3b6686d", "Böhm"),
      ("e6b8af", "港"), ("7e5c", "~\\"),
      // In Shift JIS: 港, みなと, カメラ, and ﾃｽﾄ in characters of half width.
      ("8d60", nil), ("82dd82c882c6", nil), ("834a83818389", nil), ("c3bdc4", nil),
      // Zeros, escapes of ISO 2022, a control character of two bytes, and the beginning of a character.
      ("610062", nil), ("1b2442", nil), ("c285", nil), ("7f", nil), ("61c3", nil),
    ] as [(String, String?)])
  func text(bytes: String, text: String?) throws {
    let value = value(hex(bytes))
    #expect(value.string == text)
    #expect(value.integer == nil && value.real == nil)
    #expect(try value.serialized() == u32(3) + u32(0) + hex(bytes))
  }

  /// Shift JIS has ASCII as it is. Nothing else is encoded in it, so that becomes UTF-8 and says so.
  @Test(
    arguments: [
      ("8d60", "Harbour", 3, "486172626f7572"), ("61", "b", 3, "62"), ("61", "ü", 1, "c3bc"),
      ("8d60", "港", 1, "e6b8af"), ("61", "", 3, ""),
    ] as [(String, String, UInt32, String)])
  func changed(old: String, text: String, type: UInt32, new: String) throws {
    var value = value(hex(old))
    try value.set(text)
    #expect(value.typeIndicator == type && Array(value.value.bytes) == hex(new))
    #expect(value.string == text)
  }

  /// An item shows the text, and is written back as it was.
  @Test(
    arguments: [("486172626f7572", .text("Harbour")), ("8d60", .bytes([0x8D, 0x60], type: 3))]
      as [(String, MetadataItem.Value)])
  func item(bytes: String, value: MetadataItem.Value) throws {
    let moov = atom(
      "moov",
      atom(
        "udta",
        atom(
          "meta", u32(0), handler("mdir"),
          atom("ilst", atom("©nam", atom("data", u32(3), u32(0), hex(bytes)))))))
    let read = try #require(try AtomFile(from: MemorySource(fileType + moov)).first("moov"))
    let items = read.metadata(at: "moov")
    #expect(items.map(\.value) == [value] && items.map(\.name) == [.title])
    #expect(try read.serialized() == moov)
  }

  /// What JSON gives as text or as bytes, the atom has.
  @Test(arguments: [
    (#""text": "Harbour""#, "486172626f7572"), (#""text": """#, ""), (#""bytes": "8d60""#, "8d60"),
    (#""bytes": "6162""#, "6162"),
  ])
  func givenInJSON(field: String, bytes: String) throws {
    let json = #"{"type": "data", "fields": {"type_indicator": 3, "country": 0, \#(field)}}"#
    let members = try #require(try JSONScanner.document(Array(json.utf8)).fieldValue.givenFields)
    var builder = AtomBuilder()
    let context = AtomContext().entering("ilst", firstByte: nil)
      .entering("©nam", firstByte: nil)
    #expect(
      try builder.atom(members, in: context).serialized()
        == atom("data", u32(3), u32(0), hex(bytes)))
  }
}
