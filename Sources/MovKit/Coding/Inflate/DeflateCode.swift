/// A Huffman code of a deflate stream, given by the lengths of its codes (RFC 1951, 3.2.2).
struct DeflateCode {
  /// The largest number of bits of a code.
  static let longest = 15

  /// The number of codes of each length.
  private var counts = [Int](repeating: 0, count: longest + 1)
  /// The symbols in the order of their codes.
  private var symbols: [UInt16]

  /// A code whose symbols 0, 1, … have codes of these lengths in bits; 0 for a symbol without a code.
  /// - Throws: `FormatError` if there are more codes than the lengths allow, or fewer and there is not
  ///   just one.
  init(checking lengths: some Collection<UInt8>) throws(FormatError) {
    guard lengths.allSatisfy({ $0 <= Self.longest }) else { throw Self.impossible }
    self.init(lengths)
    var free = 1
    for length in 1...Self.longest {
      free = 2 * free - counts[length]
      guard free >= 0 else { throw Self.impossible }
    }
    // One code of one bit, or none, leaves others unused (RFC 1951, 3.2.7).
    guard free == 0 || symbols.isEmpty || symbols.count == 1 && counts[1] == 1 else {
      throw Self.impossible
    }
  }

  /// A code of possible lengths.
  private init(_ lengths: some Collection<UInt8>) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var starts = [Int](repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest { starts[length + 1] = starts[length] + counts[length] }
    symbols = [UInt16](repeating: 0, count: starts[Self.longest + 1])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[starts[Int(length)]] = UInt16(symbol)
      starts[Int(length)] += 1
    }
  }

  /// Returns the next symbol of a stream.
  @inline(__always)
  func symbol(_ bits: inout DeflateBits) throws(FormatError) -> Int {
    var code = 0
    // The first code of the length, and its place among the symbols.
    var (first, place) = (0, 0)
    for length in 1...Self.longest {
      code |= try bits.bit()
      let count = counts[length]
      if code - first < count { return Int(symbols[place + code - first]) }
      place += count
      first = (first + count) << 1
      code <<= 1
    }
    throw FormatError(.invalid("the compressed data has a code that stands for nothing"))
  }

  private static var impossible: FormatError {
    FormatError(.invalid("the compressed data has a table of codes that is impossible"))
  }
}

extension DeflateCode {
  /// The codes of bytes and lengths in blocks of fixed codes (RFC 1951, 3.2.6).
  static let fixedLiterals = DeflateCode(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

  /// The codes of distances in blocks of fixed codes.
  static let fixedDistances = DeflateCode([UInt8](repeating: 5, count: 32))
}
