import Testing

@testable import MovKit

/// Values that make the layout of an atom another one: what the new layout has no place for goes, and what it
/// has another width for keeps its meaning.
@Suite struct ChangedLayoutTests {
  /// An atom after some of its fields were set.
  private func changed(
    _ bytes: [UInt8], _ fields: [Field], inside parent: FourCC? = nil
  ) throws -> [UInt8] {
    var context = AtomContext()
    context.parent = parent
    let old = try #require(Atom.atoms(of: bytes[...], in: context).first)
    return try old.setting(fields, in: context).serialized()
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

  /// Descriptions of the size that their type mostly has are still descriptions without it.
  @Test func usualLengthOfDescriptions() throws {
    let key = zeros(2) + u16(0x0108) + [UInt8](repeating: 9, count: 16)
    for (type, length, entry) in [("sync", 1, u8(0x13)), ("seig", 20, key)]
      as [(String, UInt32, [UInt8])]
    {
      let before = atom("sgpd", u32(0x0100_0000), ascii(type), u32(length), u32(2), entry, entry)
      let after = atom("sgpd", u32(0), ascii(type), u32(2), entry, entry)
      #expect(try changed(before, [Field("version", .unsigned(0))]) == after)
    }
  }

  /// Bytes that are given take the place of the descriptions.
  @Test func bytesOfDescriptions() throws {
    let before = atom("sgpd", u32(0x0100_0000), ascii("sync"), u32(1), u32(2), [0x13, 0x14])
    let after = atom("sgpd", u32(0), ascii("sync"), u32(2), [0x13, 0x14, 0x15])
    let fields = [
      Field("version", .unsigned(0)), Field("entry_count", .unsigned(2)),
      Field("descriptions", .bytes([0x13, 0x14, 0x15])),
    ]
    #expect(try changed(before, fields) == after)
  }

  // MARK: Sound descriptions

  /// A description of MPEG-4 audio with an atom in it, and with what its version adds.
  private func sound(_ version: UInt16, _ added: [UInt8]) -> [UInt8] {
    let head = zeros(6) + u16(1) + u16(version) + zeros(6)
    let format = u16(2) + u16(16) + zeros(4) + u32(48000 << 16)
    return atom("mp4a", head, format, added, atom("wave"))
  }

  /// QuickTime's version 1 has four fields more in a stsd of version 0, and the version 1 of ISO/IEC 14496-12 none in
  /// one of version 1.
  @Test(
    arguments: [
      (0, 0, zeros(0), ["version": 1], 1, zeros(16)),
      (0, 0, zeros(0), ["version": 1, "samples_per_packet": 1024], 1, u32(1024) + zeros(12)),
      (0, 0, zeros(0), ["version": 1, "bytes_per_sample": 2], 1, zeros(12) + u32(2)),
      (0, 1, u32(1024) + zeros(12), ["version": 0], 0, []),
      (0, 1, u32(1024) + zeros(12), ["channelcount": 2], 1, u32(1024) + zeros(12)),
      (0, 1, zeros(0), ["channelcount": 2], 1, []),
      (0, 1, zeros(0), ["bytes_per_frame": 4], 1, zeros(8) + u32(4) + zeros(4)),
      (1, 0, zeros(0), ["version": 1], 1, []),
    ] as [(UInt8, UInt16, [UInt8], [String: UInt64], UInt16, [UInt8])])
  func versionsOfSound(
    stsd: UInt8, version: UInt16, added: [UInt8], fields: [String: UInt64], newVersion: UInt16,
    newAdded: [UInt8]
  ) throws {
    var context = AtomContext()
    (context.parent, context.parentVersion, context.handler) = ("stsd", stsd, "soun")
    let before = sound(version, added)
    let old = try #require(Atom.atoms(of: before[...], in: context).first)
    let given = fields.map { Field($0.key, .unsigned($0.value)) }
    #expect(
      try old.setting(given, in: context).serialized() == sound(newVersion, newAdded))
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
    // Rows that would be in another field: with a constant initialization vector, they have another size than most.
    (
      atom("sgpd", u32(0x0100_0000), ascii("seig"), u32(25), u32(1), zeros(25)),
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

  // MARK: Rows of another width

  /// Rows of two layouts, and the fields that change one to the other and back.
  @Test(arguments: [
    // One edit, and one that shows nothing.
    (
      atom("elst", u32(0), u32(1), u32(4000), u32(0), u32(0x10000)),
      Field("version", .unsigned(1)),
      atom("elst", u32(0x0100_0000), u32(1), u64(4000), u64(0), u32(0x10000)),
      Field("version", .unsigned(0))
    ),
    (
      atom("elst", u32(0), u32(1), u32(4000), u32(.max), u32(0x10000)),
      Field("version", .unsigned(1)),
      atom("elst", u32(0x0100_0000), u32(1), u64(4000), u64(.max), u32(0x10000)),
      Field("version", .unsigned(0))
    ),
    (
      atom("saio", u32(0), u32(1), u32(100)), Field("version", .unsigned(1)),
      atom("saio", u32(0x0100_0000), u32(1), u64(100)), Field("version", .unsigned(0))
    ),
    // The numbers of the fragment, the run and the sample have one byte each.
    (
      atom("tfra", u32(0), u32(1), u32(0), u32(1), u32(5), u32(100), [1, 2, 3]),
      Field("version", .unsigned(1)),
      atom("tfra", u32(0x0100_0000), u32(1), u32(0), u32(1), u64(5), u64(100), [1, 2, 3]),
      Field("version", .unsigned(0))
    ),
    // The same with a number of the sample of four bytes.
    (
      atom("tfra", u32(0), u32(1), u32(0), u32(1), u32(5), u32(100), [1, 2, 3]),
      Field("length_size_of_sample_num", .unsigned(3)),
      atom("tfra", u32(0), u32(1), u32(3), u32(1), u32(5), u32(100), [1, 2, 0, 0, 0, 3]),
      Field("length_size_of_sample_num", .unsigned(0))
    ),
    (
      atom("stz2", u32(0), u32(8), u32(3), [1, 2, 15]), Field("field_size", .unsigned(16)),
      atom("stz2", u32(0), u32(16), u32(3), u16(1), u16(2), u16(15)),
      Field("field_size", .unsigned(8))
    ),
    (
      atom("stz2", u32(0), u32(8), u32(3), [1, 2, 15]), Field("field_size", .unsigned(4)),
      atom("stz2", u32(0), u32(4), u32(3), [0x12, 0xF0]), Field("field_size", .unsigned(8))
    ),
    // Rows in each of the entries of a list.
    (
      atom(
        "subs", u32(0), u32(1), u32(1), u16(2), u16(10), [2, 0], u32(7), u16(20), [3, 1], u32(8)),
      Field("version", .unsigned(1)),
      atom(
        "subs", u32(0x0100_0000), u32(1), u32(1), u16(2), u32(10), [2, 0], u32(7), u32(20), [3, 1],
        u32(8)), Field("version", .unsigned(0))
    ),
  ])
  func rowsOfOtherWidths(narrow: [UInt8], widen: Field, wide: [UInt8], narrowing: Field) throws {
    #expect(try changed(narrow, [widen]) == wide)
    #expect(try changed(wide, [narrowing]) == narrow)
  }

  @Test func placesOfItems() throws {
    let narrow = atom("iloc", u32(0), [0x44, 0], u16(1), u16(1), u16(0), u16(1), u32(100), u32(20))
    let wide = atom("iloc", u32(0), [0x84, 0], u16(1), u16(1), u16(0), u16(1), u64(100), u32(20))
    #expect(try changed(narrow, [Field("offset_size", .unsigned(8))], inside: "meta") == wide)
    #expect(try changed(wide, [Field("offset_size", .unsigned(4))], inside: "meta") == narrow)
  }

  /// A value that does not fit, or a field that only one layout has.
  @Test(arguments: [
    (
      atom("elst", u32(0x0100_0000), u32(1), u64(1 << 32), u64(0), u32(0x10000)),
      Field("version", .unsigned(0)), "entries[0]/segment_duration",
      FormatError.Reason.doesNotFit(bits: 32)
    ),
    (
      atom("saio", u32(0x0100_0000), u32(2), u64(100), u64(1 << 40)),
      Field("version", .unsigned(0)), "entries[1]/offset", .doesNotFit(bits: 32)
    ),
    (
      atom("stz2", u32(0), u32(8), u32(2), [15, 16]), Field("field_size", .unsigned(4)),
      "sizes[1]/size", .doesNotFit(bits: 4)
    ),
    (
      atom("subs", u32(0x0100_0000), u32(1), u32(1), u16(1), u32(70000), [2, 0], u32(7)),
      Field("version", .unsigned(0)), "entries[0]/subsamples[0]/subsample_size",
      .doesNotFit(bits: 16)
    ),
    // Durations and sizes, without the durations, and with flags.
    (
      atom("trun", u32(0x300), u32(1), u32(512), u32(10)), Field("flags", .unsigned(0x200)),
      "samples/sample_duration",
      .notEditable("the change would lose what the rows have here; give the rows too")
    ),
    (
      atom("trun", u32(0x300), u32(1), u32(512), u32(10)), Field("flags", .unsigned(0x700)),
      "samples/sample_flags",
      .notEditable("the change needs a value for this in each row; give the rows too")
    ),
  ])
  func rowsThatDoNotFit(bytes: [UInt8], field: Field, path: String, reason: FormatError.Reason) {
    let error = #expect(throws: FormatError.self) { try changed(bytes, [field]) }
    #expect(error?.reason == reason && error?.path == path, "\(String(describing: error))")
  }
}
