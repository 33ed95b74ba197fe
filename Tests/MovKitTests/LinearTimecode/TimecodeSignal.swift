import TestSupport

@testable import MovKit

/// Audio with linear timecode, made without the library's decoder: each sample is the mean of the
/// signal over its duration, so edges can be anywhere between samples.
struct TimecodeSignal {
  var sampleRate = 48000.0
  private(set) var levels: [Float] = []
  /// What was recorded: labels, and where their frames begin, in samples.
  private(set) var truth: [(label: String, start: Double)] = []

  private var level: Double = 1
  /// Where the signal ends, and what of it has no full sample yet.
  private var position = 0.0
  private var unfinished = 0.0

  init(sampleRate: Double = 48000) { self.sampleRate = sampleRate }

  /// Adds frames with these labels.
  /// - Parameter speed: The speed of each frame, by its number.
  mutating func add(
    _ labels: [Timecode], rate: Double, isDropFrame: Bool = false, isReversed: Bool = false,
    userBits: UInt32 = 0, speed: (Int) -> Double = { _ in 1 }
  ) throws {
    for (number, label) in labels.enumerated() {
      let text = label.text(dropFrame: isDropFrame, quanta: 30)
      truth.append((text, position))
      let bytes = Self.bytes(label, isDropFrame: isDropFrame, userBits: userBits)
      var bits: [Bool] = bytes.flatMap { byte in (0..<8).map { byte >> UInt8($0) & 1 == 1 } }
      if isReversed { bits.reverse() }
      let length = sampleRate / rate / speed(number) / 80
      for bit in bits {
        level = -level
        hold(bit ? length / 2 : length)
        if bit {
          level = -level
          hold(length / 2)
        }
      }
    }
  }

  /// The ten bytes of a frame, each with its lowest bit first (SMPTE ST 12-1), written here a second
  /// time.
  private static func bytes(
    _ label: Timecode, isDropFrame: Bool, userBits: UInt32
  ) -> [UInt8] {
    let parts = [label.frames, label.seconds, label.minutes, label.hours]
    var bytes: [UInt8] = []
    for (number, part) in parts.enumerated() {
      let groups = userBits >> UInt32(8 * number)
      bytes.append(UInt8(part % 10) | UInt8(groups & 15) << 4)
      bytes.append(UInt8(part / 10) | UInt8(groups >> 4 & 15) << 4)
    }
    if isDropFrame { bytes[1] |= 4 }
    return bytes + [0xFC, 0xBF]
  }

  /// Adds silence of some samples, and what is missing to a full one.
  mutating func pause(_ samples: Int) {
    let old = level
    level = 0
    hold(Double(samples) + (position.rounded(.up) - position))
    level = old
  }

  /// Lets the last level stand for some samples.
  mutating func hold(_ samples: Double) {
    var rest = samples
    while rest > 1e-9 {
      let room = position.rounded(.down) + 1 - position
      let part = min(room, rest)
      unfinished += part * level
      position += part
      rest -= part
      if room - part < 1e-9 {
        position = position.rounded()
        levels.append(Float(unfinished))
        unfinished = 0
      }
    }
  }

  /// Labels that count on from the first, by a rule of their own.
  static func labels(
    _ hours: Int, _ minutes: Int, _ seconds: Int, _ frames: Int, count: Int, quanta: Int,
    dropsFrames: Bool = false
  ) -> [Timecode] {
    var label = Timecode(hours: hours, minutes: minutes, seconds: seconds, frames: frames)
    return (0..<count).map { _ in
      defer {
        label.frames += 1
        if label.frames == quanta {
          label.frames = 0
          label.seconds += 1
          if label.seconds == 60 {
            label.seconds = 0
            label.minutes += 1
            if label.minutes == 60 {
              label.minutes = 0
              label.hours = (label.hours + 1) % 24
            }
            if dropsFrames, label.minutes % 10 != 0 { label.frames = 2 }
          }
        }
      }
      return label
    }
  }
}

extension [Float] {
  /// With white noise of a standard deviation.
  func withNoise(_ deviation: Float, seed: UInt64 = 1) -> [Float] {
    var random = SplitMix64(seed: seed)
    return map { level in
      // The sum of twelve even distributions is nearly a normal one.
      let sum = (0..<12).reduce(Float(0)) { sum, _ in
        sum + Float(random.next() >> 40) / Float(1 << 24)
      }
      return level + (sum - 6) * deviation
    }
  }
}

/// What the library reads in audio.
struct TimecodeHeard {
  var frames: [FoundFrame] = []
  var stretches: [LinearTimecodeStretch] = []
  var diagnostics: [Diagnostic] = []

  init(
    _ levels: [Float], sampleRate: UInt32 = 48000, frameDuration: MediaTime? = nil,
    block: Int = 20_000
  ) {
    var decoder = LinearTimecodeDecoder(sampleRate: sampleRate)
    var channel = LinearTimecodeChannel(sampleRate: sampleRate, frameDuration: frameDuration)
    var start = 0
    while start < levels.count {
      let part = levels[start..<min(levels.count, start + block)]
      decoder.append(part)
      frames += decoder.collect(isEnd: false)
      channel.append(part)
      start += block
    }
    decoder.finish()
    frames += decoder.collect(isEnd: true)
    channel.finish()
    stretches = channel.stretches
    diagnostics = channel.diagnostics
  }

  var rules: [String] { diagnostics.map(\.rule) }

  /// The label of each frame.
  var labels: [String] { frames.map(Self.text) }

  static func text(_ frame: FoundFrame) -> String {
    frame.frame.label?.text(dropFrame: frame.frame.isDropFrame, quanta: 30) ?? "?"
  }
}
