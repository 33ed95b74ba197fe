@testable import MovKit

/// Bits written one after the other: NAL units made by hand.
struct BitString {
  private var bits: [UInt8] = []

  mutating func u(_ count: Int, _ value: UInt64) {
    for index in (0..<count).reversed() { bits.append(UInt8(value >> UInt64(index) & 1)) }
  }

  mutating func flag(_ value: Bool) { u(1, value ? 1 : 0) }

  /// ue(v): as many zeros as bits follow the first 1 of `value + 1`.
  mutating func ue(_ value: UInt64) {
    let digits = String(value + 1, radix: 2).count
    u(digits - 1, 0)
    u(digits, value + 1)
  }

  mutating func se(_ value: Int64) { ue(value > 0 ? UInt64(2 * value - 1) : UInt64(-2 * value)) }

  /// With the stop bit, and 03 wherever two zeros would stand before a byte below 4.
  func unit(head: [UInt8]) -> [UInt8] {
    var padded = bits + [1]
    while padded.count % 8 != 0 { padded.append(0) }
    var unit = head
    var zeros = 0
    for start in stride(from: 0, to: padded.count, by: 8) {
      let byte = padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 }
      if zeros == 2, byte < 4 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return unit
  }
}
