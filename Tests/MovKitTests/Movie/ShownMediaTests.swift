import TestSupport
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

  /// The same of stretches of any length, with edits that dwell or show the media at another rate.
  @Test func agreesWithAskingAllOfStretches() {
    for round in 0..<400 {
      var g = Seed.generator("shown stretches", round)
      var target: Int64 = 0
      let edits = (0..<(1 + g.next() % 9)).map { _ in
        let length = Int64(1 + g.next() % 12)
        defer { target += length }
        let start = Int64(g.next() % 30)
        return MediaTimeMapping(
          source: range(start, g.once(in: 4) ? 0 : g.once(in: 4) ? 2 * length : length),
          target: range(target, length))
      }
      let shown = ShownMedia(EditMappings(edits))
      let note = Comment(rawValue: Seed.note("shown stretches", round))
      for start in Int64(0)..<50 {
        for length in [Int64(0), 1, 3, 11] {
          let media = range(start, length)
          let first = edits.lazy.compactMap { $0.targetRange(of: media) }.first
          #expect(shown.targetRange(of: media) == first, note)
        }
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

  /// An edit that lasts no time shows nothing, whatever media it names.
  @Test func editsWithoutLength() throws {
    for source in [range(20, 0), range(20, 10)] {
      let none = MediaTimeMapping(source: source, target: range(100, 0))
      #expect(none.targetRange(of: range(15, 10)) == nil)
      #expect(none.targetRange(of: range(20, 0)) == nil)
      #expect(none.sourceRange(of: range(0, 200)) == nil)
      #expect(none.sourceRange(of: range(100, 0)) == nil)
    }
    let normal: UInt32 = 0x10000
    for (rate, rows) in [(normal, 3), (0, 2), (normal, 1)] as [(UInt32, Int)] {
      var movie = MovieBytes()
      (movie.timescale, movie.mediaTimescale, movie.videoDurations) = (1000, 1000, [(20, 100)])
      let none = (UInt32(0), Int32(1500), rate)
      let (first, last) = ((UInt32(500), Int32(0), normal), (UInt32(500), Int32(500), normal))
      movie.videoEdits =
        rows == 3
        ? MovieBytes.edits(first, none, last)
        : rows == 2 ? MovieBytes.edits(none, last) : MovieBytes.edits(none, first, none, last)
      let track = try movie.movie().tracks[0]
      let media = ShownMedia(track.edits)
      let sample = MediaTimeRange(
        start: MediaTime(value: 1500, timescale: 1000),
        duration: MediaTime(value: 100, timescale: 1000))
      #expect(media.targetRange(of: sample) == nil)
      let second = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1))
      let needed = try #require(NeededMedia(track, during: second))
      #expect(needed.ranges == (rows == 2 ? [500..<1000] : [0..<500, 500..<1000]))
      let reader = MovieReader(try movie.movie())
      let output = try reader.addOutput(for: track)
      reader.timeRange = second
      reader.startReading()
      var samples: [Int] = []
      while let sample = try output.nextSample() { samples.append(sample.index) }
      #expect(samples == Array(rows == 2 ? 5..<10 : 0..<10))
    }
  }

  /// Start and length of the media, of the edit and of the media that is asked for, and where it is shown.
  @Test func momentsThatAreHeld() {
    let hold = ShownMedia([
      MediaTimeMapping(source: range(100, 0), target: range(0, 100)),
      MediaTimeMapping(source: range(0, 200), target: range(100, 200)),
    ])
    #expect(hold.targetRange(of: range(100, 10)) == range(0, 100))
    #expect(hold.targetRange(of: range(95, 10)) == range(0, 100))
    #expect(hold.targetRange(of: range(90, 10)) == range(190, 10))
    #expect(hold.targetRange(of: range(110, 10)) == range(210, 10))
    #expect(hold.targetRange(of: range(100, 0)) == range(0, 100))
    // A moment that was shown before it is held.
    let late = ShownMedia([
      MediaTimeMapping(source: range(0, 200), target: range(0, 200)),
      MediaTimeMapping(source: range(100, 0), target: range(200, 100)),
    ])
    #expect(late.targetRange(of: range(100, 10)) == range(100, 10))
    // The end of an edit is not shown by it; other edits repeat media.
    let end = ShownMedia([
      MediaTimeMapping(source: range(0, 100), target: range(0, 100)),
      MediaTimeMapping(source: range(100, 0), target: range(100, 50)),
      MediaTimeMapping(source: range(20, 50), target: range(150, 50)),
    ])
    #expect(end.targetRange(of: range(100, 10)) == range(100, 50))
    // An earlier edit shows the rest of what a later one shows from its start.
    let rest = ShownMedia([
      MediaTimeMapping(source: range(105, 50), target: range(0, 50)),
      MediaTimeMapping(source: range(0, 200), target: range(50, 200)),
    ])
    #expect(rest.targetRange(of: range(100, 10)) == range(0, 5))
    #expect(rest.targetRange(of: range(90, 10)) == range(140, 10))
  }

  /// Stretches, dwells, other speeds and edits without a length, against asking all edits.
  @Test func anyEditsAgreeWithAskingAll() {
    for round in 0..<300 {
      var g = Seed.generator("shown media of any edits", round)
      var target: Int64 = 0
      let edits = (0..<(1 + g.next() % 8)).map { _ in
        let length = Int64(g.next() % 20)
        defer { target += length }
        if g.once(in: 5) { return MediaTimeMapping(emptyOver: range(target, length)) }
        let media = g.once(in: 3) ? 0 : length * Int64(1 + g.next() % 2)
        return MediaTimeMapping(
          source: range(Int64(g.next() % 60), media), target: range(target, length))
      }
      let shown = ShownMedia(EditMappings(edits))
      let note = Comment(rawValue: Seed.note("shown media of any edits", round))
      for moment in Int64(0)..<85 {
        let media = range(moment, Int64(g.next() % 12))
        let first = edits.lazy.compactMap { $0.targetRange(of: media) }.first
        #expect(shown.targetRange(of: media) == first, note)
      }
    }
  }
}
