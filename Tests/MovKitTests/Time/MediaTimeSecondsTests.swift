import Testing

@testable import MovKit

@Suite struct MediaTimeSecondsTests {
  /// The guide's own example: a third of 200 seconds, made from a floating point number, is exact
  /// again when it is tripled.
  @Test func aThirdOfTwoHundredSeconds() {
    let hundred = MediaTime(value: 200, timescale: 2)
    let third = MediaTime(seconds: 200.0 / 3, preferredTimescale: 3)
    #expect(third.value == 200 && third.timescale == 3 && !third.hasBeenRounded)
    #expect(third * 3 - hundred == MediaTime(value: 400, timescale: 4))
  }

  @Test(
    arguments: [
      (0.5, 600, 300, false), (-0.5, 600, -300, false), (1.5, 1, 2, true), (-1.5, 1, -2, true),
      (0.1, 10, 1, false), (0.1, 3, 0, true), (1.0 / 3, 600, 200, false), (0.0, 1, 0, false),
      (-0.0, 25, 0, false), (0x1p-1070, 600, 0, true), (0x1p-1022, 1, 0, true),
      (0x1p-31, 1, 0, true),
      (0x1p62, 1, 1 << 62, false), (4.656612875245797e-10, 2_147_483_647, 1, false),
    ] as [(Double, Int32, Int64, Bool)])
  func fromFloatingPoint(seconds: Double, scale: Int32, value: Int64, isRounded: Bool) {
    let time = MediaTime(seconds: seconds, preferredTimescale: scale)
    #expect(time.value == value && time.timescale == scale && time.hasBeenRounded == isRounded)
  }

  @Test func whatDoesNotFit() {
    // 2^60 seconds of 600 ticks need 70 bits: 600, 300, 150, 75, 37, 18, 9, 4.
    let large = MediaTime(seconds: 0x1p60, preferredTimescale: 600)
    #expect(large.value == 1 << 62 && large.timescale == 4 && !large.hasBeenRounded)
    #expect(MediaTime(seconds: 0x1p63, preferredTimescale: 1) == .positiveInfinity)
    #expect(MediaTime(seconds: -0x1p63, preferredTimescale: 1) == .negativeInfinity)
    #expect(MediaTime(seconds: .infinity, preferredTimescale: 1) == .positiveInfinity)
    #expect(MediaTime(seconds: -.infinity, preferredTimescale: 1) == .negativeInfinity)
    #expect(
      MediaTime(seconds: -.greatestFiniteMagnitude, preferredTimescale: 1) == .negativeInfinity)
    for (seconds, scale) in [(Double.nan, Int32(600)), (1, 0), (1, -600)] {
      #expect(!MediaTime(seconds: seconds, preferredTimescale: scale).isValid)
    }
  }

  /// A number of seconds that is a whole number of ticks comes back, and is not called rounded.
  @Test func thereAndBack() {
    var generator = SeededGenerator(state: 20)
    for _ in 0..<2000 {
      let value =
        Int64(bitPattern: generator.next()) >> Int64.random(in: 12...62, using: &generator)
      let scale = Int32.random(in: 1...1_000_000, using: &generator)
      let time = MediaTime(seconds: Double(value) / Double(scale), preferredTimescale: scale)
      #expect(time.value == value && time.timescale == scale && !time.hasBeenRounded)
    }
  }

  @Test func fromFractions() {
    let film = MediaTime(seconds: 1001, over: 24000, preferredTimescale: 600)
    #expect(film.value == 25 && film.timescale == 600 && film.hasBeenRounded)
    let down = MediaTime(
      seconds: -1001, over: 24000, preferredTimescale: 600, rounding: .towardZero)
    #expect(down.value == -25 && down.hasBeenRounded)
    let exact = MediaTime(seconds: -1, over: -25, preferredTimescale: 600)
    #expect(exact.value == 24 && !exact.hasBeenRounded)
    #expect(MediaTime(seconds: .min, over: 1, preferredTimescale: 1).value == .min)
    #expect(MediaTime(seconds: .min, over: -1, preferredTimescale: 1) == .positiveInfinity)
    #expect(!MediaTime(seconds: 1, over: 0, preferredTimescale: 600).isValid)
    #expect(!MediaTime(seconds: 1, over: 1, preferredTimescale: 0).isValid)
  }

  /// By the rule of `kCMTimeRoundingMethod_QuickTime`, whose old timescale is the denominator.
  @Test(
    arguments: [
      (1, 3, 1, 0), (-1, 3, 1, -1), (1, -3, 1, -1), (-1, -3, 1, 0), (0, -3, 10, 0), (1, 3, 10, 4),
      (-1, 3, 10, -4), (1001, 24000, 100, 4), (-1001, 24000, 100, -4), (19, 10, 1, 1),
      (-19, 10, 1, -1), (4, 100, 24000, 960), (-1, 1000, 10, -1), (1, 1000, 10, 0),
    ] as [(Int64, Int64, Int32, Int64)])
  func quickTimeRoundingOfFractions(above: Int64, below: Int64, scale: Int32, wanted: Int64) {
    let time = MediaTime(
      seconds: above, over: below, preferredTimescale: scale, rounding: .quickTime)
    #expect(time.value == wanted && time.timescale == scale)
    #expect(time.hasBeenRounded == (wanted * below != above * Int64(scale)))
  }

  @Test(arguments: [
    // The digits say how fine a decimal is: 0.1 has 10 ticks per second, fewer than 24, and 0.10 has more.
    ("0.1", 24, 3), ("0.10", 24, 2), ("-0.1", 24, -3), ("-0.10", 24, -2), ("-0.1", 1, -1),
    ("0.9", 1, 0), ("1/3", 10, 4), ("-1/3", 1, -1), ("1001/24000", 100, 4), ("-0.001", 10, -1),
    ("-0.0", 24, 0), ("2", 24, 48),
  ])
  func quickTimeRoundingOfTexts(text: String, scale: Int32, wanted: Int64) {
    let time = MediaTime(text, preferredTimescale: scale, rounding: .quickTime)
    #expect(time?.value == wanted && time?.timescale == scale)
  }

  @Test func textIsRead() {
    let rows: [(String, Int64, Int32)] = [
      ("1001/30000", 1001, 30000), ("-3/2", -3, 2), ("90", 90, 1), ("-1.50", -150, 100),
      ("0.040", 40, 1000), ("9223372036854775807", .max, 1), ("-9223372036854775808", .min, 1),
      ("0/1", 0, 1), ("0.123456789", 123_456_789, 1_000_000_000),
    ]
    for (text, value, timescale) in rows {
      let time = MediaTime(text)
      #expect(time?.value == value && time?.timescale == timescale, "\(text)")
    }
    let bad = [
      "", "-", "+1", "1/0", "/2", "1/", "1.", ".5", "1.2.3", "1/2/3", "1 ", " 1", "0x10", "1e3",
      "١",
      "--1", "1/-2", "-1/+2", "1/2147483648", "9223372036854775808", "99999999999999999999999999",
      "0.00000000000000000000000000001", "1/2 in epoch ", "1/2 in epoch x", "in epoch 3", "nan",
      "infinity", "1/2147483647.5",
    ]
    for text in bad { #expect(MediaTime(text) == nil, "\(text)") }
  }

  /// A fraction is reduced if it does not fit as it is written, and only then.
  @Test(
    arguments: [
      ("1.50000000000", 1_500_000_000, 1_000_000_000), ("1.5000", 15000, 10000),
      ("-0.25000000000000000000000000000000", -250_000_000, 1_000_000_000),
      ("0.0000000005", 1, 2_000_000_000), ("3000000000/6000000000", 1, 2), ("2/4", 2, 4),
      ("10000000000/10000000000", 1, 1), ("18446744073709551614/2", .max, 1),
      ("0.0000000000", 0, 1_000_000_000), ("0/5000000000", 0, 1),
    ] as [(String, Int64, Int32)])
  func fractionsThatFitWhenReduced(text: String, value: Int64, timescale: Int32) {
    let time = MediaTime(text)
    #expect(time?.value == value && time?.timescale == timescale && time?.hasBeenRounded == false)
  }

  @Test(arguments: ["0.0000000001", "1/3000000000", "0.3333333333", "18446744073709551615/2"])
  func fractionsThatNeverFit(text: String) { #expect(MediaTime(text) == nil) }

  @Test func whatIsWrittenIsRead() {
    var generator = SeededGenerator(state: 21)
    for _ in 0..<1000 {
      let random = MediaTimeTests.random(&generator)
      let epoch = Int64(bitPattern: generator.next() % 3) - 1
      let time = MediaTime(
        value: random.value, timescale: random.timescale, flags: .valid, epoch: epoch)
      let again = MediaTime("\(time)")
      #expect(again == time && again?.timescale == time.timescale, "\(time)")
    }
    for special in MediaTimeTests.specials { #expect(MediaTime("\(special)") == special) }
  }

  @Test func textInATimescale() {
    let tenth = MediaTime("0.1", preferredTimescale: 24)
    #expect(tenth?.value == 2 && tenth?.hasBeenRounded == true)
    #expect(MediaTime("0.1", preferredTimescale: 24, rounding: .awayFromZero)?.value == 3)
    let frame = MediaTime("1001/30000", preferredTimescale: 90000)
    #expect(frame?.value == 3003 && frame?.hasBeenRounded == false)
    #expect(MediaTime("18446744073709551615", preferredTimescale: 600) == .positiveInfinity)
    #expect(MediaTime("1", preferredTimescale: 0)?.isValid == false)
    #expect(MediaTime("indefinite", preferredTimescale: 600) == nil)
  }
}
