/// Compresses bytes as a zlib stream (RFC 1950) of one deflate block with fixed codes (RFC 1951, 3.2.6).
package struct Deflate {
  private let data: [UInt8]
  private var output: [UInt8]
  private var held: UInt64 = 0
  private var heldCount = 0
  /// For each hash of three bytes, where they were last.
  private var places = [Int32](repeating: -1, count: 1 << Deflate.hashBits)

  private static let hashBits = 15
  private static let window = 32768
  private static let shortest = 3
  private static let longest = 258

  /// Returns bytes as a zlib stream. There must be fewer than 2 GiB.
  package static func zlib(_ data: [UInt8]) -> [UInt8] {
    var deflate = Deflate(data)
    deflate.run()
    let checksum = Adler32(data).value
    return deflate.output
      + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * $0)) }
  }

  private init(_ data: [UInt8]) {
    self.data = data
    // Deflate with a window of 32 KiB, and no dictionary.
    output = [0x78, 0x01]
  }

  private mutating func run() {
    // The last block, with fixed codes.
    put(0b011, 3)
    var index = 0
    while index < data.count {
      let (length, distance) = match(at: index)
      guard length >= Self.shortest else {
        putSymbol(Int(data[index]))
        index += 1
        continue
      }
      putLength(length)
      putDistance(distance)
      // What was skipped can be repeated too.
      for place in index + 1..<index + length { note(place) }
      index += length
    }
    putSymbol(Inflate.endOfBlock)
    put(0, 7)
  }

  /// The hash of the three bytes at an index; nil at the end.
  private func hash(at index: Int) -> Int? {
    guard index + Self.shortest <= data.count else { return nil }
    let bytes =
      UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
    return Int((bytes &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
  }

  private mutating func note(_ index: Int) {
    if let hash = hash(at: index) { places[hash] = Int32(truncatingIfNeeded: index) }
  }

  /// Returns how many bytes from an index on were there before, and how far before.
  private mutating func match(at index: Int) -> (length: Int, distance: Int) {
    guard let hash = hash(at: index) else { return (0, 0) }
    let place = Int(places[hash])
    places[hash] = Int32(truncatingIfNeeded: index)
    guard place >= 0, index - place <= Self.window else { return (0, 0) }
    let most = min(Self.longest, data.count - index)
    var length = 0
    while length < most, data[place + length] == data[index + length] { length += 1 }
    return (length, index - place)
  }

  private mutating func putLength(_ length: Int) {
    let kind = Inflate.lengths.lastIndex { $0.base <= length } ?? 0
    putSymbol(Inflate.endOfBlock + 1 + kind)
    put(UInt64(length - Inflate.lengths[kind].base), Inflate.lengths[kind].bits)
  }

  private mutating func putDistance(_ distance: Int) {
    let kind = Inflate.distances.lastIndex { $0.base <= distance } ?? 0
    putCode(UInt64(kind), 5)
    put(UInt64(distance - Inflate.distances[kind].base), Inflate.distances[kind].bits)
  }

  /// Puts a byte, a length or the end in its fixed code.
  private mutating func putSymbol(_ symbol: Int) {
    let code = UInt64(symbol)
    switch symbol {
    case ..<144: putCode(0x30 + code, 8)
    case ..<256: putCode(0x190 + code - 144, 9)
    case ..<280: putCode(code - 256, 7)
    default: putCode(0xC0 + code - 280, 8)
    }
  }

  /// Puts a code, whose highest bit comes first.
  private mutating func putCode(_ code: UInt64, _ count: Int) {
    var reversed: UInt64 = 0
    for bit in 0..<count { reversed |= (code >> UInt64(bit) & 1) << UInt64(count - 1 - bit) }
    put(reversed, count)
  }

  /// Puts bits, the lowest first.
  private mutating func put(_ bits: UInt64, _ count: Int) {
    held |= bits << UInt64(heldCount)
    heldCount += count
    while heldCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: held))
      held >>= 8
      heldCount -= 8
    }
  }
}
