/// A 32-bit floating-point number. It is kept as its bits, so that each of them survives rewriting.
public struct Float32Bits: FieldScalar, Hashable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Creates the bits of a number.
  public init(_ value: Float) { rawValue = value.bitPattern }

  /// The floating-point number.
  public var value: Float { Float(bitPattern: rawValue) }
  public var fieldValue: FieldValue { floatingPoint(value) }
}

/// A 64-bit floating-point number. It is kept as its bits, so that each of them survives rewriting.
public struct Float64Bits: FieldScalar, Hashable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Creates the bits of a number.
  public init(_ value: Double) { rawValue = value.bitPattern }

  /// The floating-point number.
  public var value: Double { Double(bitPattern: rawValue) }
  public var fieldValue: FieldValue { floatingPoint(value) }
}

/// Returns the shortest decimal text that is read as the same number, or a name if the value is
/// infinite or not a number.
func floatingPoint(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> FieldValue {
  value.isFinite ? .decimal(value.description) : .notFinite(value.description)
}
