import Testing

@testable import MovKit

/// Audio without edits, of which `iTunSMPB` says which part is played.
@Suite struct GaplessPlaybackTests {
  /// The media lasts 24,000 ticks, of which 2112 before and 960 after are not played: 20,928 are, which are 436 of
  /// the movie's 1000 ticks a second.
  private static func bytes(_ item: String?) throws -> [UInt8] {
    var bytes = try BrokenFile.sound.bytes()
    try BrokenFile.atom("", BrokenFile.sound, "moov") { moov in
      for index in moov.children.indices where moov.children[index].type == "trak" {
        moov.children[index].children.removeAll { $0.type == "edts" }
        for place in moov.children[index].children.indices
        where moov.children[index].children[place].type == "tkhd" {
          try moov.children[index].children[place].update(TrackHeader.self) { $0.setDuration(436) }
        }
      }
      for index in moov.children.indices where moov.children[index].type == "mvhd" {
        try moov.children[index].update(MovieHeader.self) { $0.setDuration(436) }
      }
      moov.children.removeAll { $0.type == "udta" }
      guard let item else { return }
      let free = atom(
        "----", atom("mean", zeros(4), ascii("com.apple.iTunes")),
        atom("name", zeros(4), ascii("iTunSMPB")), atom("data", u32(1), u32(0), ascii(item)))
      let meta = atom("meta", zeros(4), handler("mdir"), atom("ilst", free))
      moov.children.append(Atom("udta", .bytes(meta[...])))
    }.change(&bytes)
    return bytes
  }

  @Test(
    arguments: [
      (" 00000000 00000840 000003C0 00000000000051C0 00000000 00000000", true),
      // Some programs count one frame more.
      (" 00000000 00000840 000003C0 00000000000051C1 00000000", true),
      // Not what the media has, not what the header has, and nothing.
      (" 00000000 00001840 000003C0 00000000000051C0", false),
      (" 00000000 00000000 00000000 0000000000005DC0", false),
      (" 00000000 00000840 000003C0 FFFFFFFFFFFFFFFF", false),
      (" 00000000 00000840", false), ("", false), (nil, false),
    ] as [(String?, Bool)])
  func thePartIsTheDurationOfTheTrack(item: String?, isGood: Bool) throws {
    let bytes = try Self.bytes(item)
    let found = try MovieCheck(of: MemorySource(bytes)).findings.map(\.rule)
    #expect(found.contains("track-duration") == !isGood, "\(found)")
    var editor = try MovieEditor(Movie(from: MemorySource(bytes)))
    let mended = try editor.mend()
    #expect(mended.contains("track-duration") == !isGood, "\(mended)")
  }
}
