import MovKit

extension UInt8 {
  /// The hexadecimal digits of the byte, in lower case.
  @inline(__always)
  fileprivate var digits: (UInt8, UInt8) {
    ((self >> 4).hexadecimalDigit, (self & 0xF).hexadecimalDigit)
  }
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
