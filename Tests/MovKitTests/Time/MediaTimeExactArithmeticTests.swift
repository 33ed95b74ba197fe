import Testing

@testable import MovKit

@Suite struct MediaTimeExactArithmeticTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1, epoch: Int64 = 0) -> MediaTime {
    MediaTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
  }

  @Test func whatThrows() throws {
    #expect(throws: MediaTimeError.overflow) { try time(.max).adding(exactly: time(1)) }
    #expect(throws: MediaTimeError.overflow) { try time(.min).subtracting(exactly: time(1)) }
    #expect(throws: MediaTimeError.overflow) { try time(.max).multiplied(exactlyBy: 2) }
    #expect(throws: MediaTimeError.overflow) { try time(.max).converted(exactlyTo: 600) }
    #expect(throws: MediaTimeError.inexact) { try time(1, 600).converted(exactlyTo: 25) }
    #expect(throws: MediaTimeError.inexact) {
      try time(1, .max).adding(exactly: time(1, .max - 1))
    }
    #expect(throws: MediaTimeError.inexact) {
      try time(1, .max).multiplied(exactlyBy: 1, over: 2)
    }
    #expect(throws: MediaTimeError.notNumeric) { try time(1).multiplied(exactlyBy: 1, over: 0) }
    #expect(throws: MediaTimeError.notNumeric) { try time(1).converted(exactlyTo: 0) }
    #expect(throws: MediaTimeError.notNumeric) {
      try time(1, epoch: 1).adding(exactly: time(1, epoch: 2))
    }
    for special in MediaTimeTests.specials {
      #expect(throws: MediaTimeError.notNumeric) { try special.adding(exactly: time(1)) }
      #expect(throws: MediaTimeError.notNumeric) { try time(1).subtracting(exactly: special) }
      #expect(throws: MediaTimeError.notNumeric) { try special.multiplied(exactlyBy: 1) }
      #expect(throws: MediaTimeError.notNumeric) { try special.converted(exactlyTo: 600) }
    }
    #expect(try time(25, 600).converted(exactlyTo: 24) == time(1, 24))
  }

  /// What was rounded before does not make a sum inexact, and is not forgotten.
  @Test func roundingBefore() throws {
    let rounded = time(1, 600).converted(to: 25)
    #expect(rounded.hasBeenRounded)
    let sum = try rounded.adding(exactly: time(1, 25))
    #expect(sum.hasBeenRounded && sum == time(1, 25))
    #expect(try time(1, 25).subtracting(exactly: rounded).hasBeenRounded)
    #expect(try !time(1, 25).adding(exactly: time(1, 5)).hasBeenRounded)
  }

  /// Where the sums are exact, it does not matter which is done first.
  @Test func sumsAreAssociativeWhereTheyAreExact() {
    var generator = SeededGenerator(state: 22)
    var compared = 0
    for _ in 0..<4000 {
      let (a, b) = (MediaTimeTests.random(&generator), MediaTimeTests.random(&generator))
      let c = MediaTimeTests.random(&generator)
      guard let left = try? a.adding(exactly: b).adding(exactly: c),
        let right = try? a.adding(exactly: b.adding(exactly: c))
      else { continue }
      compared += 1
      #expect(left == right, "\(a) + \(b) + \(c)")
      let below = [a, b, c].map { SchoolInteger($0.timescale) }
      let product = below[0] * below[1] * below[2]
      let above =
        SchoolInteger(a.value) * below[1] * below[2] + SchoolInteger(b.value) * below[0] * below[2]
        + SchoolInteger(c.value) * below[0] * below[1]
      #expect(SchoolInteger(left.value) * product == above * SchoolInteger(left.timescale))
    }
    #expect(compared > 500)
  }

  /// An exact product or conversion can be undone.
  @Test func thereAndBack() {
    var generator = SeededGenerator(state: 23)
    var undone = (products: 0, conversions: 0)
    for _ in 0..<4000 {
      let time = MediaTimeTests.random(&generator)
      let ratio = (
        Int64.random(in: 1...100_000, using: &generator),
        Int64.random(in: -100_000 ... -1, using: &generator)
      )
      if let there = try? time.multiplied(exactlyBy: ratio.0, over: ratio.1) {
        undone.products += 1
        #expect((try? there.multiplied(exactlyBy: ratio.1, over: ratio.0)) == time)
      }
      let scale = MediaTimeTests.random(&generator).timescale
      if let there = try? time.converted(exactlyTo: scale) {
        undone.conversions += 1
        #expect((try? there.converted(exactlyTo: time.timescale))?.value == time.value)
      }
    }
    #expect(undone.products > 500 && undone.conversions > 100)
  }

  /// Any three times stand in one order, whichever two are compared first.
  @Test func orderIsTotal() {
    var generator = SeededGenerator(state: 24)
    for _ in 0..<3000 {
      let times = (0..<3).map { _ in
        let special = MediaTimeTests.specials.randomElement(using: &generator) ?? .invalid
        return generator.next() % 8 == 0 ? special : MediaTimeTests.random(&generator)
      }
      let (a, b, c) = (times[0], times[1], times[2])
      #expect([a < b, a == b, b < a].filter(\.self).count == 1)
      if a <= b, b <= c { #expect(a <= c) }
      #expect(min(a, b) <= max(a, b) && (min(a, b) == a || min(a, b) == b))
      if a == b { #expect(a.hashValue == b.hashValue) }
    }
  }

  @Test func absoluteValues() {
    #expect(time(-3, 2).absoluteValue == time(3, 2) && time(3, 2).absoluteValue == time(3, 2))
    #expect(time(.min).absoluteValue == .positiveInfinity)
    #expect(MediaTime.negativeInfinity.absoluteValue == .positiveInfinity)
    for special in [MediaTime.positiveInfinity, .indefinite, .invalid] {
      #expect(special.absoluteValue == special)
    }
    #expect(time(-1, epoch: 4).absoluteValue.epoch == 4)
  }

  @Test(arguments: [
    // A frame of film in hundredths, and back up.
    (1001, 24000, 100, 4), (4, 100, 24000, 960), (1, 3, 10, 4), (-1, 3, 10, -4), (-1, 3, 1, -1),
    (-1, 1000, 10, -1), (1, 1000, 10, 0), (19, 10, 1, 1), (-19, 10, 1, -1), (0, 3, 10, 0),
  ])
  func quickTimeRounding(value: Int64, scale: Int32, newScale: Int32, wanted: Int64) {
    let result = time(value, scale).converted(to: newScale, rounding: .quickTime)
    #expect(result.value == wanted)
    #expect(result.hasBeenRounded == (result != time(value, scale)))
  }
}
