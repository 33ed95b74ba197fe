/// Reads the bits of a NAL unit after its header, without the emulation prevention bytes (H.264,
/// 7.3.1 and 9.1; H.265, 7.3.1 and 9.2).
struct RBSPReader {
  private let unit: Bytes
  private var position: Int
  /// The number of zero bytes that were fetched last.
  private var zeros = 0
  /// The bits that were fetched but not read, from the top bit down; those below them are zero.
  private var word: UInt64 = 0
  /// The number of these bits.
  private var fetched = 0

  /// - Parameter skipping: the number of bytes of the header, which has no emulation prevention
  ///   bytes.
  @inline(__always)
  init(_ unit: Bytes, skipping head: Int) {
    self.unit = unit
    position = min(unit.startIndex + head, unit.endIndex)
  }

  private mutating func fetch() {
    while fetched <= 56, position < unit.endIndex {
      let byte = unit[position]
      position += 1
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      word |= UInt64(byte) << UInt64(56 - fetched)
      fetched += 8
    }
  }

  private func truncated(_ name: String) -> FormatError {
    FormatError(.truncated(needed: 1, available: 0), path: name)
  }

  /// Reads u(n): `count` bits, 0 to 32.
  @inline(__always)
  mutating func bits(_ name: String, _ count: Int) throws(FormatError) -> UInt32 {
    if fetched < count {
      fetch()
      guard fetched >= count else { throw truncated(name) }
    }
    // A shift by 64 is 0.
    let value = UInt32(truncatingIfNeeded: word >> UInt64(64 - count))
    word <<= UInt64(count)
    fetched -= count
    return value
  }

  @inline(__always)
  mutating func flag(_ name: String) throws(FormatError) -> Bool { try bits(name, 1) != 0 }

  mutating func byte(_ name: String) throws(FormatError) -> UInt8 {
    UInt8(truncatingIfNeeded: try bits(name, 8))
  }

  @inline(never)
  mutating func skip(_ name: String, _ count: Int) throws(FormatError) {
    var left = count
    while left > 0 {
      _ = try bits(name, min(left, 32))
      left -= 32
    }
  }

  /// Reads ue(v), 0 to 2^32 - 2.
  @inline(__always)
  mutating func unsigned(_ name: String) throws(FormatError) -> UInt32 {
    fetch()
    let prefix = word.leadingZeroBitCount
    guard prefix < fetched else { throw truncated(name) }
    guard prefix < 32 else {
      throw FormatError(.invalidValue("the number has more than 32 bits"), path: name)
    }
    word <<= UInt64(prefix + 1)
    fetched -= prefix + 1
    return (1 << UInt32(prefix)) - 1 + (try bits(name, prefix))
  }

  /// Reads ue(v). Throws if it is above `most`.
  @inline(__always)
  mutating func unsigned(_ name: String, upTo most: UInt32) throws(FormatError) -> Int {
    let value = try unsigned(name)
    guard value <= most else {
      throw FormatError(.invalidValue("\(value), which is above \(most)"), path: name)
    }
    return Int(value)
  }

  /// Reads se(v), from -(2^31 - 1) to 2^31 - 1.
  mutating func signed(_ name: String) throws(FormatError) -> Int32 {
    let code = try unsigned(name)
    let magnitude = Int32(truncatingIfNeeded: code / 2)
    return code % 2 == 0 ? -magnitude : magnitude + 1
  }

  /// Whether more is left than the byte with the stop bit. Valid only at a byte boundary.
  var hasMoreBytes: Bool { unit.endIndex - position + fetched / 8 > 1 }
}
