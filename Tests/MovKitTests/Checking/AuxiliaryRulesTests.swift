import Testing

@testable import MovKit

/// Information beside samples that is right, and of which nothing may be found.
@Suite struct AuxiliaryRulesTests {
  /// With the flag 1, `senc` has an algorithm, the size of vectors and a key of its own before the number of samples, as
  /// in Microsoft's PIFF: the data begins after 36 bytes.
  @Test func parametersOfItsOwn() throws {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, "moov/trak/mdia/minf/stbl") {
      var offsets = SampleAuxOffsets()
      offsets.entries = try Table([SampleAuxOffsets.Row(offset: 0)], layout: 0)
      $0.children.append(try Atom("saio", offsets))
      let content =
        hex("00000001 000001 08") + [UInt8](repeating: 0xAB, count: 16) + u32(1) + zeros(8)
      $0.children.append(Atom("senc", .bytes(content[...])))
    }.change(&bytes)
    // The only offset is in the last four bytes of saio, and senc follows.
    let found = bytes.indices.last { bytes[$0...].starts(with: ascii("senc")) }
    let place = try #require(found) - 4
    bytes.replaceSubrange(place - 4..<place, with: u32(UInt32(place) + 36))
    let rules = try MovieCheck(of: MemorySource(bytes)).findings.map(\.rule)
    #expect(!rules.contains("encryption-place") && !rules.contains("encryption-count"), "\(rules)")
  }

  /// One sample and several.
  @Test func missingVectors() {
    #expect(
      AuxiliaryRules.missingVectors(of: 1, inTrack: 2)
        == "1 sample of track 2 needs a vector, and there is neither senc nor saiz")
    #expect(
      AuxiliaryRules.missingVectors(of: 3, inTrack: 2)
        == "3 samples of track 2 need vectors, and there is neither senc nor saiz")
  }

  /// A fragment of Smooth Streaming has its time in a `uuid` atom too (`tfxd`), which decrypts nothing.
  @Test(arguments: [
    ("senc", "", true), ("saiz", "", true), ("saio", "", false), ("free", "", false),
    ("uuid", "A2394F525A9B4F14A2446C427C648DF4", true),
    ("uuid", "6D1D9B0542D544E680E2141DAFF757B2", false),
  ])
  func atomsWithVectors(type: String, userType: String, hasVectors: Bool) throws {
    let bytes = ascii(type) + hex(userType) + zeros(8)
    let traf = u32(UInt32(bytes.count) + 4) + bytes
    let file = try AtomFile(from: MemorySource(u32(UInt32(traf.count) + 8) + ascii("traf") + traf))
    let children = try #require(file.atoms.first).children
    #expect(children.count == 1 && AuxiliaryRules.haveVectors(children) == hasVectors)
  }
}
