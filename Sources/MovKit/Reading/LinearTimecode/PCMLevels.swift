/// Takes the levels of one channel out of uncompressed audio.
struct PCMLevels {
  private let format: LinearPCMFormat

  /// Nil if the values of the format have no known meaning, such as floating point with 24 bits.
  init?(_ format: LinearPCMFormat) {
    guard format.encoding != .float || [4, 8].contains(format.bytesPerChannel),
      (1...8).contains(format.bytesPerChannel), format.channelCount > 0
    else { return nil }
    self.format = format
  }

  /// Returns the levels of a channel, from 0, in whole frames: -1 to 1, of floating point what is
  /// there.
  func levels(of channel: Int, in bytes: ArraySlice<UInt8>) -> [Float] {
    let (width, frame) = (format.bytesPerChannel, format.bytesPerFrame)
    guard (0..<format.channelCount).contains(channel) else { return [] }
    let count = bytes.count / frame
    var levels: [Float] = []
    levels.reserveCapacity(count)
    // Single bytes of values are shifted to the top of a word.
    let (first, step) = format.isBigEndian ? (0, 1) : (width - 1, -1)
    let flip: UInt64 = format.encoding == .unsigned ? 1 << 63 : 0
    let isFloat = format.encoding == .float
    var start = bytes.startIndex + channel * width
    for _ in 0..<count {
      var word: UInt64 = 0
      var place = start + first
      var shift: UInt64 = 56
      for _ in 0..<width {
        word |= UInt64(bytes[place]) << shift
        place += step
        shift &-= 8
      }
      if !isFloat {
        levels.append(Float(Int64(bitPattern: word ^ flip)) * 0x1p-63)
      } else if width == 4 {
        levels.append(Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32)))
      } else {
        levels.append(Float(Double(bitPattern: word)))
      }
      start += frame
    }
    return levels
  }
}
