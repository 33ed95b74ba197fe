extension OutputSpan where Element == UInt8 {
  /// Appends a number in decimal digits, at most 20.
  @inline(__always)
  mutating func append(decimal number: UInt64) {
    guard number > 9 else { return append(0x30 | UInt8(truncatingIfNeeded: number)) }
    let (upper, last) = number.quotientAndRemainder(dividingBy: UInt64.eightDigits)
    if upper > 0 {
      let (first, middle) = upper.quotientAndRemainder(dividingBy: UInt64.eightDigits)
      if first > 0 { append(digits: first.digits, leavingOutZeros: true) }
      append(digits: middle.digits, leavingOutZeros: first == 0)
    }
    append(digits: last.digits, leavingOutZeros: upper == 0)
  }

  /// Appends a number, which is that of an `Int64` with the same bits if `isSigned`, in at most 20
  /// characters.
  @inline(__always)
  mutating func append(decimal number: UInt64, isSigned: Bool) {
    let value = Int64(bitPattern: number)
    if isSigned, value < 0 { append(0x2D) }
    append(decimal: isSigned ? value.magnitude : number)
  }

  /// Appends eight digits, the first in the lowest byte; at least one is not zero.
  @inline(__always)
  private mutating func append(digits: UInt64, leavingOutZeros: Bool) {
    let skipped = leavingOutZeros ? digits.trailingZeroBitCount >> 3 : 0
    append(
      bytesOf: (digits | 0x3030_3030_3030_3030) >> UInt64(8 * skipped), count: 8 - skipped)
  }

  /// Appends the lowest bytes of a word, at most 8, the lowest first. Together they are one store, and not
  /// one for each byte: most of what listings print are digits and names.
  @inline(__always)
  mutating func append(bytesOf word: UInt64, count: Int) {
    guard freeCapacity >= 8, (0...8).contains(count) else {
      for place in 0..<count { append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
      return
    }
    // There is room for all of the word, and only what is counted is part of the output.
    unsafe withUnsafeMutableBufferPointer { buffer, filled in
      unsafe UnsafeMutableRawBufferPointer(buffer)
        .storeBytes(of: word.littleEndian, toByteOffset: filled, as: UInt64.self)
      filled += count
    }
  }

  /// Appends spaces; none if `count` is negative.
  @inline(__always)
  mutating func append(spaces count: Int) {
    if count > 0 { append(repeating: 0x20, count: count) }
  }

  /// Appends a part of some bytes.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>, _ part: Range<Int>) {
    var place = part.lowerBound
    while place < part.upperBound {
      let count = Swift.min(part.upperBound - place, 8)
      if bytes.count - place >= 8 {
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
        append(bytesOf: UInt64(littleEndian: word), count: count)
      } else {
        for index in place..<place + count { append(bytes[index]) }
      }
      place += count
    }
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  @inline(__always)
  mutating func append(decimal number: UInt64) {
    append(addingCapacity: 20) { $0.append(decimal: number) }
  }

  /// Appends a number, which is that of an `Int64` with the same bits if `isSigned`.
  @inline(__always)
  mutating func append(decimal number: UInt64, isSigned: Bool) {
    append(addingCapacity: 20) { $0.append(decimal: number, isSigned: isSigned) }
  }

  /// Appends spaces; none if `count` is negative.
  @inline(__always)
  mutating func append(spaces count: Int) {
    if count > 0 { append(addingCapacity: count) { $0.append(spaces: count) } }
  }
}

extension UInt64 {
  fileprivate static var eightDigits: UInt64 { 100_000_000 }

  /// The eight decimal digits of a number less than 10^8, one a byte, the first in the lowest byte. All
  /// are found at once: halves of four digits, then pairs, then single digits, each in a part of the
  /// word of its own. Multiplying by 10486 / 2^20 divides numbers up to 9999 by 100, and by 103 / 2^10
  /// numbers up to 99 by 10.
  @inline(__always)
  fileprivate var digits: UInt64 {
    let halves = self / 10_000 | (self % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x7F_0000_007F
    let pairs = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
  }

  /// The number of decimal digits.
  @inline(__always)
  var decimalDigits: Int {
    var (count, bound) = (1, UInt64(10))
    while self >= bound, count < 19 {
      count += 1
      bound *= 10
    }
    return self >= 10_000_000_000_000_000_000 ? 20 : count
  }

  /// The number of characters of the number, which is that of an `Int64` with the same bits if
  /// `isSigned`.
  @inline(__always)
  func columns(isSigned: Bool) -> Int {
    let value = Int64(bitPattern: self)
    guard isSigned, value < 0 else { return decimalDigits }
    return 1 + value.magnitude.decimalDigits
  }
}
