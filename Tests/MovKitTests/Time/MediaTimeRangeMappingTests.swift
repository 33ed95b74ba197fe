import Testing

@testable import MovKit

@Suite struct MediaTimeRangeMappingTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1, epoch: Int64 = 0) -> MediaTime {
    MediaTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
  }

  private func range(_ start: MediaTime, _ duration: MediaTime) -> MediaTimeRange {
    MediaTimeRange(start: start, duration: duration)
  }

  private let plain = MediaTimeRange(
    start: MediaTime(value: 2, timescale: 1), duration: MediaTime(value: 4, timescale: 1))

  // MARK: Clamping

  @Test func clamping() {
    #expect(time(1).clamped(to: plain) == time(2) && time(7).clamped(to: plain) == time(6))
    #expect(time(13, 4).clamped(to: plain).timescale == 4)
    #expect(time(6).clamped(to: plain) == time(6))
    #expect(MediaTime.positiveInfinity.clamped(to: plain) == time(6))
    #expect(MediaTime.negativeInfinity.clamped(to: plain) == time(2))
    #expect(time(9).clamped(to: .all) == time(9))
    #expect(time(9).clamped(to: range(time(2), .positiveInfinity)) == time(9))
    for (time, range) in [
      (MediaTime.invalid, plain), (time(1), .invalid), (time(1), .zero),
      (time(3, epoch: 1), plain), (time(3), range(time(2, epoch: 1), time(4))),
    ] {
      #expect(!time.clamped(to: range).isValid)
    }
  }

  // MARK: Folding

  /// By hand: a loop of three seconds from second 1.
  @Test(arguments: [
    (0, 3), (1, 1), (2, 2), (3, 3), (4, 1), (5, 2), (-1, 2), (-2, 1), (-3, 3), (100, 1), (-100, 2),
  ])
  func folding(seconds: Int64, wanted: Int64) {
    let loop = range(time(1), time(3))
    #expect(time(seconds).folded(into: loop) == time(wanted))
    #expect(time(seconds * 600, 600).folded(into: loop) == time(wanted))
  }

  @Test func foldingWhatIsNoNumber() {
    let loop = range(time(1), time(3))
    #expect(MediaTime.indefinite.folded(into: loop) == .indefinite)
    for special in [MediaTime.invalid, .positiveInfinity, .negativeInfinity] {
      #expect(!special.folded(into: loop).isValid)
    }
    #expect(!time(5).folded(into: .zero).isValid && !time(5).folded(into: .invalid).isValid)
    let open = range(time(1), .positiveInfinity)
    #expect(time(5).folded(into: open) == time(5) && !time(0).folded(into: open).isValid)
    #expect(!time(5, epoch: 1).folded(into: loop).isValid)
    let later = range(time(1, epoch: 1), time(3))
    #expect(time(5, epoch: 1).folded(into: later) == time(2, epoch: 1))
  }

  /// A folded time lies in the range, a whole number of turns away.
  @Test func foldingRandomTimes() {
    var generator = SeededGenerator(state: 30)
    var exact = 0
    for _ in 0..<3000 {
      let (moment, start) = (MediaTimeTests.random(&generator), MediaTimeTests.random(&generator))
      let length = MediaTimeTests.random(&generator).absoluteValue
      let loop = range(start, length)
      guard loop.isValid, length.isNumeric, length > .zero, loop.end.isNumeric,
        !loop.end.hasBeenRounded
      else { continue }
      let folded = moment.folded(into: loop)
      #expect(loop.contains(folded), "\(moment) into \(loop): \(folded)")
      guard !folded.hasBeenRounded, let turns = wholeTurns(moment, folded, length) else { continue }
      exact += 1
      let left =
        (SchoolInteger(moment.value) * SchoolInteger(folded.timescale)
          - SchoolInteger(folded.value) * SchoolInteger(moment.timescale))
        * SchoolInteger(length.timescale)
      let right =
        SchoolInteger(turns) * SchoolInteger(length.value) * SchoolInteger(moment.timescale)
        * SchoolInteger(folded.timescale)
      #expect(left == right, "\(moment) into \(loop): \(folded)")
    }
    #expect(exact > 300)
  }

  /// How many durations lie between two times, nearly; nil where a floating point number cannot
  /// tell.
  private func wholeTurns(_ a: MediaTime, _ b: MediaTime, _ length: MediaTime) -> Int64? {
    let turns = (a.seconds - b.seconds) / length.seconds
    return turns.magnitude < 0x1p40 ? Int64(turns.rounded()) : nil
  }

  // MARK: From one range to another

  @Test func mappingByHand() {
    let target = range(time(10), time(8))
    #expect(time(3).mapped(from: plain, to: target) == time(12))
    #expect(time(2).mapped(from: plain, to: target) == time(10))
    #expect(time(6).mapped(from: plain, to: target) == time(18))
    #expect(time(0).mapped(from: plain, to: target) == time(6))
    #expect(time(1).scaled(from: plain, to: target) == time(2))
    #expect(time(-1).scaled(from: plain, to: target) == time(-2))
    #expect(time(1).scaled(from: plain, to: .zero) == .zero)
    // 24 frames of film as 25 of television.
    let film = range(.zero, time(1001, 1000))
    let television = range(.zero, time(1))
    #expect(time(1001, 24000).mapped(from: film, to: television) == time(1, 24))
  }

  @Test func mappingWhatIsNoNumber() {
    let target = range(time(10), time(8))
    #expect(MediaTime.positiveInfinity.mapped(from: plain, to: target) == .positiveInfinity)
    #expect(MediaTime.indefinite.mapped(from: plain, to: target) == .indefinite)
    #expect(!MediaTime.invalid.mapped(from: plain, to: target).isValid)
    for (source, target) in [
      (MediaTimeRange.zero, target), (plain, .zero), (.invalid, target), (plain, .invalid),
      (range(.zero, .positiveInfinity), target), (range(.zero, .indefinite), target),
      (range(time(2, epoch: 1), time(4)), target),
    ] {
      #expect(!time(3).mapped(from: source, to: target).isValid)
    }
    #expect(
      time(3, epoch: 1).mapped(from: range(time(2, epoch: 1), time(4)), to: target) == time(12))
    #expect(
      time(3).mapped(from: plain, to: range(time(10, epoch: 4), time(4))) == time(11, epoch: 4))
    let open = (range(time(1), .positiveInfinity), range(time(5), .positiveInfinity))
    #expect(time(3).mapped(from: open.0, to: open.1) == time(7))
    #expect(!time(3, epoch: 1).scaled(from: plain, to: target).isValid)
    #expect(!MediaTime.positiveInfinity.scaled(from: plain, to: .zero).isValid)
  }

  /// Against the definition, multiplied out: length * source duration = original * target duration.
  /// And what is mapped there and back, without being rounded, is where it was.
  @Test func mappingRandomTimes() {
    var generator = SeededGenerator(state: 31)
    var counts = (scaled: 0, mapped: 0)
    for _ in 0..<3000 {
      func small() -> MediaTime {
        let scales: [Int32] = [1, 24, 25, 600, 1000, 24000, 30000, 44100, 48000]
        return time(
          Int64.random(in: 1...10_000_000, using: &generator),
          scales.randomElement(using: &generator) ?? 1)
      }
      let (source, target) = (range(small(), small()), range(small(), small()))
      let moment = small()
      let length = moment.scaled(from: source, to: target)
      if !length.hasBeenRounded {
        counts.scaled += 1
        let left =
          SchoolInteger(length.value) * SchoolInteger(source.duration.value)
          * SchoolInteger(moment.timescale) * SchoolInteger(target.duration.timescale)
        let right =
          SchoolInteger(moment.value) * SchoolInteger(target.duration.value)
          * SchoolInteger(length.timescale) * SchoolInteger(source.duration.timescale)
        #expect(left == right)
      }
      let there = moment.mapped(from: source, to: target)
      #expect(source.contains(moment) == target.contains(there))
      let back = there.mapped(from: target, to: source)
      if !there.hasBeenRounded, !back.hasBeenRounded {
        counts.mapped += 1
        #expect(back == moment)
      }
      #expect(source.start.mapped(from: source, to: target) == target.start)
      #expect(source.end.mapped(from: source, to: target) == target.end)
    }
    #expect(counts.scaled > 500 && counts.mapped > 300)
  }

  // MARK: Epochs

  @Test func rangesOfOtherEpochs() {
    let other = range(time(2, epoch: 1), time(4))
    #expect(other.isValid && other.end == time(6, epoch: 1))
    #expect(other.contains(time(3, epoch: 1)) && !other.contains(time(3)))
    #expect(!plain.contains(time(3, epoch: 1)))
    #expect(!range(time(2), .positiveInfinity).contains(time(3, epoch: 1)))
    #expect(!plain.union(other).isValid && !plain.intersection(other).isValid)
    #expect(!plain.contains(other) && !other.contains(plain) && other.contains(other))
    #expect(other.union(range(time(8, epoch: 1), time(1))).end == time(9, epoch: 1))
    #expect(!MediaTimeRange(start: time(1), end: time(2, epoch: 1)).isValid)
    #expect(!MediaTimeRange(start: time(1, epoch: 2), end: time(2, epoch: 1)).isValid)
    #expect(MediaTimeRange(start: time(1, epoch: 1), end: time(3, epoch: 1)).duration == time(2))
  }

  @Test func withoutKnownEnd() {
    let live = range(time(1), .indefinite)
    #expect(live.isValid && live.isIndefinite && live.end == .indefinite && !live.isEmpty)
    #expect(live.contains(time(5)) && !live.contains(time(0)))
    #expect(live.intersection(range(time(0), time(3))) == range(time(1), time(2)))
    #expect(live.union(plain).end == .indefinite)
    #expect(range(.indefinite, time(1)).isIndefinite && range(.indefinite, time(1)).isValid)
    #expect(!range(.indefinite, time(1)).contains(time(5)))
    #expect(MediaTimeRange.all.isValid && MediaTimeRange.all.end == .positiveInfinity)
    #expect(MediaTimeRange.all.contains(time(.min)) && MediaTimeRange.all.contains(plain))
    #expect(MediaTimeRange.all.intersection(plain) == plain)
    #expect("\(MediaTimeMapping(source: plain, target: .zero))" == "[2/1, 6/1) at [0/1, 0/1)")
    #expect("\(MediaTimeMapping(emptyOver: plain))" == "nothing at [2/1, 6/1)")
  }
}
