import Testing

@testable import MovKit

/// Values that make the layout of an atom another one: what the new layout has no place for goes, and what it
/// has another width for keeps its meaning.
@Suite struct ChangedLayoutTests {
  /// An atom after some of its fields were set.
  private func changed(_ bytes: [UInt8], _ fields: [Field]) throws -> [UInt8] {
    let old = try #require(Atom.atoms(of: bytes[...], in: AtomContext()).first)
    return try old.setting(fields, in: AtomContext()).serialized()
  }

  // MARK: Fields that go

  @Test func defaultsOfAFragment() throws {
    // Base, duration, size and flags; then that the base is the moof, and nothing else.
    let before = atom("tfhd", u32(0x39), u32(1), u64(1000), u32(512), u32(10), u32(0x10000))
    let after = atom("tfhd", u32(0x20000), u32(1))
    #expect(try changed(before, [Field("flags", .unsigned(0x20000))]) == after)
  }

  @Test func sizesOfSamples() throws {
    let before = atom("stsz", u32(0), u32(0), u32(4), u32(10), u32(10), u32(10), u32(10))
    let after = atom("stsz", u32(0), u32(10), u32(4))
    #expect(try changed(before, [Field("sample_size", .unsigned(10))]) == after)
  }

  @Test func parameterOfAGrouping() throws {
    let rows = u32(1) + u32(3) + u32(1)
    let before = atom("sbgp", u32(0x0100_0000), ascii("roll"), u32(7), rows)
    let after = atom("sbgp", u32(0), ascii("roll"), rows)
    #expect(try changed(before, [Field("version", .unsigned(0))]) == after)
  }

  @Test func identifiersOfKeys() throws {
    let before = atom(
      "pssh", u32(0x0100_0000), [UInt8](repeating: 1, count: 16), u32(1),
      [UInt8](repeating: 2, count: 16), u32(2), u16(0x0304))
    let after = atom("pssh", u32(0), [UInt8](repeating: 1, count: 16), u32(2), u16(0x0304))
    #expect(try changed(before, [Field("version", .unsigned(0))]) == after)
  }

  @Test func lengthOfDescriptions() throws {
    let before = atom("sgpd", u32(0x0100_0000), ascii("rap "), u32(1), u32(1), u8(0x81))
    let after = atom("sgpd", u32(0), ascii("rap "), u32(1), u8(0x81))
    #expect(try changed(before, [Field("version", .unsigned(0))]) == after)
  }

  @Test func noEdits() throws {
    let after = atom("elst", u32(0x0100_0000), u32(0))
    #expect(
      try changed(atom("elst", u32(0), u32(0)), [Field("version", .unsigned(1))]) == after)
  }

  /// A document says the same as the fields that are set.
  @Test func documents() throws {
    let text = """
      [{"type": "tfhd", "bytes": "000000080000000100000200", "fields": {
        "version": 0, "flags": {"value": 0}, "track_ID": 1}}]
      """
    let rows = try #require(JSONScanner.document(Array(text.utf8)).fieldValue.givenRows)
    var builder = AtomBuilder()
    let made = try builder.atoms(rows)
    #expect(try made.map { try $0.serialized() } == [atom("tfhd", u32(0), u32(1))])
  }

  // MARK: What must not get lost

  @Test(arguments: [
    // Rows that would be in another field.
    (
      atom("sgpd", u32(0x0100_0000), ascii("seig"), u32(20), u32(1), zeros(2), u16(8), zeros(16)),
      Field("version", .unsigned(0))
    ),
    (
      atom("sgpd", u32(0x0100_0000), ascii("rap "), u32(1), u32(1), u8(0x81)),
      Field("default_length", .unsigned(0))
    ),
    // A number of samples whose sizes are not given.
    (atom("stsz", u32(0), u32(10), u32(4)), Field("sample_size", .unsigned(0))),
    // Samples that would be bytes.
    (
      atom("senc", u32(0), u32(2), u64(1), u64(2)), Field("sample_count", .unsigned(3))
    ),
  ])
  func whatWouldBeLost(bytes: [UInt8], field: Field) {
    #expect(throws: FormatError.self) { try changed(bytes, [field]) }
  }

  // MARK: No duration

  @Test func unknownDurations() throws {
    let rest = zeros(80 - 4) + u32(2)
    let narrow = atom("mvhd", u32(0), u32(1), u32(2), u32(600), u32(.max), rest)
    let wide = atom("mvhd", u32(0x0100_0000), u64(1), u64(2), u32(600), u64(.max), rest)
    #expect(try changed(narrow, [Field("version", .unsigned(1))]) == wide)
    #expect(try changed(wide, [Field("version", .unsigned(0))]) == narrow)
    #expect(
      try changed(
        atom("mehd", u32(0), u32(.max)), [Field("version", .unsigned(1))])
        == atom("mehd", u32(0x0100_0000), u64(.max)))
    // A value that is given counts.
    #expect(
      try changed(
        atom("mehd", u32(0), u32(.max)),
        [Field("version", .unsigned(1)), Field("fragment_duration", .unsigned(5))])
        == atom("mehd", u32(0x0100_0000), u64(5)))
  }

  @Test func unknownDurationsOfEdits() throws {
    let narrow = atom(
      "elst", u32(0), u32(2), u32(9), u32(.max), u32(0x10000), u32(.max), u32(3), u32(0x8000))
    let wide = atom(
      "elst", u32(0x0100_0000), u32(2), u64(9), u64(.max), u32(0x10000), u64(.max), u64(3),
      u32(0x8000))
    #expect(try changed(narrow, [Field("version", .unsigned(1))]) == wide)
    #expect(try changed(wide, [Field("version", .unsigned(0))]) == narrow)
  }
}
