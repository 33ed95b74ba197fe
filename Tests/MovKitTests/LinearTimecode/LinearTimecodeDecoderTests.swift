import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Linear timecode in audio that a second, simple encoder makes.
@Suite struct LinearTimecodeDecoderTests {
  /// A second of timecode after a pause that is no whole number of bits.
  private func record(
    rate: Double = 25, quanta: Int = 25, sampleRate: Double = 48000, count: Int = 30,
    pause: Int = 1234, speed: (Int) -> Double = { _ in 1 }
  ) throws -> TimecodeSignal {
    var signal = TimecodeSignal(sampleRate: sampleRate)
    signal.pause(pause)
    try signal.add(
      TimecodeSignal.labels(1, 2, 3, 4, count: count, quanta: quanta), rate: rate, speed: speed)
    return signal
  }

  /// All that was recorded is found, and nothing else, within `tolerance` samples.
  private func expectAll(
    _ heard: TimecodeHeard, _ signal: TimecodeSignal, tolerance: Double = 0.2,
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      heard.labels == signal.truth.map(\.label), comment, sourceLocation: sourceLocation)
    for (frame, truth) in zip(heard.frames, signal.truth) {
      let difference = abs(Double(frame.start) / 256 - truth.start)
      guard difference > tolerance else { continue }
      Issue.record(
        "\(truth.label) is at \(truth.start), not \(Double(frame.start) / 256)",
        sourceLocation: sourceLocation)
    }
  }

  // MARK: Rates

  private static let rates: [(Double, Int, Int, Int)] = [
    (24000.0 / 1001, 24, 1001, 24000), (24, 24, 1, 24), (25, 25, 1, 25),
    (30000.0 / 1001, 30, 1001, 30000), (30, 30, 1, 30),
  ]

  @Test(arguments: rates)
  func everyRate(rate: Double, quanta: Int, value: Int, timescale: Int) throws {
    for sampleRate in [44100, 48000] as [UInt32] {
      let signal = try record(
        rate: rate, quanta: quanta, sampleRate: Double(sampleRate), count: quanta + 5)
      let heard = TimecodeHeard(signal.levels, sampleRate: sampleRate)
      expectAll(heard, signal, "\(rate) at \(sampleRate)")
      let stretch = try #require(heard.stretches.first)
      #expect(heard.stretches.count == 1)
      #expect(
        stretch.format.frameDuration
          == MediaTime(value: Int64(value), timescale: Int32(timescale)), "\(rate)")
      #expect(stretch.format.frameQuanta == UInt32(quanta))
      #expect(stretch.label == "01:02:03:04")
      #expect(stretch.frameCount == Int64(quanta + 5))
      #expect(abs(stretch.start.seconds * Double(sampleRate) - 1234) < 0.1)
      #expect(heard.rules == [])
    }
  }

  /// The frames count from the number of the first one, and the first one is there even if nothing
  /// comes before it (x42/ltc-tools#28: `ltcdump` begins one frame late), as is a last one without
  /// anything after it (x42/libltc#65).
  @Test func fromTheFirstSampleToTheLast() throws {
    for count in [2, 3, 25] {
      let signal = try record(count: count, pause: 0)
      #expect(signal.levels.count == count * 1920)
      let heard = TimecodeHeard(signal.levels)
      expectAll(heard, signal, "\(count)")
      #expect(heard.stretches.map(\.start) == [.zero])
      #expect(heard.stretches.map(\.frameCount) == [Int64(count)])
    }
  }

  @Test func blocksDoNotMatter() throws {
    let signal = try record(count: 5)
    let whole = TimecodeHeard(signal.levels)
    expectAll(whole, signal)
    for block in [1, 7, 480, 1921] {
      let heard = TimecodeHeard(signal.levels, block: block)
      expectAll(heard, signal, "\(block)")
      #expect(heard.frames.map(\.frame) == whole.frames.map(\.frame), "\(block)")
    }
  }

  @Test(arguments: [8000, 16000, 96000, 192_000])
  func sampleRates(sampleRate: Int) throws {
    let signal = try record(sampleRate: Double(sampleRate), count: 6)
    let heard = TimecodeHeard(signal.levels, sampleRate: UInt32(sampleRate))
    expectAll(heard, signal, tolerance: 0.3)
  }

  // MARK: Levels

  /// Eight bits are not enough for quiet timecode: x42/libltc#72 has a recording at -47 dBFS that is
  /// read only after amplification.
  @Test func levels() throws {
    let signal = try record()
    for gain in [1, -1, 0.001, 1e-6, 30_000] as [Float] {
      expectAll(TimecodeHeard(signal.levels.map { $0 * gain }), signal, "\(gain)")
    }
    expectAll(TimecodeHeard(signal.levels.map { $0 * 0.1 + 0.7 }), signal, "offset")
    // Hum of 50 Hz as loud as the timecode.
    let hum = signal.levels.enumerated().map { $1 + Float(sin(Double($0) * 2 * .pi * 50 / 48000)) }
    let heard = TimecodeHeard(hum)
    #expect(heard.stretches.map(\.label) == ["01:02:03:04"])
    #expect(heard.stretches.map(\.frameCount) == [30])
  }

  /// From full level to a thousandth in a second, and a step by 20 dB, which costs two frames at most.
  @Test func changingLevels() throws {
    let signal = try record()
    let count = Float(signal.levels.count)
    let fade = signal.levels.enumerated().map { $1 * pow(10, -3 * Float($0) / count) }
    expectAll(TimecodeHeard(fade), signal, "fade")
    for gain in [0.1, 10] as [Float] {
      let step = signal.levels.enumerated().map { $0 < 30_000 ? $1 : $1 * gain }
      let heard = TimecodeHeard(step)
      #expect(heard.frames.count >= 28)
      #expect(heard.stretches.map(\.frameCount) == [30])
    }
  }

  @Test func noise() throws {
    let signal = try record()
    // Signal to noise 10 dB and 3 dB, in all of 24 kHz.
    for (deviation, least) in [(0.32, 30), (0.7, 27)] as [(Float, Int)] {
      let heard = TimecodeHeard(signal.levels.withNoise(deviation))
      let right = Set(signal.truth.map(\.label))
      #expect(heard.labels.filter { right.contains($0) }.count >= least, "\(deviation)")
      #expect(heard.stretches.map(\.label) == ["01:02:03:04"], "\(deviation)")
      #expect(heard.stretches.map(\.frameCount) == [30], "\(deviation)")
      let start = try #require(heard.stretches.first).start.seconds * 48000
      #expect(abs(start - 1234) < 2, "\(deviation)")
    }
  }

  // MARK: Speed

  @Test(arguments: [0.5, 0.9, 1.1, 2.0])
  func speeds(speed: Double) throws {
    let signal = try record(speed: { _ in speed })
    let heard = TimecodeHeard(signal.levels)
    expectAll(heard, signal)
    #expect(heard.stretches.map(\.frameCount) == [30])
    #expect(heard.stretches.first?.format.frameQuanta == 25)
    #expect(heard.rules == ["ltc-speed"])
    let measured = try #require(heard.stretches.first).measuredFrameDuration.seconds
    #expect(abs(measured * 25 * speed - 1) < 1e-4)
  }

  @Test func drift() throws {
    let signal = try record(count: 60, speed: { 0.9 + 0.2 * Double($0) / 59 })
    let heard = TimecodeHeard(signal.levels)
    expectAll(heard, signal, tolerance: 3)
    #expect(heard.stretches.map(\.frameCount) == [60])
  }

  @Test func backwards() throws {
    var signal = TimecodeSignal()
    signal.pause(777)
    let labels = TimecodeSignal.labels(9, 59, 59, 20, count: 12, quanta: 25)
    try signal.add(labels.reversed(), rate: 25, isReversed: true)
    // The last edge of a frame that is played backwards is its first.
    signal.hold(100)
    let heard = TimecodeHeard(signal.levels)
    expectAll(heard, signal)
    let stretch = try #require(heard.stretches.first)
    #expect(heard.stretches.count == 1 && stretch.isReversed && stretch.run == nil)
    #expect(stretch.label == "10:00:00:06")
    #expect(heard.rules == ["ltc-reversed"])
  }

  // MARK: Counting

  @Test func dropFrame() throws {
    var signal = TimecodeSignal()
    signal.pause(100)
    let labels = TimecodeSignal.labels(0, 0, 59, 20, count: 40, quanta: 30, dropsFrames: true)
    #expect(labels[10] == Timecode(hours: 0, minutes: 1, seconds: 0, frames: 2))
    try signal.add(labels, rate: 30000.0 / 1001, isDropFrame: true)
    let heard = TimecodeHeard(signal.levels)
    expectAll(heard, signal)
    #expect(heard.stretches.map(\.label) == ["00:00:59;20"])
    #expect(heard.stretches.map(\.frameCount) == [40])
    #expect(
      heard.stretches.first?.format.frameDuration == MediaTime(value: 1001, timescale: 30000))
    #expect(heard.rules == [])
  }

  /// The flag without the dropping and the dropping without the flag (TimecodeSync/ltcsync#9).
  @Test func wrongDropFrameFlag() throws {
    for isFlag in [true, false] {
      var signal = TimecodeSignal()
      let labels = TimecodeSignal.labels(
        0, 0, 59, 20, count: 40, quanta: 30, dropsFrames: !isFlag)
      try signal.add(labels, rate: 30000.0 / 1001, isDropFrame: isFlag)
      let heard = TimecodeHeard(signal.levels)
      expectAll(heard, signal)
      #expect(heard.stretches.map(\.frameCount) == [40])
      #expect(heard.stretches.map(\.format.isDropFrame) == [!isFlag])
      #expect(heard.rules == ["ltc-drop-frame"])
    }
  }

  @Test func midnight() throws {
    var signal = TimecodeSignal()
    try signal.add(TimecodeSignal.labels(23, 59, 59, 15, count: 20, quanta: 25), rate: 25)
    let heard = TimecodeHeard(signal.levels)
    expectAll(heard, signal)
    #expect(heard.stretches.map(\.label) == ["23:59:59:15"])
    #expect(heard.stretches.map(\.frameCount) == [20])
  }

  /// The labels jump between two frames: two runs, the second from its first frame on.
  @Test func jump() throws {
    var signal = TimecodeSignal()
    try signal.add(TimecodeSignal.labels(1, 0, 0, 0, count: 10, quanta: 25), rate: 25)
    try signal.add(TimecodeSignal.labels(5, 0, 0, 0, count: 10, quanta: 25), rate: 25)
    let heard = TimecodeHeard(signal.levels)
    expectAll(heard, signal)
    #expect(heard.stretches.map(\.label) == ["01:00:00:00", "05:00:00:00"])
    #expect(heard.stretches.map(\.start) == [.zero, MediaTime(value: 19200, timescale: 48000)])
    let runs = heard.stretches.compactMap(\.run)
    #expect(runs.map(\.frameNumber) == [90_000, 450_000])
    #expect(runs.map(\.duration) == [runs[1].time, runs[1].time])
  }

  /// Timecode that begins again after silence is read from its first frame on, whatever its first
  /// bit is, forwards and backwards.
  @Test(arguments: [0, 100, 5000, 60_000])
  func afterSilence(samples: Int) throws {
    for units in 0..<4 {
      for isReversed in [false, true] {
        var signal = TimecodeSignal()
        var first = TimecodeSignal.labels(1, 0, 0, 0, count: 12 + units, quanta: 25)
        var second = TimecodeSignal.labels(5, 0, 0, units, count: 12, quanta: 25)
        if isReversed {
          first.reverse()
          second.reverse()
        }
        try signal.add(first, rate: 25, isReversed: isReversed)
        if samples > 0 { signal.pause(samples) }
        try signal.add(second, rate: 25, isReversed: isReversed)
        signal.pause(3000)
        let heard = TimecodeHeard(signal.levels)
        expectAll(heard, signal, "\(units), \(isReversed)")
        #expect(heard.stretches.map(\.frameCount) == [Int64(first.count), 12])
      }
    }
  }

  /// Frames are missing, but the count goes on: one run.
  @Test func dropOut() throws {
    let whole = try record(count: 50, pause: 0)
    var levels = whole.levels
    for sample in 20_000..<30_000 { levels[sample] = 0 }
    let heard = TimecodeHeard(levels)
    // The frames that the silence touches are missing: those from 19200 to 30720.
    let left = whole.truth.filter { $0.start < 19_000 || $0.start > 30_000 }.map(\.label)
    #expect(heard.labels == left)
    #expect(heard.stretches.map(\.frameCount) == [50])
    #expect(heard.rules == ["ltc-drop-out"])
    #expect(
      heard.diagnostics.map(\.message) == [
        "linear timecode: 6 frames at 0.4 s could not be read, but the count goes on after them"
      ])
  }

  /// A frame with a wrong label between others is no run.
  @Test func strayFrame() throws {
    var signal = TimecodeSignal()
    var labels = TimecodeSignal.labels(1, 0, 0, 0, count: 20, quanta: 25)
    labels[9].hours = 21
    try signal.add(labels, rate: 25)
    let heard = TimecodeHeard(signal.levels)
    #expect(heard.stretches.map(\.label) == ["01:00:00:00"])
    #expect(heard.stretches.map(\.frameCount) == [20])
    #expect(heard.rules == ["ltc-drop-out", "ltc-stray"])
  }

  /// Clicks, which move and add edges, in every tenth frame.
  @Test func clicks() throws {
    let signal = try record(count: 50, pause: 0)
    var levels = signal.levels
    for number in stride(from: 3000, to: levels.count, by: 19_200) {
      for sample in number..<number + 60 { levels[sample] = sample % 2 == 0 ? 8 : -8 }
    }
    let heard = TimecodeHeard(levels)
    #expect(heard.frames.count >= 40)
    #expect(heard.stretches.map(\.frameCount) == [50])
  }

  @Test func theCallerKnowsTheRate() throws {
    // Five frames, played 4 % too fast: 25 frames per second by their length, but 24 were recorded.
    let signal = try record(rate: 25, quanta: 24, count: 5)
    let given = MediaTime(value: 1001, timescale: 24000)
    #expect(
      TimecodeHeard(signal.levels, frameDuration: given).stretches.map(\.format.frameDuration)
        == [given])
    // Each label holds for two frames of 47.952.
    let doubled = MediaTime(value: 1001, timescale: 48000)
    #expect(
      TimecodeHeard(signal.levels, frameDuration: doubled).stretches.map(\.format.frameDuration)
        == [given])
    // The labels count 25 frames, so this rate is wrong.
    let full = try record(count: 30)
    let heard = TimecodeHeard(full.levels, frameDuration: given)
    #expect(heard.rules == ["ltc-rate"])
    #expect(heard.stretches.map(\.format.frameQuanta) == [25])
  }

  @Test func userBits() throws {
    var signal = TimecodeSignal()
    let labels = TimecodeSignal.labels(1, 0, 0, 0, count: 6, quanta: 25)
    try signal.add(Array(labels[..<4]), rate: 25, userBits: 0xF00D_CAFE)
    try signal.add(Array(labels[4...]), rate: 25, userBits: 0x1234_5678)
    let heard = TimecodeHeard(signal.levels)
    #expect(heard.stretches.map(\.userBits.digits) == ["F00DCAFE"])
    #expect(heard.stretches.map(\.hasConstantUserBits) == [false])
  }

  // MARK: What is no timecode

  private func expectNothing(_ levels: [Float], _ what: String) {
    #expect(TimecodeHeard(levels).stretches.isEmpty, "\(what)")
  }

  @Test func noTimecode() {
    expectNothing([], "nothing")
    expectNothing([Float](repeating: 0, count: 50_000), "silence")
    expectNothing([Float](repeating: 0.5, count: 50_000), "a constant level")
    expectNothing([Float](repeating: 0, count: 200_000).withNoise(0.3), "noise")
    for period in [10, 20, 40] {
      expectNothing((0..<100_000).map { $0 % period < period / 2 ? 1 : -1 }, "a square wave")
    }
    // Tones that slide, with others above them.
    expectNothing(
      (0..<150_000).map {
        let time = Double($0) / 48000
        return Float(sin(6000 * time * time) + 0.5 * sin(9000 * time) + 0.3 * sin(2500 * time))
      }, "music")
    for level in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      expectNothing([Float](repeating: level, count: 5_000), "\(level)")
    }
  }

  /// A piece of anything: no trap, and no frame that was not recorded.
  @Test func damaged() throws {
    let signal = try record(count: 12, pause: 0)
    let right = Set(signal.truth.map(\.label))
    var random = Seed.generator("linear timecode")
    for round in 0..<12 {
      var levels = signal.levels
      for _ in 0..<round * 3 {
        let place = Int(random.next() % UInt64(levels.count))
        let length = min(Int(random.next() % 3000), levels.count - place)
        switch random.next() % 4 {
        case 0: levels.removeSubrange(place..<place + length)
        case 1: for sample in place..<place + length { levels[sample] = .nan }
        case 2:
          for sample in place..<place + length {
            levels[sample] = Float(random.next() % 1000) / 500 - 1
          }
        default: levels[place..<place + length].reverse()
        }
        if levels.isEmpty { break }
      }
      let heard = TimecodeHeard(levels, block: 1 + Int(random.next() % 5000))
      for stretch in heard.stretches {
        #expect(right.contains(stretch.label), "\(Seed.note("linear timecode", round))")
      }
    }
    for rate in [0, 1, 100, 4000, .max] as [UInt32] {
      _ = TimecodeHeard(Array(signal.levels[..<3000]), sampleRate: rate)
    }
  }
}
