import Testing

@testable import MovKit

/// What the check of a file that is made of a description finds.
@Suite struct DescribedFileCheckTests {
  /// 12 bytes of free space, which were left out; 16 of media; a header with a table of two chunks; and
  /// an index that points at the header.
  private static let document = """
    {"size": 135, "atoms": [
      {"type": "mdat", "offset": 12, "size": 16, "headerSize": 8, "fields": {"data": "3132333435363738"},
       "children": []},
      {"type": "moov", "offset": 28, "size": 64, "headerSize": 8, "fields": {}, "children": [
       {"type": "trak", "offset": 36, "size": 56, "headerSize": 8, "fields": {}, "children": [
       {"type": "mdia", "offset": 44, "size": 48, "headerSize": 8, "fields": {}, "children": [
       {"type": "minf", "offset": 52, "size": 40, "headerSize": 8, "fields": {}, "children": [
       {"type": "stbl", "offset": 60, "size": 32, "headerSize": 8, "fields": {}, "children": [
       {"type": "stco", "offset": 68, "size": 24, "headerSize": 8, "children": [],
        "fields": {"version": 0, "flags": {"value": 0}, "entry_count": 2, "offsets": [20, 24]}}
      ]}]}]}]}]},
      {"type": "mfra", "offset": 92, "size": 43, "headerSize": 8, "fields": {}, "children": [
       {"type": "tfra", "offset": 100, "size": 35, "headerSize": 8, "children": [], "fields": {
        "version": 0, "flags": {"value": 0}, "track_ID": 1, "length_size_of_traf_num": 0,
        "length_size_of_trun_num": 0, "length_size_of_sample_num": 0, "number_of_entry": 1,
        "entries": [{"time": 0, "moof_offset": 28, "traf_number": 1, "trun_number": 1,
                     "sample_number": 1}]}}
      ]}
    ]}
    """

  private func plan() throws -> DescribedFile.Plan {
    try DescribedFile(JSONScanner.document(Array(Self.document.utf8)).fieldValue).plan()
  }

  @Test func anyPlaceThatIsWrongIsFound() throws {
    let plan = try plan()
    let made = try plan.writePlan.render(from: MemorySource([]))
    #expect(throws: Never.self) { try plan.check(MemorySource(made)) }
    // All that is left moved by 12 bytes.
    let chunks = try #require(made.firstRange(of: ascii("stco"))?.upperBound)
    #expect(made[(chunks + 8)..<(chunks + 16)].elementsEqual(u32(8) + u32(12)))
    let index = try #require(made.firstRange(of: ascii("tfra"))?.upperBound)
    #expect(made[(index + 20)..<(index + 24)].elementsEqual(u32(16)))
    for place in [chunks + 11, chunks + 15, index + 23] {
      var wrong = made
      wrong[place] ^= 2
      #expect(throws: ReadingError.self, "byte \(place)") { try plan.check(MemorySource(wrong)) }
    }
  }

  @Test(arguments: [
    #"{"size": 0, "atoms": []}"#,
    #"{"size": 9, "atoms": [], "leading": {"data": "010203040506070809"}}"#,
  ]) func whatHasNoAtomsIsNotCompared(_ text: String) throws {
    let plan = try DescribedFile(JSONScanner.document(Array(text.utf8)).fieldValue).plan()
    let made = try plan.writePlan.render(from: MemorySource([]))
    #expect(throws: Never.self) { try plan.check(MemorySource(made)) }
  }

  /// Atoms that are not what was described end the check: only a description that says so can make them.
  @Test func whatIsReadAsOtherAtomsIsNotCompared() throws {
    let plan = try plan()
    var made = try plan.writePlan.render(from: MemorySource([]))
    let chunks = try #require(made.firstRange(of: ascii("stco"))?.lowerBound)
    made.replaceSubrange(chunks..<chunks + 4, with: ascii("co64"))
    #expect(throws: Never.self) { try plan.check(MemorySource(made)) }
  }
}
