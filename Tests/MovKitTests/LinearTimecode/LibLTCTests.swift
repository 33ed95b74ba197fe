import Foundation
import Testing

@testable import MovKit

/// Audio that libltc encodes, read by this library and by libltc's own decoder.
@Suite struct LibLTCTests {
  /// Compares what both find with what was recorded. Everything that libltc finds is found here as
  /// well, with the same label and within a bit of the same place, and nothing is found that was not
  /// recorded.
  private func compare(
    _ library: LibLTC, _ recording: LibLTC.Recording, _ levels: [Float], _ truth: [LibLTC.Frame],
    leastOfAll: Int? = nil, isDamaged: Bool = false, _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TimecodeHeard {
    let perFrame = Double(recording.sampleRate) / recording.rate
    let bit = perFrame / 80 / min(abs(recording.speed.0), abs(recording.speed.1))
    let heard = TimecodeHeard(levels, sampleRate: UInt32(recording.sampleRate))
    let reference = try library.decode(levels, samplesPerFrame: Int(perFrame))
    func place(_ frame: FoundFrame) -> Double { Double(frame.start) / 256 }
    func label(_ frame: LibLTC.Frame) -> String { frame.label(recording.isDropFrame) }
    for frame in heard.frames {
      let isTrue = truth.contains {
        label($0) == TimecodeHeard.text(frame) && abs(Double($0.start) - place(frame)) < bit
      }
      if !isTrue {
        Issue.record(
          "\(what): \(TimecodeHeard.text(frame)) at \(place(frame)) was not recorded",
          sourceLocation: sourceLocation)
      }
    }
    var compared = 0
    for frame in reference
    where truth.contains(where: {
      label($0) == label(frame) && abs(Double($0.start - frame.start)) < bit
    }) {
      compared += 1
      let isFound = heard.frames.contains {
        TimecodeHeard.text($0) == label(frame) && $0.isReversed == frame.isReversed
          && $0.frame.userBits == frame.userBits && abs(place($0) - Double(frame.start)) < bit
      }
      if !isFound {
        Issue.record(
          "\(what): only libltc finds \(label(frame)) at \(frame.start)",
          sourceLocation: sourceLocation)
      }
    }
    // It needs some frames to begin with. Of damaged audio it finds what it can.
    if !isDamaged {
      #expect(compared >= truth.count - 3, "\(what)", sourceLocation: sourceLocation)
    }
    #expect(
      heard.frames.count >= leastOfAll ?? truth.count, "\(what)", sourceLocation: sourceLocation)
    return heard
  }

  private static let rates: [(Double, Int, Bool, UInt32, MediaTime)] = [
    (24, 24, false, 24, MediaTime(value: 1, timescale: 24)),
    (24000.0 / 1001, 24, false, 24, MediaTime(value: 1001, timescale: 24000)),
    (25, 625, false, 25, MediaTime(value: 1, timescale: 25)),
    (30000.0 / 1001, 525, false, 30, MediaTime(value: 1001, timescale: 30000)),
    (30000.0 / 1001, 525, true, 30, MediaTime(value: 1001, timescale: 30000)),
    (30, 1125, false, 30, MediaTime(value: 1, timescale: 30)),
  ]

  /// The rate is not in the frames, it follows from their length (x42/libltc#37).
  @Test(arguments: rates.indices, [44100, 48000, 96000])
  func everyRate(number: Int, sampleRate: Int) throws {
    guard let library = LibLTC.find() else { return }
    let (rate, system, isDropFrame, quanta, duration) = Self.rates[number]
    var recording = LibLTC.Recording(
      sampleRate: sampleRate, rate: rate, system: system, isDropFrame: isDropFrame)
    recording.time = (10, 9, 59, Int(quanta) - 3)
    recording.userBits = "89abcdef"
    recording.count = 12
    let (levels, truth) = try library.encode(recording)
    let heard = try compare(library, recording, levels, truth, "\(rate) at \(sampleRate)")
    let stretch = try #require(heard.stretches.first)
    #expect(heard.stretches.count == 1)
    #expect(stretch.start.seconds < 1e-4)
    #expect(stretch.frameCount == 12)
    #expect(stretch.format.frameDuration == duration)
    #expect(stretch.format.isDropFrame == isDropFrame)
    #expect(stretch.userBits.digits == "89ABCDEF")
    #expect(heard.rules == [])
    for frame in heard.frames { #expect(frame.frame.isEven, "libltc sets the polarity bit") }
  }

  /// Flags and dates, which libltc puts at other places with 25 frames. It sets the flags only if it is
  /// told not to touch them (4).
  private static let systems: [(Double, Int, UInt32)] = [
    (24, 24, 24), (25, 625, 25), (30000.0 / 1001, 525, 30), (30, 1125, 30),
  ]

  @Test(arguments: systems)
  func dates(rate: Double, system: Int, quanta: UInt32) throws {
    guard let library = LibLTC.find() else { return }
    let zones = [
      ("+0000", 0), ("-0100", -60), ("-1200", -720), ("+1300", 780), ("+0100", 60),
      ("-0330", -210), ("+0530", 330), ("+1245", 765),
    ]
    for (zone, minutes) in quanta == 25 ? zones : Array(zones.prefix(1)) {
      var recording = LibLTC.Recording(rate: rate, system: system, flags: 7, count: 3)
      recording.userBits = "22-11-13\(zone)"
      let (levels, _) = try library.encode(recording)
      let bits = try #require(TimecodeHeard(levels).stretches.first).userBits
      #expect(bits.flags == 0b110 && bits.holdsDate && bits.isClockTime, "\(rate)")
      #expect(
        bits.date
          == LinearTimecodeUserBits.Date(
            year: 22, month: 11, day: 13, minutesFromUTC: minutes), "\(zone)")
    }
  }

  @Test(arguments: [(0.9, 0.9), (1.1, 1.1), (0.9, 1.1), (0.5, 0.5), (2.0, 2.0), (1.0, 0.6)])
  func speeds(from: Double, to: Double) throws {
    guard let library = LibLTC.find() else { return }
    let recording = LibLTC.Recording(speed: (from, to))
    let (levels, truth) = try library.encode(recording)
    let heard = try compare(library, recording, levels, truth, "speed \(from) to \(to)")
    #expect(heard.stretches.map(\.frameCount) == [30])
  }

  @Test(arguments: [-1.0, -0.9, -1.1, -2.0])
  func backwards(speed: Double) throws {
    guard let library = LibLTC.find() else { return }
    var recording = LibLTC.Recording(speed: (speed, speed))
    recording.time = (0, 0, 0, 9)
    let (levels, truth) = try library.encode(recording)
    let heard = try compare(library, recording, levels, truth, "reversed")
    #expect(heard.stretches.map(\.isReversed) == [true])
    #expect(heard.stretches.map(\.label) == ["00:00:00:09"])
    #expect(truth.last?.label() == "23:59:59:05")
  }

  @Test func midnight() throws {
    guard let library = LibLTC.find() else { return }
    var recording = LibLTC.Recording(rate: 30000.0 / 1001, system: 525, isDropFrame: true)
    recording.time = (23, 59, 59, 15)
    let (levels, truth) = try library.encode(recording)
    let heard = try compare(library, recording, levels, truth, "midnight")
    #expect(heard.stretches.map(\.frameCount) == [30])
    #expect(heard.stretches.map(\.label) == ["23:59:59;15"])
  }

  /// What happens to timecode on its way: gain, polarity, offset, hum, fades, noise, low-pass filters,
  /// drop-outs. libltc needs amplification at -47 dBFS (x42/libltc#72), and loses frames where the
  /// level changes (x42/libltc#59).
  @Test(arguments: [
    "inverted", "-30 dB", "-47 dB", "-80 dB", "offset", "fade", "tremolo", "low-pass", "high-pass",
    "noise 20 dB", "noise 10 dB", "noise 6 dB", "drop-outs", "clipped", "16 bits at -60 dB",
  ])
  func damage(kind: String) throws {
    guard let library = LibLTC.find() else { return }
    let recording = LibLTC.Recording(count: 40)
    let encoded = try library.encode(recording)
    var levels = encoded.levels
    let count = Float(levels.count)
    var least: Int?
    switch kind {
    case "inverted": levels = levels.map { -$0 }
    case "-30 dB": levels = levels.map { $0 * 0.0316 }
    case "-47 dB": levels = levels.map { $0 * 0.00447 }
    case "-80 dB": levels = levels.map { $0 * 0.0001 }
    case "16 bits at -60 dB":
      levels = levels.map { ($0 * 0.001 * 32768).rounded() / 32768 }
    case "offset": levels = levels.map { $0 * 0.3 + 0.5 }
    case "fade": levels = levels.enumerated().map { $1 * (1.01 - Float($0) / count) }
    case "tremolo":
      levels = levels.enumerated().map { $1 * Float(0.55 + 0.45 * sin(Double($0) / 2000)) }
    case "low-pass":
      // One pole at 2 kHz, and another.
      for _ in 0..<2 {
        var state: Float = 0
        levels = levels.map {
          state += ($0 - state) * 0.23
          return state
        }
      }
    case "high-pass":
      var (state, last): (Float, Float) = (0, 0)
      levels = levels.map {
        state = 0.97 * (state + $0 - last)
        last = $0
        return state
      }
    case "noise 20 dB": levels = levels.withNoise(0.07)
    case "noise 10 dB": levels = levels.withNoise(0.22)
    case "noise 6 dB":
      levels = levels.withNoise(0.35)
      least = 38
    case "drop-outs":
      for start in stride(from: 9000, to: levels.count - 1000, by: 13_000) {
        for sample in start..<start + 500 { levels[sample] = 0 }
      }
      least = 32
    default: levels = levels.map { min(max($0 * 5, -0.6), 0.6) }
    }
    let heard = try compare(
      library, recording, levels, encoded.frames, leastOfAll: least, isDamaged: true, kind)
    #expect(heard.stretches.map(\.frameCount) == [40], "\(kind)")
    #expect(heard.stretches.map(\.label) == ["01:02:03:04"], "\(kind)")
  }

  @Test func jump() throws {
    guard let library = LibLTC.find() else { return }
    var recording = LibLTC.Recording(count: 10)
    let first = try library.encode(recording)
    recording.time = (20, 0, 0, 0)
    let second = try library.encode(recording)
    // The audio of the first ends where its frames do.
    let end = 10 * 1920
    let levels = Array(first.levels[..<end]) + second.levels
    let truth =
      first.frames
      + second.frames.map {
        var frame = $0
        frame.start += end
        return frame
      }
    let heard = try compare(library, recording, levels, truth, "jump")
    #expect(heard.stretches.map(\.label) == ["01:02:03:04", "20:00:00:00"])
    #expect(heard.stretches.map(\.frameCount) == [10, 10])
  }
}
