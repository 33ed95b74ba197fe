/// Numbers of 64 bits, whose upper halves are kept only if one of them is not zero.
struct HalvedNumbers: Sendable {
  private var lower: [UInt32] = []
  /// As many as there are in `lower`, or none if all are zero.
  private var upper: [UInt32] = []

  var count: Int { lower.count }

  mutating func reserveCapacity(_ count: Int) { lower.reserveCapacity(count) }

  mutating func append(_ number: UInt64) {
    let half = UInt32(truncatingIfNeeded: number >> 32)
    if half != 0, upper.isEmpty {
      upper.reserveCapacity(lower.capacity)
      upper.append(contentsOf: repeatElement(0, count: lower.count))
    }
    if half != 0 || !upper.isEmpty { upper.append(half) }
    lower.append(UInt32(truncatingIfNeeded: number))
  }

  subscript(index: Int) -> UInt64 {
    UInt64(lower[index]) | (upper.isEmpty ? 0 : UInt64(upper[index]) << 32)
  }
}
