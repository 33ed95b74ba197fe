import Testing

@testable import MovKit

/// Which edit shows a moment first, against asking all of them.
@Suite struct ShownMediaTests {
  private func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 10) }

  private func range(_ start: Int64, _ length: Int64) -> MediaTimeRange {
    MediaTimeRange(start: time(start), duration: time(length))
  }

  @Test func agreesWithAskingAll() {
    for round in 0..<200 {
      var g = Seed.generator("shown media", round)
      var target: Int64 = 0
      let edits = (0..<(1 + g.next() % 8)).map { _ in
        let length = Int64(1 + g.next() % 20)
        defer { target += length }
        return g.once(in: 5)
          ? MediaTimeMapping(emptyOver: range(target, length))
          : MediaTimeMapping(
            source: range(Int64(g.next() % 60), length), target: range(target, length))
      }
      let shown = ShownMedia(EditMappings(edits))
      let note = Comment(rawValue: Seed.note("shown media", round))
      for moment in Int64(0)..<85 {
        let first = edits.first { !$0.isEmpty && $0.source.contains(time(moment)) }
        let found = shown.targetRange(of: range(moment, 1))
        #expect(
          found?.start == first.map { $0.target.start + (time(moment) - $0.source.start) }, note)
        #expect(found == nil || found?.duration == time(1), note)
      }
    }
  }

  @Test func ratesAndDwells() {
    let fast = MediaTimeMapping(source: range(20, 40), target: range(100, 20))
    #expect(fast.targetRange(of: range(20, 2)) == range(100, 1))
    #expect(fast.targetRange(of: range(10, 14)) == range(100, 2))
    #expect(fast.targetRange(of: range(56, 100)) == range(118, 2))
    #expect(fast.targetRange(of: range(60, 1)) == nil)
    #expect(fast.sourceRange(of: range(105, 5)) == range(30, 10))
    #expect(fast.sourceRange(of: range(0, 100)) == nil)
    let dwell = MediaTimeMapping(source: range(20, 0), target: range(100, 20))
    #expect(dwell.targetRange(of: range(15, 10)) == range(100, 20))
    #expect(dwell.targetRange(of: range(21, 10)) == nil)
    #expect(dwell.sourceRange(of: range(110, 5)) == range(20, 0))
    // An exact third.
    let slow = MediaTimeMapping(source: range(0, 10), target: range(0, 30))
    #expect(slow.sourceRange(of: range(1, 1))?.start == MediaTime(value: 1, timescale: 30))
  }
}
