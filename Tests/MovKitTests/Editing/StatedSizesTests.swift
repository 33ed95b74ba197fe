import Foundation
import Testing

@testable import MovKit

/// Numbers that say how large another atom is, or how many there are, follow when that changes.
@Suite struct StatedSizesTests {
  private func path(_ text: String) throws -> AtomPath { try #require(AtomPath(text)) }

  /// The number of bytes from the `mfra` to the end of the file, by its type, and by the number at the end of the
  /// file.
  private func index(of bytes: [UInt8]) throws -> (found: Int, stated: Int) {
    let last = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    let places = bytes.indices.filter { bytes.holds(ascii("mfra"), at: $0) }
    return (bytes.count - (try #require(places.last) - 4), last)
  }

  /// `mfro` has the size of the `mfra` around it (ISO/IEC 14496-12, 8.8.11).
  @Test func sizeOfTheIndex() throws {
    let url = MediaFiles.testMedia.appending(path: "fragments/plain.mp4")
    let bytes = try MediaFiles.bytes(of: url)
    let before = try index(of: bytes)
    #expect(before == (148, 148))
    let source = MemorySource(bytes)
    var editor = try MovieEditor(Movie(from: source))
    try editor.removeAtom(at: path("mfra/tfra[1]"))
    let removed = try editor.writePlan().render(from: source)
    #expect(try index(of: removed) == (86, 86))
    editor = try MovieEditor(Movie(from: source))
    try editor.insert(Atom("free", .bytes([1, 2])), intoAtomAt: path("mfra"), at: 0)
    #expect(try index(of: editor.writePlan().render(from: source)) == (158, 158))
    // A number that was wrong stays, and is found.
    var wrong = bytes
    wrong[wrong.count - 1] = 147
    editor = try MovieEditor(Movie(from: wrong))
    try editor.removeAtom(at: path("mfra/tfra[1]"))
    #expect(
      try index(of: editor.writePlan().render(from: MemorySource(wrong))) == (86, 147))
    for (bytes, finding) in [(bytes, nil), (wrong, "mfra/mfro")] {
      let found = try Movie(from: bytes).findings().filter { $0.rule == "fragment-index" }
      #expect(found.map(\.path) == [finding].compactMap { $0 })
    }
  }

  private func items(_ count: UInt16, _ children: [UInt8]...) -> [UInt8] {
    fileType
      + atom(
        "meta", u32(0), handler("null"),
        atom("fiin", u32(0), u16(count), children.flatMap { $0 }))
  }

  /// `fiin` counts `paen` and no others of its children (ISO/IEC 14496-12, 8.13.2).
  @Test func partitions() throws {
    let (part, names) = (atom("paen"), atom("gitn", u32(0), u16(0)))
    let source = MemorySource(items(2, part, part, names))
    var editor = try AtomFileEditor(AtomFile(from: source))
    try editor.removeAtom(at: path("meta/fiin/paen[1]"))
    #expect(try editor.writePlan().render(from: source) == items(1, part, names))
    try editor.removeAtom(at: path("meta/fiin/gitn"))
    #expect(try editor.writePlan().render(from: source) == items(1, part))
    try editor.insert(Atom("paen", children: []), intoAtomAt: path("meta/fiin"))
    try editor.insert(Atom("paen", children: []), intoAtomAt: path("meta/fiin"))
    #expect(try editor.writePlan().render(from: source) == items(3, part, part, part))
  }

  @Test(arguments: [(2, []), (3, ["entry-count"])] as [(UInt16, [String])])
  func wrongNumberOfPartitions(count: UInt16, rules: [String]) throws {
    let (part, names) = (atom("paen"), atom("gitn", u32(0), u16(0)))
    let file = try AtomFile(from: items(count, part, names, part))
    let describer = AtomDescriber()
    #expect(AtomWalk(file).flatMap { describer.diagnostics(of: $0).map(\.rule) } == rules)
  }

  /// A document counts them as well.
  @Test func describedPartitions() throws {
    let document = """
      [{"type": "meta", "fields": {"version": 0, "flags": {"value": 0}}, "children": [
        {"type": "fiin", "fields": {"version": 0, "flags": {"value": 0}}, "children": [
          {"type": "paen", "fields": {}, "children": []},
          {"type": "segr", "fields": {"num_session_groups": 0, "session_groups": []}, "children": []}
        ]}]}]
      """
    let rows = try #require(JSONScanner.document(Array(document.utf8)).fieldValue.givenRows)
    var builder = AtomBuilder()
    let made = try builder.atoms(rows).first?.serialized()
    #expect(
      made == atom("meta", u32(0), atom("fiin", u32(0), u16(1), atom("paen"), atom("segr", u16(0))))
    )
  }

  /// The number has 16 bits, however the atom is made.
  @Test(arguments: [65_535, 65_536]) func moreThanTheFieldHolds(count: Int) throws {
    let parts = Array(repeating: Atom("paen", children: []), count: count)
    let reason = FormatError.Reason.invalidValue("too many atoms for the field")
    let error = count < 65_536 ? nil : FormatError(reason, path: "fiin/entry_count")

    #expect(Self.error { _ = try Atom("fiin", FileDeliveryItems(), children: parts) } == error)

    let children = Array(repeating: #"{"type": "paen", "children": []}"#, count: count)
    let document =
      #"[{"type": "meta", "fields": {"version": 0}, "children": ["#
      + #"{"type": "fiin", "fields": {"version": 0}, "children": ["#
      + children.joined(separator: ",") + "]}]}]"
    let rows = try #require(JSONScanner.document(Array(document.utf8)).fieldValue.givenRows)
    let built = Self.error {
      var builder = AtomBuilder()
      _ = try builder.atoms(rows)
    }
    #expect(built?.reason == error?.reason && built?.path.hasSuffix("fiin/entry_count") != false)

    let one = atom("paen")
    let bytes = items(UInt16(count - 1), Array(repeatElement(one, count: count - 1).joined()))
    var editor = try AtomFileEditor(AtomFile(from: MemorySource(bytes)))
    let edited = Self.error {
      try editor.insert(Atom("paen", children: []), intoAtomAt: try path("meta/fiin"))
    }
    #expect(edited?.reason == error?.reason, "\(String(describing: edited))")
  }

  private static func error(_ run: () throws -> Void) -> FormatError? {
    do {
      try run()
      return nil
    } catch {
      return error as? FormatError ?? FormatError(.invalidValue("\(error)"))
    }
  }

  /// The parts of an index come after it. A place that does not fit in 64 bits is none, even if it would be that of an
  /// atom before the index when only 64 bits of it are kept: `sidx` itself, of 64 bytes, and the fragment after it.
  @Test func partsBeforeTheIndex() throws {
    let url = MediaFiles.testMedia.appending(path: "fragments/global-sidx.mp4")
    var bytes = try MediaFiles.bytes(of: url)
    let start = Int(try #require(AtomFile(from: bytes).first("sidx")?.offset))
    // `first_offset` and the sizes of the parts (ISO/IEC 14496-12, 8.16.3).
    for (place, value) in [(28, u64(.max - 63)), (40, u32(64)), (52, u32(1660))] {
      bytes.replaceSubrange(start + place..<start + place + value.count, with: value)
    }
    let found = try Movie(from: bytes).findings().filter { $0.rule == "fragment-index" }
    #expect(found.map(\.message) == ["first_offset goes beyond the file"])
    // Without parts, it places nothing. The two rows, of 12 bytes each, are no longer counted (`reference_count`).
    bytes.replaceSubrange(start + 38..<start + 40, with: u16(0))
    #expect(try Movie(from: bytes).findings().allSatisfy { $0.rule != "fragment-index" })
  }

  /// The levels of a part have all of its bytes (ISO/IEC 14496-12, 8.16.4).
  @Test(arguments: [0, 1] as [UInt32]) func levelsOfParts(more: UInt32) throws {
    let url = MediaFiles.testMedia.appending(path: "fragments/global-sidx.mp4")
    var bytes = try MediaFiles.bytes(of: url)
    let file = try AtomFile(from: bytes)
    let sidx = try #require(file.first("sidx"))
    let index = try sidx.decode(SegmentIndex.self)
    let parts = index.references.flatMap {
      u32(2) + u32(1 << 24 | 100) + u32(2 << 24 | ($0.referencedSize - 100 + more))
    }
    let levels = atom("ssix", u32(0), u32(UInt32(index.references.count)), parts)
    let end = try #require(sidx.offset.map { Int($0 + sidx.size) })
    // The parts begin further from the end of the index.
    let first = end - index.references.count * 12 - 8
    bytes.replaceSubrange(first..<first + 4, with: u32(UInt32(levels.count)))
    bytes.insert(contentsOf: levels, at: end)
    let found = try Movie(from: bytes).findings().filter {
      $0.rule == "fragment-index" && $0.path == "ssix"
    }
    #expect(found.isEmpty == (more == 0))
    #expect(found.allSatisfy { $0.message.contains("sidx gives") })
  }
}
