import Testing

@testable import MovKit

/// What an atom must contain (ISO/IEC 14496-12, table 1 and the clause of each).
@Suite struct RequiredAtomsTests {
  private static let media = "moov/trak/mdia"
  private static let tables = "moov/trak/mdia/minf/stbl"

  /// A good file, an atom of it, and what is taken out of that.
  @Test(
    arguments: [
      (BrokenFile.plain, "moov", "mvhd"),
      (BrokenFile.plain, "moov/trak", "tkhd"),
      (BrokenFile.plain, "moov/trak", "mdia"),
      (BrokenFile.plain, media, "mdhd"),
      (BrokenFile.plain, media, "hdlr"),
      (BrokenFile.plain, media, "minf"),
      (BrokenFile.plain, media + "/minf", "stbl"),
      (BrokenFile.plain, tables, "stsd"),
      (BrokenFile.plain, tables, "stts"),
      (BrokenFile.plain, tables, "stsc"),
      (BrokenFile.plain, tables, "stsz"),
      (BrokenFile.plain, tables, "stco"),
      (BrokenFile.cmaf, "moof", "mfhd"),
      (BrokenFile.cmaf, "moof/traf", "tfhd"),
      (.picture, "meta/iprp", "ipco"),
    ] as [(BrokenFile.Good, String, FourCC)])
  func eachIsMissed(good: BrokenFile.Good, parent: String, child: FourCC) throws {
    let broken = BrokenFile.atom("atom-missing", good, parent) { atom in
      let count = atom.children.count
      atom.children.removeAll { $0.type == child }
      #expect(atom.children.count == count - 1)
    }
    let bytes = try broken.bytes()
    #expect(try Self.missing(bytes.good).isEmpty)
    let found = try Self.missing(bytes.broken)
    let name = try #require(AtomPath(parent)?.steps.last?.type)
    #expect(
      found.contains { $0.hasPrefix("\(name) has no ") && $0.contains("\(child)") }, "\(found)")
  }

  /// One of several is enough.
  @Test(
    arguments: [
      (atom("stz2", u32(0), u32(16), u32(0)), "stsz", "stz2"),
      (atom("co64", u32(0), u32(0)), "stco", "co64"),
    ] as [([UInt8], FourCC, FourCC)])
  func othersMayTakeTheirPlace(bytes: [UInt8], old: FourCC, new: FourCC) throws {
    let changed = BrokenFile.atom("", BrokenFile.plain, Self.tables) { atom in
      let place = try #require(atom.children.firstIndex { $0.type == old })
      atom.children[place] = Atom(new, .bytes(bytes[8...]))
    }
    #expect(try Self.missing(changed.bytes().broken).isEmpty)
  }

  /// An edit list is not mandatory in `edts` (8.6.6.1).
  @Test func noEditList() throws {
    let changed = BrokenFile.atom("", BrokenFile.plain, "moov/trak/edts") { $0.children = [] }
    #expect(try Self.missing(changed.bytes().broken).isEmpty)
  }

  /// What `atom-missing` says of a file.
  private static func missing(_ bytes: [UInt8]) throws -> [String] {
    try MovieCheck(of: MemorySource(bytes)).findings.filter { $0.rule == "atom-missing" }
      .map(\.message)
  }
}
