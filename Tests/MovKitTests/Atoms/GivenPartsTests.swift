import Testing

@testable import MovKit

/// Atoms that are made of some of their fields, where only bytes show which parts an atom has: those that are not
/// given are as they are in a new record.
@Suite struct GivenPartsTests {
  private func context(_ parents: FourCC...) -> AtomContext {
    parents.reduce(AtomContext()) { $0.entering($1, firstByte: 0) }
  }

  private func made(
    _ json: String, in context: AtomContext = AtomContext(), isQuickTime: Bool? = nil
  ) throws -> [UInt8] {
    var builder = AtomBuilder(isQuickTime: isQuickTime)
    let members = try #require(try JSONScanner.document(Array(json.utf8)).fieldValue.givenFields)
    return try builder.atom(members, in: context).serialized()
  }

  private func changed(
    _ bytes: [UInt8], _ fields: [Field], in context: AtomContext = AtomContext()
  ) throws -> [UInt8] {
    let old = try #require(Atom.atoms(of: bytes[...], in: context).first)
    return try old.setting(fields, in: context).serialized()
  }

  /// Of every record: made of no field, it is a new one.
  @Test func nothingIsGiven() {
    for (name, type) in AtomLawsTests.records { Self.check(type, name) }
  }

  private static func check<R: Record>(_: R.Type, _ name: String) {
    var record = R()
    guard let unknown = try? Filler.fill(&record, with: [], changes: false) else { return }
    #expect(unknown.isEmpty && record == R(), "\(name)")
  }

  // MARK: Parts that have no field, or none that is given

  /// The name follows 26 bytes of fields (QuickTime File Format, "Timecode Sample Description").
  @Test func timecode() throws {
    let json = """
      {"type": "tmcd", "fields": {"time_scale": 25, "frame_duration": 1, "number_of_frames": 25},
       "children": [{"type": "name", "fields": {"text": "A001"}}]}
      """
    let bytes = try made(json, in: context("stsd"))
    #expect(bytes.count == 50 && Array(bytes[38..<42]) == ascii("name"))
  }

  @Test func disk() throws {
    let json = #"{"type": "data", "fields": {"number": 1, "total": 2}}"#
    #expect(
      try made(json, in: context("ilst", "disk"))
        == atom("data", u32(0), u32(0), u16(0), u16(1), u16(2)))
  }

  /// `elng` is a FullBox (ISO/IEC 14496-12, 8.4.6).
  @Test func extendedLanguage() throws {
    let json = #"{"type": "elng", "fields": {"extended_language": "de-CH"}}"#
    #expect(try made(json, in: context("mdia")) == atom("elng", u32(0), ascii("de-CH"), [0]))
  }

  /// deu is 4, 5 and 21, und 21, 14 and 4, in five bits each.
  @Test(
    arguments: [
      (#"{"language": "deu", "text": "Abc"}"#, 0x10B5), (#"{"text": "Abc"}"#, 0x55C4),
    ] as [(String, UInt16)])
  func title(fields: String, language: UInt16) throws {
    #expect(
      try made(#"{"type": "titl", "fields": \#(fields)}"#, in: context("udta"))
        == atom("titl", u32(0), u16(language), ascii("Abc"), [0]))
  }

  @Test func metadata() throws {
    let json = #"{"type": "meta"}"#
    #expect(try made(json, in: context("moov"), isQuickTime: false) == atom("meta", u32(0)))
    #expect(try made(json, in: context("moov"), isQuickTime: true) == atom("meta"))
    // That of iTunes.
    #expect(try made(json, in: context("moov", "udta"), isQuickTime: true) == atom("meta", u32(0)))
  }

  /// What is shown of a plain `meta` makes it again in a QuickTime file, and needs its bytes in another.
  @Test func plainMetadataComesBack() throws {
    let plain = try #require(Atom.atoms(of: atom("meta")[...], in: context("moov")).first)
    #expect(plain.bytesBeside([], in: context("moov"), isQuickTime: true) == nil)
    #expect(plain.bytesBeside([], in: context("moov"), isQuickTime: false) == [])
  }

  @Test func quickTimeText() throws {
    let json = #"{"type": "text", "fields": {"text_justification": 1}}"#
    let bytes = try made(json, in: context("stsd"))
    #expect(bytes.count == 59 && Array(bytes[16..<24]) == u32(0) + u32(1))
    #expect(try made(#"{"type": "text"}"#, in: context("stsd")).count == 59)
  }

  @Test func positionsOfDashcams() throws {
    #expect(
      try made(#"{"type": "gps ", "fields": {"blocks": []}}"#, in: context("moov"))
        == atom("gps ", u32(0x101), u32(0)))
  }

  /// A field that only another part has brings that.
  @Test func namedFile() throws {
    // With flag 1 there is no location (ISO/IEC 14496-12, 8.7.2.3).
    let named = atom("url ", u32(0), ascii("file:///a"), [0])
    let json = #"{"type": "url ", "fields": {"location": "file:///a"}}"#
    #expect(try made(json, in: context("dref")) == named)
    #expect(try made(#"{"type": "url "}"#, in: context("dref")) == atom("url ", u32(1)))
    // The flag that an atom has goes only if that is said.
    let location = Field("location", .text("file:///a"))
    let error = #expect(throws: FormatError.self) {
      try changed(atom("url ", u32(1)), [location], in: context("dref"))
    }
    #expect(error?.path == "flags")
    #expect(error?.description.hasSuffix("; give its new value too, such as flags=0") == true)
    let flags = Field("flags", .unsigned(0))
    #expect(try changed(atom("url ", u32(1)), [location, flags], in: context("dref")) == named)
  }

  /// Profile 100 has four more bytes (ISO/IEC 14496-15, 5.3.3.1.2).
  @Test func highProfile() throws {
    let old: [UInt8] = [1, 100, 0, 31, 0xFF, 0xE0, 0]
    let chroma = Field("high_profile", .fields([Field("chroma_format", .unsigned(1))]))
    #expect(
      try changed(atom("avcC", old), [chroma]) == atom("avcC", old, [0xFD, 0xF8, 0xF8, 0]))
    let wrong = Field("high_profile", .fields([Field("chroma_format", .unsigned(300))]))
    let error = #expect(throws: FormatError.self) { try changed(atom("avcC", old), [wrong]) }
    #expect(error?.path.hasPrefix("high_profile") == true)
  }

  // MARK: Colours

  @Test(
    arguments: [
      (false, "", ascii("nclx"), [0]), (true, "", ascii("nclc"), []),
      (true, #", "full_range_flag": 1"#, ascii("nclx"), [0x80]),
      (true, #", "colour_type": "nclx""#, ascii("nclx"), [0]),
    ] as [(Bool, String, [UInt8], [UInt8])])
  func newColours(isQuickTime: Bool, added: String, type: [UInt8], end: [UInt8]) throws {
    let json = """
      {"type": "colr", "fields": {"colour_primaries": 9, "transfer_characteristics": 16,
       "matrix_coefficients": 9\(added)}}
      """
    #expect(
      try made(json, in: context("avc1"), isQuickTime: isQuickTime)
        == atom("colr", type, u16(9), u16(16), u16(9), end))
  }

  /// A profile takes the place of three codes, and they take that of a profile; neither is made up.
  @Test func coloursOfAnotherType() throws {
    let profile = atom("colr", ascii("prof"), [1, 2, 3, 4])
    let codes = atom("colr", ascii("nclc"), u16(1), u16(1), u16(1))
    let type = Field("colour_type", .text("nclc"))
    #expect(throws: FormatError.self) {
      try changed(profile, [type, Field("colour_primaries", .unsigned(1))])
    }
    #expect(throws: FormatError.self) {
      try changed(codes, [Field("colour_type", .text("prof"))])
    }
    #expect(throws: FormatError.self) {
      try made(#"{"type": "colr", "fields": {"colour_type": "rICC"}}"#)
    }
    let given = ["colour_primaries", "transfer_characteristics", "matrix_coefficients"].map {
      Field($0, .unsigned(1))
    }
    #expect(try changed(profile, [type] + given) == codes)
    #expect(
      try changed(
        codes, [Field("colour_type", .text("prof")), Field("icc_profile", .text("01020304"))])
        == profile)
  }

  // MARK: What is needed is said

  @Test func systemsByName() throws {
    let uuid: [UInt8] = [
      0xED, 0xEF, 0x8B, 0xA9, 0x79, 0xD6, 0x4A, 0xCE, 0xA3, 0xC8, 0x27, 0xDC, 0xD5, 0x1D, 0x21,
      0xED,
    ]
    #expect(
      try made(#"{"type": "pssh", "fields": {"system_ID": "Widevine"}}"#)
        == atom("pssh", u32(0), uuid, u32(0)))
    let error = #expect(throws: FormatError.self) {
      try made(#"{"type": "pssh", "fields": {"system_ID": "Nobody's"}}"#)
    }
    #expect(error.map { "\($0)".contains("UUID") } == true)
  }

  @Test func sourcesOfChannels() throws {
    let old = atom("dOps", u8(0), u8(2), u16(312), u32(48000), u16(0), u8(0))
    let family = Field("channel_mapping_family", .unsigned(1))
    let error = #expect(throws: FormatError.self) {
      try changed(old, [family], in: context("Opus"))
    }
    #expect(error?.path == "channel_mapping")
    let rows = Field("channel_mapping", .list([.unsigned(0), .unsigned(1)]))
    #expect(
      try changed(old, [family, rows], in: context("Opus"))
        == atom(
          "dOps", u8(0), u8(2), u16(312), u32(48000), u16(0), u8(1), u8(1), u8(0), u8(0), u8(1)))
  }

  /// A matrix does not say what a list of sources does, nor a list what a matrix does (RFC 7845, 5.1.1; RFC 8486, 3.2).
  /// From a list to a list nothing is missing.
  @Test func sourcesOfChannelsOfOtherFamilies() throws {
    let head = [u8(0), u8(2), u16(312), u32(48000), u16(0)].flatMap { $0 }
    let list = atom("dOps", head, u8(1), u8(1), u8(1), u8(0), u8(1))
    let matrix = atom("dOps", head, u8(3), u8(1), u8(0), hex("0040 0040"))
    func family(_ number: UInt64) -> Field { Field("channel_mapping_family", .unsigned(number)) }
    for (old, number, needed) in [(list, 3, "demixing_matrix"), (matrix, 1, "channel_mapping")]
      as [([UInt8], UInt64, String)]
    {
      let error = #expect(throws: FormatError.self) {
        try changed(old, [family(number)], in: context("Opus"))
      }
      #expect(error?.path == needed)
      #expect(error.map { "\($0)".contains("where each channel comes from") } == true)
    }
    #expect(
      try changed(list, [family(255)], in: context("Opus"))
        == atom("dOps", head, u8(255), u8(1), u8(1), u8(0), u8(1)))
    // Two coefficients for each of the two decoded channels.
    let rows = Field("demixing_matrix", .list([1, 2, 3, 4].map { .unsigned($0) }))
    #expect(
      try changed(list, [family(3), rows], in: context("Opus"))
        == atom("dOps", head, u8(3), u8(1), u8(1), hex("0100 0200 0300 0400")))
  }

  /// What is shown as a date is taken as one. The seconds since 1900 have 32 bits, up to the second before 06:28:16 on 7
  /// February 2036 (RFC 5905, 6).
  @Test func timesOfNTP() throws {
    func producer(_ seconds: UInt32) -> [UInt8] {
      atom("prft", u32(0x18), u32(1), u32(seconds), u32(0), u32(100))
    }
    func given(_ text: String) throws -> [UInt8] {
      try changed(producer(1), [Field("ntp_timestamp", .text(text))])
    }
    #expect(try given("2019-02-02T11:39:44Z") == producer(0xE000_0000))
    #expect(try given("2036-02-07T06:28:15Z") == producer(0xFFFF_FFFF))
    for text in ["2036-02-07T06:28:16Z", "2019-02-02T11:39:44.5Z", "soon"] {
      let error = #expect(throws: FormatError.self) { try given(text) }
      #expect(error.map { "\($0)".contains("whole seconds") } == true, "\(text)")
    }
  }

  /// A time of Windows is shown with a fraction, and taken as whole seconds or its number.
  @Test func timesOfWindows() throws {
    let time = WindowsFileTime(bytes: hex("40fe8b1a e05bdb01")[...])
    #expect(
      time.taking(.text("2025-01-01T00:00:00Z"), count: 8)?.bytes.elementsEqual(
        hex("0040ba19e05bdb01")) == true)
    #expect(time.taking(.text("2025-01-01T00:00:00.5Z"), count: 8) == nil)
    #expect(time.expectation?.contains("whole seconds") == true)
    #expect(time.expectation?.contains("since 1601") == true)
  }
}
