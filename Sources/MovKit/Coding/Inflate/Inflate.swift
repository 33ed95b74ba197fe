/// Decompresses deflate streams (RFC 1951), bare or as the data of a zlib stream (RFC 1950).
package struct Inflate {
  private var bits: DeflateBits
  private var output: [UInt8] = []
  /// The largest number of bytes that may come out.
  private let limit: Int

  private init(_ data: Bytes, upTo limit: Int) {
    bits = DeflateBits(data)
    self.limit = limit
  }

  /// Returns what a zlib stream holds. Bytes after its end are ignored.
  /// - Parameter limit: The number of bytes that may come out. Memory is taken only for what comes out.
  /// - Throws: `FormatError` if the data is no zlib stream, ends early, is damaged, does not have its
  ///   checksum, or holds more than `limit`.
  package static func zlib(_ data: Bytes, upTo limit: Int) throws(FormatError) -> [UInt8] {
    var count = 0
    return try zlib(data, upTo: limit, counting: &count)
  }

  /// The same. `count` is set to the number of bytes that came out, also if it throws.
  package static func zlib(
    _ data: Bytes, upTo limit: Int, counting count: inout Int
  ) throws(FormatError) -> [UInt8] {
    guard isZlib(data) else { throw FormatError(.invalid("the compressed data is no zlib stream")) }
    guard data[data.startIndex + 1] & 0x20 == 0 else {
      throw FormatError(.unsupported("the compressed data needs a dictionary"))
    }
    var inflate = Inflate(data.dropFirst(2), upTo: limit)
    defer { count = inflate.output.count }
    try inflate.run()
    var checksum: UInt32 = 0
    for byte in try inflate.bits.take(4) { checksum = checksum << 8 | UInt32(byte) }
    guard checksum == Adler32(inflate.output).value else {
      throw FormatError(.invalid("the decompressed data does not have its checksum"))
    }
    return inflate.output
  }

  /// Returns what a bare deflate stream holds. Bytes after its end are ignored. Throws as `zlib` does.
  package static func deflate(_ data: Bytes, upTo limit: Int) throws(FormatError) -> [UInt8] {
    var count = 0
    return try deflate(data, upTo: limit, counting: &count)
  }

  /// The same. `count` is set to the number of bytes that came out, also if it throws.
  package static func deflate(
    _ data: Bytes, upTo limit: Int, counting count: inout Int
  ) throws(FormatError) -> [UInt8] {
    var inflate = Inflate(data, upTo: limit)
    defer { count = inflate.output.count }
    try inflate.run()
    return inflate.output
  }

  /// Whether data begins as a zlib stream does (RFC 1950, 2.2).
  package static func isZlib(_ data: Bytes) -> Bool {
    guard data.count >= 2 else { return false }
    let (method, flags) = (data[data.startIndex], data[data.startIndex + 1])
    return method & 0x0F == 8 && method >> 4 <= 7
      && (UInt16(method) << 8 | UInt16(flags)) % 31 == 0
  }

  private mutating func run() throws(FormatError) {
    var isLast = false
    while !isLast {
      isLast = try bits.bit() == 1
      switch try bits.bits(2) {
      case 0: try stored()
      case 1: try coded(DeflateCode.fixedLiterals, DeflateCode.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try coded(literals, distances)
      default:
        throw FormatError(.invalid("the compressed data has a block of an unknown kind"))
      }
    }
  }

  /// Checks that there may be more output.
  private func checkRoom(for count: Int) throws(FormatError) {
    guard count <= limit - output.count else {
      throw FormatError(.limit("the compressed data holds more than \(limit) bytes"))
    }
  }

  /// Reads a block that is not compressed (RFC 1951, 3.2.4).
  private mutating func stored() throws(FormatError) {
    let head = Array(try bits.take(4))
    let count = Int(head[0]) | Int(head[1]) << 8
    guard count == ~(Int(head[2]) | Int(head[3]) << 8) & 0xFFFF else {
      throw FormatError(
        .invalid("the compressed data has a block whose sizes contradict each other"))
    }
    try checkRoom(for: count)
    output += try bits.take(count)
  }

  /// Reads the codes of a block that has its own (RFC 1951, 3.2.7).
  private mutating func codes() throws(FormatError) -> (DeflateCode, DeflateCode) {
    let literalCount = try bits.bits(5) + 257
    let distanceCount = try bits.bits(5) + 1
    let lengthCount = try bits.bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw FormatError(.invalid("the compressed data has too many codes"))
    }
    var own = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) { own[place] = UInt8(try bits.bits(3)) }
    let code = try DeflateCode(checking: own)
    var lengths: [UInt8] = []
    let count = literalCount + distanceCount
    while lengths.count < count {
      let symbol = try code.symbol(&bits)
      var (length, times) = (UInt8(0), 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else {
          throw FormatError(.invalid("the compressed data repeats a length that is not there"))
        }
        (length, times) = (last, try bits.bits(2) + 3)
      case 17: times = try bits.bits(3) + 3
      case 18: times = try bits.bits(7) + 11
      default: length = UInt8(symbol)
      }
      guard times <= count - lengths.count else {
        throw FormatError(.invalid("the compressed data has too many codes"))
      }
      lengths += repeatElement(length, count: times)
    }
    // Without a code for its end, a block would have none.
    guard lengths[Self.endOfBlock] > 0 else {
      throw FormatError(.invalid("the compressed data has a block without an end"))
    }
    return (
      try DeflateCode(checking: lengths[..<literalCount]),
      try DeflateCode(checking: lengths[literalCount...])
    )
  }

  /// Reads the rest of a block: bytes, and repetitions of earlier ones (RFC 1951, 3.2.5).
  private mutating func coded(
    _ literals: DeflateCode, _ distances: DeflateCode
  ) throws(FormatError) {
    while true {
      let symbol = try literals.symbol(&bits)
      if symbol < Self.endOfBlock {
        try checkRoom(for: 1)
        output.append(UInt8(symbol))
        continue
      }
      guard symbol != Self.endOfBlock else { return }
      let kind = symbol - Self.endOfBlock - 1
      guard kind < Self.lengths.count else { throw Self.unknownSymbol }
      let length = Self.lengths[kind].base + (try bits.bits(Self.lengths[kind].bits))
      let far = try distances.symbol(&bits)
      guard far < Self.distances.count else { throw Self.unknownSymbol }
      let distance = Self.distances[far].base + (try bits.bits(Self.distances[far].bits))
      guard distance <= output.count else {
        throw FormatError(.invalid("the compressed data repeats bytes before its start"))
      }
      try checkRoom(for: length)
      // What is repeated may overlap what it becomes.
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private static var unknownSymbol: FormatError {
    FormatError(.invalid("the compressed data has a code that stands for nothing"))
  }

  static let endOfBlock = 256

  /// The order in which the lengths of the codes of lengths are stored.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The shortest length of each symbol, and the number of bits that are added to it.
  static let lengths: [(base: Int, bits: Int)] = pairs(
    [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
      163, 195, 227, 258,
    ],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0])

  /// The same of distances.
  static let distances: [(base: Int, bits: Int)] = pairs(
    [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
      2049,
      3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ],
    [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
      13,
    ])

  private static func pairs(_ bases: [Int], _ bits: [Int]) -> [(base: Int, bits: Int)] {
    zip(bases, bits).map { (base: $0, bits: $1) }
  }
}
