import Testing

@testable import MovKit

/// How often labels are repeated or left out where they do not fit the frames, against what counting
/// frame by frame gives.
@Suite struct RateEffectTests {
  private static let durations = [
    MediaTime(value: 1001, timescale: 24000), MediaTime(value: 1, timescale: 24),
    MediaTime(value: 1, timescale: 25), MediaTime(value: 1001, timescale: 30000),
    MediaTime(value: 1, timescale: 30), MediaTime(value: 1, timescale: 50),
    MediaTime(value: 1001, timescale: 60000), MediaTime(value: 1, timescale: 60),
    MediaTime(value: 100, timescale: 2997), MediaTime(value: 1, timescale: 15),
  ]

  @Test(arguments: durations, durations)
  func counted(label: MediaTime, frame: MediaTime) throws {
    let fit = try #require(Self.fit(label, frame))
    // The label of a frame is the one whose span holds its middle; 30000 frames are looked at.
    let frames = 30000
    let (a, b) = (Int(label.value) * Int(frame.timescale), Int(frame.value) * Int(label.timescale))
    let labels = (0..<frames).map { (2 * $0 + 1) * b / (2 * a) }
    let steps = zip(labels, labels.dropFirst()).map { $1 - $0 }
    let repeated = steps.count { $0 == 0 }
    let skipped = steps.reduce(0) { $0 + max(0, $1 - 1) }
    let remark = fit.effect
    // A shift in 1000 seconds is none that rounded numbers make.
    if repeated + skipped <= 3 {
      #expect(remark == nil)
    } else if let remark, let number = remark.split(separator: " ").compactMap({ Double($0) }).last
    {
      let found: Double
      if remark.hasPrefix("about one frame") {
        found = Double(frames) / Double(repeated)
      } else if remark.hasPrefix("about one label") {
        found = Double(labels.last ?? 0) / Double(skipped)
      } else if remark.hasPrefix("each label") {
        found = Double(frames) / Double(labels.last ?? 1)
      } else {
        found = Double(labels.last ?? 0) / Double(frames)
      }
      #expect(abs(number - found) <= max(0.6, found / 20), "\(label) \(frame): \(remark), \(found)")
    } else {
      Issue.record("\(label) \(frame): \(remark ?? "nothing"), \(repeated), \(skipped)")
    }
  }

  private static func fit(_ label: MediaTime, _ frame: MediaTime) -> TimecodeRateFit? {
    TimecodeRateFit(
      label, in: FrameCadence(timescale: UInt32(frame.timescale)) { $0(30001, UInt64(frame.value)) }
    )
  }
}
