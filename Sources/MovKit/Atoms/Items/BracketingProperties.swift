// In which way pictures that were taken together differ. Each is a description in a group of samples, and a
// property of items. Each property has a type of its own, as each has a clause of its own, which goes by the type.

/// By how much the exposure of a picture differs, in a group `aebr` (ISO/IEC 23008-12, 6.8.6.2).
public struct ExposureBracket: Record {
  /// The number of parts that a stop has.
  public var step: Int8 = 1
  /// The difference, in these parts of a stop.
  public var numerator: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("exposure_step", &step)
    try f("exposure_numerator", &numerator)
  }
}

/// By how much the exposure with the flash differs, in a group `afbr`, in stops (ISO/IEC 23008-12,
/// 6.8.6.5).
public struct FlashBracket: Record {
  /// The numerator of the difference.
  public var numerator: Int8 = 0
  /// Its denominator.
  public var denominator: Int8 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("flash_exposure_numerator", &numerator)
    try f("flash_exposure_denominator", &denominator)
  }
}

/// By how much the aperture differs, in a group `dobr`, in stops (ISO/IEC 23008-12, 6.8.6.6).
public struct ApertureBracket: Record {
  /// The numerator of the difference.
  public var numerator: Int8 = 0
  /// Its denominator.
  public var denominator: Int8 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("f_stop_numerator", &numerator)
    try f("f_stop_denominator", &denominator)
  }
}

/// The distance at which a picture is sharp, in a group `fobr`, in metres (ISO/IEC 23008-12, 6.8.6.4).
public struct FocusBracket: Record {
  /// The numerator of the distance.
  public var numerator: UInt16 = 0
  /// Its denominator; 0 stands for infinity.
  public var denominator: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("focus_distance_numerator", &numerator)
    try f("focus_distance_denominator", &denominator)
  }
}

/// The white balance of a picture, in a group `wbbr` (ISO/IEC 23008-12, 6.8.6.3).
public struct WhiteBalanceBracket: Record {
  /// The colour temperature, from blue to amber, in kelvins.
  public var blueAmber: UInt16 = 0
  /// The distance from the light of black bodies, in hundredths of Duv: green if positive, magenta if negative.
  public var greenMagenta: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("blue_amber", &blueAmber)
    try f("green_magenta", &greenMagenta)
  }
}

/// `aebr` in `ipco`: by how much the exposure of a picture differs (ISO/IEC 23008-12, 6.5.22).
public struct ExposureBracketProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The difference.
  public var bracket = ExposureBracket()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try bracket.fields(&f)
  }
}

/// `afbr` in `ipco`: by how much the exposure with the flash differs (ISO/IEC 23008-12, 6.5.25).
public struct FlashBracketProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The difference.
  public var bracket = FlashBracket()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try bracket.fields(&f)
  }
}

/// `dobr` in `ipco`: by how much the aperture differs (ISO/IEC 23008-12, 6.5.26).
public struct ApertureBracketProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The difference.
  public var bracket = ApertureBracket()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try bracket.fields(&f)
  }
}

/// `fobr` in `ipco`: the distance at which a picture is sharp (ISO/IEC 23008-12, 6.5.24).
public struct FocusBracketProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The distance.
  public var bracket = FocusBracket()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try bracket.fields(&f)
  }
}

/// `wbbr` in `ipco`: the white balance of a picture (ISO/IEC 23008-12, 6.5.23).
public struct WhiteBalanceBracketProperty: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The white balance.
  public var bracket = WhiteBalanceBracket()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try bracket.fields(&f)
  }
}
