import Foundation

/// A WAV file of 48000 samples a second and 16 bits with linear timecode, made without the library.
struct LinearTimecodeWave {
  var channels = 1
  /// The channel with the timecode, from 0; the others are silent.
  var channel = 0
  private var samples: [Int16] = []
  private var level: Int16 = 8000
  /// The part of a sample that the last level went on for, in samples.
  private var position = 0.0

  init(channels: Int = 1, channel: Int = 0) { (self.channels, self.channel) = (channels, channel) }

  mutating func silence(_ count: Int) {
    samples += Array(repeating: 0, count: count)
    position = Double(samples.count)
  }

  /// Adds frames that count on from a label. Nothing is left out of the count, so it must not come to a
  /// minute in drop frame.
  mutating func add(
    _ hours: Int, _ minutes: Int, _ seconds: Int, _ frames: Int, count: Int, quanta: Int,
    rate: Double, isDropFrame: Bool = false, userBits: UInt32 = 0, isReversed: Bool = false
  ) {
    for number in 0..<count {
      let step = isReversed ? -number : number
      let total = ((hours * 60 + minutes) * 60 + seconds) * quanta + frames + step
      let parts = [
        total % quanta, total / quanta % 60, total / quanta / 60 % 60, total / quanta / 3600,
      ]
      var bytes: [UInt8] = []
      for (index, part) in parts.enumerated() {
        let groups = userBits >> UInt32(8 * index)
        bytes.append(UInt8(part % 10) | UInt8(groups & 15) << 4)
        bytes.append(UInt8(part / 10) | UInt8(groups >> 4 & 15) << 4)
      }
      if isDropFrame { bytes[1] |= 4 }
      bytes += [0xFC, 0xBF]
      var bits: [Bool] = []
      for byte in bytes {
        for place in 0..<8 { bits.append(byte >> UInt8(place) & 1 == 1) }
      }
      if isReversed { bits.reverse() }
      let length = 48000 / rate / 80
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

  private mutating func hold(_ length: Double) {
    position += length
    while Double(samples.count) + 0.5 < position { samples.append(level) }
  }

  var file: Data {
    func number(_ value: Int, _ count: Int) -> Data {
      Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
    var audio = Data()
    for sample in samples {
      for index in 0..<channels { audio += number(index == channel ? Int(sample) : 0, 2) }
    }
    let format =
      number(1, 2) + number(channels, 2) + number(48000, 4) + number(96000 * channels, 4)
      + number(2 * channels, 2) + number(16, 2)
    return Data("RIFF".utf8) + number(36 + audio.count, 4) + Data("WAVEfmt ".utf8) + number(16, 4)
      + format + Data("data".utf8) + number(audio.count, 4) + audio
  }
}
