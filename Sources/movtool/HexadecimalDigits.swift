extension UInt8 {
  /// The hexadecimal digits of the byte, in lower case.
  @inline(__always)
  fileprivate var digits: (UInt8, UInt8) { (Self.digit(self >> 4), Self.digit(self & 0xF)) }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

extension OutputSpan where Element == UInt8 {
  /// Appends the two hexadecimal digits of a byte.
  @inline(__always)
  mutating func append(hexadecimal byte: UInt8) {
    append(byte.digits.0)
    append(byte.digits.1)
  }
}

extension [UInt8] {
  /// Appends the two hexadecimal digits of a byte.
  @inline(__always)
  mutating func append(hexadecimal byte: UInt8) {
    append(byte.digits.0)
    append(byte.digits.1)
  }
}

extension Collection<UInt8> {
  /// Two hexadecimal digits for each byte.
  var hexadecimalText: String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self { text.append(hexadecimal: byte) }
    return String(decoding: text, as: UTF8.self)
  }
}
