import Testing

@testable import MovKit

/// Each sound description is asked whether it says what its channels are for.
@Suite struct ChannelLayoutTests {
  /// The descriptions of 5.1 channels that have no layout, by their paths in `stsd`.
  @Test(
    arguments: [
      ([true, true], []), ([true, false], ["sowt[1]"]), ([false, true], ["sowt[0]"]),
      ([false, false], ["sowt[0]", "sowt[1]"]), ([true], []), ([false], ["sowt"]),
    ] as [([Bool], [String])])
  func ofEachDescription(haveLayouts: [Bool], found: [String]) throws {
    let good = BrokenFile.Good.media("sound/pcm-5.1.mov")
    var bytes = try good.bytes()
    try BrokenFile.atom("", good, "moov/trak/mdia/minf/stbl/stsd") { stsd in
      let whole = stsd.children[0]
      var bare = whole
      bare.children.removeAll { $0.type == "chan" }
      stsd.children = haveLayouts.map { $0 ? whole : bare }
    }.change(&bytes)
    let findings = try MovieCheck(of: MemorySource(bytes), profiles: [.broadcast]).findings
      .filter { $0.rule == "channel-layout-missing" }
    #expect(findings.map(\.path) == found.map { "moov/trak/mdia/minf/stbl/stsd/\($0)" })
    #expect(
      findings.allSatisfy { $0.message == "6 channels have no layout (chan or chnl)" })
    let atoms = try AtomFile(from: bytes).atoms(at: Set(findings.map(\.path)))
    #expect(findings.map(\.offset) == findings.map { atoms[$0.path]?.offset })
  }

  /// Any layout but none and discrete channels says what channels are for (CoreAudioBaseTypes.h): SMPTE's of digital
  /// television, AC-3's of four, AAC's 7.1.
  @Test(
    arguments: [
      (130 << 16 | 8, 8, false), (151 << 16 | 4, 4, false), (184 << 16 | 8, 8, false),
      (147 << 16 | 8, 8, true), (0xFFFF_0008, 8, true),
    ] as [(UInt32, UInt16, Bool)])
  func whatSaysNothing(tag: UInt32, channels: UInt16, isMissing: Bool) throws {
    let good = BrokenFile.Good.media("sound/pcm-5.1.mov")
    var bytes = try good.bytes()
    try BrokenFile.atom("", good, "moov/trak/mdia/minf/stbl/stsd") { stsd in
      try stsd.children[0].update(SoundDescription.self) { $0.channelCount = channels }
      let place = try #require(stsd.children[0].children.firstIndex { $0.type == "chan" })
      try stsd.children[0].children[place].update(ChannelLayout.self) { $0.layoutTag = tag }
    }.change(&bytes)
    let rules = try BrokenFile.rules(bytes, [.broadcast])
    #expect(rules.contains("channel-layout-missing") == isMissing)
    #expect(!rules.contains("channel-layout-count"))
  }

  /// Stereo after 5.1 channels says what its channels are for, and 5.1 after stereo does not.
  @Test(
    arguments: [([6, 2], ["sowt[0]"]), ([2, 6], ["sowt[1]"]), ([2, 2], [])]
      as [([UInt16], [String])])
  func ofOtherNumbers(channels: [UInt16], found: [String]) throws {
    let good = BrokenFile.Good.media("sound/pcm-5.1.mov")
    var bytes = try good.bytes()
    try BrokenFile.atom("", good, "moov/trak/mdia/minf/stbl/stsd") { stsd in
      var bare = stsd.children[0]
      bare.children.removeAll { $0.type == "chan" }
      stsd.children = try channels.map { count in
        var entry = bare
        try entry.update(SoundDescription.self) { $0.channelCount = count }
        return entry
      }
    }.change(&bytes)
    let findings = try MovieCheck(of: MemorySource(bytes), profiles: [.broadcast]).findings
      .filter { $0.rule == "channel-layout-missing" }
    #expect(findings.map(\.path) == found.map { "moov/trak/mdia/minf/stbl/stsd/\($0)" })
  }
}
