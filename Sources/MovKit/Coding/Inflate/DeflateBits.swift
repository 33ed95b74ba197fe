/// The bits of a deflate stream, from the lowest of each byte on (RFC 1951, 3.1.1).
struct DeflateBits {
  private let bytes: Bytes
  /// The index of the next byte to take bits from.
  private var next: Int
  private var held: UInt32 = 0
  private var heldCount = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  /// Returns the next bit.
  @inline(__always)
  mutating func bit() throws(FormatError) -> Int { try bits(1) }

  /// Returns the next bits, of which there are at most 16, as a number whose lowest bit comes first.
  @inline(__always)
  mutating func bits(_ count: Int) throws(FormatError) -> Int {
    while heldCount < count {
      guard next < bytes.endIndex else { throw Self.endsEarly }
      held |= UInt32(bytes[next]) << UInt32(heldCount)
      next += 1
      heldCount += 8
    }
    let value = held & ((1 << UInt32(count)) - 1)
    held >>= UInt32(count)
    heldCount -= count
    return Int(value)
  }

  /// Skips the bits up to the next whole byte, and returns the bytes from there on.
  mutating func rest() -> Bytes {
    // Whole bytes that were taken ahead go back.
    next -= heldCount / 8
    held = 0
    heldCount = 0
    return bytes[next...]
  }

  /// Returns the next whole bytes after the bits up to them.
  mutating func take(_ count: Int) throws(FormatError) -> Bytes {
    let rest = rest()
    guard rest.count >= count else { throw Self.endsEarly }
    next += count
    return rest.prefix(count)
  }

  static var endsEarly: FormatError { FormatError(.invalid("the compressed data ends early")) }
}
