import Testing

@testable import MovKit

/// What is found about samples in fragments.
@Suite struct FragmentSampleRulesTests {
  private static let good = BrokenFile.Good.cmafWithoutIndex

  private static func messages(_ rule: String, _ changes: [BrokenFile]) throws -> [String] {
    var bytes = try good.bytes()
    for change in changes { try change.change(&bytes) }
    return try MovieCheck(of: MemorySource(bytes)).findings.filter { $0.rule == rule }
      .map(\.message)
  }

  /// The second fragment begins at one second, and a frame lasts 512 of 12,800 ticks: up to a frame later is no gap.
  @Test(
    arguments: [
      (0, 2, nil), (512, 2, nil),
      (513, 2, "from 1 s to 1.040078 s; a segment may be missing"),
      (12800, 3, "from 1 s to 2 s; fragment 2 is missing"),
      (
        51200, 6,
        "from 1 s to 5 s; fragments 2 to 5 are missing"
      ),
    ] as [(UInt64, UInt32, String?)])
  func gaps(ticks: UInt64, number: UInt32, message: String?) throws {
    let found = try Self.messages(
      "fragment-gap",
      [
        .record("", Self.good, "moof[1]/traf/tfdt", TrackFragmentDecodeTime.self) {
          $0.baseMediaDecodeTime += ticks
        },
        .record("", Self.good, "moof[1]/mfhd", MovieFragmentHeader.self) {
          $0.sequenceNumber = number
        },
      ])
    #expect(found == (message.map { ["track 1 has no samples \($0)"] } ?? []))
  }

  /// The second fragment comes again, a frame after its end: that is no gap, but its number says that one is missing.
  @Test func severalAreMissing() throws {
    var bytes = try Self.good.bytes()
    let type = try #require(
      bytes.indices.dropLast(4).last { bytes[$0..<$0 + 4].elementsEqual("moof".utf8) })
    bytes += bytes[(type - 4)...]
    for (index, ticks, number) in [(1, 51200, 6), (2, 64512, 8)] as [(Int, UInt64, UInt32)] {
      try BrokenFile.record(
        "", Self.good, "moof[\(index)]/traf/tfdt", TrackFragmentDecodeTime.self
      ) { $0.baseMediaDecodeTime += ticks }.change(&bytes)
      try BrokenFile.record("", Self.good, "moof[\(index)]/mfhd", MovieFragmentHeader.self) {
        $0.sequenceNumber = number
      }.change(&bytes)
    }
    let found = try MovieCheck(of: MemorySource(bytes)).findings
    #expect(
      found.filter { $0.rule == "fragment-gap" }.map(\.message) == [
        "track 1 has no samples from 1 s to 5 s; fragments 2 to 5 and 7 are missing"
      ])
  }

  /// As many tracks with the same gap, and a fragment that says of the second that it is empty in that time.
  @Test(arguments: [2, 20])
  func gapsOfSeveralTracks(tracks: UInt32) throws {
    var bytes = try Self.good.bytes()
    try BrokenFile.atom("", Self.good, "moov") { moov in
      let trak = try #require(moov.first("trak"))
      let place = try #require(moov.children.firstIndex { $0.type == "mvex" })
      let trex = try #require(moov.children[place].first("trex"))
      for id in 2...tracks {
        var (trak, trex) = (trak, trex)
        let header = try #require(trak.children.firstIndex { $0.type == "tkhd" })
        try trak.children[header].update(TrackHeader.self) { $0.trackID = id }
        try trex.update(TrackExtends.self) { $0.trackID = id }
        moov.children[place].children.append(trex)
        moov.children.append(trak)
      }
    }.change(&bytes)
    for index in [0, 1] {
      try BrokenFile.atom("", Self.good, "moof[\(index)]") { moof in
        var traf = try #require(moof.children.last)
        moof.children.removeLast()
        let moved = Int32(tracks - 1) * Int32(traf.size)
        for place in traf.children.indices {
          switch traf.children[place].type {
          case "tfdt" where index == 1:
            try traf.children[place].update(TrackFragmentDecodeTime.self) {
              $0.baseMediaDecodeTime += 12800
            }
          case "trun":
            try traf.children[place].update(TrackFragmentRun.self) { $0.dataOffset += moved }
          default: break
          }
        }
        let header = try #require(traf.children.firstIndex { $0.type == "tfhd" })
        for id in 1...tracks {
          try traf.children[header].update(TrackFragmentHeader.self) { $0.trackID = id }
          moof.children.append(traf)
        }
      }.change(&bytes)
    }
    bytes += atom(
      "moof", atom("mfhd", u32(0), u32(4)),
      atom(
        "traf", atom("tfhd", u32(0x3_0008), u32(2), u32(12800)), atom("tfdt", u32(0), u32(12800))))
    let found = try MovieCheck(of: MemorySource(bytes)).findings
      .filter { $0.rule == "fragment-gap" }
    #expect(
      found.map(\.message)
        == (1...tracks).filter { $0 != 2 }.map {
          "track \($0) has no samples from 1 s to 2 s; fragment 3 is missing"
        })
  }

  /// Text and metadata are there only where there is something to say.
  @Test(arguments: [("vide", true), ("meta", false), ("text", false)] as [(FourCC, Bool)])
  func kindsOfMedia(handler: FourCC, isFound: Bool) throws {
    let found = try Self.messages(
      "fragment-gap",
      [
        .record("", Self.good, "moov/trak/mdia/hdlr", HandlerReference.self) {
          $0.componentSubtype = handler
        },
        .record("", Self.good, "moof[1]/traf/tfdt", TrackFragmentDecodeTime.self) {
          $0.baseMediaDecodeTime += 51200
        },
      ])
    #expect(!found.isEmpty == isFound)
  }

  /// Frames of some numbers in the second fragment get no bytes.
  @Test(
    arguments: [
      ([], nil), ([24], "1 frame in fragments has no bytes"),
      ([3, 24], "2 frames in fragments have no bytes"),
    ] as [([Int], String?)])
  func emptySamples(numbers: [Int], message: String?) throws {
    let found = try Self.messages(
      "sample-empty",
      [
        .record("", Self.good, "moof[1]/traf/trun", TrackFragmentRun.self) {
          var rows = Array($0.samples)
          for number in numbers { rows[number].sampleSize = 0 }
          $0.samples = try Table(rows, layout: $0.rowLayout)
        }
      ])
    #expect(found == (message.map { [$0] } ?? []))
  }

  /// What the second of two descriptions has, and which of them the fragments use.
  @Test(
    arguments: [
      (false, [1, 1], nil),
      (
        false, [1, 2],
        "samples in fragments use 2 sample descriptions; many players use the first for all fragments"
      ),
      (
        false, [2, 2],
        "samples in fragments use another sample description than the first; many players use the first for all "
          + "fragments"
      ),
      // Encryption that begins after a clear fragment changes nothing for decoders.
      (true, [1, 2], nil),
    ] as [(Bool, [UInt32], String?)])
  func descriptions(areAlike: Bool, used: [UInt32], message: String?) throws {
    var changes: [BrokenFile] = [
      .atom("", Self.good, "moov/trak/mdia/minf/stbl/stsd") { stsd in
        var second = stsd.children[0]
        if areAlike {
          second.type = "encv"
          var original = OriginalFormat()
          original.dataFormat = "avc1"
          second.children.append(Atom("sinf", children: [try Atom("frma", original)]))
        } else {
          let place = try #require(second.children.firstIndex { $0.type == "avcC" })
          try second.children[place].update(AVCConfiguration.self) { $0.levelIndication = 40 }
        }
        stsd.children.append(second)
        try stsd.update(SampleDescriptions.self) { $0.entryCount = 2 }
      }
    ]
    for (index, number) in used.enumerated() {
      changes.append(
        .record("", Self.good, "moof[\(index)]/traf/tfhd", TrackFragmentHeader.self) {
          $0.sampleDescriptionIndex = number
        })
    }
    #expect(try Self.messages("fragment-descriptions", changes) == (message.map { [$0] } ?? []))
  }
}
