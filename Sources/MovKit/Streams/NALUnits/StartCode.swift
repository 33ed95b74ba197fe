/// The three bytes 00 00 01 that precede a NAL unit in a byte stream (H.264, B.1; H.265, B.2).
enum StartCode {
  /// A start code with one more zero before it, which the first unit of a picture and parameter
  /// sets must have.
  static let long: [UInt8] = [0, 0, 0, 1]

  /// Returns the index of the first start code at or after `index`; nil if there is no whole one.
  static func first(in bytes: Bytes, from index: Int) -> Int? {
    let base = bytes.startIndex
    return unsafe bytes.withUnsafeBytes { unsafe scan($0, from: index - base) }.map { $0 + base }
  }

  private static func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let end = bytes.count
    var index = max(0, start)
    while index <= end - 3 {
      unsafe index = skip(bytes, from: index)
      guard index <= end - 3 else { return nil }
      if unsafe bytes[index + 1] != 0 {
        index += 2
      } else if unsafe bytes[index] != 0 {
        index += 1
      } else if unsafe bytes[index + 2] == 1 {
        return index
      } else {
        index += unsafe bytes[index + 2] == 0 ? 1 : 3
      }
    }
    return nil
  }

  /// Returns the first place from `start` on at which two zeros may follow each other. Skips 32
  /// bytes at a time while there are none, as is the case nearly everywhere in coded video.
  @inline(__always)
  private static func skip(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    /// Returns a word whose lowest set bit is at the first two zeros; the bits above it may be
    /// wrong.
    @inline(__always) func pairs(_ index: Int) -> UInt64 {
      let first = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = unsafe bytes.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self)
      let either = UInt64(littleEndian: first | second)
      return (either &- ones) & ~either & tops
    }
    var index = start
    while index <= bytes.count - 33,
      pairs(index) | pairs(index + 8) | pairs(index + 16) | pairs(index + 24) == 0
    {
      index += 32
    }
    while index <= bytes.count - 9 {
      let found = pairs(index)
      if found != 0 { return index + found.trailingZeroBitCount >> 3 }
      index += 8
    }
    return index
  }
}
