/// A fixed-point number: the stored integer divided by a power of two.
public protocol FixedPoint: FieldScalar, Hashable {
  /// How many bits of the stored integer are after the binary point.
  static var fractionBits: Int { get }
}

extension FixedPoint {
  /// The number itself. `Double` holds every value of these types exactly.
  public var value: Double { Double(rawValue) / Double(UInt64(1) << UInt64(Self.fractionBits)) }

  /// Creates the number that is nearest to `value`; the smallest or the largest one if `value` is out
  /// of range, and 0 if it is not a number.
  public init(_ value: Double) {
    let scaled = (value * Double(UInt64(1) << UInt64(Self.fractionBits))).rounded()
    self.init(
      rawValue: scaled.isNaN
        ? 0
        : scaled <= Double(RawValue.min)
          ? .min : scaled >= Double(RawValue.max) ? .max : RawValue(scaled))
  }

  public static var expectation: String? {
    let bits = Int64(fractionBits)
    let end = (Int64(clamping: RawValue.max) >> bits) + 1
    return "a number from \(Int64(clamping: RawValue.min) >> bits) to below \(end)"
  }

  public var fieldValue: FieldValue {
    .decimal(exactDecimal(Int64(clamping: rawValue), fractionBits: UInt64(Self.fractionBits)))
  }
}

/// A signed 16.16 fixed-point number, the stored number divided by 2^16. Used for rates, positions
/// and dimensions.
public struct Fixed16x16: FixedPoint {
  public static let fractionBits = 16
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// The number 1.0.
  public static let one = Fixed16x16(rawValue: 0x1_0000)
}

/// An unsigned 16.16 fixed-point number, the stored number divided by 2^16. Used for sizes, and for
/// sample rates, which need the top bit from 32768 Hz on.
public struct UFixed16x16: FixedPoint {
  public static let fractionBits = 16
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A signed 8.8 fixed-point number, the stored number divided by 2^8. Used for volume and balance.
public struct Fixed8x8: FixedPoint {
  public static let fractionBits = 8
  public var rawValue: Int16
  public init(rawValue: Int16) { self.rawValue = rawValue }
  /// The number 1.0.
  public static let one = Fixed8x8(rawValue: 0x100)
}

/// A signed 2.30 fixed-point number, the stored number divided by 2^30. Used for the right column
/// of a matrix.
public struct Fixed2x30: FixedPoint {
  public static let fractionBits = 30
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// The number 1.0.
  public static let one = Fixed2x30(rawValue: 0x4000_0000)
}

/// An unsigned 0.16 fixed-point number, the stored number divided by 2^16. Used for chromaticities.
public struct UFixed0x16: FixedPoint {
  public static let fractionBits = 16
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// An unsigned 24.8 fixed-point number, the stored number divided by 2^8. Used for high luminances.
public struct UFixed24x8: FixedPoint {
  public static let fractionBits = 8
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An unsigned 18.14 fixed-point number, the stored number divided by 2^14. Used for low luminances.
public struct UFixed18x14: FixedPoint {
  public static let fractionBits = 14
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
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
