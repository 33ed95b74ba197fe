import Testing

@testable import MovKit

/// Of timecode whose quanta fits the video and whose frame duration does not, one number is wrong. Two warnings with a
/// remedy each would lead to different labels.
@Suite struct TimecodeQuantaTests {
  /// A file of TestMedia, the ticks per second of its description, the quanta; the rules, and the end of the first
  /// message.
  @Test(
    arguments: [
      // Frames of 1001 ticks on video of 30000/1001.
      (
        "2997-df", 60000, 30, ["timecode-quanta-rate"],
        "; the quanta is right, because track 1 has 29.97 frames per second"
      ),
      ("2997-df", 30000, 30, [], ""),
      // A quanta of 25 fits neither the frame duration nor the video.
      (
        "2997-df", 60000, 25, ["timecode-quanta-rate", "timecode-rate-fraction"],
        "so timecode runs 2.4 times as fast as real time"
      ),
      // The frame duration fits the video.
      (
        "2997-ndf", 30000, 60, ["timecode-quanta-rate"],
        "so timecode runs 2 times as slow as real time"
      ),
    ] as [(String, UInt32, UInt8, [String], String)])
  func oneOfTwoIsWrong(
    name: String, timescale: UInt32, quanta: UInt8, rules: [String], end: String
  ) throws {
    let good = BrokenFile.Good.media("timecode/\(name).mov")
    var bytes = try good.bytes()
    try BrokenFile.record(
      "", good, "moov/trak[1]/mdia/minf/stbl/stsd/tmcd", TimecodeDescription.self
    ) {
      $0.timeScale = timescale
      $0.numberOfFrames = quanta
    }.change(&bytes)
    let wanted: Set = ["timecode-quanta-rate", "timecode-rate-fraction", "timecode-rate"]
    let found = try MovieCheck(of: bytes).findings.filter { wanted.contains($0.rule) }
    #expect(found.map(\.rule) == rules)
    #expect(found.first.map { $0.message.hasSuffix(end) } ?? end.isEmpty, "\(found)")
  }
}
