import Testing

@testable import MovKit

@Suite struct TimebaseTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> MediaTime {
    MediaTime(value: value, timescale: timescale)
  }

  private func rate(_ numerator: Int64, _ denominator: Int64) throws -> MediaRate {
    try #require(MediaRate(numerator, over: denominator))
  }

  @Test func rates() throws {
    let half = try rate(-3, -6)
    #expect(half.numerator == 1 && half.denominator == 2 && "\(half)" == "1/2")
    #expect(try rate(4, -2) == -2 && rate(0, -7) == .zero)
    #expect(MediaRate(1, over: 0) == nil && MediaRate(1 << 31) == nil)
    #expect(MediaRate(.min, over: .min) == 1 && MediaRate(.min, over: -1) == nil)
    #expect(MediaRate(.min, over: 1 << 32)?.numerator == .min)
    #expect(try half < 1 && rate(-1, 2) < .zero && rate(1000, 1001) < 1)
    #expect(MediaRate(65536).multiplied(by: 65536) == nil)
    #expect(time(3).scaled(by: half) == time(3, 2) && time(3).divided(by: half) == time(6))
    #expect(!time(3).divided(by: .zero).isValid)
  }

  /// The nearest ratio of 32 bits to each number, as Python's fractions find it.
  @Test func ratesOfDecimals() throws {
    let decimals: [(MediaRate, Int64, Int64)] = [
      (0.1, 1, 10), (0.3, 3, 10), (-0.1, -1, 10), (100.1, 1001, 10), (29.97, 2997, 100),
      (0.25, 1, 4),
      (0.3333333333333333, 1, 3), (0.0001220703125, 1, 8192), (-2.5, -5, 2),
      (29.97002997002997, 30000, 1001), (0.123456789012345, 42_523_979, 344_444_233),
      (3.141592653589793, 1_881_244_168, 598_818_617), (123456789.123, 987_654_313, 8),
      (0.9999999999, 1, 1), (2.3e-10, 0, 1), (2.4e-10, 1, 2_147_483_647),
      (2147483646.7, 2_147_483_647, 1), (1e300, 2_147_483_647, 1), (-1e300, -2_147_483_648, 1),
      (5e-324, 0, 1), (-0.0, 0, 1),
    ]
    for (decimal, numerator, denominator) in decimals {
      #expect(decimal.numerator == numerator && decimal.denominator == denominator, "\(decimal)")
    }
    #expect(MediaRate(floatLiteral: .nan) == .zero)
    #expect(MediaRate(floatLiteral: .infinity).numerator == .max)
    #expect(MediaRate(floatLiteral: -.infinity).numerator == .min)
    // A tenth of ten days is one day.
    #expect(time(864_000).scaled(by: 0.1) == time(86_400))
  }

  @Test func oppositeRates() throws {
    #expect(try -rate(1, 2) == rate(-1, 2) && -rate(-7, 3) == rate(7, 3))
    #expect(-MediaRate.zero == .zero && -MediaRate.one == -1)
    // 32 bits do not hold 2147483648, nor a third of it: 715827882.5 is nearest to that.
    #expect(try -rate(-2_147_483_648, 1) == rate(2_147_483_647, 1))
    #expect(try -rate(-2_147_483_648, 3) == rate(1_431_655_765, 2))
  }

  /// Durations by which several tasks advance a clock add up.
  @Test func advancedByTasks() async {
    let clock = ManualClock()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<2000 { clock.advance(by: MediaTime(value: 1, timescale: 1)) } }
      }
    }
    #expect(clock.time == time(16_000))
    clock.advance(by: time(-1))
    clock.advance(by: .indefinite)
    #expect(clock.time == time(16_000))
  }

  /// It shows what a stop watch would: set to 5, let go, stopped, turned round.
  @Test func underControl() throws {
    let clock = ManualClock(at: time(100))
    let timebase = Timebase(source: clock)
    clock.advance(by: time(3))
    #expect(timebase.time == .zero && timebase.rate == .zero)
    timebase.setTime(time(5))
    timebase.rate = 1
    clock.advance(by: time(2))
    #expect(timebase.time == time(7))
    timebase.rate = .zero
    clock.advance(by: time(10))
    #expect(timebase.time == time(7))
    timebase.rate = try rate(1, 2)
    clock.advance(by: time(3))
    #expect(timebase.time == time(17, 2))
    timebase.rate = -2
    clock.advance(by: time(4))
    #expect(timebase.time == time(1, 2))
    timebase.setTime(time(20))
    clock.advance(by: time(1))
    #expect(timebase.time == time(18) && timebase.time(in: 25).value == 450)
    timebase.set(time: time(0), atSource: time(100), rate: 1)
    #expect(timebase.time == time(23))
    timebase.setTime(.indefinite)
    timebase.set(time: .zero, atSource: .positiveInfinity)
    #expect(timebase.time == time(23))
  }

  /// A thousand frames of 29.97 on a clock of nanoseconds: no time drifts.
  @Test func framesOnAClockOfNanoseconds() {
    let clock = ManualClock()
    let timebase = Timebase(source: clock, rate: 1)
    let frame = time(1001, 30000)
    for number in 1...1000 {
      // The first nanosecond at which the frame is due.
      clock.advance(
        to: (frame * Int64(number)).converted(to: 1_000_000_000, rounding: .awayFromZero))
      #expect(timebase.time >= frame * Int64(number))
      #expect(timebase.time - frame * Int64(number) < time(1, 1_000_000_000))
    }
  }

  /// Random movements of clock and timebase against a tally kept in whole ticks.
  @Test func randomMovements() {
    var generator = SeededGenerator(state: 40)
    let clock = ManualClock()
    let timebase = Timebase(source: clock)
    // In 1/1200: rates are halves and thirds, the clock moves by multiples of 1/200.
    var (shown, speed) = (Int64(0), (2, 1) as (Int64, Int64))
    timebase.rate = 2
    for _ in 0..<500 {
      switch generator.next() % 3 {
      case 0:
        let ticks = Int64.random(in: 0...1000, using: &generator)
        clock.advance(by: time(ticks, 200))
        shown += ticks * 6 * speed.0 / speed.1
      case 1:
        speed = (
          Int64.random(in: -9...9, using: &generator), Int64.random(in: 1...3, using: &generator)
        )
        timebase.rate = MediaRate(speed.0, over: speed.1) ?? .zero
      default:
        shown = Int64.random(in: -5000...5000, using: &generator)
        timebase.setTime(time(shown, 1200))
      }
      #expect(timebase.time == time(shown, 1200))
    }
  }

  // MARK: Over another

  @Test func aTimebaseOverATimebase() throws {
    let clock = ManualClock()
    let movie = Timebase(source: clock, rate: 2)
    let track = Timebase(source: movie, time: time(10), rate: try rate(1, 4))
    clock.advance(by: time(4))
    #expect(movie.time == time(8) && track.time == time(12))
    #expect(track.effectiveRate == (try rate(1, 2)) && movie.effectiveRate == 2)
    movie.rate = .zero
    clock.advance(by: time(4))
    #expect(track.time == time(12) && track.effectiveRate == .zero)
    movie.setTime(.zero)
    #expect(track.time == time(10))
  }

  @Test func conversion() throws {
    let clock = ManualClock(at: time(50))
    let movie = Timebase(source: clock, rate: 2)
    let track = Timebase(source: movie, time: time(10), rate: try rate(1, 4))
    let other = Timebase(source: clock, time: time(7), rate: -1)
    #expect(try track.convert(time(11), to: clock) == time(52))
    #expect(try clock.convert(time(52), to: track) == time(11))
    #expect(try track.convert(time(11), to: movie) == time(4))
    #expect(try track.convert(time(11), to: other) == time(5))
    #expect(try track.convert(time(11), to: track) == time(11))
    #expect(try track.rate(of: other) == -2 && clock.rate(of: track) == rate(1, 2))
    #expect(try clock.convert(.indefinite, to: track) == .indefinite)
    #expect(throws: TimebaseError.unrelatedClocks) {
      try track.convert(.zero, to: Timebase(source: ManualClock()))
    }
    #expect(throws: TimebaseError.unrelatedClocks) { try track.rate(of: HostClock.shared) }
    movie.rate = .zero
    #expect(throws: TimebaseError.rateIsZero) { try track.convert(.zero, to: clock) }
    #expect(throws: TimebaseError.rateIsZero) { try track.rate(of: clock) }
    // Up no further than to what both have in common, and down over what stands still.
    #expect(try track.convert(time(11), to: movie) == movie.time + time(4))
    #expect(try clock.convert(time(99), to: movie) == movie.time)
  }

  @Test func extremesDoNotTrap() {
    let clock = ManualClock(at: time(.min))
    let timebase = Timebase(source: clock, time: time(.max), rate: 2_147_483_647)
    clock.advance(to: time(.max))
    #expect(timebase.time == .positiveInfinity)
    timebase.rate = -2_147_483_647
    _ = timebase.time
    clock.advance(by: time(.max))
    clock.advance(to: .invalid)
    #expect(clock.time == time(.max))
    let tower = (0..<5).reduce(timebase) { base, _ in Timebase(source: base, rate: 2_147_483_647) }
    #expect(tower.effectiveRate == nil)
    _ = tower.time
  }

  // MARK: Waiting

  @Test func theHostClockMovesOn() async throws {
    let clock = HostClock.shared
    let before = clock.time
    try await clock.sleep(until: before + time(5, 1000))
    #expect(clock.time >= before + time(5, 1000))
    try await clock.sleep(until: before)
    try await clock.sleep(until: .negativeInfinity)
    try await clock.sleep(until: .invalid)
    let forever = Task { try await clock.sleep(until: .positiveInfinity) }
    forever.cancel()
    await #expect(throws: CancellationError.self) { try await forever.value }
  }

  /// Starts something that waits, and returns when it does.
  private func waiting(
    on signal: Signal, _ action: @escaping @Sendable () async throws -> MediaTime
  ) async -> Task<MediaTime, any Error> {
    let task = OwnThread.task { try await action() }
    while !signal.isAwaited, !Task.isCancelled { await Task.yield() }
    return task
  }

  @Test(.ownThread) func waitingForAManualClock() async throws {
    let clock = ManualClock()
    let early = await waiting(on: clock.moves) {
      try await clock.sleep(until: MediaTime(value: 3, timescale: 1))
      return clock.time
    }
    for second in 1...3 { clock.advance(to: time(Int64(second))) }
    #expect(try await early.value >= time(3))
    let cancelled = await waiting(on: clock.moves) {
      try await clock.sleep(until: .positiveInfinity)
      return clock.time
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  /// Waits for 10 while the timebase is stopped, set back, made faster, and stopped behind it.
  @Test(.ownThread) func waitingThroughChanges() async throws {
    let clock = ManualClock()
    let timebase = Timebase(source: clock, rate: 1)
    let target = time(10)
    let arrival = await waiting(on: timebase.changes) {
      try await timebase.sleep(until: target)
      return clock.time
    }
    clock.advance(by: time(5))
    timebase.rate = .zero
    clock.advance(by: time(50))
    timebase.setTime(time(2))
    timebase.rate = 4
    clock.advance(by: time(1))
    #expect(timebase.time == time(6))
    clock.advance(by: time(1))
    #expect(try await arrival.value == time(57))
    timebase.rate = .zero
    try await timebase.sleep(until: target)
    let jump = await waiting(on: timebase.changes) {
      try await timebase.sleep(until: target + target)
      return timebase.time
    }
    timebase.setTime(time(21))
    #expect(try await jump.value == time(21))
  }

  @Test(.ownThread) func waitingBackwardsAndOverATimebase() async throws {
    let clock = ManualClock()
    let movie = Timebase(source: clock, time: time(100), rate: -1)
    let track = Timebase(source: movie, rate: 2)
    let target = time(-20)
    let arrival = await waiting(on: track.changes) {
      try await track.sleep(until: target)
      return track.time
    }
    clock.advance(by: time(10))
    #expect(try await arrival.value == target)
    let cancelled = await waiting(on: track.changes) {
      try await track.sleep(until: .negativeInfinity)
      return .zero
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  /// Forty wait while rate and time change all along; each wakes, and none before its time.
  @Test(.ownThread) func manyWaitThroughManyChanges() async throws {
    let clock = ManualClock()
    let timebase = Timebase(source: Timebase(source: clock, rate: 1), rate: 1)
    let sleepers = (1...40).map { second in
      OwnThread.task {
        // Time goes back by little steps, so that what is come stays nearly come.
        try await timebase.sleep(until: MediaTime(value: Int64(second), timescale: 1))
        return timebase.time >= MediaTime(value: Int64(second) - 1, timescale: 1)
      }
    }
    var generator = SeededGenerator(state: 41)
    while timebase.time < time(41), !Task.isCancelled {
      switch generator.next() % 4 {
      case 0: timebase.rate = [.zero, 1, 2, 3].randomElement(using: &generator) ?? 1
      case 1: timebase.setTime(timebase.time - time(1, 100))
      default: clock.advance(by: time(1, 10))
      }
      await Task.yield()
      if timebase.rate == .zero { timebase.rate = 1 }
    }
    for sleeper in sleepers { #expect(try await sleeper.value) }
  }
}
