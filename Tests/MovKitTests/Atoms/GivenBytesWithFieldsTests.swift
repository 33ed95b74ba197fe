import Testing

@testable import MovKit

/// Bytes that are shown as fields or as rows are given as such too, even if there are none yet.
@Suite struct GivenBytesWithFieldsTests {
  private func value(_ json: String) throws -> FieldValue {
    try JSONScanner.document(Array(json.utf8)).fieldValue
  }

  /// An atom after a field of it was set.
  private func changed(_ bytes: [UInt8], _ fields: (String, String)...) throws -> [UInt8] {
    let old = try #require(Atom.atoms(of: bytes[...], in: AtomContext()).first)
    let given = try fields.map { Field($0.0, try value($0.1)) }
    return try old.setting(given, in: AtomContext()).serialized()
  }

  private func groups(_ rows: [UInt8]) -> [UInt8] {
    atom("sgpd", u32(0x0100_0000), ascii("rap "), u32(1), u32(UInt32(rows.count)), rows)
  }

  @Test func descriptionsOfGroups() throws {
    func row(_ known: Int, _ count: Int) -> String {
      """
      {"random_access_point": {"num_leading_samples_known": \(known), "num_leading_samples": \(count)}}
      """
    }
    let (known, other) = (row(1, 2), row(0, 0))
    // One that is there, one more, none, and bytes.
    for (rows, bytes) in [
      (known, [0x82]), ("\(known), \(other)", [0x82, 0]), ("", []),
      (#"{"description": "03"}, {"description": "84"}"#, [0x03, 0x84]),
    ] as [(String, [UInt8])] {
      #expect(try changed(groups([0x81]), ("entries", "[\(rows)]")) == groups(bytes), "\(rows)")
    }
  }

  /// What a row lacks is named as inspect shows it.
  @Test func missingDescription() throws {
    let error = #expect(throws: FormatError.self) {
      try changed(groups([0x81]), ("entries", "[{}, {}]"))
    }
    #expect(error?.path.hasSuffix("[0]/random_access_point") ?? false, "\(error?.path ?? "")")
  }

  /// An atom that is in no file yet.
  @Test func newDescriptions() throws {
    let document = """
      [{"type": "sgpd", "fields": {"version": 1, "flags": {"value": 0}, "grouping_type": "rap ",
        "default_length": 1, "entry_count": 1, "entries": [{"random_access_point":
        {"num_leading_samples_known": 1, "num_leading_samples": 1}}]}},
       {"type": "sgpd", "fields": {"version": 1, "flags": {"value": 0}, "grouping_type": "rap ",
        "default_length": 0, "entry_count": 1, "entries": [{"description_length": 1,
        "random_access_point": {"num_leading_samples_known": 1, "num_leading_samples": 1}}]}}]
      """
    var builder = AtomBuilder()
    let made = try builder.atoms(#require(value(document).givenRows))
    #expect(
      try made.map { try $0.serialized() } == [
        groups([0x81]),
        atom("sgpd", u32(0x0100_0000), ascii("rap "), u32(0), u32(1), u32(1), u8(0x81)),
      ])
  }

  /// The bytes of an atom that is not known are its content, unless its data is given too.
  @Test(
    arguments: [
      (#""bytes": "0011""#, [0, 0x11]), (#""bytes": "0011", "fields": {}"#, [0, 0x11]),
      (#""bytes": "0011", "fields": {"data": "22"}"#, [0x22]),
      (#""fields": {"data": "22"}"#, [0x22]), (#""bytes": """#, []),
    ] as [(String, [UInt8])])
  func unknownAtoms(members: String, content: [UInt8]) throws {
    var builder = AtomBuilder()
    let document = #"[{"type": "xxxx", \#(members)}]"#
    let made = try builder.atoms(#require(value(document).givenRows))
    #expect(try made.map { try $0.serialized() } == [atom("xxxx", content)])
  }

  // MARK: Encrypted samples

  @Test func vectors() throws {
    let before = atom("senc", u32(0), u32(2), u64(1), u64(2))
    let vector = #"{"initialization_vector": "ffffffffffffffff"}"#
    let old = #"{"initialization_vector": "0000000000000002"}"#
    #expect(
      try changed(before, ("samples", "[\(vector), \(old)]"))
        == atom("senc", u32(0), u32(2), u64(.max), u64(2)))
    #expect(
      try changed(before, ("sample_count", "3"), ("samples", "[\(vector), \(old), \(vector)]"))
        == atom("senc", u32(0), u32(3), u64(.max), u64(2), u64(.max)))
    #expect(
      try changed(before, ("sample_count", "1"), ("samples", "[\(old)]"))
        == atom("senc", u32(0), u32(1), u64(2)))
    // As many as the atom counts.
    #expect(throws: FormatError.self) { try changed(before, ("samples", "[\(old)]")) }
    #expect(throws: FormatError.self) {
      try changed(before, ("sample_count", "4294967295"), ("samples", "[\(old)]"))
    }
  }

  @Test func ranges() throws {
    let before = atom(
      "senc", u32(2), u32(1), u64(1), u16(1), u16(5), u32(6))
    let after = atom(
      "senc", u32(2), u32(1), u64(3), u16(2), u16(7), u32(8), u16(9), u32(10))
    let sample = """
      [{"initialization_vector": "0000000000000003", "subsample_count": 2, "subsamples": [
        {"bytes_of_clear_data": 7, "bytes_of_protected_data": 8},
        {"bytes_of_clear_data": 9, "bytes_of_protected_data": 10}]}]
      """
    #expect(try changed(before, ("samples", sample)) == after)
  }

  /// Without bytes, the vectors say how large they are.
  @Test func newVectors() throws {
    let document = """
      [{"type": "senc", "fields": {"version": 0, "flags": {"value": 0}, "sample_count": 1,
        "samples": [{"initialization_vector": "000102030405060708090a0b0c0d0e0f"}]}}]
      """
    var builder = AtomBuilder()
    let made = try builder.atoms(#require(value(document).givenRows))
    #expect(try made.first?.serialized() == atom("senc", u32(0), u32(1), Array(0..<16)))
  }
}
