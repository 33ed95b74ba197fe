/// A hash of bytes that come in pieces.
package protocol MessageDigest {
  init()
  /// Adds bytes to what is hashed.
  mutating func update(_ bytes: Span<UInt8>)
  /// Returns the hash of all bytes.
  func finish() -> [UInt8]
}

extension MessageDigest {
  package mutating func update(_ bytes: [UInt8]) {
    let all = bytes[...]
    update(all.span)
  }
}

/// What MD5 and SHA-256 share: they hash blocks of 64 bytes, and the last is filled with a bit that is 1,
/// zeros, and the number of bits of all bytes in 64 bits.
struct DigestBlocks {
  static let size = 64

  /// The bytes that do not fill a block.
  private var rest: ContiguousArray<UInt8> = []
  private var count: UInt64 = 0

  init() { rest.reserveCapacity(2 * Self.size) }

  /// Adds bytes, and passes each block that is full, as the place where it begins in some bytes.
  @inline(__always)
  mutating func add(_ bytes: Span<UInt8>, _ hash: (Span<UInt8>, Int) -> Void) {
    count &+= UInt64(bytes.count)
    var place = 0
    if !rest.isEmpty {
      while place < bytes.count, rest.count < Self.size {
        rest.append(bytes[place])
        place += 1
      }
      guard rest.count == Self.size else { return }
      hash(rest.span, 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - place >= Self.size {
      hash(bytes, place)
      place += Self.size
    }
    while place < bytes.count {
      rest.append(bytes[place])
      place += 1
    }
  }

  /// Passes the last one or two blocks.
  @inline(__always)
  func end(isBigEndian: Bool, _ hash: (Span<UInt8>, Int) -> Void) {
    var last = rest
    last.append(0x80)
    while last.count % Self.size != Self.size - 8 { last.append(0) }
    let bits = count &* 8
    for place in 0..<8 {
      let shift = UInt64(8 * (isBigEndian ? 7 - place : place))
      last.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    for place in stride(from: 0, to: last.count, by: Self.size) { hash(last.span, place) }
  }
}
