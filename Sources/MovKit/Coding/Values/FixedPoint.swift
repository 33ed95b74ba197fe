/// A signed 16.16 fixed-point number, the stored number divided by 2^16. Used for rates, positions
/// and dimensions.
public struct Fixed16x16: FieldScalar, Hashable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// The number 1.0.
  public static let one = Fixed16x16(rawValue: 0x1_0000)
  public var fieldValue: FieldValue { .decimal(exactDecimal(Int64(rawValue), fractionBits: 16)) }
}

/// An unsigned 16.16 fixed-point number, the stored number divided by 2^16. Used for sample rates;
/// from 32768 Hz they need the top bit.
public struct UFixed16x16: FieldScalar, Hashable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public var fieldValue: FieldValue { .decimal(exactDecimal(Int64(rawValue), fractionBits: 16)) }
}

/// A signed 8.8 fixed-point number, the stored number divided by 2^8. Used for volume and balance.
public struct Fixed8x8: FieldScalar, Hashable {
  public var rawValue: Int16
  public init(rawValue: Int16) { self.rawValue = rawValue }
  /// The number 1.0.
  public static let one = Fixed8x8(rawValue: 0x100)
  public var fieldValue: FieldValue { .decimal(exactDecimal(Int64(rawValue), fractionBits: 8)) }
}

/// A signed 2.30 fixed-point number, the stored number divided by 2^30. Used for the right column
/// of a matrix.
public struct Fixed2x30: FieldScalar, Hashable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// The number 1.0.
  public static let one = Fixed2x30(rawValue: 0x4000_0000)
  public var fieldValue: FieldValue { .decimal(exactDecimal(Int64(rawValue), fractionBits: 30)) }
}

/// Returns `value` / 2^`fractionBits` with all its decimal places. A binary fraction has as many
/// decimal places as it has bits. `fractionBits` is from 0 to 32.
func exactDecimal(_ value: Int64, fractionBits: UInt64) -> String {
  let magnitude = value.magnitude
  var text = value < 0 ? "-" : ""
  text += String(magnitude >> fractionBits)
  let mask = (UInt64(1) << fractionBits) - 1
  var fraction = magnitude & mask
  if fraction > 0 { text += "." }
  while fraction > 0 {
    // The fraction is below 2^32, so this cannot overflow.
    fraction *= 10
    text += String(fraction >> fractionBits)
    fraction &= mask
  }
  return text
}
