/// Reads the bits of bytes as they are, the highest bit of each byte first.
struct BitReader {
  private let bytes: Bytes
  /// The number of bits that were read.
  private var position = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// The number of bits that are left.
  var remaining: Int { bytes.count * 8 - position }

  /// Reads a number of `count` bits, 0 to 32.
  mutating func bits(_ name: String, _ count: Int) throws(FormatError) -> UInt32 {
    guard count <= remaining else {
      throw FormatError(
        .truncated(needed: UInt64((count + 7) / 8), available: UInt64(remaining / 8)),
        path: name)
    }
    var value: UInt32 = 0
    for _ in 0..<count {
      let byte = bytes[bytes.startIndex + position >> 3]
      value = value << 1 | UInt32(byte >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  mutating func flag(_ name: String) throws(FormatError) -> Bool { try bits(name, 1) == 1 }

  mutating func skip(_ name: String, _ count: Int) throws(FormatError) {
    guard count <= remaining else {
      throw FormatError(
        .truncated(needed: UInt64((count + 7) / 8), available: UInt64(remaining / 8)),
        path: name)
    }
    position += count
  }
}
