extension UInt8 {
  /// The hexadecimal digits of the byte, in lower case.
  @inline(__always)
  fileprivate var digits: (UInt8, UInt8) {
    ((self >> 4).hexadecimalDigit, (self & 0xF).hexadecimalDigit)
  }

  /// The hexadecimal digit of a number below 16, in lower case.
  @inline(__always)
  var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x57 + self }
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
