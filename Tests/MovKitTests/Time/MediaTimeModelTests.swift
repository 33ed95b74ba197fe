import Testing

@testable import MovKit

/// Ranges and mappings against numbers without limits: random ones, and the largest and smallest
/// that there are.
@Suite struct MediaTimeModelTests {
  private static let scales: [Int32] = [
    1, 2, 24, 600, 1000, 2997, 23976, 24000, 30000, 44100, 90000, 1_000_000_000, .max - 1, .max,
  ]
  private static let values: [Int64] = [
    .min, .min + 1, -1_000_000_007, -1, 0, 1, 1001, 1_000_000_007, .max - 1, .max,
  ]

  private func time(_ generator: inout SeededGenerator) -> MediaTime {
    switch generator.next() % 4 {
    case 0:
      MediaTime(
        value: Self.values.randomElement(using: &generator) ?? 0,
        timescale: Self.scales.randomElement(using: &generator) ?? 1)
    case 1: MediaTimeTests.random(&generator)
    default:
      MediaTime(
        value: Int64.random(in: -10_000_000...10_000_000, using: &generator),
        timescale: Self.scales.randomElement(using: &generator) ?? 1)
    }
  }

  /// The duration is over 0.
  private func range(_ generator: inout SeededGenerator) -> MediaTimeRange {
    let length = time(&generator)
    let duration =
      length.value == 0 || length.value == .min
      ? MediaTime(value: 7, timescale: length.timescale)
      : MediaTime(value: abs(length.value), timescale: length.timescale)
    return MediaTimeRange(start: time(&generator), duration: duration)
  }

  private func end(_ range: MediaTimeRange) -> SchoolFraction {
    SchoolFraction(range.start) + SchoolFraction(range.duration)
  }

  @Test func fromOneRangeToAnother() {
    var generator = SeededGenerator(state: 120)
    for _ in 0..<4000 {
      let (moment, source, target) = (time(&generator), range(&generator), range(&generator))
      let ratio = SchoolFraction(target.duration) / SchoolFraction(source.duration)
      let wanted =
        SchoolFraction(target.start)
        + (SchoolFraction(moment) - SchoolFraction(source.start)) * ratio
      let result = moment.mapped(from: source, to: target)
      #expect(result.isBest(of: wanted), "\(moment) from \(source) to \(target): \(result)")
      #expect(moment.mapped(from: source, to: source).unmarked == moment, "\(moment) in \(source)")
      #expect(!moment.mapped(from: source, to: source).hasBeenRounded)
      let length = moment.scaled(from: source, to: target)
      #expect(length.isBest(of: SchoolFraction(moment) * ratio))
      let mapping = MediaTimeMapping(source: target, target: source)
      if source.contains(moment) { #expect(mapping.sourceTime(at: moment) == result) }
      let rate = MediaRate(
        Int64.random(in: -9...9, using: &generator),
        over: Int64.random(in: 1...1001, using: &generator))
      guard let rate else { continue }
      let line = Motion(anchor: target.start, sourceAnchor: source.start, rate: rate)
      let slope = SchoolFraction(
        SchoolInteger(rate.numerator), over: SchoolInteger(rate.denominator))
      let moved =
        SchoolFraction(target.start)
        + (SchoolFraction(moment) - SchoolFraction(source.start)) * slope
      #expect(line.time(atSource: moment).isBest(of: moved))
      guard rate != .zero else { continue }
      let back =
        SchoolFraction(source.start)
        + (SchoolFraction(moment) - SchoolFraction(target.start)) / slope
      #expect(line.sourceTime(at: moment).isBest(of: back))
    }
  }

  /// A range that begins at a thousandth of a millionth, in which 1001/30000 has no timescale of
  /// its distance from the start.
  @Test func aTimeMapsToItself() {
    let range = MediaTimeRange(
      start: MediaTime(value: 1, timescale: 1_000_000_000),
      duration: MediaTime(value: 10, timescale: 1))
    let time = MediaTime(value: 1001, timescale: 30000)
    let mapped = time.mapped(from: range, to: range)
    #expect(mapped.value == 1001 && mapped.timescale == 30000 && !mapped.hasBeenRounded)
  }

  @Test func unionsAndIntersections() {
    var generator = SeededGenerator(state: 121)
    var met = 0
    for _ in 0..<4000 {
      let a = range(&generator)
      // Mostly ranges that begin near each other.
      let b =
        generator.next() % 2 == 0
        ? range(&generator)
        : MediaTimeRange(
          start: MediaTime(
            value: a.start.value &+ Int64.random(in: -3...3, using: &generator),
            timescale: a.start.timescale), duration: range(&generator).duration)
      let (endA, endB) = (end(a), end(b))
      let last = endA < endB ? endB : endA
      let union = a.union(b)
      #expect(union.start == min(a.start, b.start))
      #expect(
        union.duration.isBest(of: last - SchoolFraction(min(a.start, b.start))), "\(a) and \(b)")
      let first = max(a.start, b.start)
      let earlier = endA < endB ? endA : endB
      let shared = a.intersection(b)
      if SchoolFraction(first) < earlier {
        met += 1
        #expect(shared.start == first)
        #expect(shared.duration.isBest(of: earlier - SchoolFraction(first)), "\(a) and \(b)")
      } else {
        #expect(shared == .zero)
      }
      #expect(a.contains(b) == (a.start <= b.start && !(endA < endB)))
      let moment = time(&generator)
      let isIn = a.start <= moment && SchoolFraction(moment) < endA
      #expect(a.contains(moment) == isIn, "\(moment) in \(a)")
      let clamped = moment.clamped(to: a)
      if isIn {
        #expect(clamped == moment)
      } else {
        // An end that no timescale holds is rounded, so that a moment after the range can be less.
        let expected = moment < a.start ? a.start : min(moment, a.end)
        #expect(clamped == expected, "\(moment) to \(a): \(clamped)")
      }
    }
    #expect(met > 1000)
  }

  @Test func subtractingTheLeast() {
    let least = MediaTime(value: .min, timescale: 1)
    #expect(MediaTime.negativeInfinity - least == .negativeInfinity)
    #expect(MediaTime.positiveInfinity - least == .positiveInfinity)
    #expect(MediaTime.indefinite - least == .indefinite)
    #expect(MediaTime.invalid - least == .invalid)
    #expect(least - .indefinite == .indefinite && least - .positiveInfinity == .negativeInfinity)
    #expect(least - .negativeInfinity == .positiveInfinity)
    for special in MediaTimeTests.specials {
      for value in Self.values {
        // What is taken from a number that is none does not matter.
        let time = MediaTime(value: value, timescale: 1)
        #expect(special - time == special && special + time == special)
      }
    }
  }
}
