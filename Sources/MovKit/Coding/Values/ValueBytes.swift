/// Bytes without a known meaning.
public struct RawBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// Creates a run of no bytes.
  public init() { bytes = [] }
  public var fieldValue: FieldValue { .bytes(bytes) }
}

/// A signed big-endian integer whose width is that of its field, up to eight bytes.
public struct SignedBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// The integer; nil if the field has no bytes, or more than eight.
  public var value: Int64? {
    guard (1...8).contains(bytes.count), let first = bytes.first else { return nil }
    let word = bytes.reduce(UInt64(first & 0x80 == 0 ? 0 : UInt64.max)) { $0 << 8 | UInt64($1) }
    return Int64(bitPattern: word)
  }
  public var fieldValue: FieldValue { value.map { .signed($0) } ?? .bytes(bytes) }
}

/// An unsigned big-endian integer whose width is that of its field, up to eight bytes.
public struct UnsignedBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// The integer; nil if the field has no bytes, or more than eight.
  public var value: UInt64? {
    guard (1...8).contains(bytes.count) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
  public var fieldValue: FieldValue { value.map { .unsigned($0) } ?? .bytes(bytes) }
}

/// A big-endian floating-point number of four or eight bytes.
public struct FloatBytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// The number; nil if the field has neither four nor eight bytes.
  public var value: Double? {
    guard let raw = UnsignedBytes(bytes: bytes).value else { return nil }
    switch bytes.count {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
    case 8: return Double(bitPattern: raw)
    default: return nil
    }
  }
  public var fieldValue: FieldValue {
    guard let value else { return .bytes(bytes) }
    return bytes.count == 4 ? floatingPoint(Float(value)) : floatingPoint(value)
  }
}
