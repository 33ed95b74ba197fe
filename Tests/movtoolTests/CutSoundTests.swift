import Foundation
import Testing

/// What `cut` keeps of compressed audio before what is heard, and what says which part of it is played.
@Suite struct CutSoundTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func run(_ words: String...) throws -> Tool.Result {
    let result = try Tool.run(words, cwd: work.folder)
    try #require(result.status == 0, "\(words): \(result.stderr)")
    return result
  }

  /// Two seconds of noise that ffmpeg encodes.
  private func noise(_ name: String, _ options: String...) throws {
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=48000:d=2:seed=3:a=0.3",
      ] + options + [work[name].path])
  }

  /// The decoder of TrueHD begins at a sync sample only, of which there is one in 16 samples of 40 frames here. The
  /// first sample that is heard is number 1777 of 40 ticks, 1776, which is the sync sample itself, or 1783; two
  /// samples before it are needed too. What is decoded is the same as before.
  @Test(arguments: [("1.481", 71088, 1760), ("1.48", 71040, 1760), ("1.486", 71328, 1776)])
  func fromASyncSample(start: String, frame: Int, first: Int) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try noise("whole.mp4", "-c:a", "truehd", "-strict", "-2")
    _ = try run("cut", "whole.mp4", "--from", start, "-o", "part.mp4")
    let lists = try ["whole.mp4", "part.mp4"].map {
      try run("extract", "track", $0, "--list").text.split(separator: "\n")
    }
    #expect(lists[0].count == 2400)
    #expect(lists[0][first].contains("\"sync\":true"))
    #expect(lists[1].count == 2400 - first)
    #expect(lists[1].first?.contains("\"sync\":true") == true)
    let sound = try ["whole.mp4", "part.mp4"].map {
      try MediaTools.output(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", work[$0].path, "-f", "s32le", "-ac", "1", "-"])
    }
    #expect(sound[1] == sound[0].dropFirst(4 * frame))
  }

  /// Opus needs 80 ms, which are 3840 ticks, whether groups say so or not: 32 packets of 120 ticks, or four of 960.
  /// The part begins in a packet, 312 ticks of 48,000 after that of the old edit, and with a packet of 2.5 ms.
  @Test(arguments: [("2.5", 3840), ("20", 4152)], [false, true])
  func opus(packet: (String, Int), hasGroups: Bool) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try noise("whole.mp4", "-c:a", "libopus", "-frame_duration", packet.0)
    if !hasGroups {
      var bytes = try Data(contentsOf: work["whole.mp4"])
      for type in ["sgpd", "sbgp"] {
        let place = try #require(bytes.range(of: Data(type.utf8)))
        bytes.replaceSubrange(place, with: Data("free".utf8))
      }
      try bytes.write(to: work["whole.mp4"])
    }
    _ = try run("cut", "whole.mp4", "--from", "1", "-o", "part.mp4")
    let edit = try run("inspect", "--find", "elst", "part.mp4").text
    #expect(edit.contains(" \(packet.1) (00:00:00.08"), "\(edit)")
  }

  // MARK: Which part is played

  /// A file of 49,024 frames in packets of 1024, whose edit hides the first 1024, with an item `iTunSMPB`.
  private func file(_ numbers: String, withEdits: Bool = true) throws {
    let item = Handmade.atom(
      "----", Handmade.atom("mean", Handmade.zeros(4), Data("com.apple.iTunes".utf8)),
      Handmade.atom("name", Handmade.zeros(4), Data("iTunSMPB".utf8)),
      Handmade.atom(
        "data", Handmade.number(UInt32(1)), Handmade.zeros(4), Data(" 00000000 \(numbers)".utf8)))
    try item.write(to: work["item.atom"])
    let sound = try work.copy("sound/aac.m4a")
    if !withEdits { _ = try run("remove", "atom", sound.path, "moov/trak/edts", "--in-place") }
    _ = try run(
      "insert", "atom", sound.path, "moov/udta/meta/ilst", "item.atom", "-o", "whole.m4a")
  }

  private func says(_ name: String, _ numbers: String) throws -> Bool {
    try Data(contentsOf: work[name]).range(of: Data(" 00000000 \(numbers)".utf8)) != nil
  }

  /// The part from 0.25 s begins at frame 13,024, in packet 12, and has two packets before that: 2784 frames are
  /// hidden, and then 24,000 played, up to frame 37,024, which is 864 before the end of packet 36. The part from the
  /// start has all of the 1024 frames that were hidden, by the edit or, without it, by the item alone.
  @Test(
    arguments: [
      (["--from", "0.25", "--to", "0.75"], true, "00000AE0 00000360 0000000000005DC0 00000000"),
      (["--to", "0.5"], true, "00000400 00000240 0000000000005DC0 00000000"),
      (["--to", "0.5"], false, "00000400 00000240 00000000000059C0 00000000"),
      (["--from", "0"], true, "00000400 00000000 000000000000BB80"),
    ] as [([String], Bool, String)])
  func numbersOfThePart(options: [String], withEdits: Bool, numbers: String) throws {
    try file("00000400 00000000 000000000000BB80", withEdits: withEdits)
    let result = try Tool.run(
      ["cut", "whole.m4a", "-o", "part.m4a"] + options, cwd: work.folder)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    #expect(try says("part.m4a", numbers))
  }

  /// Numbers that are not those of the media are not made those of a part, and nothing says which part of several
  /// movies is played.
  @Test func numbersThatAreLeftOut() throws {
    try file("00000400 00000000 000000000000AB80")
    let part = try run("cut", "whole.m4a", "--from", "0.25", "-o", "part.m4a")
    #expect(part.stderr.contains("iTunSMPB is left out, because "), "\(part.stderr)")
    #expect(part.stderr.contains("[atom-left-out]"))
    #expect(try !says("part.m4a", "00000400"))
    let joined = try run("join", "whole.m4a", "whole.m4a", "-o", "joined.m4a")
    #expect(joined.stderr.contains("iTunSMPB is left out, because "), "\(joined.stderr)")
    #expect(try !says("joined.m4a", "00000400"))
  }
}
