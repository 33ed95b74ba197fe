extension [UInt8] {
  /// Appends a number in decimal digits.
  @inline(__always)
  mutating func append(decimal number: UInt64) {
    let start = count
    let digits = number.decimalDigits
    append(contentsOf: repeatElement(0x30, count: digits))
    var rest = number
    var place = start + digits - 1
    while rest > 9 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      self[place] = 0x30 + UInt8(truncatingIfNeeded: digit)
      rest = quotient
      place -= 1
    }
    self[place] = 0x30 + UInt8(truncatingIfNeeded: rest)
  }

  /// Appends a number, which is that of an `Int64` with the same bits if `isSigned`.
  @inline(__always)
  mutating func append(decimal number: UInt64, isSigned: Bool) {
    let value = Int64(bitPattern: number)
    if isSigned, value < 0 { append(0x2D) }
    append(decimal: isSigned ? value.magnitude : number)
  }

  /// Appends spaces; none if `count` is negative.
  @inline(__always)
  mutating func append(spaces count: Int) {
    if count > 0 { append(contentsOf: repeatElement(0x20, count: count)) }
  }
}

extension UInt64 {
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
