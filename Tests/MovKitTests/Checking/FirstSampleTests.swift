import Testing

@testable import MovKit

/// Whether decoding can begin at the first sample, and at every sample.
@Suite struct FirstSampleTests {
  private static let stbl = "moov/trak/mdia/minf/stbl"

  /// The findings about a video of 100 frames whose `stss` names some samples, with further tables.
  private static func findings(
    _ tables: [(FourCC, [UInt8])], sync: [UInt32] = [4, 50]
  ) throws -> [CheckFinding] {
    var bytes = try BrokenFile.plain.bytes()
    try BrokenFile.atom("", BrokenFile.plain, stbl) { stbl in
      stbl.children.removeAll { $0.type == "stss" }
      let numbers = u32(0) + u32(UInt32(sync.count)) + sync.flatMap(u32)
      for (type, content) in [("stss", numbers)] + tables {
        stbl.children.append(Atom(type, .bytes(content[...])))
      }
    }.change(&bytes)
    return try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "sync-sample-first" }
  }

  /// One description of a group of a type.
  private static func description(_ type: String) -> (FourCC, [UInt8]) {
    ("sgpd", u32(1 << 24) + ascii(type) + u32(1) + u32(1) + u8(0))
  }

  /// Runs of samples, and the group of each.
  private static func runs(_ type: String, _ runs: [(UInt32, UInt32)]) -> (FourCC, [UInt8]) {
    (
      "sbgp",
      u32(0) + ascii(type) + u32(UInt32(runs.count)) + runs.flatMap { u32($0.0) + u32($0.1) }
    )
  }

  /// Partial sync samples.
  private static func partial(_ numbers: UInt32...) -> (FourCC, [UInt8]) {
    ("stps", u32(0) + u32(UInt32(numbers.count)) + numbers.flatMap(u32))
  }

  /// What names sample 1, and what names another one.
  @Test(
    arguments: [
      ("nothing", [], true), ("stps", [partial(1)], false), ("stps of 2", [partial(2)], true),
      ("stps of none", [partial()], true),
      ("rap", [description("rap "), runs("rap ", [(1, 1), (99, 0)])], false),
      ("rap of 2", [description("rap "), runs("rap ", [(1, 0), (1, 1), (98, 0)])], true),
      ("sync", [description("sync"), runs("sync", [(1, 1), (99, 0)])], false),
      ("sync of 2", [description("sync"), runs("sync", [(1, 0), (1, 1), (98, 0)])], true),
      ("roll", [description("roll"), runs("roll", [(100, 1)])], true),
    ] as [(String, [(FourCC, [UInt8])], Bool)])
  func isOneToBeginAt(_ name: String, tables: [(FourCC, [UInt8])], isFound: Bool) throws {
    let found = try Self.findings(tables)
    #expect(
      found.map(\.message)
        == (isFound
          ? ["decoding cannot begin at the first sample, and the first in stss is sample 4"] : []))
    #expect(found.allSatisfy { $0.path == Self.stbl + "/stss" })
  }

  /// Where `stss` names none, others may.
  @Test(
    arguments: [
      ([], "stss is empty, so decoding can begin at none of 100 frames"),
      (
        [partial(5, 9)],
        "stss is empty, and the first sample at which decoding can begin is sample 5"
      ),
      (
        [description("rap "), runs("rap ", [(99, 0), (1, 1)])],
        "stss is empty, and the first sample at which decoding can begin is sample 100"
      ),
      ([partial(1)], nil),
    ] as [([(FourCC, [UInt8])], String?)])
  func emptyTable(tables: [(FourCC, [UInt8])], message: String?) throws {
    #expect(try Self.findings(tables, sync: []).map(\.message) == [message].compactMap(\.self))
  }

  /// So it is with audio whose samples depend on others, such as TrueHD and MPEG-H.
  @Test(arguments: [(1, false), (2, true)] as [(UInt32, Bool)])
  func audio(number: UInt32, isFound: Bool) throws {
    var bytes = try BrokenFile.sound.bytes()
    try BrokenFile.atom("", BrokenFile.sound, Self.stbl) {
      $0.children.append(Atom("stss", .bytes((u32(0) + u32(1) + u32(number))[...])))
    }.change(&bytes)
    #expect(try BrokenFile.rules(bytes, []).contains("sync-sample-first") == isFound)
  }

  /// Without `stss`, every frame of a codec that predicts frames counts as one to begin at. Pictures in `mp4v` are
  /// predicted from nothing: 0x6C is JPEG, 0x6D PNG, 0x6E JPEG 2000 (the MP4 Registration Authority's list).
  @Test(
    arguments: [
      (0x20, true), (0x61, true), (0x6A, true), (0x6B, true), (0x6C, false), (0x6D, false),
      (0x6E, false), (0x6F, true), (nil, true),
    ] as [(UInt8?, Bool)])
  func withoutATable(objectType: UInt8?, isFound: Bool) throws {
    let good = BrokenFile.Good.media("codecs/mpeg4.mp4")
    var bytes = try good.bytes()
    try BrokenFile.atom("", good, Self.stbl) { $0.children.removeAll { $0.type == "stss" } }
      .change(&bytes)
    if let objectType {
      try BrokenFile.record(
        "", good, Self.stbl + "/stsd/mp4v/esds", ElementaryStreamDescriptor.self
      ) { esds in
        for index in esds.stream.descriptors.indices where esds.stream.descriptors[index].tag == 4 {
          var descriptor = esds.stream.descriptors[index]
          descriptor.decoderConfig.objectTypeIndication = objectType
          esds.stream.descriptors[index] = descriptor
        }
      }.change(&bytes)
    } else {
      try BrokenFile.atom("", good, Self.stbl + "/stsd/mp4v") {
        $0.children.removeAll { $0.type == "esds" }
      }.change(&bytes)
    }
    #expect(try BrokenFile.rules(bytes, []).contains("sync-samples-missing") == isFound)
  }
}
