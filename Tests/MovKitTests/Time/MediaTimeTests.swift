import Testing

@testable import MovKit

@Suite struct MediaTimeTests {
  static let specials: [MediaTime] = [
    .negativeInfinity, .indefinite, .positiveInfinity, .invalid,
  ]

  /// Values small, large and at the edge, in timescales of every size.
  static func random(_ generator: inout SeededGenerator) -> MediaTime {
    let raw = Int64(bitPattern: generator.next())
    let value: Int64 =
      switch generator.next() % 8 {
      case 0: [Int64.min, .min + 1, .max, .max - 1, 0, 1, -1].randomElement(using: &generator) ?? 0
      case 1, 2: raw
      default: raw >> Int64.random(in: 20...62, using: &generator)
      }
    let scales: [Int32] = [
      1, 24, 25, 30, 600, 2997, 15360, 24000, 30000, 44100, 48000, 60000, 90000, .max, .max - 1,
      1_000_000_000, Int32.random(in: 1 ... .max, using: &generator),
      Int32.random(in: 1...1000, using: &generator),
    ]
    return MediaTime(value: value, timescale: scales.randomElement(using: &generator) ?? 1)
  }

  // MARK: Order

  @Test func orderIsThatOfCrossProducts() {
    var generator = SeededGenerator(state: 1)
    for _ in 0..<3000 {
      let (a, b) = (Self.random(&generator), Self.random(&generator))
      let left = SchoolInteger(a.value) * SchoolInteger(b.timescale)
      let right = SchoolInteger(b.value) * SchoolInteger(a.timescale)
      #expect((a < b) == (left < right), "\(a) \(b)")
      #expect((a == b) == (left == right), "\(a) \(b)")
    }
  }

  @Test func everythingHasItsPlace() {
    let sorted: [MediaTime] = [
      .negativeInfinity, MediaTime(value: .min, timescale: 1), MediaTime(value: -1, timescale: 3),
      .zero, MediaTime(value: 1, timescale: .max), MediaTime(value: .max, timescale: 1),
      MediaTime(value: -5, timescale: 1, flags: .valid, epoch: 1), .indefinite, .positiveInfinity,
      .invalid,
    ]
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() {
        #expect((a < b) == (i < j), "\(a) \(b)")
        #expect((a == b) == (i == j), "\(a) \(b)")
      }
    }
  }

  @Test func equalTimesHashAlike() {
    let halves = [1, 2, 300, 1 << 30].map { MediaTime(value: Int64($0), timescale: Int32($0)) }
    #expect(Set(halves) == [MediaTime(value: 1, timescale: 1)])
    #expect(Set([MediaTime(value: 1, timescale: 2), MediaTime(value: 2, timescale: 4)]).count == 1)
    #expect(
      Set([MediaTime(value: -1, timescale: 2), MediaTime(value: 1, timescale: 2)]).count == 2)
    #expect(Set([MediaTime(value: 0, timescale: 7), .zero]).count == 1)
    #expect(Set(Self.specials + Self.specials).count == 4)
    let rounded = MediaTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded])
    #expect(Set([rounded, MediaTime(value: 1, timescale: 2)]).count == 1)
  }

  // MARK: Making

  @Test func contradictionsAreSettled() {
    #expect(!MediaTime(value: 5, timescale: 0).isValid)
    #expect(!MediaTime(value: 5, timescale: -600).isValid)
    #expect(!MediaTime(value: 5, timescale: 1, flags: .positiveInfinity).isValid)
    let infinite = MediaTime(value: 5, timescale: 3, flags: [.valid, .positiveInfinity], epoch: 2)
    #expect(infinite == .positiveInfinity && infinite.value == 0 && infinite.epoch == 0)
    #expect(MediaTime.indefinite.isValid && !MediaTime.indefinite.isNumeric)
    #expect(MediaTime(value: 1, timescale: 1, flags: [.valid, .hasBeenRounded]).isNumeric)
    let bits: [(MediaTime.Flags, UInt32)] = [
      (.valid, 1), (.hasBeenRounded, 2), (.positiveInfinity, 4), (.negativeInfinity, 8),
      (.indefinite, 16),
    ]
    for (flag, raw) in bits { #expect(flag.rawValue == raw) }
  }

  @Test func ticksFromFiles() {
    let plain = MediaTime(ticks: UInt64(1001), per: UInt32(30000))
    #expect(plain?.value == 1001 && plain?.timescale == 30000)
    #expect(MediaTime(ticks: UInt64.max, per: UInt32(600)) == nil)
    #expect(MediaTime(ticks: 5, per: UInt32(0)) == nil)
    #expect(MediaTime(ticks: 5, per: -1) == nil)
    #expect(MediaTime(ticks: UInt64(1), per: UInt32.max) == nil)
    let reduced = MediaTime(ticks: UInt64(9_000_000_000), per: UInt32(3_000_000_000))
    #expect(reduced?.value == 3 && reduced?.timescale == 1)
    #expect(MediaTime(ticks: Int64.min, per: UInt32(1 << 31))?.value == -1 << 32)
    #expect(MediaTime(ticks: UInt64(1) << 63, per: UInt32(1 << 31))?.value == 1 << 32)
    #expect(MediaTime(ticks: UInt64(0), per: UInt32.max) == .zero)
  }

  @Test func textAndSeconds() {
    #expect("\(MediaTime(value: 1001, timescale: 30000))" == "1001/30000")
    #expect("\(MediaTime(value: 1, timescale: 2, flags: .valid, epoch: 3))" == "1/2 in epoch 3")
    #expect(
      Self.specials.map(\.description) == ["-infinity", "indefinite", "+infinity", "invalid"])
    #expect(MediaTime(value: -3, timescale: 2).seconds == -1.5)
    #expect(MediaTime.positiveInfinity.seconds == .infinity)
    #expect(MediaTime.negativeInfinity.seconds == -.infinity)
    #expect(MediaTime.invalid.seconds.isNaN && MediaTime.indefinite.seconds.isNaN)
  }
}
