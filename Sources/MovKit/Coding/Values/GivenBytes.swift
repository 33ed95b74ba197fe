// Bytes from what they are shown as.

extension FieldBytes {
  /// Returns the bytes that hexadecimal digits give.
  public func taking(_ given: FieldValue, count: Int?) -> Self? {
    given.givenBytes.map { Self(bytes: $0) }
  }
}

extension TextBytes {
  public func taking(_ given: FieldValue, count: Int?) -> TextBytes? {
    given.givenText.map { TextBytes($0) }
  }
}

extension UTF16Bytes {
  /// Returns the text with the most significant byte of each unit first.
  public func taking(_ given: FieldValue, count: Int?) -> UTF16Bytes? {
    given.givenText.map { UTF16Bytes(bytes: $0.utf16Bytes(littleEndian: false)[...]) }
  }
}

extension FixedPascalString {
  /// Returns the text padded to the size of the field, or nil if it does not fit.
  public func taking(_ given: FieldValue, count: Int?) -> FixedPascalString? {
    guard let text = given.givenText else { return nil }
    let size = count ?? bytes.count
    guard (1...256).contains(size), text.utf8.count < size else { return nil }
    return FixedPascalString(text, size: size)
  }
}

extension PascalOrCString {
  /// Returns the text in the form of this one: after a length or before a zero. Nil if it has a zero in it, or is
  /// too long for a length.
  public func taking(_ given: FieldValue, count: Int?) -> PascalOrCString? {
    guard let text = given.givenText, !text.utf8.contains(0) else { return nil }
    guard staysCounted else { return PascalOrCString(c: text) }
    return text.utf8.count <= Self.longestCounted ? PascalOrCString(pascal: text) : nil
  }
}

/// The widths of an integer whose type says none (QuickTime File Format, "Well-Known Types"; AVFoundation has 8).
enum IntegerWidths {
  static let all = [1, 2, 3, 4, 8]

  /// Returns a width that holds `needed` bytes: that of an old number, if it has one that integers have.
  fileprivate static func width(like old: Int, atLeast needed: Int) -> Int {
    all.contains(old) ? max(old, needed) : needed
  }
}

extension SignedBytes {
  /// Returns the number with as many bytes as this one has if integers have so many, or else as few as it needs.
  public func taking(_ given: FieldValue, count: Int?) -> SignedBytes? {
    // Bytes that are no number are shown as bytes, and hexadecimal digits may be decimal ones too.
    if value == nil, case .text = given { return given.givenBytes.map { SignedBytes(bytes: $0) } }
    if case .bytes(let bytes) = given { return SignedBytes(bytes: bytes) }
    guard let number = given.givenInteger, let exact = Int64(exactly: number) else { return nil }
    let needed: Int = [1, 2, 4].first { [0, -1].contains(exact >> (8 * $0 - 1)) } ?? 8
    let width = count ?? IntegerWidths.width(like: bytes.count, atLeast: needed)
    guard (needed...8).contains(width) else { return nil }
    return SignedBytes(bytes: UInt64(bitPattern: exact).bytes(width))
  }
}

extension UnsignedBytes {
  /// Returns the number with as many bytes as this one has if integers have so many, or else as few as it needs.
  public func taking(_ given: FieldValue, count: Int?) -> UnsignedBytes? {
    // Bytes that are no number are shown as bytes, and hexadecimal digits may be decimal ones too.
    if value == nil, case .text = given { return given.givenBytes.map { UnsignedBytes(bytes: $0) } }
    if case .bytes(let bytes) = given { return UnsignedBytes(bytes: bytes) }
    guard let number = given.givenInteger, let exact = UInt64(exactly: number) else { return nil }
    let needed: Int = [1, 2, 4].first { exact >> (8 * $0) == 0 } ?? 8
    let width = count ?? IntegerWidths.width(like: bytes.count, atLeast: needed)
    guard (needed...8).contains(width) else { return nil }
    return UnsignedBytes(bytes: exact.bytes(width))
  }
}

extension FloatBytes {
  /// Returns the number with four bytes if this one has four, and otherwise with eight.
  public func taking(_ given: FieldValue, count: Int?) -> FloatBytes? {
    if value == nil, case .text = given { return given.givenBytes.map { FloatBytes(bytes: $0) } }
    guard let text = given.givenDecimal, let number = Double(text), number.isFinite else {
      return given.givenBytes.map { FloatBytes(bytes: $0) }
    }
    if (count ?? bytes.count) == 4 {
      guard let float = Float(text), float.isFinite else { return nil }
      return FloatBytes(bytes: UInt64(float.bitPattern).bytes(4))
    }
    return FloatBytes(bytes: number.bitPattern.bytes(8))
  }
}

extension UInt64 {
  /// Returns the last bytes of the number, at most eight.
  fileprivate func bytes(_ count: Int) -> Bytes {
    (0..<count).map { UInt8(truncatingIfNeeded: self >> UInt64(8 * (count - 1 - $0))) }[...]
  }
}

extension Record {
  public mutating func take(summary: FieldValue) -> Bool { false }
}

extension PascalString {
  /// Takes the text in UTF-8.
  public mutating func take(summary: FieldValue) -> Bool {
    guard let new = summary.givenText else { return false }
    text = Array(new.utf8)[...]
    return true
  }
}

extension Matrix {
  /// Takes nine numbers.
  public mutating func take(summary: FieldValue) -> Bool {
    guard let rows = summary.givenRows, rows.count == 9 else { return false }
    func number<F: FixedPoint>(_ index: Int) -> F? { F(given: rows.row(index)) }
    guard let a: Fixed16x16 = number(0), let b: Fixed16x16 = number(1),
      let u: Fixed2x30 = number(2),
      let c: Fixed16x16 = number(3), let d: Fixed16x16 = number(4), let v: Fixed2x30 = number(5),
      let x: Fixed16x16 = number(6), let y: Fixed16x16 = number(7), let w: Fixed2x30 = number(8)
    else { return false }
    (self.a, self.b, self.u, self.c, self.d, self.v, self.x, self.y, self.w) =
      (a, b, u, c, d, v, x, y, w)
    return true
  }
}
