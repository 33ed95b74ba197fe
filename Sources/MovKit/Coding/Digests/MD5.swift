/// MD5 (RFC 1321): to compare with what other programs print, and not for anything that an attacker must
/// not forge.
package struct MD5: MessageDigest {
  private var state = State(a: 0x6745_2301, b: 0xefcd_ab89, c: 0x98ba_dcfe, d: 0x1032_5476)
  private var blocks = DigestBlocks()

  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) {
    var state = state
    blocks.add(bytes) { state.hash($0, at: $1) }
    self.state = state
  }

  package func finish() -> [UInt8] {
    var state = state
    blocks.end(isBigEndian: false) { state.hash($0, at: $1) }
    return [state.a, state.b, state.c, state.d].flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The four words of the hash.
  private struct State {
    var a, b, c, d: UInt32

    /// Hashes a block (3.4).
    @inline(__always)
    mutating func hash(_ bytes: Span<UInt8>, at start: Int) {
      func word(_ index: Int) -> UInt32 {
        let byte = start + 4 * index
        return UInt32(bytes[byte]) | UInt32(bytes[byte + 1]) << 8 | UInt32(bytes[byte + 2]) << 16
          | UInt32(bytes[byte + 3]) << 24
      }
      let (constants, shifts) = (MD5.constants.span, MD5.shifts.span)
      var next = self
      func step(_ number: Int, _ mix: UInt32, _ index: Int) {
        let sum = next.a &+ mix &+ constants[number] &+ word(index & 15)
        let shift = shifts[(number >> 4) << 2 | number & 3]
        next = State(
          a: next.d, b: next.b &+ (sum << shift | sum >> (32 - shift)), c: next.b, d: next.c)
      }
      for number in 0..<16 { step(number, next.b & next.c | ~next.b & next.d, number) }
      for number in 16..<32 { step(number, next.d & next.b | ~next.d & next.c, 5 * number + 1) }
      for number in 32..<48 { step(number, next.b ^ next.c ^ next.d, 3 * number + 5) }
      for number in 48..<64 { step(number, next.c ^ (next.b | ~next.d), 7 * number) }
      self = State(a: a &+ next.a, b: b &+ next.b, c: c &+ next.c, d: d &+ next.d)
    }
  }

  /// By how many bits the four steps of each of the four rounds rotate.
  private static let shifts: ContiguousArray<UInt32> = [
    7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21,
  ]

  /// 2^32 times the absolute value of the sine of 1 to 64, in radians, without the fraction (3.4).
  private static let constants: ContiguousArray<UInt32> = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]
}
