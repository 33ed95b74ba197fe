/// The three bytes 00 00 01 that stand before a NAL unit in a byte stream
/// (H.264, B.1; H.265, B.2).
enum StartCode {
  /// With the zero that the first unit of a picture and parameter sets must have before it.
  static let long: [UInt8] = [0, 0, 0, 1]

  /// Where the first start code at or behind `index` begins, counted as `bytes` counts; nil where
  /// none lies there whole.
  static func first(in bytes: Bytes, from index: Int) -> Int? {
    let base = bytes.startIndex
    return unsafe bytes.withUnsafeBytes { unsafe scan($0, from: index - base) }.map { $0 + base }
  }

  /// Eight bytes at a time where none of them is zero, which nearly none is in coded video.
  private static func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let end = bytes.count
    var index = max(0, start)
    while index <= end - 3 {
      if index <= end - 8 {
        let word = UInt64(
          littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        // The lowest bit is at the first zero byte; those above it may be wrong.
        let zeros = (word &- ones) & ~word & tops
        if zeros == 0 {
          index += 8
          continue
        }
        index += zeros.trailingZeroBitCount >> 3
        guard index <= end - 3 else { return nil }
      } else if unsafe bytes[index] != 0 {
        index += 1
        continue
      }
      if unsafe bytes[index + 1] != 0 {
        index += 2
      } else if unsafe bytes[index + 2] == 1 {
        return index
      } else {
        index += unsafe bytes[index + 2] == 0 ? 1 : 3
      }
    }
    return nil
  }
}
