/// A 64-bit floating-point number, kept as its bits, so that every one of them survives.
public struct Float64Bits: FieldScalar, Hashable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public init(_ value: Double) { rawValue = value.bitPattern }

  public var value: Double { Double(bitPattern: rawValue) }
  public var fieldValue: FieldValue { floatingPoint(value) }
}

/// The shortest decimal that reads back as the same number, where it is one.
func floatingPoint(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> FieldValue {
  value.isFinite ? .decimal(value.description) : .notFinite(value.description)
}
