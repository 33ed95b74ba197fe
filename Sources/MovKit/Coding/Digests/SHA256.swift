/// SHA-256 (FIPS 180-4, 6.2).
package struct SHA256: MessageDigest {
  private var state: State
  private var blocks = DigestBlocks()

  package init() {
    // The first 32 bits of the fractional parts of the square roots of the first eight primes (5.3.3).
    state = State(
      a: 0x6a09_e667, b: 0xbb67_ae85, c: 0x3c6e_f372, d: 0xa54f_f53a, e: 0x510e_527f,
      f: 0x9b05_688c, g: 0x1f83_d9ab, h: 0x5be0_cd19)
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    var state = state
    var words = ContiguousArray<UInt32>(repeating: 0, count: 64)
    blocks.add(bytes) { state.hash($0, at: $1, &words) }
    self.state = state
  }

  package func finish() -> [UInt8] {
    var state = state
    var words = ContiguousArray<UInt32>(repeating: 0, count: 64)
    blocks.end(isBigEndian: true) { state.hash($0, at: $1, &words) }
    let all = [state.a, state.b, state.c, state.d, state.e, state.f, state.g, state.h]
    return all.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The eight words of the hash.
  private struct State {
    var a, b, c, d, e, f, g, h: UInt32

    /// Hashes a block (6.2.2). `words` has room for its 64 words.
    @inline(__always)
    mutating func hash(_ bytes: Span<UInt8>, at start: Int, _ words: inout ContiguousArray<UInt32>)
    {
      var words = words.mutableSpan
      let constants = SHA256.constants.span
      for place in 0..<16 {
        let byte = start + 4 * place
        words[place] =
          UInt32(bytes[byte]) << 24 | UInt32(bytes[byte + 1]) << 16 | UInt32(bytes[byte + 2]) << 8
          | UInt32(bytes[byte + 3])
      }
      for place in 16..<64 {
        let (early, late) = (words[place - 15], words[place - 2])
        let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
        let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
        words[place] = words[place - 16] &+ first &+ words[place - 7] &+ second
      }
      var next = self
      for place in 0..<64 {
        let sum = next.e.rotated(6) ^ next.e.rotated(11) ^ next.e.rotated(25)
        let choice = next.e & next.f ^ ~next.e & next.g
        let first = next.h &+ sum &+ choice &+ constants[place] &+ words[place]
        let other = next.a.rotated(2) ^ next.a.rotated(13) ^ next.a.rotated(22)
        let majority = next.a & next.b ^ next.a & next.c ^ next.b & next.c
        next = State(
          a: first &+ other &+ majority, b: next.a, c: next.b, d: next.c, e: next.d &+ first,
          f: next.e, g: next.f, h: next.g)
      }
      self = State(
        a: a &+ next.a, b: b &+ next.b, c: c &+ next.c, d: d &+ next.d, e: e &+ next.e,
        f: f &+ next.f, g: g &+ next.g, h: h &+ next.h)
    }
  }

  /// The constants of the first 64 primes.
  private static let constants = ContiguousArray(primes(64).map { constant(of: $0) })

  /// Returns the first 32 bits of the fractional part of the cube root of a prime (4.2.2).
  private static func constant(of prime: UInt32) -> UInt32 {
    // The largest cube of 2^32 times a number that is not above the prime: the number's last 32 bits
    // are those wanted.
    let target = UInt128(prime) << 96
    var root: UInt128 = 0
    for bit in (0..<36).reversed() {
      let next = root | 1 << UInt128(bit)
      if next * next * next <= target { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static func primes(_ count: Int) -> [UInt32] {
    var primes: [UInt32] = []
    var number: UInt32 = 2
    while primes.count < count {
      if !primes.contains(where: { number % $0 == 0 }) { primes.append(number) }
      number += 1
    }
    return primes
  }
}

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
