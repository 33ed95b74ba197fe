import Testing

@testable import MovKit

/// Runs of timecode as they are kept.
@Suite struct PackedRunsTests {
  private static let film = TimecodeFormat(
    frameDuration: MediaTime(value: 1, timescale: 24), frameQuanta: 24)
  private static let video = TimecodeFormat(
    frameDuration: MediaTime(value: 1001, timescale: 30000), frameQuanta: 30)

  private static func run(
    _ time: Int64, _ duration: Int64?, _ number: Int64, _ format: TimecodeFormat = film,
    scale: Int32 = 600
  ) -> TimecodeRun {
    TimecodeRun(
      at: MediaTime(value: time, timescale: scale),
      duration: duration.map { MediaTime(value: $0, timescale: scale) }, format: format,
      frameNumber: number)
  }

  /// With and without durations, and those on both sides of the longest that fits a row.
  private static let runs: [TimecodeRun] = [
    run(0, 24, 0), run(24, nil, 86400), run(48, 0, -1), run(-5, 0xFFFF_FFFE, .max, video),
    run(.max, 0xFFFF_FFFF, .min), run(3, 0x1_0000_0000, 3), run(4, .max, 4, video),
    run(5, -7, 5), run(6, 24, 6, scale: 25),
  ]

  @Test func areAsTheyWere() {
    let packed = PackedRuns(Self.runs)
    #expect(packed.count == Self.runs.count)
    for (index, run) in Self.runs.enumerated() { #expect(packed[index] == run, "\(index)") }
    #expect(Array(packed.reversed()) == Self.runs.reversed())
  }

  /// Each run in the place of each other one.
  @Test func changedInPlace() {
    for index in Self.runs.indices {
      for other in Self.runs {
        var packed = PackedRuns(Self.runs)
        var plain = Self.runs
        packed[index] = other
        plain[index] = other
        #expect(Array(packed) == plain)
      }
    }
  }

  /// What is appended after runs were removed has nothing of them.
  @Test func removedAtTheEnd() {
    for kept in 0..<Self.runs.count {
      var packed = PackedRuns(Self.runs)
      for _ in kept..<Self.runs.count { packed.removeLast() }
      #expect(Array(packed) == Array(Self.runs.prefix(kept)))
      for run in Self.runs { packed.append(run) }
      #expect(Array(packed) == Array(Self.runs.prefix(kept)) + Self.runs)
    }
  }

  @Test func changedFormats() {
    var packed = PackedRuns(Self.runs)
    packed.changeFormats { $0.sourceName = .init(reel: "A001") }
    #expect(packed.allSatisfy { $0.format.sourceName?.text == "A001" })
    #expect(packed.map(\.time) == Self.runs.map(\.time))
    #expect(packed.map(\.duration) == Self.runs.map(\.duration))
    #expect(packed.map(\.frameNumber) == Self.runs.map(\.frameNumber))
    #expect(packed.map(\.format.frameQuanta) == Self.runs.map(\.format.frameQuanta))
    // Ways to count that become the same one.
    packed.changeFormats { $0 = Self.film }
    #expect(
      Array(packed)
        == Self.runs.map { run in
          var run = run
          run.format = Self.film
          return run
        })
    packed.append(Self.run(1, 2, 3, Self.video))
    #expect(packed.last?.format == Self.video)
  }
}
