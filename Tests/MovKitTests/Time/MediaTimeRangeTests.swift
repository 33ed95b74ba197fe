import Testing

@testable import MovKit

@Suite struct MediaTimeRangeTests {
  private func range(_ start: Int64, _ end: Int64, per timescale: Int32 = 10) -> MediaTimeRange {
    MediaTimeRange(
      start: MediaTime(value: start, timescale: timescale),
      end: MediaTime(value: end, timescale: timescale))
  }

  /// Every pair of ranges over eight ticks, against the sets of ticks that they hold.
  @Test func asSetsOfTicks() {
    let all = (0..<8).flatMap { start in (start..<8).map { (start, $0) } }
    for (a, b) in all {
      let first = range(Int64(a), Int64(b))
      let ticks = Set(a..<b)
      #expect(first.isEmpty == ticks.isEmpty)
      for tick in -1...8 {
        let time = MediaTime(value: Int64(tick) * 3, timescale: 30)
        #expect(first.contains(time) == ticks.contains(tick))
      }
      for (c, d) in all {
        let second = range(Int64(c) * 7, Int64(d) * 7, per: 70)
        let others = Set(c..<d)
        let common = ticks.intersection(others)
        let wanted =
          common.isEmpty
          ? range(0, 0) : range(Int64(common.min() ?? 0), Int64(common.max() ?? 0) + 1)
        #expect(first.intersection(second) == wanted)
        #expect(first.union(second) == range(Int64(min(a, c)), Int64(max(b, d))))
        if !others.isEmpty { #expect(first.contains(second) == ticks.isSuperset(of: others)) }
      }
    }
  }

  @Test func whatIsNoRange() {
    let backwards = range(5, 3)
    let plain = range(0, 4)
    #expect(!backwards.isValid && !backwards.isEmpty && !backwards.contains(MediaTime.zero))
    #expect(!MediaTimeRange.invalid.isValid && MediaTimeRange.zero.isEmpty)
    #expect(!plain.union(backwards).isValid && !plain.intersection(.invalid).isValid)
    #expect(!plain.contains(MediaTimeRange.invalid) && !MediaTimeRange.invalid.contains(plain))
    #expect(!plain.contains(MediaTime.indefinite) && !plain.contains(MediaTime.invalid))
    let epoch = MediaTimeRange(
      start: .zero, duration: MediaTime(value: 1, timescale: 1, flags: .valid, epoch: 1))
    #expect(!epoch.isValid)
    #expect(MediaTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    #expect(!plain.isIndefinite && !MediaTimeRange.invalid.isIndefinite)
  }

  @Test func withoutEnd() {
    let forever = MediaTimeRange(
      start: MediaTime(value: 1, timescale: 1), duration: .positiveInfinity)
    #expect(forever.isValid && forever.end == .positiveInfinity)
    #expect(forever.contains(MediaTime(value: .max, timescale: 1)))
    #expect(!forever.contains(MediaTime.zero))
    #expect(forever.intersection(range(0, 30)) == range(10, 30))
    #expect(forever.union(range(0, 30)).duration == .positiveInfinity)
  }

  @Test func text() {
    #expect("\(range(1, 4))" == "[1/10, 4/10)")
    #expect("\(MediaTimeRange.invalid)" == "invalid")
  }
}

@Suite struct MediaTimeMappingTests {
  private func time(_ value: Int64, _ timescale: Int32) -> MediaTime {
    MediaTime(value: value, timescale: timescale)
  }

  @Test func plainPlay() {
    // 100 frames of 29.97 from frame 50, shown from 2 s on a timeline of 600.
    let mapping = MediaTimeMapping(
      source: MediaTimeRange(start: time(50050, 30000), duration: time(100100, 30000)),
      target: MediaTimeRange(start: time(1200, 600), duration: time(2002, 600)))
    #expect(mapping.rate == .one && mapping.rate?.mediaRate == .one)
    #expect(mapping.sourceTime(at: time(1200, 600)) == time(50050, 30000))
    #expect(mapping.sourceTime(at: time(2, 1) + time(1001 * 99, 30000)) == time(1001 * 149, 30000))
    #expect(mapping.sourceTime(at: time(3202, 600)) == nil)
    #expect(mapping.sourceTime(at: time(1199, 600)) == nil)
    #expect(mapping.targetTime(at: time(50050, 30000)) == time(1200, 600))
    #expect(mapping.targetTime(at: time(1001 * 149, 30000)) == time(2, 1) + time(1001 * 99, 30000))
    #expect(mapping.targetTime(at: time(1001 * 150, 30000)) == nil)
    #expect(mapping.targetTime(at: time(50049, 30000)) == nil)
    #expect(!mapping.isEmpty)
  }

  @Test func halfSpeedAndUnevenSpeed() {
    let half = MediaTimeMapping(
      source: MediaTimeRange(start: .zero, duration: time(3, 1)),
      target: MediaTimeRange(start: time(1, 1), duration: time(6, 1)))
    #expect(half.rate?.numerator == 1 && half.rate?.denominator == 2)
    #expect(half.rate?.mediaRate == 0.5 && half.rate?.description == "1/2")
    #expect(half.sourceTime(at: time(2, 1)) == time(1, 2))
    #expect(half.targetTime(at: time(1, 2)) == time(2, 1) && half.targetTime(at: time(3, 1)) == nil)
    let uneven = MediaTimeMapping(
      source: MediaTimeRange(start: .zero, duration: time(1001, 30000)),
      target: MediaTimeRange(start: .zero, duration: time(7, 1)))
    let there = uneven.sourceTime(at: time(3, 1))
    #expect(there == time(3003, 210_000) && there?.hasBeenRounded == false)
    #expect(uneven.rate?.numerator == 143 && uneven.rate?.denominator == 30000)
    #expect(uneven.targetTime(at: time(3003, 210_000)) == time(3, 1))
    // 2^31 is one more than a `MediaRate` can have.
    let fast = MediaTimeMapping(
      source: MediaTimeRange(start: .zero, duration: time(1 << 31, 1)),
      target: MediaTimeRange(start: .zero, duration: time(1, 1)))
    #expect(fast.rate?.numerator == 1 << 31 && fast.rate?.mediaRate == nil)
  }

  @Test func infiniteStretches() {
    let half = MediaTimeMapping(
      source: MediaTimeRange(start: time(4, 1), duration: time(3, 1)),
      target: MediaTimeRange(start: time(1, 1), duration: time(6, 1)))
    let rest = MediaTimeRange(start: time(5, 1), duration: .positiveInfinity)
    #expect(half.targetRange(of: .all) == half.target && half.sourceRange(of: .all) == half.source)
    #expect(half.targetRange(of: rest) == MediaTimeRange(start: time(3, 1), duration: time(4, 1)))
    #expect(half.sourceRange(of: rest) == MediaTimeRange(start: time(6, 1), duration: time(1, 1)))
    #expect(half.targetRange(of: MediaTimeRange(start: time(7, 1), end: .positiveInfinity)) == nil)
  }

  @Test func dwellAndEmpty() {
    let target = MediaTimeRange(start: time(1, 1), duration: time(2, 1))
    let dwell = MediaTimeMapping(
      source: MediaTimeRange(start: time(7, 25), duration: .zero), target: target)
    #expect(dwell.rate?.numerator == 0 && !dwell.isEmpty)
    #expect(dwell.sourceTime(at: time(5, 2)) == time(7, 25))
    #expect(dwell.targetTime(at: time(7, 25)) == time(1, 1))
    #expect(dwell.targetTime(at: time(8, 25)) == nil)
    let empty = MediaTimeMapping(emptyOver: target)
    #expect(empty.isEmpty && empty.rate == nil && empty.sourceTime(at: time(2, 1)) == nil)
    let nothing = MediaTimeMapping(source: target, target: .zero)
    #expect(nothing.rate == nil && nothing.sourceTime(at: .zero) == nil)
    #expect(empty.targetTime(at: .zero) == nil && nothing.targetTime(at: time(1, 1)) == nil)
    #expect(!MediaTimeMapping(source: .invalid, target: .invalid).isEmpty)
  }

  /// Against the definition, multiplied out, for a source and a target of one start: (source time -
  /// start) * target length = elapsed * source length. Nothing is subtracted as a `MediaTime`: the
  /// difference of two exact times can need a greater timescale than either.
  @Test func randomMappings() {
    var generator = SeededGenerator(state: 5)
    func isRight(
      _ there: MediaTime, start: MediaTime, source: MediaTime, target: MediaTime, elapsed: MediaTime
    ) -> Bool {
      func value(_ time: MediaTime) -> SchoolInteger { SchoolInteger(time.value) }
      func scale(_ time: MediaTime) -> SchoolInteger { SchoolInteger(time.timescale) }
      let sinceStart = value(there) * scale(start) - value(start) * scale(there)
      let left = sinceStart * value(target) * scale(elapsed) * scale(source)
      let right = value(elapsed) * value(source) * scale(there) * scale(start) * scale(target)
      return left == right
    }
    var exact = 0
    for _ in 0..<2000 {
      func length() -> MediaTime {
        time(
          Int64.random(in: 1...100_000, using: &generator),
          [24, 25, 600, 1000, 30000, 44100].randomElement(using: &generator) ?? 1)
      }
      let (start, source, target) = (length(), length(), length())
      let elapsed = time(Int64.random(in: 0..<target.value, using: &generator), target.timescale)
      let mapping = MediaTimeMapping(
        source: MediaTimeRange(start: start, duration: source),
        target: MediaTimeRange(start: start, duration: target))
      guard let there = mapping.sourceTime(at: start + elapsed) else {
        Issue.record("no source time in \(mapping)")
        continue
      }
      #expect(mapping.source.contains(there))
      if !there.hasBeenRounded {
        exact += 1
        #expect(
          isRight(there, start: start, source: source, target: target, elapsed: elapsed),
          "\(there) at \(elapsed) in \(mapping)")
      }
    }
    #expect(exact > 1000)
  }

  @Test func extremes() {
    let edge = [Int64.max, .max - 1, 1, 0].flatMap { value in
      [Int32.max, .max - 1, 1].map { time(value, $0) }
    }
    for a in edge {
      for b in edge {
        let mapping = MediaTimeMapping(
          source: MediaTimeRange(start: .zero, duration: a),
          target: MediaTimeRange(start: .zero, duration: b))
        for c in edge {
          guard let there = mapping.sourceTime(at: c) else { continue }
          #expect(there.isNumeric && there <= a)
        }
      }
    }
  }
}
