import TestSupport

@testable import MovKit

/// Fills each field with random bits of the width that it has on the wire.
struct Scrambler: FieldCoder {
  private(set) var random: SplitMix64
  /// Whether a part was met that only the bytes tell: then another reading may be found.
  private(set) var metOptional = false
  private(set) var metChildren = false
  private var depth = 0

  init(_ random: SplitMix64) { self.random = random }

  /// Random bits, with the values at which layouts turn more often than chance has them.
  private mutating func word(bits: Int) -> UInt64 {
    let all: UInt64 = bits == 0 ? 0 : .max >> UInt64(64 - bits)
    let top: UInt64 = bits == 0 ? 0 : 1 << UInt64(bits - 1)
    switch random.next() % 8 {
    case 0:
      return [0, 1, all, all - min(all, 1), top, top &- 1 & all][Int(random.next() % 6)] & all
    case 1: return random.next() % 17 & all
    default: return random.next() & all
    }
  }

  private mutating func number<T: FixedWidthInteger>(bits: Int) -> T {
    let unused = UInt64(64 - bits)
    let word = word(bits: bits)
    return T.isSigned
      ? T(truncatingIfNeeded: Int64(bitPattern: word << unused) >> Int64(unused))
      : T(truncatingIfNeeded: word)
  }

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) { value = number(bits: 8 * bytes) }

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    value = S(rawValue: number(bits: 8 * bytes))
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) { value = number(bits: width) }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {
    value = random.once(in: 3) ? number(bits: width) : 0
  }

  mutating func reserved(_ value: inout Reserved, _ count: Int) {
    value = random.once(in: 3) ? Reserved(keeping: random.bytes(count)[...]) : Reserved()
  }

  /// A record that derives one length from another may ask for what cannot be; its reader would
  /// refuse that too.
  private static func check(_ count: Int, _ name: String) throws(FormatError) {
    guard (0...4096).contains(count) else {
      throw FormatError(.invalid("\(count) of them"), path: "\(name)")
    }
  }

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?)
    throws(FormatError)
  {
    let count = count ?? Int(random.next() % 20)
    try Self.check(count, name)
    value = B(bytes: random.bytes(count)[...])
  }

  mutating func terminated(_ name: String, _ value: inout CString) {
    // Where text stands behind this one, a missing zero would join the two.
    value = CString(text: random.bytes(Int(random.next() % 12)).filter { $0 != 0 }[...])
  }

  mutating func terminatedText<B: FieldBytes>(
    _ name: String, _ value: inout B, before fits: (Bytes) -> Bool
  ) {
    let text = random.bytes(Int(random.next() % 12)).filter { $0 != 0 }
    let isWide = random.once(in: 3)
    value = B(
      bytes: isWide ? [0xFE, 0xFF] + text.flatMap { [0, $0] } + [0, 0] : [0x20] + text + [0])
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) {
    version = UInt8.random(in: 0...newest, using: &random)
  }

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) {
    value = depth > 4 ? 0 : Int(random.next() % (random.once(in: 8) ? 40 : 5))
  }

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError) {
    try Self.check(count, name)
    let stride = Table<Row>.strideBits(layout)
    try Self.check(stride, name)
    value = Table(
      bytes: random.bytes((count * stride + 7) / 8)[...], count: count, layout: layout,
      strideBits: stride)
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    guard Table<Row>.strideBits(layout) >= 8 else { return }
    try rows(name, &value, count: Int(random.next() % 6), layout: layout)
  }

  mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int)
    throws(FormatError)
  { try list(name, &value, count: count, like: R()) }

  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int, like prototype: R
  ) throws(FormatError) {
    try Self.check(count, name)
    value = []
    for _ in 0..<count {
      var item = prototype
      try record(name, &item)
      value.append(item)
    }
  }

  mutating func remainingList<R: Record>(_ name: String, _ value: inout [R])
    throws(FormatError)
  { try remainingList(name, &value, like: R()) }

  mutating func remainingList<R: Record>(
    _ name: String, _ value: inout [R], like prototype: R
  ) throws(FormatError) {
    try list(name, &value, count: depth > 4 ? 0 : Int(random.next() % 4), like: prototype)
  }

  mutating func record<R: Record>(_ name: String, _ value: inout R) throws(FormatError) {
    depth += 1
    defer { depth -= 1 }
    guard depth < 16 else { throw FormatError(.invalid("records without end"), path: "\(name)") }
    try value.fields(&self)
  }

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {
    metOptional = true
    if random.once(in: 2) { isPresent = random.once(in: 2) }
  }

  mutating func children() { metChildren = true }
}

extension Scrambler {
  /// A random value, and the scrambler after it; nil where chance gives none that can be written.
  static func value<R: Record>(_: R.Type, _ random: inout SplitMix64) -> (R, Scrambler)? {
    for _ in 0..<2000 {
      var scrambler = Scrambler(SplitMix64(seed: random.next()))
      var record = R()
      do {
        try record.fields(&scrambler)
        return (record, scrambler)
      } catch { continue }
    }
    return nil
  }
}
