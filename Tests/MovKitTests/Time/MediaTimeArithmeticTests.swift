import Testing

@testable import MovKit

@Suite struct MediaTimeArithmeticTests {
  @Test func sumsAndDifferences() {
    var generator = SeededGenerator(state: 2)
    for _ in 0..<3000 {
      let (a, b) = (MediaTimeTests.random(&generator), MediaTimeTests.random(&generator))
      let left = SchoolInteger(a.value) * SchoolInteger(b.timescale)
      let right = SchoolInteger(b.value) * SchoolInteger(a.timescale)
      let below = SchoolInteger(a.timescale) * SchoolInteger(b.timescale)
      let (sum, difference) = (a + b, a - b)
      #expect(sum.isBest(of: SchoolFraction(left + right, over: below)), "\(a) + \(b) = \(sum)")
      #expect(
        difference.isBest(of: SchoolFraction(left - right, over: below)),
        "\(a) - \(b) = \(difference)")
      #expect(a + b == b + a)
      #expect(a - a == .zero)
    }
  }

  @Test func products() {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<3000 {
      let time = MediaTimeTests.random(&generator)
      let factor = MediaTimeTests.random(&generator).value
      var divisor = MediaTimeTests.random(&generator).value
      if divisor == 0 { divisor = 7 }
      let above = SchoolInteger(time.value) * SchoolInteger(factor)
      let below = SchoolInteger(time.timescale)
      let whole = time * factor
      #expect(
        whole.isBest(of: SchoolFraction(above, over: below)), "\(time) * \(factor) = \(whole)")
      let ratio = time.multiplied(by: factor, over: divisor)
      let sign = SchoolInteger(divisor < 0 ? -1 : 1)
      let longer = below * SchoolInteger(divisor).magnitude
      #expect(
        ratio.isBest(of: SchoolFraction(above * sign, over: longer)),
        "\(time) * \(factor) / \(divisor) = \(ratio)")
    }
  }

  @Test(arguments: MediaTime.Rounding.allCases)
  func conversion(rounding: MediaTime.Rounding) {
    var generator = SeededGenerator(state: 4)
    for _ in 0..<1500 {
      let time = MediaTimeTests.random(&generator)
      let scale = MediaTimeTests.random(&generator).timescale
      let result = time.converted(to: scale, rounding: rounding)
      let wanted = SchoolInteger(time.value) * SchoolInteger(scale)
      let unit = SchoolInteger(time.timescale)
      guard result.isNumeric else {
        #expect(result.isInfinite && SchoolInteger(Int64.max) * unit < wanted.magnitude)
        continue
      }
      // How far the result lies above the true value, in parts of a tick.
      let above = SchoolInteger(result.value) * unit - wanted
      let outward = time.value < 0 ? -above : above
      #expect(result.timescale == scale)
      #expect(result.hasBeenRounded == (above != SchoolInteger(0)))
      #expect(above.magnitude < unit)
      let zero = SchoolInteger(0)
      let isRight =
        switch rounding {
        case .roundHalfAwayFromZero:
          -unit < outward + outward && outward + outward <= unit
        case .towardZero: outward <= zero
        case .awayFromZero: outward >= zero
        case .towardPositiveInfinity: above >= zero
        case .towardNegativeInfinity: above <= zero
        case .quickTime:
          scale < time.timescale
            ? outward <= zero || result.value == -1 : outward >= zero
        }
      #expect(isRight, "\(time) to \(scale): \(result)")
    }
  }

  @Test func convertingExamples() {
    let half = MediaTime(value: -3, timescale: 2)
    let wanted: [MediaTime.Rounding: Int64] = [
      .roundHalfAwayFromZero: -2, .towardZero: -1, .awayFromZero: -2, .towardPositiveInfinity: -1,
      .towardNegativeInfinity: -2, .quickTime: -1,
    ]
    for (rounding, value) in wanted {
      #expect(half.converted(to: 1, rounding: rounding).value == value)
    }
    let there = MediaTime(value: 1001, timescale: 30000).converted(to: 90000)
    #expect(there.value == 3003 && !there.hasBeenRounded)
    let large = MediaTime(value: .max, timescale: 1)
    #expect(large.converted(to: 2) == .positiveInfinity)
    #expect(MediaTime(value: .min, timescale: 1).converted(to: 2) == .negativeInfinity)
    #expect(!half.converted(to: 0).isValid && !half.converted(to: -1).isValid)
    #expect(MediaTime.positiveInfinity.converted(to: 600) == .positiveInfinity)
    // Rounding once is remembered.
    #expect(half.converted(to: 1).converted(to: 600).hasBeenRounded)
  }

  @Test func commonTimescales() {
    let sum = MediaTime(value: 1, timescale: 600) + MediaTime(value: 1, timescale: 48000)
    #expect(sum.value == 81 && sum.timescale == 48000)
    let mixed = MediaTime(value: 1, timescale: 24000) + MediaTime(value: 1, timescale: 90000)
    #expect(mixed.value == 19 && mixed.timescale == 360_000)
    // No multiple of both fits in 31 bits: rounded in the finest timescale.
    let odd =
      MediaTime(value: 1, timescale: .max) + MediaTime(value: 1, timescale: .max - 1)
    #expect(odd.hasBeenRounded && odd.timescale == .max && odd.value == 2)
    // The multiple does not fit, but the sum needs less of it: nothing is rounded.
    let (a, b) = (Int32(65537 * 6), Int32(65539 * 6))
    let lucky =
      MediaTime(value: Int64(a) / 3, timescale: a) + MediaTime(value: Int64(b) / 2, timescale: b)
    #expect(lucky == MediaTime(value: 5, timescale: 6) && !lucky.hasBeenRounded)
    let third = MediaTime(value: 1, timescale: 600).multiplied(by: 1, over: 7)
    #expect(third.value == 1 && third.timescale == 4200)
  }

  @Test func overflowIsInfinity() {
    let large = MediaTime(value: .max, timescale: 1)
    let small = MediaTime(value: .min, timescale: 1)
    #expect(large + large == .positiveInfinity)
    #expect(small + small == .negativeInfinity)
    #expect(small - large == .negativeInfinity)
    #expect(large - small == .positiveInfinity)
    #expect(-small == .positiveInfinity)
    #expect(large * .min == .negativeInfinity)
    #expect(small * .min == .positiveInfinity)
    #expect(small - small == .zero)
    #expect((MediaTime(value: -1, timescale: 1) - small).value == .max)
    // Room is made in smaller timescales first.
    let fine = MediaTime(value: .max, timescale: 600)
    let twice = fine + fine
    #expect(twice.isNumeric && twice.timescale == 300 && twice.value == .max)
    let negated = -MediaTime(value: .min, timescale: 600)
    #expect(negated.isNumeric && negated.hasBeenRounded == false)
  }

  @Test func whatIsNotANumber() {
    let one = MediaTime(value: 1, timescale: 1)
    let inf = MediaTime.positiveInfinity
    let minus = MediaTime.negativeInfinity
    #expect(one + inf == inf && one - inf == minus && inf + inf == inf && minus - inf == minus)
    #expect(inf - inf == .invalid && inf + minus == .invalid)
    #expect(one + .indefinite == .indefinite && inf + .indefinite == inf)
    for special in MediaTimeTests.specials {
      #expect(special + .invalid == .invalid && .invalid - special == .invalid)
    }
    #expect(inf * -2 == minus && minus * -2 == inf && inf * 0 == .invalid)
    #expect(inf.multiplied(by: -1, over: -3) == inf)
    #expect(MediaTime.indefinite * 3 == .indefinite && MediaTime.invalid * 3 == .invalid)
    #expect(one.multiplied(by: 1, over: 0) == .invalid)
  }

  /// What the standard library calculates with sums, it does with times.
  @Test func sumsOfMany() {
    func sum<Number: AdditiveArithmetic>(_ numbers: [Number]) -> Number { numbers.reduce(.zero, +) }
    #expect(
      sum((1...4).map { MediaTime(value: $0, timescale: 24) }) == MediaTime(value: 5, timescale: 12)
    )
    var time = MediaTime(value: 1, timescale: 25)
    time += MediaTime(value: 1, timescale: 50)
    #expect(time == MediaTime(value: 3, timescale: 50))
    time -= MediaTime(value: 1, timescale: 10)
    #expect(time == MediaTime(value: -1, timescale: 25))
  }

  /// 0 changes no time of any kind.
  @Test func zeroIsNeutral() {
    var generator = SeededGenerator(state: 4)
    let inEpoch = MediaTime(value: 5, timescale: 7, flags: [.valid, .hasBeenRounded], epoch: 3)
    let times = (0..<1000).map { _ in MediaTimeTests.random(&generator) } + MediaTimeTests.specials
    for time in times + [inEpoch] {
      for same in [time + .zero, .zero + time, time - .zero] {
        #expect(same == time && same.flags == time.flags && same.epoch == time.epoch)
      }
    }
    for special in [MediaTime.positiveInfinity, .negativeInfinity, .invalid] {
      #expect(special - special == .invalid)
    }
    #expect(MediaTime.indefinite - .indefinite == .indefinite)
  }

  @Test func epochs() {
    func at(_ epoch: Int64) -> MediaTime {
      MediaTime(value: 2, timescale: 1, flags: .valid, epoch: epoch)
    }
    #expect((at(3) + at(0)).epoch == 3 && (at(0) + at(3)).epoch == 3)
    #expect((at(3) - at(3)) == .zero)
    #expect(at(3) + at(4) == .invalid)
    #expect((at(3) * 5).epoch == 3 && at(3).converted(to: 90).epoch == 3)
    #expect(at(-1) < at(0))
  }
}
