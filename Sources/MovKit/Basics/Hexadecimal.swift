extension UInt8 {
  /// The value of a hexadecimal digit; nil for another byte.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The hexadecimal digit of a number below 16, in lower case.
  // The tool writes millions of them.
  @inlinable @inline(__always)
  package var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x57 + self }
}

extension Collection<UInt8> {
  /// Two hexadecimal digits for each byte, in lower case.
  @inlinable
  package var hexadecimalText: String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self {
      text.append((byte >> 4).hexadecimalDigit)
      text.append((byte & 0xF).hexadecimalDigit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
