import Testing

@testable import MovKit

/// What is wrong with groups of samples, and in which atom.
@Suite struct SampleGroupRulesTests {
  private static let stbl = "moov/trak/mdia/minf/stbl"

  /// A finding: its rule, the component of its path, and its message.
  struct Found: Equatable, Sendable {
    var rule: String
    var atom: String
    var message: String
  }

  /// The findings about a video of 100 frames with such tables.
  private static func findings(_ tables: [(FourCC, [UInt8])]) throws -> [Found] {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, stbl) { stbl in
      for (type, content) in tables { stbl.children.append(Atom(type, .bytes(content[...]))) }
    }.change(&bytes)
    let findings = try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule.hasPrefix("sample-group-") }
    let atoms = try AtomFile(from: bytes).atoms(at: Set(findings.map(\.path)))
    for finding in findings {
      #expect(finding.offset == atoms[finding.path]?.offset)
      #expect(finding.count == 1)
    }
    return findings.map {
      Found(rule: $0.rule, atom: String($0.path.dropFirst(stbl.count + 1)), message: $0.message)
    }
  }

  /// One description of a group of a type; it cannot be read in version 9.
  private static func description(_ type: String, version: UInt32 = 1) -> (FourCC, [UInt8]) {
    ("sgpd", u32(version << 24) + ascii(type) + u32(2) + u32(1) + u16(0xFFFF))
  }

  /// A run of samples in a group.
  private static func run(_ type: String, _ count: UInt32, _ group: UInt32) -> (FourCC, [UInt8]) {
    ("sbgp", u32(0) + ascii(type) + u32(1) + u32(count) + u32(group))
  }

  /// Patterns of samples in groups: for each, its length and the number of samples, and then all numbers of groups;
  /// each of 8 bits, or of 16 for the samples.
  private static func patterns(
    _ type: String, _ patterns: [(UInt8, UInt16)], _ groups: [UInt8], flags: UInt32 = 0
  ) -> (FourCC, [UInt8]) {
    (
      "csgp",
      u32(0b01_10_01 | flags) + ascii(type) + u32(UInt32(patterns.count))
        + patterns.flatMap { [$0.0] + u16($0.1) } + groups
    )
  }

  private static func tooMany(_ type: String, in atom: String) -> Found {
    Found(
      rule: "sample-group-count", atom: atom,
      message: "\(atom.prefix(4)) of \(type) describes 5000 samples of 100"
    )
  }

  private static func unknown(_ type: String, _ group: Int, of count: Int, in atom: String) -> Found
  {
    Found(
      rule: "sample-group-description", atom: atom,
      message: "\(atom.prefix(4)) of \(type) names description \(group) of \(count)")
  }

  @Test func theOnlyTable() throws {
    #expect(
      try Self.findings([Self.description("roll"), Self.run("roll", 5000, 2)]) == [
        Self.tooMany("roll", in: "sbgp"), Self.unknown("roll", 2, of: 1, in: "sbgp"),
      ])
  }

  @Test func patternsOfGroups() throws {
    #expect(
      try Self.findings([
        Self.description("roll"), Self.patterns("roll", [(2, 60), (1, 4940)], [0, 1, 3]),
      ]) == [Self.tooMany("roll", in: "csgp"), Self.unknown("roll", 3, of: 1, in: "csgp")])
    #expect(
      try Self.findings([
        Self.description("roll"), Self.patterns("roll", [(2, 60), (1, 40)], [0, 1, 1]),
      ]).isEmpty)
    // The descriptions of the type are missing, or cannot be read.
    #expect(
      try Self.findings([Self.patterns("abcd", [(1, 100)], [1])])
        == [Self.unknown("abcd", 1, of: 0, in: "csgp")])
    #expect(
      try Self.findings([
        Self.description("roll", version: 9), Self.patterns("roll", [(1, 5000)], [7]),
      ]) == [Self.tooMany("roll", in: "csgp")])
  }

  @Test func theSecondTable() throws {
    #expect(
      try Self.findings([
        Self.description("roll"), Self.run("roll", 100, 1), Self.run("abcd", 100, 3),
      ]) == [Self.unknown("abcd", 3, of: 0, in: "sbgp[1]")])
  }

  @Test func bothTables() throws {
    #expect(
      try Self.findings([
        Self.description("roll"), Self.run("roll", 5000, 1), Self.description("prol"),
        Self.run("prol", 5000, 1),
      ]) == [Self.tooMany("roll", in: "sbgp[0]"), Self.tooMany("prol", in: "sbgp[1]")])
  }

  /// The first descriptions that cannot be read do not keep others from being checked.
  @Test func descriptionsOfAnotherTypeThatCannotBeRead() throws {
    #expect(
      try Self.findings([
        Self.description("xxxx", version: 9), Self.description("roll"), Self.run("roll", 5000, 7),
      ]) == [Self.tooMany("roll", in: "sbgp"), Self.unknown("roll", 7, of: 1, in: "sbgp")])
  }

  /// Whether a description exists is not known if those of the type cannot be read.
  @Test func descriptionsOfTheTypeThatCannotBeRead() throws {
    #expect(
      try Self.findings([Self.description("roll", version: 9), Self.run("roll", 5000, 7)])
        == [Self.tooMany("roll", in: "sbgp")])
    #expect(
      try Self.findings([
        Self.description("roll", version: 9), Self.run("roll", 100, 1), Self.run("seig", 100, 1),
      ]) == [Self.unknown("seig", 1, of: 0, in: "sbgp[1]")])
  }

  /// Descriptions whose type cannot be read may be of any type of which there are no others.
  @Test func descriptionsWithoutAType() throws {
    #expect(
      try Self.findings([
        ("sgpd", [1, 0]), Self.description("roll"), Self.run("seig", 100, 1),
        Self.run("roll", 100, 2),
      ]) == [Self.unknown("roll", 2, of: 1, in: "sbgp[1]")])
  }
}
